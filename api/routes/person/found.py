"""What a person looks for first: their matches, and what waits for them, in whichever tournament."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from fastapi import Query
from starlette.responses import Response

from api.documents.lists import Page, TaggedPersonMatch
from api.http import parameters
from api.http.callers import Caller
from api.http.etags import PERSON, Kind, Resource
from api.http.paging import MATCHES_OF_PERSON, WAITING, Paged
from api.http.read_requests import Reader, Reading, ReadingAsOf
from api.http.routing import new_router
from api.http.services import Services, services_of
from api.queries.known import require_person
from api.queries.reviewed import sources
from api.queries.visibility import match_for
from domain.clubs.state import Club, Clubs
from domain.federation.state import Federation
from domain.kernel.envelope import Actor
from domain.kernel.ids import ClubId, PersonId, TournamentId
from domain.kernel.values import Value
from domain.kernel.visibility import Part
from domain.tournament.decisions.reviews.review_items import reviews
from domain.tournament.decisions.rounds.left_open import LeftBecause
from domain.tournament.state import announced_settings
from projections.queries.finding.waiting import ForWhom, Waiting, WaitingKind, WaitingMembership, WaitingOffice
from projections.views.tournaments import MatchStatus


class WaitingDocument(Value):
    """Something that waits for the reader: an entry, match, dispute, appeal, request, ban, sanction or reported
    decision of that `number`, with the `etag` for the command that settles it where it takes one; or `open_items` of
    a tournament's reviews; or its report; or its dice, to throw or to witness. A ban is the `person`'s. A membership
    is offered by the `club`, or the `person` asks it for one. `because` says why the service left a match open
    although its time is over: its score does not end it, `needs-ruling`; an open appeal or dispute may change its
    score or who meets, `appealed` or `disputed`; a ruling was given on it, `ruled-on`; a match that brought one of
    the two here is open again, `opponent-open`; it was opened when its round had closed, `opened-late`; the format
    gives no result for it, `no-default`."""

    kind: WaitingKind
    tournament: TournamentId | None = None
    tournament_name: str | None = None
    club: ClubId | None = None
    club_name: str | None = None
    person: PersonId | None = None
    number: int | None = None
    etag: str | None = None
    open_items: int | None = None
    because: LeftBecause | None = None


router = new_router("persons")

_OF: dict[WaitingKind, Kind] = {
    "entry-to-approve": "entry",
    "entry-to-confirm": "entry",
    "result-to-verify": "match",
    "dispute-to-rule-on": "dispute",
    "committee-to-form": "appeal",
    "vote-to-cast": "appeal",
    "appeal-to-decide": "appeal",
    "appeal-to-carry-out": "appeal",
    "match-left-open": "match",
    "loss-on-time-to-rule": "match",
}


@router.get("/persons/{person}/matches", response_model=Page[TaggedPersonMatch])
def list_matches_of_person(
    reader: ReadingAsOf,
    person: parameters.Person,
    paging: Paged,
    status: Annotated[MatchStatus | None, Query(description="Only the matches that are so far.")] = None,
    opponent: Annotated[PersonId | None, Query(description="Only the matches against this person.")] = None,
) -> Response:
    """List the matches of a person in all tournaments (TD-14, ALL-12)

    Those of the tournament announced last come first; `status=open` are those still to be played. As in each
    tournament, a result that is not announced is shown to its staff and the two sides; to others the match is open.
    """
    require_person(reader.services_now, person)
    shown = reader.reached()
    found = reader.services.readings.matches_of(
        person,
        _statuses(status),
        MATCHES_OF_PERSON.read(paging.cursor),
        paging.limit,
        _visible_tournaments(reader),
        opponent,
    )
    parts = {one: _part(reader, one) for one in dict.fromkeys(match.tournament for match in found.items)}
    seen = [match_for(reader.caller.within(one.tournament), parts[one.tournament], one) for one in found.items]
    listed = [(match, part) for match, part in seen if status in (None, match.status)]
    persons = {one for match, _ in listed for one in (*match.persons, *match.members)}
    items = reader.tagged("match", [reader.having(part).shown(match) for match, part in listed])
    body = reader.page(items, persons)
    incomplete, following = shown.lacks_any("tournament"), MATCHES_OF_PERSON.write(found.next)
    return reader.answer_page(body, shown.position, incomplete=incomplete, next_cursor=following)


def _statuses(status: MatchStatus | None) -> Sequence[MatchStatus] | None:
    """The statuses to look for: what others see as open or abandoned may have a result that is not announced."""
    if status is None:
        return None
    return (status, "reported", "needs-ruling") if status in ("open", "abandoned") else (status,)


def _visible_tournaments(reader: Reader) -> Sequence[TournamentId]:
    """Of the tournaments in which something is held as of then, those of which the reader sees all now: in the hall, or
    since it was released."""
    if reader.caller.key is None and reader.present is None:
        return ()
    states = map(services_of(reader.request).tournament, reader.services.readings.held_tournaments())
    return [state.id for state in states if reader.caller.sees(state) is state]


def _part(reader: Reader, tournament: TournamentId) -> Part:
    """What the reader is to the tournament now, whichever moment is read."""
    caller = reader.caller.within(tournament)
    held = reader.services_now.readings.tournament(tournament) if caller.role == "director" else None
    return caller.part_among(held.directors if held else ())


@router.get("/waiting", response_model=Page[WaitingDocument])
def list_waiting(reader: Reading, paging: Paged) -> Response:
    """List what waits for you, in all tournaments (TD-2, TD-4, TD-7, TD-9, TD-12, TD-14, TD-19, TD-23, TD-25)

    For a director, in the tournaments they direct: entries to approve, results to verify but for their own matches,
    disputes and declared losses on time to rule on, committees to form, appeals to decide and to carry out, matches
    that the service leaves open, but for their own, requests to answer, draws that are held from the public, a banned
    director to replace, reports that are owed, and how many items there are to review. For an administrator that of all
    tournaments, bans to review, decisions that were reported to the federation, and appeals of sanctions that another
    has imposed. For those who sit on a committee, votes to cast. For those who were named for an entry by others, the
    entry to confirm by asking for it too. For those who throw or witness dice that draws wait for, to say how they fell
    (ALL-2). For officers of a club and for administrators, requests for a membership; for a person, memberships that
    clubs offer (REG-5).
    """
    whom = _whom(reader.caller, reader.services.federation(), reader.services.clubs())
    shown, now = reader.reached(), reader.now()
    found = reader.services.readings.waiting(whom, now, WAITING.read(paging.cursor), paging.limit)
    items = [item for one in found.items for item in _views(reader, one)]
    body = reader.page(items, {item.person for item in items if item.person})
    incomplete, following = shown.lacks_any("tournament"), WAITING.write(found.next)
    return reader.answer_page(body, shown.position, incomplete=incomplete, next_cursor=following)


def _whom(caller: Caller, federation: Federation, clubs: Clubs) -> ForWhom:
    """Raises Problem (401) for the anonymous."""
    actor = caller.actor()
    administers, only_in = caller.role == "administrator", caller.key.tournament if caller.key else None
    told = tuple(_waiting_offices(federation, actor)) if administers and only_in is None else ()
    director = caller.person if caller.role == "director" else None
    memberships = () if only_in else tuple(_memberships(clubs, actor))
    return ForWhom(caller.person, director, administers, only_in, told, memberships)


def _waiting_offices(federation: Federation, actor: Actor) -> Iterator[WaitingOffice]:
    """Reported decisions, and the appeals of sanctions that another has imposed."""
    for told in federation.waiting_decisions:
        yield WaitingOffice("decision-to-answer", told.told.decision, told.at)
    for one in federation.waiting_appeals:
        if actor.is_another_than(one.by) and one.imposed.person not in actor.persons:
            yield WaitingOffice("sanction-appeal-to-decide", one.imposed.sanction, one.appealed_at or one.at)


def _memberships(clubs: Clubs, actor: Actor) -> Iterator[WaitingMembership]:
    """The open requests that the actor answers for a club, and the open offers to them."""
    for club in clubs.every():
        asked = club.requests if club.answers_to(actor) else ()
        for one in asked:
            if one.status == "open":
                yield WaitingMembership("membership-request-to-answer", club.id, one.number, one.asked_at)
        offer = club.offer_to(actor.person) if actor.person else None
        if offer is not None:
            yield WaitingMembership("membership-offer-to-answer", club.id, offer.number, offer.offered_at)


def _views(reader: Reader, one: Waiting) -> Iterator[WaitingDocument]:
    """Nothing where there is nothing to review after all, or another has to do it."""
    if one.kind == "ban-to-review":
        if _may_review(reader, one):
            etag = PERSON.etag(one.revision or 0)
            yield WaitingDocument(kind=one.kind, person=one.source, number=one.number, etag=etag)
    elif one.kind == "items-to-review":
        open_items = _open_items(reader.services, reader, one.source)
        if open_items:
            yield WaitingDocument(kind=one.kind, tournament=one.source, tournament_name=one.name, open_items=open_items)
    elif one.kind in ("decision-to-answer", "sanction-appeal-to-decide"):
        yield WaitingDocument(kind=one.kind, number=one.number)
    elif one.kind in ("membership-request-to-answer", "membership-offer-to-answer"):
        yield _of_club(reader.services.clubs().by_id[one.source], one)
    elif one.kind == "request-to-answer":
        yield WaitingDocument(kind=one.kind, tournament=one.source, tournament_name=one.name, number=one.number)
    elif one.kind not in _OF:
        if one.kind != "dice-to-throw" or _can_be_thrown(reader, one.source):
            yield WaitingDocument(kind=one.kind, tournament=one.source, tournament_name=one.name)
    else:
        etag = Resource(_OF[one.kind], one.number).etag(one.revision or 0)
        yield WaitingDocument(
            kind=one.kind,
            tournament=one.source,
            tournament_name=one.name,
            number=one.number,
            etag=etag,
            because=one.because,
        )


def _of_club(club: Club, one: Waiting) -> WaitingDocument:
    asks = club.requests[one.number - 1].person if one.kind == "membership-request-to-answer" else None
    return WaitingDocument(kind=one.kind, club=club.id, club_name=club.name, person=asks, number=one.number)


def _can_be_thrown(reader: Reader, tournament: str) -> bool:
    source = announced_settings(reader.services.tournament(tournament)).outside_source
    return source is not None and source.due_at <= reader.now()


def _may_review(reader: Reader, one: Waiting) -> bool:
    """Nobody confirms a ban that they have placed."""
    by = reader.services.person(one.source).bans[one.number - 1].by
    return by is None or set(by.persons).isdisjoint(reader.caller.actor().persons)


def _open_items(services: Services, reader: Reader, tournament: str) -> int:
    with services.replays.turn():
        found = reviews(services.tournament(tournament), sources(services, reader.now()))
    return sum(one.resolution is None for one in found)
