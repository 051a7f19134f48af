"""Commands on the registry of persons."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any

from fastapi import Depends
from pydantic import Field, PlainSerializer
from starlette.responses import Response

from api.documents.answers import PersonChanged, RecordChanged
from api.examples import registry
from api.http import parameters
from api.http.command_requests import Accepts, EmptyBody, Incoming
from api.http.command_routes import add_command
from api.http.routing import new_router
from api.routes.person.persons_read import shows_person
from api.routes.person.records import shows_record
from domain.kernel.values import Pool, Reason, Value
from domain.person import commands
from domain.person.events import Experience
from domain.rating.policy import MICROPOINTS

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


OPENING = Accepts(NewOpeningRating, "person", examples=registry.OPENING_RATING)
ERASURE = Accepts(EmptyBody, "person")


@router.post("/persons/{person}/opening-ratings", response_model=PersonChanged)
def set_opening_rating(
    person: parameters.Person, incoming: Annotated[Incoming[NewOpeningRating], Depends(OPENING)]
) -> Response:
    """Set what a person brings to a rating pool (ELO-1, ELO-8)

    By administrators. Every rated match of the person is rated again from it.
    """
    return incoming.on_person(person, opening_rating(incoming.body, incoming.seen), shows_person)


def opening_rating(body: NewOpeningRating, seen: int | None = None) -> commands.SetOpeningRating:
    """The command that the body says, in millionths of a point."""
    millionths = int(body.rating * MICROPOINTS)
    return commands.SetOpeningRating.from_attributes(body, rating_millionths=millionths, seen=seen)


@router.post("/persons/{person}/erasure", response_model=PersonChanged)
def request_erasure(person: parameters.Person, incoming: Annotated[Incoming[EmptyBody], Depends(ERASURE)]) -> Response:
    """Ask to erase what is personal of a person, for good (ALL-1)

    By administrators, and by the person. It takes effect when another administrator confirms it, or when the time to
    stop it is over, by default after 72 hours; `erasures` tells when. Then the person's key is destroyed, and with it
    every text about the person, and the person's API keys are revoked; matches and ratings stay, without a name.
    """
    command = commands.RequestErasure(wait_hours=incoming.services.erasure_wait_hours, seen=incoming.seen)
    return incoming.on_person(person, command, shows_person)


def _on_person(incoming: Incoming[Any], command: commands.Command, named: Mapping[str, Any]) -> Response:
    return incoming.on_person(named["person"], command, shows_person)


def _on_record(incoming: Incoming[Any], command: commands.Command, named: Mapping[str, Any]) -> Response:
    return incoming.on_person(named["person"], command, shows_record)


_PATHS: Mapping[type[commands.Command], str] = {
    commands.RequestCorrection: "correction-request",
    commands.RefuseCorrection: "correction-request/refusal",
    commands.RecordPublicationConsent: "publication-consent",
    commands.RecordDistinctPerson: "distinct-persons",
    commands.ConfirmErasure: "erasure/confirmation",
    commands.StopErasure: "erasure/stop",
    commands.PlaceBan: "bans",
    commands.LiftBan: "bans/{ban}/lift",
    commands.SuspendBan: "bans/{ban}/suspension",
    commands.ResumeBan: "bans/{ban}/resumption",
    commands.ConfirmBan: "bans/{ban}/confirmation",
    commands.ConfirmResignation: "resignations/{resignation}/confirmation",
    commands.LiftResignationBan: "resignations/lift",
}
_OF_RECORD = ("bans", "resignations")
for each, below in _PATHS.items():
    taking = {"changes": "person", "examples": registry.EXAMPLES.get(each)}
    is_record = below.startswith(_OF_RECORD)
    carry_out, told = (_on_record, RecordChanged) if is_record else (_on_person, PersonChanged)
    add_command(router, f"/persons/{{person}}/{below}", each, carry_out, taking, response_model=told)
