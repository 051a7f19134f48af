"""The whole log, in the order in which everything was recorded (ALL-1)."""

from datetime import datetime, timedelta
from typing import Annotated, Literal

from fastapi import Depends, Query
from starlette.responses import Response

from api.documents.events import EventPage
from api.http import parameters
from api.http.paging import LARGEST, NUMBERS, Paged
from api.http.read_requests import Reader, Reads
from api.http.routing import new_router
from api.queries.event_schemas import require_event
from api.queries.histories import event_document, page_of
from domain.journal.journal import Journal
from domain.journal.search import Sought
from domain.kernel.ids import StreamName
from domain.kernel.visibility import FOR_ADMINISTRATORS

router = new_router("log")

_MICROSECOND = timedelta(microseconds=1)


@router.get("/log/events", response_model=EventPage)
def list_events(
    reader: Annotated[Reader, Depends(Reads(FOR_ADMINISTRATORS))],
    paging: Paged,
    stream: parameters.StreamFilter = None,
    topic: parameters.TopicFilter = None,
    actor: parameters.ActorFilter = None,
    club: parameters.NamedClub = None,
    since: parameters.From = None,
    until: parameters.To = None,
    sort: Annotated[Literal["position", "newest"], Query(description=parameters.SORTED)] = "position",
) -> Response:
    """List the events of the whole log, by position (ALL-1, ALL-12)

    For auditors and administrators. Positions count from 1 without a gap, and nothing is ever recorded before what was
    shown. What is rare is looked for bit by bit: a page may hold fewer events than `limit`, even none, while there is a
    header Link, and `looked_to` says up to which position it holds all that are sought; with `sort=newest` from which
    position on.
    """
    if topic is not None:
        require_event(topic)
    part = reader.caller.part
    journal, cursor = reader.services.journal, NUMBERS.read(paging.cursor)
    position = journal.position()
    first, last = _before(journal, since), min(_last(journal, until), position)
    if cursor is not None:
        first, last = (first, min(last, int(cursor[0]))) if sort == "newest" else (int(cursor[0]), last)
    sought = Sought(None if stream is None else StreamName(stream), topic, actor, club)
    found, looked_to = journal.search(sought, first, last, paging.limit, newest_first=sort == "newest")
    items = [event_document(part, stored) for stored in found]
    going_on = looked_to - 1 if sort == "newest" else looked_to
    next_cursor = NUMBERS.write((going_on,)) if first < going_on < last else None
    body = page_of(reader, items) | {"looked_to": looked_to}
    return reader.having(part).answer_page(body, position, next_cursor=next_cursor)


def _before(journal: Journal, since: int | datetime | None) -> int:
    """The position after which the events begin."""
    if isinstance(since, datetime):
        return journal.position_at(since - _MICROSECOND)
    return max((since or 0) - 1, 0)


def _last(journal: Journal, until: int | datetime | None) -> int:
    """The position of the last event that is looked for."""
    if isinstance(until, datetime):
        return journal.position_at(until)
    return LARGEST if until is None else until
