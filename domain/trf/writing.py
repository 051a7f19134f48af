"""A tournament report file written (FIL-1 to FIL-5)."""

from collections.abc import Iterator

from domain.trf.form import DEFAULT_SCALE, OPEN, Accelerated, Cell, Edition, Player, Report

_OF_TRF16 = ("012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122")
_OF_TRF26 = (*_OF_TRF16, "142", "152")
_CODE = "192"


def write_report(report: Report, edition: Edition = "trf26") -> bytes:
    """The file, in UTF-8 with CR LF. Names longer than their field are cut. An older edition tells no points that count
    in pairing alone."""
    return "".join(f"{line.rstrip()}\r\n" for line in _lines(report, edition)).encode()


def _lines(report: Report, edition: Edition) -> Iterator[str]:
    for tag in _OF_TRF26 if edition == "trf26" else _OF_TRF16:
        if report.heading.get(tag):
            yield f"{tag} {_one_line(report.heading[tag])}"
    if any(report.dates):
        yield "132".ljust(91) + "".join(f"{date:<10}" for date in report.dates)
    if edition == "trf26":
        if report.scale != DEFAULT_SCALE:
            yield "162  " + "    ".join(f"{code}{written_points(worth):>4}" for code, worth in report.scale.items())
        if report.heading.get(_CODE):
            yield f"{_CODE} {report.heading[_CODE]}"
        yield from map(_acceleration_line, report.accelerated)
    elif report.rounds:
        yield f"XXR {report.rounds}"
    yield from _remarks(report)
    for player in report.players:
        yield _player(report, player)


def _acceleration_line(line: Accelerated) -> str:
    """Columns 5 to 8 are for the points of teams."""
    first, last = line.rounds
    lowest, highest = line.numbers
    return f"250      {written_points(line.points):>4} {first:>3} {last:>3} {lowest:>4} {highest:>4}"


def _remarks(report: Report) -> Iterator[str]:
    """The remarks that only this service reads: whose ids the players are, and pairings without a result."""
    for number, person in sorted(report.persons.items()):
        yield f"### person {number:>4} {person}"
    for round_, first, second in sorted(_open_pairings(report)):
        yield f"### open {round_} {first} {second}"


def _open_pairings(report: Report) -> Iterator[tuple[int, int, int]]:
    """The pairings without a result: the round, who is first, and who they meet."""
    for player in report.players:
        for round_, cell in enumerate(player.cells, 1):
            if cell.opponent is not None and cell.result == OPEN and cell.colour != "b":
                is_first = cell.colour == "w" or player.number < cell.opponent
                yield from [(round_, player.number, cell.opponent)] if is_first else []


def _player(report: Report, player: Player) -> str:
    points = report.points_of(player) if player.points is None else player.points
    return (
        f"001 {player.number:>4} {player.sex:1.1}{player.title:>3.3} {_one_line(player.name):<33.33}"
        f" {player.rating or '':>4} {player.federation:<3.3} {player.id:>11.11} {player.birth:<10.10}"
        f" {written_points(points):>4} {player.rank or '':>4}" + "".join(map(_cell, player.cells))
    )


def _cell(cell: Cell) -> str:
    if cell.opponent is not None and cell.result == OPEN:
        return " " * 10
    opponent = "0000" if cell.opponent is None else f"{cell.opponent:>4}"
    return f"  {opponent} {cell.colour} {cell.result}"


def written_points(tenths: int) -> str:
    """Points as the file has them, such as 11.5."""
    return f"{tenths // 10}.{tenths % 10}"


def _one_line(text: str) -> str:
    return " ".join(text.split())
