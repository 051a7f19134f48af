"""A tournament as a tournament report file (FIL-2, FIL-3, FIL-5, FIL-7).

Readings: the rounds of any format are written, those of a bracket too; where somebody plays twice in a round, or
matches belong to no round, the file can't hold them. The first-named side is white. Byes for anyone who is left over,
and walkovers, are U, requested ones H; who has no place in a round is Z. The number of rounds is the announced one, as
far as the format knows it. Points are those of the file's own scale, the rank is that of the table. Points that count
in pairing alone (SWX-8) are told for all announced rounds. Who has which number is that of the entries, without gaps.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from api.http.problems import NOT_BY_ROUNDS, Problem
from domain.kernel.values import Side
from domain.match import validity
from domain.match.record import Effective
from domain.standings.virtual import MATCH_POINTS
from domain.tournament.derived.stage import stages_of
from domain.tournament.state import Tournament, announced_settings
from domain.trf.acceleration import accelerated_ranges
from domain.trf.form import ABSENT, DEFAULT_SCALE, OPEN, Accelerated, Cell, Player, Report
from projections.views.tournaments import standings_view

Names = Mapping[str, str]
Placed = tuple[tuple[int, int], Cell]
"""Whose cell it is, and in which round; the opponent is named by their entry."""


def report_of(state: Tournament, names: Names, teams: Mapping[int, str]) -> Report:
    """The file, without what only some may see: a result that is not announced is not in it. Raises Problem where the
    matches are not one for each player and round."""
    numbers = {entry: number for number, entry in enumerate(_entrants(state), 1)}
    cells = _cells(state)
    rounds = max((round_ for _, round_ in cells), default=0)
    dates = _dates(state, rounds)
    ranks = {row.entry: row.rank for row in standings_view(state).rows}
    players = tuple(
        Player(
            number=number,
            name=teams.get(entry) or names.get(state.entries[entry].person) or f"Player {number}",
            cells=tuple(_with_number(cells.get((entry, round_), ABSENT), numbers) for round_ in range(1, rounds + 1)),
            rank=ranks.get(entry),
        )
        for entry, number in numbers.items()
    )
    heading = {"012": announced_settings(state).name, "062": str(len(players)), **_announced_fields(state, rounds)}
    known = [date for date in dates if date]
    if known:
        heading |= {"042": f"20{min(known)}", "052": f"20{max(known)}"}
    persons = {number: state.entries[entry].person for entry, number in numbers.items()}
    accelerated = _acceleration(state, numbers, int(heading["142"]))
    return Report(players, rounds, heading, dates=dates, persons=persons, accelerated=accelerated)


def _announced_fields(state: Tournament, rounds: int) -> Mapping[str, str]:
    """Its kind and how many rounds it has, of which so many are there."""
    settings = announced_settings(state)
    if settings.stages:
        return {"142": str(rounds)}
    starters = state.places_taken if state.rounds.starters is None else state.rounds.starters
    told = settings.format.rounds_announced(starters)
    return {"092": settings.format.report_type, "142": str(max(rounds, told or 0))}


def _acceleration(state: Tournament, numbers: Mapping[int, int], rounds: int) -> tuple[Accelerated, ...]:
    """SWX-8: nobody has their number in the draw before the start."""
    if not state.started:
        return ()
    stages = stages_of(state)[::-1]
    played = {
        round_: next(stage for stage in stages if stage.facts.rounds_before < round_) for round_ in range(1, rounds + 1)
    }
    points = {round_: stage.points_in_pairing(round_) for round_, stage in played.items()}
    return accelerated_ranges({round_: _in_tenths(own, numbers) for round_, own in points.items()})


def _in_tenths(points: Mapping[int, int], numbers: Mapping[int, int]) -> Mapping[int, int]:
    """By the file's numbers; a win is worth as many there as the file's scale says."""
    tenths = DEFAULT_SCALE["W"] // MATCH_POINTS["W"]
    return {numbers[entry]: worth * tenths for entry, worth in points.items() if entry in numbers}


def _entrants(state: Tournament) -> list[int]:
    return sorted(number for number, entry in state.entries.items() if entry.entrant)


def _with_number(cell: Cell, numbers: Mapping[int, int]) -> Cell:
    return Cell(None if cell.opponent is None else numbers[cell.opponent], cell.colour, cell.result)


def _cells(state: Tournament) -> dict[tuple[int, int], Cell]:
    found: dict[tuple[int, int], Cell] = {}
    for place, cell in (*_of_matches(state), *_of_byes(state)):
        if place in found:
            detail = f"Entry {place[0]} has several places in round {place[1]}."
            raise Problem(NOT_BY_ROUNDS, detail, entry=place[0], round=place[1])
        found[place] = cell
    return found


def _of_matches(state: Tournament) -> Iterator[Placed]:
    for number, match in sorted(state.matches.items()):
        if match.void:
            continue
        if match.round is None:
            raise Problem(NOT_BY_ROUNDS, f"Match {number} belongs to no round.", match=number)
        result = validity.counting(match)
        first, second = match.sides if result is None else result.sides
        yield (first, match.round), Cell(second, "w", _code(result, "first"))
        yield (second, match.round), Cell(first, "b", _code(result, "second"))


def _of_byes(state: Tournament) -> Iterator[Placed]:
    for _, bye in sorted(state.rounds.byes.items()):
        if bye.live:
            yield (bye.entry, bye.round), Cell(None, "-", "H" if bye.requested else "U")


def _code(result: Effective | None, side: Side) -> str:
    """The code of that side's result."""
    if result is None:
        return OPEN
    outcome = result.outcome
    if outcome.ended == "drawn":
        return "="
    if outcome.ended == "drawn-by-default":
        return "D"
    won = outcome.winner == side
    if outcome.ended == "default" or not outcome.play_began:
        return "+" if won else "-"
    return "1" if won else "0"


def _dates(state: Tournament, rounds: int) -> tuple[str, ...]:
    """The day on which the first match of each round was played, as far as that is known."""
    played: dict[int, list[datetime]] = {}
    for match in state.matches.values():
        result = validity.counting(match)
        if result is not None and match.round is not None:
            played.setdefault(match.round, []).append(result.played_at)
    return tuple(_day(min(played[one])) if one in played else "" for one in range(1, rounds + 1))


def _day(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%y/%m/%d}"
