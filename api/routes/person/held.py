"""All that is held about a person, for themselves and for the office."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Annotated, Literal

from fastapi import Depends
from starlette.responses import Response

from api.documents.events import EventDocument
from api.documents.persons import PersonDocument, RecordDocument
from api.http import parameters
from api.http.read_requests import Reader, Reads
from api.http.routing import new_router
from api.http.services import Services
from api.queries.histories import event_document, part_if_for
from api.queries.known import require_person
from api.queries.visibility import towards
from api.routes.person.persons_read import document_of
from api.routes.person.records import record_of
from domain.application.details import details_of
from domain.kernel.envelope import Maker, Role
from domain.kernel.ids import ClubId, PersonId, SeriesId, TournamentId, person_stream
from domain.kernel.values import Instant, Value
from domain.kernel.visibility import Part
from projections.views.noted import AuditedReadView, RefusedAttemptView


class HeldEntry(Value):
    """An entry of the person's, alone or in a team; results and ratings are read with the tournament."""

    tournament: TournamentId
    entry: int


class HeldMembership(Value):
    """A club that names the person: as an officer, or as a member from each moment until just before the other, null:
    it goes on. `public` are the beginnings of memberships that the person consents to be public, `offered` of those
    that were offered, `requested` of those they asked for."""

    club: ClubId
    name: str
    is_officer: bool
    times: tuple[tuple[Instant, Instant | None], ...]
    public: tuple[Instant, ...]
    offered: tuple[Instant, ...]
    requested: tuple[Instant, ...]


class HeldKey(Value):
    """A key that acts, or has acted, for the person. Its label is for administrators, who list keys."""

    id: str
    role: Role
    tournament: TournamentId | None
    expires_at: Instant | None
    revoked: bool
    key_maker: Maker | None


class HeldAddress(Value):
    """An address of the person: to log in with, or where they asked to be told their matches. All that can be read of
    it is its `hint`, by the person alone."""

    what: Literal["login", "mail", "push"]
    hint: str | None
    tournament: TournamentId | None
    confirmed: bool
    since: Instant


class HeldNotes(Value):
    """What is noted beside the log, as long as the operator keeps it: what auditors have read under the person's id,
    the newest thousand, and the person's attempts that were refused, the oldest thousand."""

    read_by_auditors: tuple[AuditedReadView, ...]
    refused_attempts: tuple[RefusedAttemptView, ...]


class KeptFor(Value):
    """For how many days something is kept; null: as long as the log, or until the person is erased."""

    what: str
    days: int | None


class HeldDocument(Value):
    """All that is held about a person: what is known of them, their record, entries, offices, clubs, keys, addresses,
    history and the notes beside the log; and how long each is kept."""

    known: PersonDocument
    record: RecordDocument
    entries: tuple[HeldEntry, ...]
    directs: tuple[TournamentId, ...]
    directs_series: tuple[SeriesId, ...]
    clubs: tuple[HeldMembership, ...]
    keys: tuple[HeldKey, ...]
    addresses: tuple[HeldAddress, ...]
    history: tuple[EventDocument, ...]
    notes: HeldNotes
    kept_for: tuple[KeptFor, ...]
    incomplete: bool


router = new_router("persons")
MOST_NOTES = 1000


@router.get("/persons/{person}/held", response_model=HeldDocument)
def read_all_held(
    reader: Annotated[Reader, Depends(Reads(Part.PLAYER | Part.ADMINISTRATOR))], person: parameters.Person
) -> Response:
    """Read all that is held about a person, and who has read it (ALL-1, REG-1)

    For the person and for administrators: what is known of them, their record, entries, offices, memberships of clubs,
    keys, addresses, their history word for word, what auditors have read under their id, their refused attempts, and
    for how long what is kept. Results and ratings hang on the entries, and are read there. What is wrong the person has
    corrected by `correction-request`, `publication-consent` withdraws the consent, and `erasure` asks for all of it to
    be erased.
    """
    part = towards(reader.caller, person) & (Part.PLAYER | Part.ADMINISTRATOR)
    reader, services = reader.having(part), reader.services
    shown, state = reader.reached(), require_person(reader.services, person)
    records = (person, *sorted(state.records))
    lacks = shown.lacks_any("person") or shown.lacks_any("tournament")
    held = HeldDocument(
        known=document_of(state, details_of([state], services.journal).get(person)),
        record=record_of(services, state, reader.now()),
        entries=tuple(_entries(services, records)),
        directs=tuple(services.readings.tournaments_directed(person)),
        directs_series=tuple(services.readings.series_naming(person)),
        clubs=tuple(_clubs(services, person)),
        keys=tuple(_keys(services, records)),
        addresses=tuple(_addresses(reader, records)),
        history=tuple(_history(services, records, part)),
        notes=_notes(services, records),
        kept_for=tuple(KeptFor(what=what, days=days) for what, days in services.readings.retention()),
        incomplete=lacks,
    )
    return reader.answer(held, shown.position, incomplete=lacks)


def _entries(services: Services, records: Sequence[PersonId]) -> Iterator[HeldEntry]:
    for tournament, entry in services.readings.entries_of(records[0]):
        yield HeldEntry(tournament=tournament, entry=entry)


def _addresses(reader: Reader, records: Sequence[PersonId]) -> Iterator[HeldAddress]:
    is_own = reader.caller.is_person(records[0])
    for one in reader.services.login_mails.held(records):
        yield HeldAddress(
            what=one.what,
            hint=one.hint if is_own else None,
            tournament=one.tournament,
            confirmed=one.is_confirmed,
            since=one.made_at,
        )


def _clubs(services: Services, person: PersonId) -> Iterator[HeldMembership]:
    for club in services.clubs().every():
        if club.names(person):
            own = tuple(one for one in club.memberships if one.person == person)
            since = tuple((one.since, one.until) for one in own)
            offered = tuple(one.since for one in club.offers if one.person == person)
            yield HeldMembership(
                club=club.id,
                name=club.name,
                is_officer=person in club.officers,
                times=since,
                public=tuple(one.since for one in own if club.is_public(one.number)),
                offered=offered,
                requested=tuple(one.since for one in club.requests if one.person == person),
            )


def _keys(services: Services, records: Sequence[PersonId]) -> Iterator[HeldKey]:
    for _, key in services.access().newest():
        if key.person in records:
            yield HeldKey.from_attributes(key, id=key.key)


def _history(services: Services, records: Sequence[PersonId], part: Part) -> Iterator[EventDocument]:
    part_in = part_if_for(part)
    for stored in chain.from_iterable(services.journal.whole(person_stream(one)) for one in records):
        seen = part_in(stored.recorded.event)
        if seen:
            yield event_document(seen, stored)


def _notes(services: Services, records: Sequence[PersonId]) -> HeldNotes:
    reads = services.readings.audited_reads_of(records)
    attempts = services.readings.refused_attempts(None, records[0], None, MOST_NOTES)
    return HeldNotes(read_by_auditors=tuple(reads), refused_attempts=tuple(attempts.items))
