"""Commands on matches and their results (TD-14, ALL-3)."""

from typing import Annotated

from fastapi import Depends
from pydantic import model_validator
from starlette.responses import Response

from api.documents.answers import TournamentAnswer
from api.examples import commands, formats, rulings
from api.http import parameters
from api.http.bodies import LIST_LIMIT
from api.http.command_requests import Accepts, Incoming, Nothing
from api.http.routing import new_router
from domain.kernel.values import GivenInstant, Side, Value
from domain.scoring.result import Result, Starters
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands

router = new_router("matches")


class NewMatch(match_commands.Pairing):
    """Two entries and the length; with a result, where the match has been played."""

    result: Result | None = None
    played_at: GivenInstant | None = None
    starters: Starters = ()

    @model_validator(mode="after")
    def _played_with_result(self) -> "NewMatch":
        if self.result is None and (self.played_at is not None or self.starters):
            raise ValueError("played_at and starters need a result")
        return self


class SideInvites(Value):
    """Which side invites the other."""

    by: Side = "first"


class SideTells(Value):
    """Which side tells the director."""

    by: Side


MAKING = Accepts(NewMatch, examples=commands.new_match)
RESULTS = Accepts(match_commands.EnterResults, limit=LIST_LIMIT, examples=commands.results)
REPORTING = Accepts(match_commands.NewReport, "match", examples=lambda: commands.report() | formats.reports())
VERIFICATION = Accepts(match_commands.Announcing, "match", examples=formats.verification)
CORRECTION = Accepts(match_commands.CorrectionOfResult, "match", examples=commands.correction)
LENGTH = Accepts(match_commands.SettlementOfLength, "match", examples=rulings.settling)
PLAIN = Accepts(Nothing, "match")
CHANGE = Accepts(lifecycle_commands.Consequences, "match", examples=commands.change)
INVITATION = Accepts(SideInvites, "match", examples=commands.invitation)
TELLING = Accepts(SideTells, "match", examples=formats.no_time_agreed)


@router.post("/tournaments/{tournament}/matches", status_code=201, response_model=TournamentAnswer)
def make(tournament: parameters.Tournament, incoming: Annotated[Incoming[NewMatch], Depends(MAKING)]) -> Response:
    """Make a match, with its result if it has been played (OPN-1, TD-14)

    By one of the two entrants, or by the staff.
    """
    return incoming.on_tournament(tournament, _making(incoming.body), created="matches")


def _making(match: NewMatch) -> match_commands.MakeMatch | match_commands.EnterResults:
    parts = {name: getattr(match, name) for name in match.model_fields_set}
    if match.result is None:
        return match_commands.MakeMatch(
            **{name: parts[name] for name in match_commands.Pairing.model_fields if name in parts}
        )
    return match_commands.EnterResults(results=(match_commands.PlayedMatch(**parts),))


@router.post("/tournaments/{tournament}/results", response_model=TournamentAnswer)
def enter_results(
    tournament: parameters.Tournament, incoming: Annotated[Incoming[match_commands.EnterResults], Depends(RESULTS)]
) -> Response:
    """Enter a whole list of results (TD-14)

    All of it is recorded, or nothing; a refusal names its row. A row is a match and its result in one, or the result
    of a match that was made before.
    """
    return incoming.on_tournament(tournament, incoming.body)


@router.post("/tournaments/{tournament}/matches/{match}/result", response_model=TournamentAnswer)
def report(
    tournament: parameters.Tournament,
    match: parameters.Match,
    incoming: Annotated[Incoming[match_commands.NewReport], Depends(REPORTING)],
) -> Response:
    """Report the result of a match (TD-14, GAM-4, SIX-2, SWI-4, RNG-6, ALL-9, TD-17, TD-18)

    By one of the two sides, or by the staff, whose own report needs no verification. A game, or who conceded, may tell
    its `ending` where it was not played out; an agreed one counts, and is among the match's `flags`, like a doubled
    Crawford game. That of an abandoned match, played before it was abandoned, may change what was made since: `choice`
    says what becomes of it (ALL-4).
    """
    command = match_commands.ReportResult(match=match, seen=incoming.seen, **incoming.fields())
    return incoming.on_tournament(tournament, command)


@router.post("/tournaments/{tournament}/matches/{match}/verification", response_model=TournamentAnswer)
def verify(
    tournament: parameters.Tournament,
    match: parameters.Match,
    incoming: Annotated[Incoming[match_commands.Announcing], Depends(VERIFICATION)],
) -> Response:
    """Verify and announce a result (TD-14, ALL-12)

    By the staff. From here on it counts. `choice` is as in a report.
    """
    command = match_commands.VerifyResult(match=match, seen=incoming.seen, **incoming.fields())
    return incoming.on_tournament(tournament, command)


@router.post("/tournaments/{tournament}/matches/{match}/corrections", response_model=TournamentAnswer)
def correct(
    tournament: parameters.Tournament,
    match: parameters.Match,
    incoming: Annotated[Incoming[match_commands.CorrectionOfResult], Depends(CORRECTION)],
) -> Response:
    """Correct a recorded result (ALL-3, TD-14, ELO-6)

    By the staff; after the correction window with `override`. What is left out stays as it was recorded. `sides`
    corrects the parties. `place` orders matches of the same `played_at`, the lower first; it is the match's number
    unless corrected. The reason can be read by everybody once the result is announced. Everything rated after it
    that depends on it is rated again. `choice` says what becomes of matches that were made from the old result
    (ALL-4). The form and the stake are not corrected: the match is voided and entered again (GAM-6, STK-5).
    """
    command = match_commands.CorrectResult(match=match, seen=incoming.seen, **incoming.fields())
    return incoming.on_tournament(tournament, command)


@router.post("/tournaments/{tournament}/matches/{match}/length", response_model=TournamentAnswer)
def settle_length(
    tournament: parameters.Tournament,
    match: parameters.Match,
    incoming: Annotated[Incoming[match_commands.SettlementOfLength], Depends(LENGTH)],
) -> Response:
    """Settle the length of a match that is played to a wrong one, before it has a result (TD-16, ELO-2)

    By the staff. The match goes on to the correct length from the next game; what it is played to stands where it is
    finished, or where the correct length has been reached; while a game is in progress that may end it, this is
    refused. `calculations/length` tells beforehand. The result is then told, and rated, at the length that holds; one
    that is recorded already is corrected with its length.
    """
    command = match_commands.SettleLength(match=match, seen=incoming.seen, **incoming.fields())
    return incoming.on_tournament(tournament, command)


@router.post("/tournaments/{tournament}/matches/{match}/voiding", response_model=TournamentAnswer)
def void(
    tournament: parameters.Tournament,
    match: parameters.Match,
    incoming: Annotated[Incoming[lifecycle_commands.Consequences], Depends(CHANGE)],
) -> Response:
    """Void a match: it counts nowhere, but keeps its history (ALL-4, ALL-6)

    By the staff. `choice` says what becomes of matches that were made from its result.
    """
    command = match_commands.VoidMatch(match=match, seen=incoming.seen, **incoming.fields())
    return incoming.on_tournament(tournament, command)


@router.post("/tournaments/{tournament}/matches/{match}/reinstatement", response_model=TournamentAnswer)
def reinstate(
    tournament: parameters.Tournament,
    match: parameters.Match,
    incoming: Annotated[Incoming[lifecycle_commands.Consequences], Depends(CHANGE)],
) -> Response:
    """Take a voiding back (ALL-4)

    By the staff. What was corrected meanwhile counts from then on; `choice` is as in voiding.
    """
    command = match_commands.ReinstateMatch(match=match, seen=incoming.seen, **incoming.fields())
    return incoming.on_tournament(tournament, command)


@router.post("/tournaments/{tournament}/matches/{match}/invitation", response_model=TournamentAnswer)
def invite(
    tournament: parameters.Tournament,
    match: parameters.Match,
    incoming: Annotated[Incoming[SideInvites], Depends(INVITATION)],
) -> Response:
    """Invite the other side to play (NXE-5)

    Either side may, again and again, until the other has acknowledged it.
    """
    return incoming.on_tournament(
        tournament, match_commands.Invite(match=match, seen=incoming.seen, **incoming.fields())
    )


@router.post("/tournaments/{tournament}/matches/{match}/no-time-agreed", response_model=TournamentAnswer)
def tell_director(
    tournament: parameters.Tournament,
    match: parameters.Match,
    incoming: Annotated[Incoming[SideTells], Depends(TELLING)],
) -> Response:
    """Tell the director that no time could be agreed (SWI-4)

    By that side, before the round closes. Seen by the staff and the two sides; it counts when the round is closed
    without a result.
    """
    return incoming.on_tournament(
        tournament, match_commands.TellDirector(match=match, seen=incoming.seen, **incoming.fields())
    )


@router.post("/tournaments/{tournament}/matches/{match}/acknowledgement", response_model=TournamentAnswer)
def acknowledge(
    tournament: parameters.Tournament,
    match: parameters.Match,
    incoming: Annotated[Incoming[Nothing], Depends(PLAIN)],
) -> Response:
    """Acknowledge an invitation: from here on the match counts as being played (NXE-5)"""
    return incoming.on_tournament(tournament, match_commands.Acknowledge(match=match, seen=incoming.seen))
