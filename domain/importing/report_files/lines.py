"""Tournament report files to import: read, and checked against the register; nothing is recorded."""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date, datetime

from pydantic import TypeAdapter, ValidationError

from domain.importing.report_files.games import day_in, day_of, with_day
from domain.importing.report_files.report_file import registration
from domain.kernel.ids import PersonId
from domain.kernel.replacing import replace
from domain.kernel.values import GivenName
from domain.trf.checks import check
from domain.trf.form import Finding, Player, Report
from domain.trf.reading import read_trf

_NAME: TypeAdapter[str] = TypeAdapter(GivenName)
_NUMBER, _NAME_COLUMN, _DATES = 5, 15, 92


def read_report(
    text: str, registered: Callable[[PersonId], bool], now: datetime, day: date | None = None
) -> tuple[Report, tuple[Finding, ...]]:
    """The content of a file, and what in it is wrong or odd, in its order. Where each player has an id of a register,
    and nobody is registered here under any, it is another service's: players are then known by their names. `day` is
    when it was played, where the file tells no day."""
    report, unread = read_trf(text)
    report = with_day(report, day)
    ids = report.persons.values()
    if len(ids) == len(report.players) and not any(map(registered, ids)):
        report = replace(report, persons={})
    found = (*unread, *check(report), *_of_persons(report, registered), *_of_days(report, now))
    return report, tuple(sorted(found, key=lambda finding: (finding.line, finding.column)))


def name_in(text: str) -> str:
    """The tournament's name in the file; empty where it has none."""
    return read_trf(text)[0].name


def _of_persons(report: Report, registered: Callable[[PersonId], bool]) -> Iterator[Finding]:
    """Faults of persons: one is not in the register, can't be registered, or is there twice."""
    times = Counter(map(_id_or_name, report.players))
    for player in report.players:
        person = report.persons.get(player.number)
        if person is not None and not registered(person):
            yield Finding(player.line, _NUMBER, f"there is no person {person} in the register", fatal=True)
        if person is None and times[_id_or_name(player)] > 1:
            known = _id_or_name(player)
            text = f"several players are called {known}; give each an id in columns 58 to 68"
            if player.id:
                text = f"several players have the id {known}; give each their own in columns 58 to 68"
            yield Finding(player.line, _NAME_COLUMN, text, fatal=True)
        if person is None and player.name and not _can_be_registered(player):
            yield Finding(player.line, _NAME_COLUMN, f"{player.name!r} is not a valid name of a person", fatal=True)
    twice = {person for person, times in Counter(report.persons.values()).items() if times > 1}
    for player in report.players:
        if report.persons.get(player.number) in twice:
            yield Finding(player.line, _NUMBER, f"{report.persons[player.number]} is several players", fatal=True)


def _id_or_name(player: Player) -> str:
    return player.id or player.name


def _can_be_registered(player: Player) -> bool:
    try:
        registration(player)
    except ValidationError:
        return False
    return True


def _of_days(report: Report, now: datetime) -> Iterator[Finding]:
    days = [day for round_ in range(1, report.rounds + 1) if (day := day_of(report, round_))]
    if any(day > now for day in days):
        yield Finding(1, _DATES, "the date of a round is in the future", fatal=True)
    told = report.heading.get("042", "")
    if told and day_in(told) is None:
        yield Finding(1, 1, f"the day {told[:40]!r} in line 042 can't be read; write it as 2026/03/01", fatal=not days)
    elif not days:
        yield Finding(1, 1, "no line 042 or 132 has a day: the matches get the day of the import")
    try:
        _NAME.validate_python(report.name or "Nameless")
    except ValidationError:
        yield Finding(1, 5, f"{report.name[:40]!r} is not a valid name of a tournament", fatal=True)
