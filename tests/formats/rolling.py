"""A league whose rounds roll on by themselves, and the service that closes them."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from domain.formats.swiss import SwissOptions
from domain.kernel.envelope import SERVICE
from domain.kernel.refusal import Refused
from domain.scoring.result import FinalScore
from domain.tournament.decisions.rounds.rolling_on import due_command
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.matches import commands as match_commands
from domain.tournament.rulings import commands as ruling_commands
from tests.desk import person
from tests.formats.swiss_desk import SwissDesk
from tests.rounds import RoundsDesk

HOUR, WEEK = timedelta(hours=1), timedelta(days=7)
LEAGUE = SwissOptions(kind="swiss", rounds=9)


def league(*, auto_draw: bool = True, drawn: bool = True) -> SwissDesk:
    """A started league of six, whose first round is drawn by the service, or where rounds don't roll on by hand; or it
    is not drawn yet."""
    desk = SwissDesk()
    conditions = Conditions(auto_draw=auto_draw)
    desk.do(lifecycle_commands.AnnounceTournament(name="League", format=LEAGUE, conditions=conditions))
    desk.enter("ABCDEF", {})
    desk.do(lifecycle_commands.StartTournament())
    if drawn:
        serve(desk)
    if drawn and not auto_draw:
        desk.draw(1)
    return desk


def serve(desk: SwissDesk) -> list[str]:
    """The service does what is due, one thing after the other; the names of what it did."""
    done: list[str] = []
    while command := due_command(desk.state, desk.now):
        try:
            desk.do(command, SERVICE)
        except Refused:
            return done
        done.append(type(command).__name__)
    return done


def play_all(desk: SwissDesk, *but: int) -> None:
    """The first side wins each match that is open, but for these."""
    for match in desk.matches():
        if match.phase == "open" and match.number not in but:
            report(desk, match.number, 5, 2)


def report(desk: SwissDesk, match: int, first: int, second: int) -> None:
    """A match to five points has ended so."""
    desk.do(match_commands.ReportResult(match=match, result=FinalScore(first=first, second=second)))


def rule_on(desk: RoundsDesk, match: int, *remedies: Mapping[str, object]) -> int:
    """A ruling on the match with these remedies; its number."""
    said = {"clause": "4.3", "facts": "As seen", "reasons": "As written"}
    about = {"kind": "match", "number": match}
    desk.do(ruling_commands.GiveRuling.model_validate({**said, "about": about, "remedies": remedies}))
    return len(desk.state.directing.rulings)


def appeal(desk: SwissDesk, ruling: int) -> int:
    """An appeal of the ruling by its first party; its number."""
    by = desk.state.directing.rulings[ruling].parties[0]
    desk.do(ruling_commands.LodgeAppeal(ruling=ruling, entry=by, override=True, reason="Weighty"))
    return len(desk.state.directing.appeals)


def reverse(desk: SwissDesk, ruling: int) -> None:
    """The ruling is appealed, and a committee reverses it."""
    number = appeal(desk, ruling)
    members = tuple(map(person, "xyz"))
    desk.do(ruling_commands.FormCommittee(appeal=number, members=members))
    for member in members[:2]:
        desk.do(ruling_commands.CastVote(appeal=number, member=member, verdict="reversed"))
    desk.do(ruling_commands.DecideAppeal(appeal=number, reasons="As voted"))


def removed(desk: SwissDesk) -> Sequence[str]:
    """The letters of those who were removed from the tournament."""
    return [desk.letter(row.entry) for row in desk.swiss().rows if row.mark == "removed"]
