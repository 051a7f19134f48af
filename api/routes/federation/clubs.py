"""Clubs of the federation: their officers, and their members over time (REG-5)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar

from fastapi import Depends, Query
from starlette.responses import Response

from api.documents.answers import ClubChanged
from api.documents.clubs import ClubDocument, MembershipDocument, MembershipRequestDocument, OfferDocument
from api.documents.csv_form import AsCsv
from api.documents.lists import Page, TaggedClub
from api.documents.ratings import ListedRating
from api.documents.withholding import Shown, shown_to
from api.examples.registry import EXAMPLES
from api.http import parameters
from api.http.command_requests import After, Incoming
from api.http.command_routes import add_command
from api.http.etags import CLUB
from api.http.paging import Paged
from api.http.read_requests import Reader, ReadingAsOf, ReadsAsOf
from api.http.routing import new_router
from api.queries.looked_through import Look
from api.queries.ratings import answer_ratings
from domain.clubs import decide
from domain.clubs.state import Club, Clubs, Membership, MembershipRequest, Offer
from domain.kernel.ids import CLUBS
from domain.kernel.values import Value
from domain.kernel.visibility import FOR_STAFF, Part

router = new_router("federation")

Asked = TypeVar("Asked", Offer, MembershipRequest)
ForStaff = Annotated[Reader, Depends(ReadsAsOf(FOR_STAFF))]

_BELOW: dict[type[decide.Command], str] = {
    decide.RenameClub: "name",
    decide.SetBranding: "branding",
    decide.AppointOfficer: "officers",
    decide.ReleaseOfficer: "officers/{person}/release",
    decide.AdmitMember: "members",
    decide.EndMembership: "members/{membership}/end",
    decide.RecordMembershipConsent: "members/{membership}/publication-consent",
    decide.AnswerMembershipOffer: "offers/{offer}/answer",
    decide.RequestMembership: "requests",
    decide.AnswerMembershipRequest: "requests/{request}/answer",
    decide.WithdrawMembershipRequest: "requests/{request}/withdrawal",
}


def _found_club(incoming: Incoming[Any], command: decide.Command, _: Mapping[str, Any]) -> Response:
    return incoming.on_club(incoming.created, command, _shows, creates=True)


def _change(incoming: Incoming[Any], command: decide.Command, named: Mapping[str, Any]) -> Response:
    return incoming.on_club(named["club"], command, _shows)


def _shows(after: After[Clubs]) -> Shown:
    club = decide.require_founded(after.state, after.answer["club"])
    return shown_to(after.caller.within(None).part, _document(club))


_FOUNDING = {"examples": EXAMPLES[decide.FoundClub]}
add_command(router, "/clubs", decide.FoundClub, _found_club, _FOUNDING, status_code=201, response_model=ClubChanged)
for each, below in _BELOW.items():
    taking = {"examples": EXAMPLES.get(each)} | (
        {"changes": "club"} if each in (decide.RenameClub, decide.SetBranding) else {}
    )
    add_command(router, f"/clubs/{{club}}/{below}", each, _change, taking, response_model=ClubChanged)


@router.get("/clubs", response_model=Page[TaggedClub])
def list_clubs(
    reader: ReadingAsOf,
    paging: Paged,
    search: parameters.Search = None,
    sort: Annotated[Literal["founded", "name"], Query(description=parameters.SORTED)] = "founded",
    since: parameters.AfterPosition = None,
) -> Response:
    """List or find the clubs, the oldest first (REG-5)"""
    position = reader.services.journal.position()
    before = reader.services.journal.version_at(CLUBS, since) if since else 0
    every = tuple(reader.services.clubs().every())
    numbers = {club.id: number for number, club in enumerate(every, start=1)}
    look = Look[Club](search, sort == "name", lambda club: numbers[club.id], lambda club: [club.name])
    page, further = look.page(every, paging)
    found = [club for club in page if club.revision > before]
    items = reader.tagged("club", map(_document, found))
    body = reader.page(items, {one for club in found for one in club.officers})
    return reader.answer_page(body, position, next_cursor=further)


@router.get("/clubs/{club}", response_model=ClubDocument)
def read_club(reader: ReadingAsOf, club: parameters.Club) -> Response:
    """Read a club with its officers (REG-5)"""
    position = reader.services.journal.position()
    shown = _document(_require_club(reader, club))
    return reader.answer(shown, position, etag=CLUB.etag(shown.revision))


@router.get("/clubs/{club}/members", response_model=Page[MembershipDocument])
def list_members(
    reader: ForStaff,
    club: parameters.Club,
    paging: Paged,
    search: parameters.SearchNames = None,
    sort: Annotated[Literal["admitted", "name"], Query(description=parameters.SORTED)] = "admitted",
) -> Response:
    """List or find the members of a club, and those it has had, in the order in which they were admitted (REG-5)

    For the club's officers, administrators and auditors.
    """
    founded, position = _require_club(reader, club), reader.services.journal.position()
    reader = _for_officers(reader, founded)
    is_looked_through = search is not None or sort == "name"
    names = reader.names({one.person for one in founded.memberships}) if is_looked_through else {}
    look = Look[Membership](search, sort == "name", lambda one: one.number, lambda one: [names.get(one.person)])
    found, further = look.page(founded.memberships, paging)
    consents = {number: one.granted for number, one in founded.consents.items()}
    documents = [MembershipDocument.from_attributes(one, publication_consent=consents.get(one.number)) for one in found]
    page = reader.page(documents, {one.person for one in found})
    return reader.answer_page(page, position, next_cursor=further)


@router.get("/clubs/{club}/offers", response_model=Page[OfferDocument])
def list_offers(reader: ForStaff, club: parameters.Club, paging: Paged) -> Response:
    """List the memberships that a club's officers have offered, and what came of each (REG-5)

    For the club's officers, administrators and auditors. A person reads their own with their memberships.
    """
    return _list_for_officers(reader, club, paging, lambda one: one.offers, OfferDocument.from_attributes)


@router.get("/clubs/{club}/requests", response_model=Page[MembershipRequestDocument])
def list_membership_requests(reader: ForStaff, club: parameters.Club, paging: Paged) -> Response:
    """List the memberships for which persons have asked a club, and what came of each (REG-5)

    For the club's officers, administrators and auditors. A person reads their own with their memberships.
    """
    return _list_for_officers(reader, club, paging, lambda one: one.requests, MembershipRequestDocument.from_attributes)


def _list_for_officers(
    reader: Reader,
    club: parameters.Club,
    paging: Paged,
    listed: Callable[[Club], Sequence[Asked]],
    document: Callable[[Asked], Value],
) -> Response:
    """A page of what the club has been asked or has offered, by number."""
    founded, position = _require_club(reader, club), reader.services.journal.position()
    reader = _for_officers(reader, founded)
    look = Look[Asked](None, False, lambda one: one.number, lambda _: [])
    found, further = look.page(listed(founded), paging)
    page = reader.page(map(document, found), {one.person for one in found})
    return reader.answer_page(page, position, next_cursor=further)


@router.get("/clubs/{club}/ratings/{pool}", response_model=Page[ListedRating])
def list_ratings_of_club(
    reader: ForStaff, club: parameters.Club, pool: parameters.Pool, as_csv: AsCsv, paging: Paged
) -> Response:
    """List the ratings of a club's members in a pool, the highest first (REG-5, ELO-9)

    Of anyone who is a member at the moment that is read. For the club's officers, administrators and auditors; the list
    that everybody may read is published, with the `club` as part of its subject.
    """
    founded = _require_club(reader, club)
    reader = _for_officers(reader, founded)
    return answer_ratings(reader, pool, as_csv, paging, sorted(founded.members_at(reader.now())))


def _for_officers(reader: Reader, club: Club) -> Reader:
    """The same read by anyone who keeps the club or may read all. Raises Problem (403) for others."""
    caller = reader.caller
    is_officer = caller.key is not None and club.is_kept_by(caller.actor())
    return reader.having(caller.part | (Part.STAFF if is_officer else Part(0)))


def _require_club(reader: Reader, club: str) -> Club:
    return decide.require_founded(reader.services.clubs(), club)


def _document(club: Club) -> ClubDocument:
    return ClubDocument.from_attributes(club)
