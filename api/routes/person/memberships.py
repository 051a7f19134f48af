"""The clubs of a person, for themselves: what they are a member of, what they have asked, and the offers that wait for
their word (REG-5)."""

from collections.abc import Iterator
from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from api.documents.clubs import OwnMembership, OwnMembershipRequest, OwnMemberships, OwnOffer, PublicClub
from api.http import parameters
from api.http.read_requests import Reader, Reading, ReadsAsOf
from api.http.routing import new_router
from api.queries.known import require_person
from api.queries.public_clubs import public_clubs
from api.queries.visibility import towards
from domain.clubs.state import Clubs
from domain.kernel.ids import PersonId
from domain.kernel.visibility import Part

router = new_router("persons")

_OWN = Part.PLAYER | Part.ADMINISTRATOR


@router.get("/persons/{person}/memberships", response_model=OwnMemberships)
def read_memberships(reader: Annotated[Reader, Depends(ReadsAsOf(_OWN))], person: parameters.Person) -> Response:
    """Read what a person is a member of, what is offered to them, and what they have asked (REG-5)

    For the person and for administrators. An offer is answered at `POST /v1/clubs/{club}/offers/{offer}/answer`; a
    member leaves at `POST /v1/clubs/{club}/members/{membership}/end`, and says at `publication-consent` there whether
    the membership is public.
    """
    reader = reader.having(towards(reader.caller, person) & _OWN)
    position, clubs = reader.services.journal.position(), reader.services.clubs()
    require_person(reader.services, person)
    shown = OwnMemberships(
        person=person,
        memberships=tuple(_memberships(clubs, person)),
        offers=tuple(_offers(clubs, person)),
        requests=tuple(_requests(clubs, person)),
    )
    return reader.answer(shown, position)


@router.get("/persons/{person}/club", response_model=PublicClub)
def read_public_club(reader: Reading, person: parameters.Person) -> Response:
    """Read the club of a person that is public (REG-5)

    By the person's consent, which they give and withdraw at
    `POST /v1/clubs/{club}/members/{membership}/publication-consent`. Of several clubs it is the one to which they
    consented last. A person whose name is withheld from the reader has none.
    """
    position = reader.services.journal.position()
    require_person(reader.services, person)
    clubs = public_clubs(reader, [person])
    return reader.answer(PublicClub(person=person, club=clubs.id_of(person), name=clubs.name_of(person)), position)


def _memberships(clubs: Clubs, person: PersonId) -> Iterator[OwnMembership]:
    for club in clubs.every():
        for one in club.memberships:
            if one.person == person:
                consent = club.consents.get(one.number)
                granted = consent.granted if consent else None
                yield OwnMembership.from_attributes(one, club=club.id, name=club.name, publication_consent=granted)


def _offers(clubs: Clubs, person: PersonId) -> Iterator[OwnOffer]:
    for club in clubs.every():
        offer = club.offer_to(person)
        if offer is not None:
            yield OwnOffer.from_attributes(offer, club=club.id, name=club.name)


def _requests(clubs: Clubs, person: PersonId) -> Iterator[OwnMembershipRequest]:
    for club in clubs.every():
        for one in club.requests:
            if one.person == person:
                yield OwnMembershipRequest.from_attributes(one, club=club.id, name=club.name)
