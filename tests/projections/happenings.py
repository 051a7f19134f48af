"""What makes something stand in every list: stakes, an import, a cup that is won, analyses, a ruling, a ban."""

from contextlib import suppress
from decimal import Decimal

from domain.kernel.refusal import Refused
from domain.officiating.remedies import EntryNamed, WarningGiven
from domain.person.commands import PlaceBan
from domain.scoring.result import FinalScore, WinnerOnly
from domain.series.decide import AnnounceSeries
from domain.tournament.decisions.reporting.federation_report import report_of
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.match_record.commands import AddAttachment
from domain.tournament.match_record.events import ErrorRates
from domain.tournament.matches import commands as match_commands
from domain.tournament.reporting.commands import FileReport
from tests.projections.support import Club, series_id
from tests.projections.test_register import rule
from tests.projections.test_settlements import ROOM as STAKED

TWICE = 5
"""A second record of somebody."""

BANNED = 10
AT_ONCE = {"verification": "at-once"}


def begun(club: Club) -> Club:
    """Something is in every list: tournament 1 is an import in which stakes are played for, whose error rates everybody
    sees, 2 a cup that is won."""
    club.register(1, 2, 3, 4, TWICE, 7, 8, 9, BANNED)
    club.tell_series(1, AnnounceSeries(name="The cup"))
    shown, origin = AT_ONCE | {"publish_error_rates": True}, {"import_id": "list-1", "source": "An older list"}
    club.tell(1, announcement("The room", format=STAKED, origin=origin, conditions=shown))
    club.enter(1, 1, TWICE, 3)
    club.tell(2, announcement("A cup", format={"kind": "knockout"}, series={"series": series_id(1), "season": 2025}))
    club.enter(2, 4, 2)
    for tournament in (1, 2):
        club.tell(tournament, lifecycle_commands.StartTournament())
    play(club, 1, 2, "2.50")
    club.tell(2, match_commands.ReportResult(match=1, result=WinnerOnly(winner="first")))
    for tournament in (1, 2):
        attach(club, tournament, 1, 3)
    rule(club, WarningGiven(to=EntryNamed(entry=2)))
    club.tell_of(BANNED, PlaceBan(reason="Dice"))
    complete_and_file(club, 2)
    return club


def announcement(name: str, **fields: object) -> lifecycle_commands.AnnounceTournament:
    return lifecycle_commands.AnnounceTournament.model_validate({"name": name, "conditions": AT_ONCE, **fields})


def play(club: Club, first: int, second: int, stake: str) -> None:
    """In the room: the first wins."""
    result = FinalScore(first=5, second=3)
    row = match_commands.PlayedMatch(sides=(first, second), form="five-points", stake=Decimal(stake), result=result)
    club.tell(1, match_commands.EnterResults(results=(row,)))


def attach(club: Club, tournament: int, match: int, rate: int) -> None:
    """An analysis unlike any other."""
    found = ErrorRates(program="Reader", first=Decimal(rate), second=Decimal(rate + 1))
    digest = f"{club.journal.position():064x}"
    club.tell(
        tournament,
        AddAttachment(match=match, kind="analysis", reference="By mail", digest=digest, error_rates=found),
    )


def publish_error_rates(club: Club, tournament: int, *, shown: bool) -> None:
    """The conditions say whether everybody sees the error rates."""
    said = {"conditions": {"publish_error_rates": shown}, "reason": "The players have agreed."}
    club.tell(tournament, lifecycle_commands.ChangeConditions.model_validate(said))


def complete_and_file(club: Club, tournament: int) -> None:
    with suppress(Refused):
        club.tell(tournament, lifecycle_commands.CompleteTournament())
    digest = report_of(club.state(tournament)).digest
    club.tell(tournament, FileReport(digest=digest, reference=f"Letter {club.journal.position()}"))
