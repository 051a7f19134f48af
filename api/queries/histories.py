"""Histories: the events of a stream as recorded, with what a reader may not see left out.

The fields of the events say who sees them, and the same holds for who has done it: who has told the director is as
little public as what they told. Keys and commands are for the staff, administrators and auditors. What was left out is
named, so that nobody takes the rest for the whole.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import islice
from typing import cast

from starlette.responses import Response

from api.documents.events import ActorDocument, EventDocument
from api.http.paging import NUMBERS, Paging
from api.http.read_requests import Reader
from api.http.services import TOURNAMENT, Services
from domain.application.event_schemas import address_of
from domain.journal.errors import VERSION_UNKNOWN, Corrupt, Unfolded
from domain.journal.journal import Stored
from domain.kernel.envelope import Event
from domain.kernel.ids import StreamName
from domain.kernel.refusal import Refused
from domain.kernel.visibility import Part, hidden_fields
from domain.ports.command_handling import State
from domain.tournament.state import Tournament
from projections.explain.causes import Trail
from projections.explain.kept import trails


def answer_history(
    reader: Reader,
    state: State,
    part_in: Callable[[Event], Part],
    as_of: int | datetime | None,
    paging: Paging,
) -> Response:
    """A page of the stream's events. `state` is the stream as it is now, `part_in` says what the reader is to each; an
    event to which they are nothing is left out, and its version is missing. Raises Refused (404) for a version that is
    not there yet, Problem (422) for a cursor of something else."""
    position, after = reader.services.journal.position(), NUMBERS.read(paging.cursor) or (0,)
    found = _until(reader.services.journal.history(state.stream, int(after[0]), paging.limit + 1), state.version, as_of)
    parts = [(stored, part_in(stored.recorded.event)) for stored in found[: paging.limit]]
    items = [event_document(part, stored) for stored, part in parts if part]
    further = NUMBERS.write((found[paging.limit - 1].recorded.version,)) if len(found) > paging.limit else None
    return reader.answer_page(page_of(reader, items), position, next_cursor=further)


def page_of(reader: Reader, items: Sequence[EventDocument]) -> dict[str, object]:
    """The body of a page of events, with the names of those who did it."""
    named = {one for item in items for one in (item.actor.person, item.actor.key_maker)}
    return reader.page(items, named)


def event_document(part: Part, stored: Stored) -> EventDocument:
    """The event as it is shown to anyone who is `part` to it. Who has done it is seen by whom the kind is for."""
    recorded, kind = stored.recorded, type(stored.recorded.event)
    hidden = hidden_fields(part, kind)
    actor = ActorDocument(**recorded.actor.model_dump())
    knows_who = bool(part & kind.SEEN)
    return EventDocument.from_attributes(
        recorded,
        position=stored.position,
        dataschema=address_of(recorded.topic),
        actor=actor if knows_who else actor.model_copy(update={"person": None, "key_maker": None}),
        data=recorded.event.model_dump(mode="json") | dict.fromkeys(hidden),
        withheld=(*(f"data.{name}" for name in hidden), *(() if knows_who else ("actor.person", "actor.key_maker"))),
    )


def events_upto(services: Services, stream: StreamName, version: int) -> Iterator[Stored]:
    """The stream's events up to that version, read as they are taken."""
    return islice(services.journal.whole(stream), version)


def trail_upto(services: Services, stream: StreamName, version: int) -> Trail:
    """The subjects of each event; to be asked for in a turn, since it may have to be found first."""

    def since(known: int) -> tuple[Tournament, Iterator[Stored]]:
        state = cast("Tournament", services.journal.state(stream, version=known))
        return state, islice(services.journal.whole(stream, known), version - known)

    return services.trails.of(stream, version, since)


def keep_trails(services: Services, after_position: int, upto: int) -> None:
    """Find what events concerned in the long tournaments that have come to a version between these positions of which
    states are kept, before somebody asks. Raises `Unavailable`, Abandoned."""
    for stream, version in trails(services.journal).due(after_position, upto):
        with suppress(Corrupt, Unfolded):  # that one stands still, and all others go on
            if stream.startswith(f"{TOURNAMENT}-"):
                trail_upto(services, stream, version)


def part_if_for(part: Part) -> Callable[[Event], Part]:
    """The part in each event of a reader who is `part` to the whole stream: nothing, where its kind is not for them."""
    return lambda event: part if part & type(event).SEEN else Part(0)


def _until(found: Sequence[Stored], newest: int, as_of: int | datetime | None) -> Sequence[Stored]:
    """The events up to a version, or the longest prefix with nothing recorded later than a time."""
    if as_of is None:
        return found
    if isinstance(as_of, datetime):
        late = [place for place, stored in enumerate(found) if stored.recorded.recorded_at > as_of]
        return found[: late[0]] if late else found
    if as_of > newest:
        raise Refused(VERSION_UNKNOWN, f"The newest version is {newest}.", version=as_of, newest=newest)
    return [stored for stored in found if stored.recorded.version <= as_of]
