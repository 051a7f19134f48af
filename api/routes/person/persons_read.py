"""Reads of the registry of persons."""

from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any

from fastapi import Depends
from starlette.responses import Response

from api.documents.csv_form import AsCsv
from api.documents.lists import FoundPage, Page, TaggedErasure, TaggedPerson
from api.documents.persons import PersonDocument
from api.documents.withholding import Shown, shown_to
from api.http import parameters
from api.http.callers import Caller
from api.http.command_requests import After
from api.http.etags import PERSON
from api.http.paging import NUMBERS, PERSONS, Paged
from api.http.read_requests import Reader, ReadingAsOf, Reads, ReadsAsOf
from api.http.routing import new_router
from api.http.services import Services
from api.queries.known import require_person
from api.queries.tables import every, persons_table
from api.queries.visibility import towards
from domain.application.details import details_of
from domain.kernel.visibility import FOR_ADMINISTRATORS, FOR_STAFF, TEXT
from domain.person.details import WITHHELD, Details
from domain.person.state import Person

router = new_router("persons")

_NOTHING_KNOWN = dict.fromkeys(Details.model_fields) | {"other_names": (), "external_ids": ()}

_TOLD_ALL_NAMES = FOR_STAFF & TEXT


@router.get("/persons", response_model=FoundPage[TaggedPerson])
def list_persons(
    reader: Annotated[Reader, Depends(ReadsAsOf(_TOLD_ALL_NAMES))],
    as_csv: AsCsv,
    paging: Paged,
    search: parameters.Search = None,
    resigned: parameters.Resigned = False,
    since: parameters.AfterPosition = None,
    count: parameters.CountWanted = False,
) -> Response:
    """List or find the persons of the registry by name, with how often they resigned from tournaments (ALL-8)

    For administrators, directors and auditors with the right `personal`: names are public where they are in tables,
    not as a list of all, in which those also stand that are withheld. CSV has all of them at once.
    """
    reader = reader.having(reader.caller.part_in_register)
    shown, readings = reader.reached(), reader.services.readings
    read, incomplete = partial(readings.persons, resigned=resigned, since=since), shown.lacks_any("person")
    if as_csv.wanted:
        persons = every(lambda after: read(search or "", after, parameters.LARGEST_PAGE))
        table = persons_table(reader.shown(each).content for each in persons)
        return reader.table(as_csv, shown.position, *table, incomplete=incomplete)
    found = read(search or "", PERSONS.read(paging.cursor), paging.limit)
    how_many = readings.count_persons(search or "", resigned=resigned, since=since) if count else None
    body = reader.page(reader.tagged("person", found.items), {one.id for one in found.items}, count=how_many)
    following = PERSONS.write(found.next)
    return reader.answer_page(body, shown.position, incomplete=incomplete, next_cursor=following)


@router.get("/erasures", response_model=Page[TaggedErasure])
def list_erasures(reader: Annotated[Reader, Depends(Reads(FOR_ADMINISTRATORS))], paging: Paged) -> Response:
    """List who is to be erased and who was, and whether it is gone from the server's files too (ALL-1)

    For administrators and auditors. Until `due_at` a requested erasure can be stopped; an effective one is gone after
    `scoresheet erasures finish`.
    """
    reader = reader.having(reader.caller.part)
    position = reader.services.journal.position()
    found = reader.services.readings.erasures(NUMBERS.read(paging.cursor), paging.limit)
    body = reader.page(reader.tagged("person", found.items), {one.person for one in found.items})
    return reader.answer_page(body, position, next_cursor=NUMBERS.write(found.next))


@router.get("/persons/{person}", response_model=PersonDocument)
def read_person(reader: ReadingAsOf, person: parameters.Person) -> Response:
    """Read a person of the registry

    The name for everybody, unless it is withheld from the public; all else for administrators, directors and the person
    themselves.
    """
    position = reader.services.journal.position()
    state = require_person(reader.services, person)
    reader = reader.having(towards(reader.caller, person))
    shown = _document_for(reader.caller, reader.services, reader.services_now, state)
    return reader.answer(shown, position, etag=PERSON.etag(state.revision))


def shows_person(after: After[Person]) -> Shown:
    """The person who a command has changed; of a record that it has merged, the person who that is since."""
    kept = after.state.merged_into
    state = after.state if kept is None else after.services.person(kept)
    return shown_to(towards(after.caller, state.id), _document_for(after.caller, after.services, after.services, state))


def _document_for(caller: Caller, services: Services, now: Services, state: Person) -> PersonDocument:
    """The person with the name that the caller is told by the rules of now."""
    details = details_of([state], services.journal).get(state.id)
    shown = document_of(state, details)
    if details is None or caller.is_told_names or not _is_withheld(now, state, details):
        return shown
    return shown.model_copy(update={"name": WITHHELD})


def _is_withheld(services: Services, state: Person, details: Details) -> bool:
    rules = services.federation().naming
    return rules.withholds(state.publication_consent, details.birth_year, datetime.now(UTC).year)


def document_of(state: Person, details: Details | None) -> PersonDocument:
    """The person with all that is known of them."""
    known: dict[str, Any] = dict(details) if details else _NOTHING_KNOWN
    return PersonDocument(
        **known,
        id=state.id,
        status=state.status or "",
        publication_consent=state.publication_consent,
        correction_requested=state.correction_requested,
        merged_into=state.merged_into,
        records=tuple(sorted(state.records)),
        revision=state.revision,
    )
