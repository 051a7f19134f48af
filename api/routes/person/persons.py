"""Commands on the registry of persons."""

from decimal import Decimal
from typing import Annotated

from fastapi import Depends
from pydantic import Field, PlainSerializer
from starlette.responses import Response

from api.documents.answers import PersonAnswer
from api.examples import registry
from api.http import parameters
from api.http.command_requests import Accepts, Incoming, Nothing
from api.http.routing import new_router
from domain.kernel.values import Pool, Reason, Value
from domain.person import decide
from domain.person.events import Details, Experience
from domain.rating.policy import MICROPOINTS
from domain.tournament.lifecycle.commands import WithReason

router = new_router("persons")

Points = Annotated[
    Decimal,
    Field(ge=-10_000, le=10_000, max_digits=11, decimal_places=6, allow_inf_nan=False),
    PlainSerializer(str, return_type=str),
]
"""A rating in points, to six decimals (ELO-7)."""


class NewOpeningRating(Value):
    """A rating in points and the experience that goes with it, for one pool (ELO-1)."""

    pool: Pool
    rating: Points
    experience: Experience
    reason: Reason


REGISTRATION = Accepts(Details, examples=registry.DETAILS)
CORRECTION = Accepts(Details, "person", examples=registry.DETAILS)
OPENING = Accepts(NewOpeningRating, "person", examples=registry.OPENING_RATING)
ERASURE = Accepts(Nothing, "person")
STOP = Accepts(WithReason, "person", examples=registry.STOPPING)
BAN = Accepts(decide.Banning, "person", examples=registry.BAN)
SUSPENDING = Accepts(WithReason, "person", examples=registry.SUSPENDING)
RESUMING = Accepts(WithReason, "person", examples=registry.RESUMING)
CONFIRMING = Accepts(Nothing, "person")
LIFTING = Accepts(WithReason, "person", examples=registry.LIFTING)


@router.post("/persons", status_code=201, response_model=PersonAnswer)
def register_person(incoming: Annotated[Incoming[Details], Depends(REGISTRATION)]) -> Response:
    """Register a person (TD-2)

    The name is shown in tables; contact and note are for administrators, directors and the person themselves.
    """
    command = decide.RegisterPerson(**incoming.fields())
    return incoming.on_person(incoming.created, command, creates=True)


@router.post("/persons/{person}/details", response_model=PersonAnswer)
def correct_person(person: parameters.Person, incoming: Annotated[Incoming[Details], Depends(CORRECTION)]) -> Response:
    """Replace a person's name, contact and note (TD-2)

    By administrators, and by the person themselves. What is left out is no longer known.
    """
    return incoming.on_person(person, decide.CorrectDetails(**incoming.fields(), seen=incoming.seen))


@router.post("/persons/{person}/opening-ratings", response_model=PersonAnswer)
def set_opening_rating(
    person: parameters.Person, incoming: Annotated[Incoming[NewOpeningRating], Depends(OPENING)]
) -> Response:
    """Set what a person brings to a rating pool (ELO-1, ELO-8)

    By administrators. Every rated match of the person is rated again from it.
    """
    body = incoming.body
    command = decide.SetOpeningRating(
        pool=body.pool,
        rating_millionths=int(body.rating * MICROPOINTS),
        experience=body.experience,
        reason=body.reason,
        seen=incoming.seen,
    )
    return incoming.on_person(person, command)


@router.post("/persons/{person}/erasure", response_model=PersonAnswer)
def request_erasure(person: parameters.Person, incoming: Annotated[Incoming[Nothing], Depends(ERASURE)]) -> Response:
    """Ask to erase what is personal of a person, for good (ALL-1)

    By administrators. It takes effect when another administrator confirms it, or when the time to stop it is over, by
    default after 72 hours; `erasures` tells when. Then the person's key is destroyed, and with it every text about the
    person, and the person's API keys are revoked; matches and ratings stay, without a name.
    """
    command = decide.RequestErasure(wait_hours=incoming.services.erasure_wait_hours, seen=incoming.seen)
    return incoming.on_person(person, command)


@router.post("/persons/{person}/erasure/confirmation", response_model=PersonAnswer)
def confirm_erasure(person: parameters.Person, incoming: Annotated[Incoming[Nothing], Depends(ERASURE)]) -> Response:
    """Confirm that a person is to be erased, at once and for good (ALL-1)

    By another administrator than the one who has asked for it, both with keys of their own: a key for nobody may be
    anybody's.
    """
    return incoming.on_person(person, decide.ConfirmErasure(seen=incoming.seen))


@router.post("/persons/{person}/erasure/stop", response_model=PersonAnswer)
def stop_erasure(person: parameters.Person, incoming: Annotated[Incoming[WithReason], Depends(STOP)]) -> Response:
    """Stop an erasure that has not taken effect (ALL-1)

    By administrators, with the reason.
    """
    return incoming.on_person(person, decide.StopErasure(reason=incoming.body.reason, seen=incoming.seen))


@router.post("/persons/{person}/bans", response_model=PersonAnswer)
def ban_person(person: parameters.Person, incoming: Annotated[Incoming[decide.Banning], Depends(BAN)]) -> Response:
    """Ban a person from entering, directing or watching tournaments, until a moment or for good (TD-4)

    By administrators. The person's entries stay; the directors are shown them for review. The person goes on directing
    their tournaments.
    """
    return incoming.on_person(person, decide.PlaceBan(seen=incoming.seen, **incoming.fields()))


@router.post("/persons/{person}/bans/{ban}/lift", response_model=PersonAnswer)
def lift_ban(
    person: parameters.Person, ban: parameters.Ban, incoming: Annotated[Incoming[WithReason], Depends(LIFTING)]
) -> Response:
    """Lift a ban (TD-4)

    By administrators; also one that a ruling has ordered.
    """
    return incoming.on_person(person, decide.LiftBan(ban=ban, reason=incoming.body.reason, seen=incoming.seen))


@router.post("/persons/{person}/bans/{ban}/suspension", response_model=PersonAnswer)
def suspend_ban(
    person: parameters.Person, ban: parameters.Ban, incoming: Annotated[Incoming[WithReason], Depends(SUSPENDING)]
) -> Response:
    """Suspend a ban, by which it bans nobody (TD-4)

    By administrators; of any ban in the federation's list, ordered by a ruling or placed by an administrator.
    """
    return incoming.on_person(person, decide.SuspendBan(ban=ban, reason=incoming.body.reason, seen=incoming.seen))


@router.post("/persons/{person}/bans/{ban}/resumption", response_model=PersonAnswer)
def resume_ban(
    person: parameters.Person, ban: parameters.Ban, incoming: Annotated[Incoming[WithReason], Depends(RESUMING)]
) -> Response:
    """Take the suspension of a ban back (TD-4)

    By another administrator than whoever has ordered or placed the ban. It waits for review again.
    """
    return incoming.on_person(person, decide.ResumeBan(ban=ban, reason=incoming.body.reason, seen=incoming.seen))


@router.post("/persons/{person}/bans/{ban}/confirmation", response_model=PersonAnswer)
def confirm_ban(
    person: parameters.Person, ban: parameters.Ban, incoming: Annotated[Incoming[Nothing], Depends(CONFIRMING)]
) -> Response:
    """Confirm a ban, which no longer waits for review (TD-4)

    By another administrator than whoever has ordered or placed the ban, both with keys of their own.
    """
    return incoming.on_person(person, decide.ConfirmBan(ban=ban, seen=incoming.seen))


@router.post("/persons/{person}/resignations/{number}/confirmation", response_model=PersonAnswer)
def confirm_resignation(
    person: parameters.Person,
    number: parameters.Number,
    incoming: Annotated[Incoming[Nothing], Depends(CONFIRMING)],
) -> Response:
    """Confirm a resignation that staff have recorded, which counts from then on (ALL-8)

    By the person, or by an administrator who has not recorded it, with a key of their own. Until then it counts towards
    no limit.
    """
    return incoming.on_person(person, decide.ConfirmResignation(resignation=number, seen=incoming.seen))


@router.post("/persons/{person}/resignations/lift", response_model=PersonAnswer)
def lift_resignation_ban(
    person: parameters.Person, incoming: Annotated[Incoming[WithReason], Depends(LIFTING)]
) -> Response:
    """Let a person enter again who has resigned too often (ALL-8)

    By administrators, and by directors of the federation's tournaments, but not for themselves. The count begins anew.
    """
    return incoming.on_person(person, decide.LiftResignationBan(reason=incoming.body.reason, seen=incoming.seen))
