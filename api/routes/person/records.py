"""What tournaments mean for a person in every tournament: the record and the wins."""

from collections import Counter
from datetime import UTC, datetime
from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from api.documents.events import EventDocument
from api.documents.lists import Page
from api.documents.persons import BanDocument, RecordDocument, ResignationDocument, SittingOutDocument, WinsDocument
from api.documents.withholding import Shown, shown_to
from api.http import parameters
from api.http.command_requests import After
from api.http.etags import PERSON
from api.http.paging import Paged
from api.http.read_requests import Reader, ReadingAsOf, Reads, ReadsAsOf
from api.http.routing import new_router
from api.http.services import Services
from api.queries.histories import answer_history, part_if_for
from api.queries.known import require_person
from api.queries.visibility import towards
from domain.kernel.visibility import FOR_PLAYERS
from domain.person.banned import ban_to_entering
from domain.person.state import Person
from projections.views.bans import told_of_ban
from projections.views.federation import imposed_view

router = new_router("persons")


@router.get("/persons/{person}/record", response_model=RecordDocument)
def read_person_record(
    reader: Annotated[Reader, Depends(ReadsAsOf(FOR_PLAYERS))], person: parameters.Person
) -> Response:
    """Read a person's resignations, bans, sanctions and seasons to sit out (ALL-8, TD-4, TD-25, SWI-5)

    For administrators, directors, and the person themselves.
    """
    reader = reader.having(towards(reader.caller, person))
    position = reader.services.journal.position()
    state = require_person(reader.services, person)
    shown = record_of(reader.services, state, reader.now())
    return reader.answer(shown, position, etag=PERSON.etag(state.version))


@router.get("/persons/{person}/history", response_model=Page[EventDocument])
def read_person_history(
    reader: Annotated[Reader, Depends(Reads(FOR_PLAYERS))],
    person: parameters.Person,
    paging: Paged,
    as_of: parameters.AsOfStream = None,
) -> Response:
    """Read the history of a person (ALL-1, ALL-12)

    For administrators, auditors, directors and the person themselves. An event that is not for the reader at all, such
    as that an erasure was asked for, is left out; its version is missing then.
    """
    part = towards(reader.caller, person)
    reader = reader.having(part)
    return answer_history(reader, require_person(reader.services, person), part_if_for(part), as_of, paging)


def shows_record(after: After[Person]) -> Shown:
    """What a command has made of the person's resignations and bans."""
    part = towards(after.caller, after.state.id)
    return shown_to(part, record_of(after.services, after.state, datetime.now(UTC)), FOR_PLAYERS)


def record_of(services: Services, state: Person, now: datetime) -> RecordDocument:
    """What is in all records of the person."""
    federation = services.federation()
    records = [state, *(services.person(one) for one in sorted(state.records))]
    resignations = enumerate(state.resignations, start=1)
    return RecordDocument(
        person=state.id,
        may_enter=ban_to_entering(state, federation.resignation_limit, now) is None,
        counted=state.resignations_counted,
        limit=federation.resignation_limit,
        resignations=tuple(ResignationDocument.from_attributes(one, number=number) for number, one in resignations),
        bans=tuple(
            BanDocument.from_attributes(ban, **told_of_ban(ban), record=record.id, in_force=ban.in_force(now))
            for record in records
            for ban in record.bans
        ),
        sanctions=tuple(
            imposed_view(one) for one in federation.sanctions if one.imposed.person in {record.id for record in records}
        ),
        sitting_out=tuple(map(SittingOutDocument.from_attributes, state.sitting_out)),
        revision=state.version,
    )


@router.get("/persons/{person}/wins", response_model=WinsDocument)
def read_wins_of_person(reader: ReadingAsOf, person: parameters.Person) -> Response:
    """Read the tournaments a person has won, and how many in each year (CHM-1)"""
    position = reader.services.journal.position()
    state = require_person(reader.services, person)
    years = dict(sorted(Counter(win.year for win in state.wins).items()))
    shown = WinsDocument.from_attributes(state, person=state.id, years=years, revision=state.revision)
    return reader.answer(shown, position, etag=PERSON.etag(state.revision))
