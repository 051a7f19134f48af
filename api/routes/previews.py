"""What a command would do, without recording it."""

from typing import Annotated, Any, Literal

from fastapi import Depends
from pydantic import Field
from starlette.responses import Response

from api.examples import commands as examples
from api.examples import rulings
from api.http import parameters
from api.http.command_requests import Accepts, Incoming
from api.http.responses import json_answer
from api.http.routing import new_router
from domain.kernel.refusal import Refused
from domain.kernel.values import Value
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rulings import commands as ruling_commands
from projections.views.previews import ComparisonView, PreviewView, comparison_view, preview_view

router = new_router("tournaments")


class Start(lifecycle_commands.StartTournament):
    """Start."""

    kind: Literal["start"]


class Complete(lifecycle_commands.CompleteTournament):
    """Complete."""

    kind: Literal["complete"]


class Cancel(lifecycle_commands.CancelTournament):
    """Cancel."""

    kind: Literal["cancel"]


class Correct(match_commands.CorrectResult):
    """Correct a result."""

    kind: Literal["correct"]


class SettleLength(match_commands.SettleLength):
    """Settle a wrong length."""

    kind: Literal["settle-length"]


class Void(match_commands.VoidMatch):
    """Void a match."""

    kind: Literal["void"]


class Reinstate(match_commands.ReinstateMatch):
    """Reinstate a match."""

    kind: Literal["reinstate"]


class Report(match_commands.ReportResult):
    """Report a result."""

    kind: Literal["report"]


class Verify(match_commands.VerifyResult):
    """Verify a result."""

    kind: Literal["verify"]


class Resign(entry_commands.Resign):
    """Resign."""

    kind: Literal["resign"]


class Withdraw(entry_commands.WithdrawEntry):
    """Withdraw."""

    kind: Literal["withdraw"]


class PairByHand(round_commands.PairByHand):
    """Pair by hand."""

    kind: Literal["pair"]


class CloseRound(round_commands.CloseRound):
    """Close a round."""

    kind: Literal["close"]


class OpenStage(round_commands.OpenStage):
    """Open a stage."""

    kind: Literal["open-stage"]


class PlayOff(round_commands.PlayOff):
    """Have a match decide who goes up."""

    kind: Literal["play-off"]


class AnnulRound(round_commands.AnnulRound):
    """Annul a round."""

    kind: Literal["annul"]


class Decide(round_commands.DecideQuestion):
    """Decide a question."""

    kind: Literal["decide"]


class RefuseEntry(entry_commands.RefuseEntry):
    """Refuse an entry."""

    kind: Literal["refuse"]


class OfferFlight(entry_commands.OfferFlight):
    """Refuse an entry, and offer another flight."""

    kind: Literal["offer-flight"]


class OpenDispute(ruling_commands.OpenDispute):
    """Bring a dispute."""

    kind: Literal["open-dispute"]


class Rule(ruling_commands.GiveRuling):
    """Give a ruling."""

    kind: Literal["rule"]


class SuspendRuling(ruling_commands.SuspendRuling):
    """Suspend a ruling."""

    kind: Literal["suspend-ruling"]


class ResumeRuling(ruling_commands.ResumeRuling):
    """Put a suspended ruling in force again."""

    kind: Literal["resume-ruling"]


class LodgeAppeal(ruling_commands.LodgeAppeal):
    """Appeal a ruling."""

    kind: Literal["lodge-appeal"]


class FormCommittee(ruling_commands.FormCommittee):
    """Form the committee of an appeal."""

    kind: Literal["form-committee"]


class PutForward(ruling_commands.PutForward):
    """Put an alternative forward."""

    kind: Literal["put-forward"]


class CastVote(ruling_commands.CastVote):
    """Vote on an appeal."""

    kind: Literal["vote"]


class WithdrawRuling(ruling_commands.WithdrawRuling):
    """Withdraw a ruling."""

    kind: Literal["withdraw-ruling"]


class DecideAppeal(ruling_commands.DecideAppeal):
    """Announce what a committee has decided."""

    kind: Literal["decide-appeal"]


class WithdrawAppeal(ruling_commands.WithdrawAppeal):
    """Withdraw an appeal."""

    kind: Literal["withdraw-appeal"]


Tried = Annotated[
    Start
    | Complete
    | Cancel
    | Correct
    | SettleLength
    | Void
    | Reinstate
    | Report
    | Verify
    | RefuseEntry
    | OfferFlight
    | Resign
    | Withdraw
    | PairByHand
    | AnnulRound
    | CloseRound
    | OpenStage
    | PlayOff
    | Decide
    | OpenDispute
    | Rule
    | SuspendRuling
    | ResumeRuling
    | WithdrawRuling
    | LodgeAppeal
    | FormCommittee
    | PutForward
    | CastVote
    | DecideAppeal
    | WithdrawAppeal,
    Field(discriminator="kind"),
]


class Trial(Value):
    """A command to try: its kind, and the fields it has."""

    command: Tried


class Comparison(Value):
    """Alternatives to lay side by side."""

    commands: Annotated[tuple[Tried, ...], Field(min_length=2, max_length=5)]


TRIAL = Accepts(Trial, examples=examples.trial)
COMPARISON = Accepts(Comparison, examples=rulings.comparison)


def command_of(tried: lifecycle_commands.Command) -> lifecycle_commands.Command:
    """The command that is tried: its kind's base."""
    command: Any = type(tried).__base__
    made: lifecycle_commands.Command = command(**{name: getattr(tried, name) for name in command.model_fields})
    return made


@router.post("/tournaments/{tournament}/previews", response_model=PreviewView)
def preview(tournament: parameters.Tournament, incoming: Annotated[Incoming[Trial], Depends(TRIAL)]) -> Response:
    """Try a command without recording it (ALL-4, ALL-2)

    By whoever may give it. Says which matches would be made, void or live again, how the table would change, and
    the ratings of this tournament and of all rated later. The digest may be sent with the command as `expected`, where
    it takes one: what comes before a decision, such as a dispute, an appeal or a vote, changes no match, and shows what
    the report would tell more. A draw is never shown before it is recorded.
    """
    return json_answer(_preview(tournament, incoming, incoming.body.command))


def _preview(tournament: str, incoming: Incoming[Any], wanted: lifecycle_commands.Command) -> PreviewView:
    services = incoming.services
    tried, position = incoming.tried(tournament, command_of(wanted)), services.journal.position()
    with services.replays.turn():
        rerating = services.foreseen_ratings.would_change(tried.before, tried.after, position)
    return preview_view(tried, position, rerating.players, rerating.matches)


@router.post("/tournaments/{tournament}/previews/comparison", response_model=ComparisonView)
def compare(
    tournament: parameters.Tournament, incoming: Annotated[Incoming[Comparison], Depends(COMPARISON)]
) -> Response:
    """Lay what two to five commands would do side by side, without recording any (ALL-4)

    Each is tried by itself on the tournament as it is: a ruling and its alternative, or one decision with each
    `choice`. Below the previews stand the matches and the lines of the table in which they differ. Where one is
    refused so is the comparison; `alternative` says which.
    """
    tried = enumerate(incoming.body.commands, 1)
    return json_answer(comparison_view([_alternative(tournament, incoming, number, one) for number, one in tried]))


def _alternative(
    tournament: str, incoming: Incoming[Any], number: int, wanted: lifecycle_commands.Command
) -> PreviewView:
    try:
        return _preview(tournament, incoming, wanted)
    except Refused as refusal:
        raise Refused(refusal.problem, refusal.detail, **{**refusal.facts, "alternative": number}) from refusal
