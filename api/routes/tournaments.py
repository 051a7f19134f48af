"""Commands on a tournament as a whole: announced, its conditions and directors changed, started, ended."""

from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from api.documents.answers import TournamentAnswer
from api.examples import commands
from api.http import parameters
from api.http.command_requests import Accepts, Incoming, Nothing
from api.http.routing import new_router
from domain.kernel.ids import PersonId
from domain.kernel.values import Value
from domain.tournament.lifecycle import commands as lifecycle_commands

router = new_router("tournaments")


class NamedPerson(Value):
    """Somebody of the registry."""

    person: PersonId


ANNOUNCEMENT = Accepts(lifecycle_commands.Announcement, examples=commands.announcement)
CONDITIONS = Accepts(lifecycle_commands.NewConditions, "settings", examples=commands.conditions)
APPOINTMENT = Accepts(NamedPerson, "settings", examples=commands.person)
PLAIN = Accepts(Nothing, "settings")
STEP = Accepts(lifecycle_commands.Expecting, "settings")
COMPLETION = Accepts(lifecycle_commands.Completion, "settings")
CANCELLATION = Accepts(lifecycle_commands.Cancellation, "settings", examples=commands.cancellation)
REOPENING = Accepts(lifecycle_commands.WithReason, "settings", examples=commands.reopening)


@router.post("/tournaments", status_code=201, response_model=TournamentAnswer)
def announce(incoming: Annotated[Incoming[lifecycle_commands.Announcement], Depends(ANNOUNCEMENT)]) -> Response:
    """Announce a tournament (ALL-11, TD-21, ALL-14, CHM-1)

    The versions of the format's rules and of the rating policy are pinned. A director who announces directs it; where
    an administrator announces, `director` may name one. Policies are listed under /v1/rating-policies. With
    `cloned_from` what is left out is as it is in that tournament.
    """
    return incoming.announce(lifecycle_commands.AnnounceTournament(**incoming.given()))


@router.post("/tournaments/{tournament}/conditions", response_model=TournamentAnswer)
def change_conditions(
    tournament: parameters.Tournament,
    incoming: Annotated[Incoming[lifecycle_commands.NewConditions], Depends(CONDITIONS)],
) -> Response:
    """Change the conditions of contest (TD-21)

    All of them are given anew. After the start a reason is needed.
    """
    command = lifecycle_commands.ChangeConditions(**incoming.fields(), seen=incoming.seen)
    return incoming.on_tournament(tournament, command)


@router.post("/tournaments/{tournament}/directors", response_model=TournamentAnswer)
def appoint_director(
    tournament: parameters.Tournament, incoming: Annotated[Incoming[NamedPerson], Depends(APPOINTMENT)]
) -> Response:
    """Appoint a director (TD-1)

    By the staff. He then works with a key of the role director.
    """
    command = lifecycle_commands.AppointDirector(person=incoming.body.person, seen=incoming.seen)
    return incoming.on_tournament(tournament, command)


@router.post("/tournaments/{tournament}/directors/{person}/release", response_model=TournamentAnswer)
def release_director(
    tournament: parameters.Tournament,
    person: parameters.Person,
    incoming: Annotated[Incoming[Nothing], Depends(PLAIN)],
) -> Response:
    """Release a director (TD-1)

    The last one can't be released.
    """
    return incoming.on_tournament(tournament, lifecycle_commands.ReleaseDirector(person=person, seen=incoming.seen))


@router.post("/tournaments/{tournament}/start", response_model=TournamentAnswer)
def start(
    tournament: parameters.Tournament, incoming: Annotated[Incoming[lifecycle_commands.Expecting], Depends(STEP)]
) -> Response:
    """Start the tournament (TD-1)

    From here on results are taken.
    """
    return incoming.on_tournament(
        tournament, lifecycle_commands.StartTournament(seen=incoming.seen, **incoming.fields())
    )


@router.post("/tournaments/{tournament}/completion", response_model=TournamentAnswer)
def complete(
    tournament: parameters.Tournament, incoming: Annotated[Incoming[lifecycle_commands.Completion], Depends(COMPLETION)]
) -> Response:
    """Complete the tournament (TD-14, TD-12, CHM-1, SWI-5)

    Refused while matches await a result or its verification, and while disputes or appeals are open, unless
    `leave_open` is sent: they are ruled on and decided once the tournament is reopened. The champion's win is told to
    the person, and who is asked to sit out the series' next season.
    """
    return incoming.on_tournament(
        tournament, lifecycle_commands.CompleteTournament(seen=incoming.seen, **incoming.fields())
    )


@router.post("/tournaments/{tournament}/cancellation", response_model=TournamentAnswer)
def cancel(
    tournament: parameters.Tournament,
    incoming: Annotated[Incoming[lifecycle_commands.Cancellation], Depends(CANCELLATION)],
) -> Response:
    """Cancel the tournament (ALL-13)

    By the staff. Nothing of it is rated from then on, also not what was. What was staked stays settled: matches that
    are to be paid back are voided before (STK-5).
    """
    command = lifecycle_commands.CancelTournament(seen=incoming.seen, **incoming.fields())
    return incoming.on_tournament(tournament, command)


@router.post("/tournaments/{tournament}/reopening", response_model=TournamentAnswer)
def reopen(
    tournament: parameters.Tournament, incoming: Annotated[Incoming[lifecycle_commands.WithReason], Depends(REOPENING)]
) -> Response:
    """Reopen a tournament that was completed or cancelled (ALL-13)

    By the staff. It takes entries, results and corrections again, and what was rated is rated again. What its
    completion had told of persons is withdrawn.
    """
    command = lifecycle_commands.ReopenTournament(reason=incoming.body.reason, seen=incoming.seen)
    return incoming.on_tournament(tournament, command)
