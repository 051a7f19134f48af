"""Commands around disputes, rulings and appeals (TD-9 to TD-13).

Statements, alternatives and votes are added to what others have added, and take nothing back: they need no ETag.
"""

from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from api import parameters, ruling_examples
from api.commands import Accepts, Incoming, Nothing
from api.documents import TournamentAnswer
from api.routing import new_router
from domain.tournament import ruling_commands as asked

router = new_router("rulings")

DISPUTE = Accepts(asked.Matter, examples=ruling_examples.dispute)
STATEMENT = Accepts(asked.Said, examples=ruling_examples.statement)
RULING = Accepts(asked.Judgement, examples=ruling_examples.ruling)
SUSPENSION = Accepts(asked.Suspension, "ruling", examples=ruling_examples.suspension)
TAKEN_BACK = Accepts(asked.RulingWithdrawal, "ruling", examples=ruling_examples.ruling_withdrawal)
LODGING = Accepts(asked.Lodging, "ruling", examples=ruling_examples.lodging)
COMMITTEE = Accepts(asked.Members, "appeal", examples=ruling_examples.committee)
ALTERNATIVE = Accepts(asked.Proposal, examples=ruling_examples.alternative)
VOTE = Accepts(asked.Ballot, examples=ruling_examples.vote)
DECISION = Accepts(asked.CommitteeDecision, "appeal", examples=ruling_examples.decision)
WITHDRAWAL = Accepts(Nothing, "appeal")

BASE = "/tournaments/{tournament}"


@router.post(f"{BASE}/disputes", status_code=201, response_model=TournamentAnswer)
def open_dispute(
    tournament: parameters.Tournament, incoming: Annotated[Incoming[asked.Matter], Depends(DISPUTE)]
) -> Response:
    """Bring a dispute (TD-9)

    By a party or the staff. What it is about tells the first parties: both sides of a match, or the entry.
    """
    return incoming.on_tournament(tournament, asked.OpenDispute(**incoming.fields()), created="disputes")


@router.post(f"{BASE}/disputes/{{dispute}}/statements", response_model=TournamentAnswer)
def state(
    tournament: parameters.Tournament,
    dispute: parameters.Dispute,
    incoming: Annotated[Incoming[asked.Said], Depends(STATEMENT)],
) -> Response:
    """Record a statement, or evidence asked for or given (TD-9, TD-15)

    A party speaks for himself; staff who are no party record whatever else is said. Spectators are heard only on
    request [5.3]. Who plays the match in dispute may hand in his score sheet with it; the newest of each side counts.
    An `agreement` names the `committee` that a party wants to rule in a director's place.
    """
    return incoming.on_tournament(tournament, asked.RecordStatement(dispute=dispute, **incoming.fields()))


@router.post(f"{BASE}/rulings", status_code=201, response_model=TournamentAnswer)
def rule(
    tournament: parameters.Tournament, incoming: Annotated[Incoming[asked.Judgement], Depends(RULING)]
) -> Response:
    """Give a ruling with its remedies (TD-4, TD-5, TD-6, TD-9, TD-10, ALL-3, ALL-9)

    By a director who is no party, or by a committee that the parties have chosen jointly: then one of its members
    brings it, or staff who are no party record it, with the `votes` of a majority of all members for it. Each party
    has agreed by a statement in the dispute, or told the staff so (`agreed`). A ruling that dismisses a
    claim has no remedies, and says what was `claimed`. Penalty points and lost games are added to what is reported.
    `choice` is as in corrections, `expected` the digest of a preview.
    """
    return incoming.on_tournament(tournament, asked.GiveRuling(**incoming.fields()), created="rulings")


@router.post(f"{BASE}/rulings/{{ruling}}/suspension", response_model=TournamentAnswer)
def suspend(
    tournament: parameters.Tournament,
    ruling: parameters.Ruling,
    incoming: Annotated[Incoming[asked.Suspension], Depends(SUSPENSION)],
) -> Response:
    """Suspend a ruling while its appeal is open (TD-12)

    By staff who are no party. Unless it is suspended a ruling stays in force meanwhile.
    """
    command = asked.SuspendRuling(ruling=ruling, seen=incoming.seen, **incoming.fields())
    return incoming.on_tournament(tournament, command)


@router.post(f"{BASE}/rulings/{{ruling}}/resumption", response_model=TournamentAnswer)
def resume(
    tournament: parameters.Tournament,
    ruling: parameters.Ruling,
    incoming: Annotated[Incoming[asked.Suspension], Depends(SUSPENSION)],
) -> Response:
    """Put a suspended ruling in force again (TD-12)

    By staff who are no party, while its appeal is open.
    """
    command = asked.ResumeRuling(ruling=ruling, seen=incoming.seen, **incoming.fields())
    return incoming.on_tournament(tournament, command)


@router.post(f"{BASE}/rulings/{{ruling}}/withdrawal", response_model=TournamentAnswer)
def take_back(
    tournament: parameters.Tournament,
    ruling: parameters.Ruling,
    incoming: Annotated[Incoming[asked.RulingWithdrawal], Depends(TAKEN_BACK)],
) -> Response:
    """Withdraw a ruling that should not have been given (TD-9, ALL-3, ALL-4)

    By staff who are no party, with the reason, while nobody has appealed it; not one that a committee has given. Its
    layer goes, as if it had been reversed, and its dispute may be ruled on again. `choice` is as in corrections.
    """
    command = asked.WithdrawRuling(ruling=ruling, seen=incoming.seen, **incoming.fields())
    return incoming.on_tournament(tournament, command)


@router.post(f"{BASE}/rulings/{{ruling}}/appeals", status_code=201, response_model=TournamentAnswer)
def lodge(
    tournament: parameters.Tournament,
    ruling: parameters.Ruling,
    incoming: Annotated[Incoming[asked.Lodging], Depends(LODGING)],
) -> Response:
    """Appeal a ruling (TD-11)

    By a party, within the appeal window of the conditions; after it a director who is no party admits it with
    `override` and a reason. A ruling is appealed once.
    """
    command = asked.LodgeAppeal(ruling=ruling, seen=incoming.seen, **incoming.fields())
    return incoming.on_tournament(tournament, command, created="appeals")


@router.post(f"{BASE}/appeals/{{appeal}}/committee", response_model=TournamentAnswer)
def form_committee(
    tournament: parameters.Tournament,
    appeal: parameters.Appeal,
    incoming: Annotated[Incoming[asked.Members], Depends(COMMITTEE)],
) -> Response:
    """Form the committee of an appeal (TD-11, ALL-10)

    By staff who are no party: three or five persons, none of them a director here, none a party or a member of a
    party's team, none of those who gave the ruling. It can be formed anew until somebody has voted.
    """
    command = asked.FormCommittee(appeal=appeal, seen=incoming.seen, **incoming.fields())
    return incoming.on_tournament(tournament, command)


@router.post(f"{BASE}/appeals/{{appeal}}/alternatives", response_model=TournamentAnswer)
def put_forward(
    tournament: parameters.Tournament,
    appeal: parameters.Appeal,
    incoming: Annotated[Incoming[asked.Proposal], Depends(ALTERNATIVE)],
) -> Response:
    """Put an alternative forward, with remedies of its own (TD-12)

    By a member of the committee, or for it by staff who are no party. Alternatives are numbered from 1.
    """
    return incoming.on_tournament(tournament, asked.PutForward(appeal=appeal, **incoming.fields()))


@router.post(f"{BASE}/appeals/{{appeal}}/votes", response_model=TournamentAnswer)
def vote(
    tournament: parameters.Tournament,
    appeal: parameters.Appeal,
    incoming: Annotated[Incoming[asked.Ballot], Depends(VOTE)],
) -> Response:
    """Vote on an appeal: upheld, reversed, or an alternative's number (TD-12)

    By the member himself, or recorded by staff who are no party. A vote stands.
    """
    return incoming.on_tournament(tournament, asked.CastVote(appeal=appeal, **incoming.fields()))


@router.post(f"{BASE}/appeals/{{appeal}}/decision", response_model=TournamentAnswer)
def decide(
    tournament: parameters.Tournament,
    appeal: parameters.Appeal,
    incoming: Annotated[Incoming[asked.CommitteeDecision], Depends(DECISION)],
) -> Response:
    """Announce what the committee has decided (TD-12, TD-13, ALL-3, ALL-4)

    By staff who are no party, once a verdict has the majority of all members or all have voted; it is worked out from
    the votes. Reversed, the ruling's layer goes, and what it had dismissed is in force; an alternative takes its place.
    `choice` says what becomes of matches that were made from what changes.
    """
    command = asked.DecideAppeal(appeal=appeal, seen=incoming.seen, **incoming.fields())
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
    return incoming.on_tournament(tournament, asked.WithdrawAppeal(appeal=appeal, seen=incoming.seen))
