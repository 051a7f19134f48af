"""The matches and byes that a tournament report file holds, and when they were played."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime

from domain.importing.days import read_day
from domain.kernel.replacing import replace
from domain.scoring.result import BothLost, Conceded, Drawn, Result, Unplayed, WinnerOnly
from domain.trf.form import OPEN, Cell, Player, Report

_RESULTS: Mapping[str, Result] = {
    "10": WinnerOnly(winner="first"),
    "01": WinnerOnly(winner="second"),
    "==": Drawn(),
    "00": BothLost(play_began=True),
    "+-": Conceded(loser="second", play_began=False),
    "-+": Conceded(loser="first", play_began=False),
    "WL": Conceded(loser="second", play_began=False),
    "LW": Conceded(loser="first", play_began=False),
    "DD": Unplayed(reported_by="both"),
    "--": BothLost(),
    "LL": BothLost(),
}
"""What the results of the first and second side come to."""


@dataclass(frozen=True, slots=True)
class Game:
    """A match of the file, in the line of its first side: the numbers of its two players, the first side first."""

    line: int
    round: int
    sides: tuple[int, int]
    result: Result
    played_at: datetime | None


def games_of(report: Report) -> Iterator[Game]:
    """The matches that have a result, by rounds."""
    by_number = {player.number: player for player in report.players}
    for round_ in range(1, report.rounds + 1):
        for player in report.players:
            cell = player.cells[round_ - 1] if round_ <= len(player.cells) else None
            if cell is not None and cell.opponent is not None and _is_first(player, cell, by_number, round_):
                other = by_number[cell.opponent].cells[round_ - 1]
                if OPEN not in (cell.result, other.result):
                    result = _RESULTS[cell.result + other.result]
                    yield Game(player.line, round_, (player.number, cell.opponent), result, day_of(report, round_))


def _is_first(player: Player, cell: Cell, by_number: Mapping[int, Player], round_: int) -> bool:
    opponent = by_number[cell.opponent or 0]
    if cell.colour != "-" and cell.colour != opponent.cells[round_ - 1].colour:
        return cell.colour == "w"
    return player.number < opponent.number


def day_of(report: Report, round_: int) -> datetime | None:
    """The day of the round, else the tournament's first; None where it tells none."""
    told = report.dates[round_ - 1] if round_ <= len(report.dates) else ""
    return day_in(told) or day_in(report.heading.get("042", ""))


def has_day(report: Report) -> bool:
    """Whether the file tells of any of its rounds when it was played."""
    return any(day_of(report, round_) for round_ in range(1, report.rounds + 1))


def with_day(report: Report, day: date | None) -> Report:
    """The report with the day of its tournament, as anyone who imports it says, where the file tells none."""
    if day is None or has_day(report):
        return report
    return replace(report, heading={**report.heading, "042": f"{day:%Y/%m/%d}"})


def day_in(text: str) -> datetime | None:
    """The day that a file writes so, as rounds are dated or as a tournament is; None where it can't be told."""
    try:
        return datetime.strptime(text, "%y/%m/%d").replace(tzinfo=UTC)
    except ValueError:
        found = read_day(text)
    return None if found is None or found.other is not None else found.at.replace(hour=0, minute=0, second=0)


def byes_of(report: Report) -> Iterator[tuple[int, int, bool]]:
    """The byes: round, number, and whether it was asked for."""
    for player in report.players:
        for round_, cell in enumerate(player.cells, 1):
            if cell.opponent is None and cell.result in "HFU":
                yield round_, player.number, cell.result == "H"
