"""Contradictions in a tournament report file (FIL-6)."""

from collections import Counter
from collections.abc import Iterator

from domain.trf.form import BYES, DEFAULTED, OPEN, Cell, Finding, Player, Report
from domain.trf.writing import written_points

_FITTING = {frozenset(pair) for pair in ("10", "==", "00", "WL", "DD", "LL", "+-", "--", "  ")}
_POINTS, _NUMBER, _FIRST_ROUND, _ROUND, _RESULT = 81, 5, 92, 10, 7


def check(report: Report) -> tuple[Finding, ...]:
    """The faults and oddities, by lines. A fatal one makes it impossible to say who has played who, and how it
    ended."""
    by_number = {player.number: player for player in report.players}
    found = [finding for player in report.players for finding in _of_player(report, player, by_number)]
    found += _of_file(report)
    return tuple(sorted(found, key=lambda finding: (finding.line, finding.column)))


def _of_file(report: Report) -> Iterator[Finding]:
    if not report.players:
        yield Finding(1, 1, "there is no line 001, so no player", fatal=True)
    times = Counter(player.number for player in report.players)
    for player in report.players:
        if times[player.number] > 1:
            yield Finding(player.line, _NUMBER, f"number {player.number} is in several lines", fatal=True)
        if not player.name:
            yield Finding(player.line, 15, f"player {player.number} has no name", fatal=True)
    yield from _of_left_over(report)


def _of_left_over(report: Report) -> Iterator[Finding]:
    seen: dict[int, int] = {}
    for player in report.players:
        for round_, cell in enumerate(player.cells, 1):
            if cell.result == "U" and (first := seen.setdefault(round_, player.number)) != player.number:
                text = f"round {round_}: player {first} is left over too, so two have that bye"
                yield Finding(player.line, _column(round_), text)


def _of_player(report: Report, player: Player, by_number: dict[int, Player]) -> Iterator[Finding]:
    met: dict[int, int] = {}
    for round_, cell in enumerate(player.cells, 1):
        for problem, fatal in _of_cell(player, cell, round_, by_number):
            yield Finding(player.line, _column(round_), f"round {round_}: {problem}", fatal)
        if cell.opponent is not None and cell.result not in DEFAULTED:
            first = met.setdefault(cell.opponent, round_)
            if first != round_ and player.number < cell.opponent:
                text = f"round {round_}: player {cell.opponent} was already the opponent in round {first}"
                yield Finding(player.line, _column(round_), text)
    points = report.points_of(player)
    if player.points is not None and player.points != points:
        text = f"the points are {written_points(player.points)}, but the rounds add up to {written_points(points)}"
        yield Finding(player.line, _POINTS, text)


def _of_cell(player: Player, cell: Cell, round_: int, by_number: dict[int, Player]) -> Iterator[tuple[str, bool]]:
    """The fault of the cell, and whether that is fatal."""
    if cell.opponent is None:
        if cell.result not in BYES:
            yield f"the result {cell.result} has no opponent", True
        return
    opponent = by_number.get(cell.opponent)
    if cell.opponent == player.number:
        yield "the player meets themselves", True
    elif opponent is None:
        yield f"there is no player {cell.opponent}", True
    elif cell.result in BYES:
        yield f"{cell.result} is a round without an opponent, but player {cell.opponent} is named", True
    elif opponent.cells[round_ - 1].opponent != player.number:
        yield f"player {cell.opponent} has not met player {player.number}", True
    else:
        yield from _of_two(cell, opponent.cells[round_ - 1], first=player.number < cell.opponent)


def _of_two(mine: Cell, other: Cell, *, first: bool) -> Iterator[tuple[str, bool]]:
    """The fault between two who have met, once for both."""
    if not first:
        return
    if frozenset(mine.result + other.result) not in _FITTING:
        yield f"{mine.result} and {other.result} can't be the results of one match", True
    if mine.colour == other.colour and mine.colour != "-":
        yield f"both have {'white' if mine.colour == 'w' else 'black'}", False
    if OPEN in (mine.result, other.result):
        yield "the result is not known yet", False


def _column(round_: int) -> int:
    return _FIRST_ROUND + _ROUND * (round_ - 1)
