"""Tournament report files to import: read, checked against the register, and told line by line; nothing is recorded."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from domain.kernel.ids import PersonId
from domain.kernel.values import Name
from domain.trf.checks import check
from domain.trf.form import Finding, Player, Report
from domain.trf.reading import decoded, read
from ops.errors import ListUnreadableError
from ops.importing.dry_run import Alike
from ops.importing.report_file import ReportImport, byes_of, day_of, games_of, registration

LARGEST_FILE = 20_000_000
"""In bytes: 9,999 players of 200 rounds."""
_NAME: TypeAdapter[str] = TypeAdapter(Name)
_NUMBER, _NAME_COLUMN, _DATES = 5, 15, 92


def read_report(path: Path, registered: Callable[[PersonId], bool]) -> tuple[Report, tuple[Finding, ...]]:
    """The file, and what in it is wrong or odd, in its order. Raises ListUnreadableError where it can't be opened."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise ListUnreadableError(f"{path} has more than {LARGEST_FILE} bytes, which no report file has")
        text = decoded(path.read_bytes())
    except OSError as error:
        raise ListUnreadableError(f"{path} can't be read: {error}") from error
    report, unread = read(text)
    found = (*unread, *check(report), *_of_persons(report, registered), *_of_days(report))
    return report, tuple(sorted(found, key=lambda finding: (finding.line, finding.column)))


def require_right(report: Report, findings: Sequence[Finding]) -> Report:
    """The file. Raises ListUnreadableError where something in it keeps it from being taken, naming the first of
    that."""
    fatal = [finding for finding in findings if finding.fatal]
    if fatal:
        more = f", and {len(fatal) - 1} more things are wrong" if len(fatal) > 1 else ""
        raise ListUnreadableError(f"{fatal[0]}{more}; see all of it with --dry-run")
    return report


def _of_persons(report: Report, registered: Callable[[PersonId], bool]) -> Iterator[Finding]:
    """Who is nobody of the register, can't be registered, or stands there twice."""
    times = Counter(map(_known_as, report.players))
    for player in report.players:
        person = report.persons.get(player.number)
        if person is not None and not registered(person):
            yield Finding(player.line, _NUMBER, f"there is no person {person} in the register", fatal=True)
        if person is None and times[_known_as(player)] > 1:
            text = f"several players are called {_known_as(player)}; give each an id in columns 58 to 68"
            yield Finding(player.line, _NAME_COLUMN, text, fatal=True)
        if person is None and player.name and not _can_be_registered(player):
            yield Finding(player.line, _NAME_COLUMN, f"{player.name!r} is no name of a person", fatal=True)
    twice = {person for person, times in Counter(report.persons.values()).items() if times > 1}
    for player in report.players:
        if report.persons.get(player.number) in twice:
            yield Finding(player.line, _NUMBER, f"{report.persons[player.number]} is several players", fatal=True)


def _known_as(player: Player) -> str:
    return player.id or player.name


def _can_be_registered(player: Player) -> bool:
    try:
        registration(player)
    except ValidationError:
        return False
    return True


def _of_days(report: Report) -> Iterator[Finding]:
    now = datetime.now(UTC)
    days = [day for round_ in range(1, report.rounds + 1) if (day := day_of(report, round_))]
    if any(day > now for day in days):
        yield Finding(1, _DATES, "a round is said to be played in the future", fatal=True)
    if not days:
        yield Finding(1, 1, "no line 042 or 132 tells a day: the matches are dated when they are imported")
    try:
        _NAME.validate_python(report.name or "Nameless")
    except ValidationError:
        yield Finding(1, 5, f"{report.name[:40]!r} is no name of a tournament", fatal=True)


def told(
    report: Report,
    findings: Sequence[Finding],
    importing: ReportImport,
    is_new: Callable[[PersonId], bool],
    alike: Alike,
) -> Iterator[str]:
    """A sentence for each finding; unless one of them is fatal, for each player and each round too."""
    for finding in findings:
        yield f"{'refused: ' if finding.fatal else ''}{finding}"
    if any(finding.fatal for finding in findings):
        yield "the file would be refused; nothing was recorded"
        return
    for player in report.players:
        yield f"line {player.line}: {_of_player(report, player, importing, is_new, alike)}"
    games, byes = Counter(game.round for game in games_of(report)), Counter(round_ for round_, *_ in byes_of(report))
    for round_ in range(1, report.rounds + 1):
        yield f"round {round_}: {games[round_]} matches, {byes[round_]} byes"
    yield (
        f"{len(report.players)} players, {games.total()} matches and {byes.total()} byes would be taken; nothing was"
        " recorded"
    )


def _of_player(
    report: Report, player: Player, importing: ReportImport, is_new: Callable[[PersonId], bool], alike: Alike
) -> str:
    person = importing.person(report, player)
    if not is_new(person):
        return f"{player.name} is {person}"
    perhaps = ", ".join(alike(registration(player)))
    return f"{player.name} would be registered" + (f"; perhaps {perhaps}" if perhaps else "")
