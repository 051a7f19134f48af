"""Commands around disputes, rulings and appeals (TD-9 to TD-13).

Statements, alternatives and votes are added to what others have added, and take nothing back: they need no ETag.
"""

from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from api.documents.answers import TournamentAnswer
from api.examples import rulings
from api.http import parameters
from api.http.command_requests import Accepts, Incoming, Nothing
from api.http.routing import new_router
from domain.tournament.rulings import commands as ruling_commands

router = new_router("rulings")

DISPUTE = Accepts(ruling_commands.Matter, examples=rulings.dispute)
STATEMENT = Accepts(ruling_commands.Said, examples=rulings.statement)
RULING = Accepts(ruling_commands.Judgement, examples=rulings.ruling)
SUSPENSION = Accepts(ruling_commands.Suspension, "ruling", examples=rulings.suspension)
TAKEN_BACK = Accepts(ruling_commands.RulingWithdrawal, "ruling", examples=rulings.ruling_withdrawal)
LODGING = Accepts(ruling_commands.Lodging, "ruling", examples=rulings.lodging)
COMMITTEE = Accepts(ruling_commands.Members, "appeal", examples=rulings.committee)
ALTERNATIVE = Accepts(ruling_commands.Proposal, examples=rulings.alternative)
VOTE = Accepts(ruling_commands.Ballot, examples=rulings.vote)
DECISION = Accepts(ruling_commands.CommitteeDecision, "appeal", examples=rulings.decision)
WITHDRAWAL = Accepts(Nothing, "appeal")

BASE = "/tournaments/{tournament}"


@router.post(f"{BASE}/disputes", status_code=201, response_model=TournamentAnswer)
def open_dispute(
    tournament: parameters.Tournament, incoming: Annotated[Incoming[ruling_commands.Matter], Depends(DISPUTE)]
) -> Response:
    """Bring a dispute (TD-9)

    By a party or the staff. What it is about tells the first parties: both sides of a match, or the entry.
    """
    return incoming.on_tournament(tournament, ruling_commands.OpenDispute(**incoming.fields()), created="disputes")


@router.post(f"{BASE}/disputes/{{dispute}}/statements", response_model=TournamentAnswer)
def state(
    tournament: parameters.Tournament,
    dispute: parameters.Dispute,
    incoming: Annotated[Incoming[ruling_commands.Said], Depends(STATEMENT)],
) -> Response:
    """Record a statement, or evidence asked for or given (TD-9, TD-15)

    A party speaks for himself; staff who are no party record whatever else is said. Spectators are heard only on
    request [5.3]. Who plays the match in dispute may hand in his score sheet with it; the newest of each side counts.
    An `agreement` names the `committee` that a party wants to rule in a director's place.
    """
    return incoming.on_tournament(tournament, ruling_commands.RecordStatement(dispute=dispute, **incoming.fields()))


@router.post(f"{BASE}/rulings", status_code=201, response_model=TournamentAnswer)
def rule(
    tournament: parameters.Tournament, incoming: Annotated[Incoming[ruling_commands.Judgement], Depends(RULING)]
) -> Response:
    """Give a ruling with its remedies (TD-4, TD-5, TD-6, TD-9, TD-10, ALL-3, ALL-9)

    By a director who is no party, or by a committee that the parties have chosen jointly: then one of its members
    brings it, or staff who are no party record it, with the `votes` of a majority of all members for it. Each party
    has agreed by a statement in the dispute, or told the staff so (`agreed`). A ruling that dismisses a
    claim has no remedies, and says what was `claimed`. Penalty points and lost games are added to what is reported.
    `choice` is as in corrections, `expected` the digest of a preview.
    """
    return incoming.on_tournament(tournament, ruling_commands.GiveRuling(**incoming.fields()), created="rulings")


@router.post(f"{BASE}/rulings/{{ruling}}/suspension", response_model=TournamentAnswer)
def suspend(
    tournament: parameters.Tournament,
    ruling: parameters.Ruling,
    incoming: Annotated[Incoming[ruling_commands.Suspension], Depends(SUSPENSION)],
) -> Response:
    """Suspend a ruling while its appeal is open (TD-12)

    By staff who are no party. Unless it is suspended a ruling stays in force meanwhile.
    """
    command = ruling_commands.SuspendRuling(ruling=ruling, seen=incoming.seen, **incoming.fields())
    return incoming.on_tournament(tournament, command)


@router.post(f"{BASE}/rulings/{{ruling}}/resumption", response_model=TournamentAnswer)
def resume(
    tournament: parameters.Tournament,
    ruling: parameters.Ruling,
    incoming: Annotated[Incoming[ruling_commands.Suspension], Depends(SUSPENSION)],
) -> Response:
    """Put a suspended ruling in force again (TD-12)

    By staff who are no party, while its appeal is open.
    """
    command = ruling_commands.ResumeRuling(ruling=ruling, seen=incoming.seen, **incoming.fields())
    return incoming.on_tournament(tournament, command)


@router.post(f"{BASE}/rulings/{{ruling}}/withdrawal", response_model=TournamentAnswer)
def take_back(
    tournament: parameters.Tournament,
    ruling: parameters.Ruling,
    incoming: Annotated[Incoming[ruling_commands.RulingWithdrawal], Depends(TAKEN_BACK)],
) -> Response:
    """Withdraw a ruling that should not have been given (TD-9, ALL-3, ALL-4)

    By staff who are no party, with the reason, while nobody has appealed it; not one that a committee has given. Its
    layer goes, as if it had been reversed, and its dispute may be ruled on again. `choice` is as in corrections.
    """
    command = ruling_commands.WithdrawRuling(ruling=ruling, seen=incoming.seen, **incoming.fields())
    return incoming.on_tournament(tournament, command)


@router.post(f"{BASE}/rulings/{{ruling}}/appeals", status_code=201, response_model=TournamentAnswer)
def lodge(
    tournament: parameters.Tournament,
    ruling: parameters.Ruling,
    incoming: Annotated[Incoming[ruling_commands.Lodging], Depends(LODGING)],
) -> Response:
    """Appeal a ruling (TD-11)

    By a party, within the appeal window of the conditions; after it a director who is no party admits it with
    `override` and a reason. A ruling is appealed once.
    """
    command = ruling_commands.LodgeAppeal(ruling=ruling, seen=incoming.seen, **incoming.fields())
    return incoming.on_tournament(tournament, command, created="appeals")


@router.post(f"{BASE}/appeals/{{appeal}}/committee", response_model=TournamentAnswer)
def form_committee(
    tournament: parameters.Tournament,
    appeal: parameters.Appeal,
    incoming: Annotated[Incoming[ruling_commands.Members], Depends(COMMITTEE)],
) -> Response:
    """Form the committee of an appeal (TD-11, ALL-10)

    By staff who are no party: three or five persons, none of them a director here, none a party or a member of a
    party's team, none of those who gave the ruling. It can be formed anew until somebody has voted.
    """
    command = ruling_commands.FormCommittee(appeal=appeal, seen=incoming.seen, **incoming.fields())
    return incoming.on_tournament(tournament, command)


@router.post(f"{BASE}/appeals/{{appeal}}/alternatives", response_model=TournamentAnswer)
def put_forward(
    tournament: parameters.Tournament,
    appeal: parameters.Appeal,
    incoming: Annotated[Incoming[ruling_commands.Proposal], Depends(ALTERNATIVE)],
) -> Response:
    """Put an alternative forward, with remedies of its own (TD-12)

    By a member of the committee, or for it by staff who are no party. Alternatives are numbered from 1.
    """
    return incoming.on_tournament(tournament, ruling_commands.PutForward(appeal=appeal, **incoming.fields()))


@router.post(f"{BASE}/appeals/{{appeal}}/votes", response_model=TournamentAnswer)
def vote(
    tournament: parameters.Tournament,
    appeal: parameters.Appeal,
    incoming: Annotated[Incoming[ruling_commands.Ballot], Depends(VOTE)],
) -> Response:
    """Vote on an appeal: upheld, reversed, or an alternative's number (TD-12)

    By the member himself, or recorded by staff who are no party. A vote stands.
    """
    return incoming.on_tournament(tournament, ruling_commands.CastVote(appeal=appeal, **incoming.fields()))


@router.post(f"{BASE}/appeals/{{appeal}}/decision", response_model=TournamentAnswer)
def decide(
    tournament: parameters.Tournament,
    appeal: parameters.Appeal,
    incoming: Annotated[Incoming[ruling_commands.CommitteeDecision], Depends(DECISION)],
) -> Response:
    """Announce what the committee has decided (TD-12, TD-13, ALL-3, ALL-4)

    By staff who are no party, once a verdict has the majority of all members or all have voted; it is worked out from
    the votes. Reversed, the ruling's layer goes, and what it had dismissed is in force; an alternative takes its place.
    `choice` says what becomes of matches that were made from what changes.
    """
    command = ruling_commands.DecideAppeal(appeal=appeal, seen=incoming.seen, **incoming.fields())
    return incoming.on_tournament(tournament, command)


@router.post(f"{BASE}/appeals/{{appeal}}/withdrawal", response_model=TournamentAnswer)
def withdraw(
    tournament: parameters.Tournament,
    appeal: parameters.Appeal,
    incoming: Annotated[Incoming[Nothing], Depends(WITHDRAWAL)],
) -> Response:
    """Withdraw an appeal (TD-11)

    By the party that lodged it, or recorded by staff who are no party. A ruling that was suspended is in force again.
    """
    return incoming.on_tournament(tournament, ruling_commands.WithdrawAppeal(appeal=appeal, seen=incoming.seen))
