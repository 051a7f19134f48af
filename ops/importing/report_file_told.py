"""What an import of a tournament report file would come to, line by line; nothing is recorded."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from domain.importing.errors import ListUnreadableError
from domain.importing.report_file import byes_of, games_of
from domain.importing.whom import Meant
from domain.trf.form import Finding, Player, Report


def require_right(report: Report, findings: Sequence[Finding]) -> Report:
    """The file. Raises ListUnreadableError where something in it keeps it from being taken, naming the first of
    that."""
    fatal = [finding for finding in findings if finding.fatal]
    if fatal:
        more = f", and {len(fatal) - 1} more things are wrong" if len(fatal) > 1 else ""
        raise ListUnreadableError(f"{fatal[0]}{more}; see all of it with --dry-run")
    return report


def told(
    report: Report,
    findings: Sequence[Finding],
    meant: Mapping[int, Meant],
) -> Iterator[str]:
    """A sentence for each finding; unless one of them is fatal, for each player and each round too."""
    for finding in findings:
        yield f"{'refused: ' if finding.fatal else ''}{finding}"
    if any(finding.fatal for finding in findings):
        yield "the file would be refused; nothing was recorded"
        return
    for player in report.players:
        yield f"line {player.line}: {_of_player(report, player, meant.get(player.number))}"
    games, byes = Counter(game.round for game in games_of(report)), Counter(round_ for round_, *_ in byes_of(report))
    for round_ in range(1, report.rounds + 1):
        yield f"round {round_}: {games[round_]} matches, {byes[round_]} byes"
    yield (
        f"{len(report.players)} players, {games.total()} matches and {byes.total()} byes would be taken; nothing was"
        " recorded"
    )


def _of_player(report: Report, player: Player, meant: Meant | None) -> str:
    person = report.persons.get(player.number) if meant is None else meant.person
    return f"{player.name} would be registered" if person is None else f"{player.name} is {person}"
