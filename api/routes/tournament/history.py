"""The history of a tournament: its events as recorded, with what a reader may not see left out.

Anyone may read what happened, when, and in which role, as anyone may see the tables that come of it. The fields of the
events say who else sees them, and the same holds for who has done it: who has told the director is as little public as
what they told. Keys and commands are for the staff and auditors. What was left out is named, so that nobody takes the
rest for the whole.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, cast

from fastapi import Depends
from starlette.responses import Response

from api.documents.lists import Page
from api.documents.tournaments import ActorDocument, EventDocument
from api.http import parameters
from api.http.paging import NUMBERS
from api.http.read_requests import READS, Reader
from api.http.routing import new_router
from api.queries.as_of import unknown
from api.queries.visibility import Sight
from domain.journal.errors import VERSION_UNKNOWN
from domain.journal.journal import Stored
from domain.kernel.ids import tournament_stream
from domain.kernel.refusal import Refused
from domain.kernel.visibility import hidden_from
from domain.tournament.state import Tournament

router = new_router("tournaments")


@router.get("/tournaments/{tournament}/history", response_model=Page[EventDocument])
def read_history(
    reader: Annotated[Reader, Depends(READS)],
    tournament: parameters.Tournament,
    as_of: parameters.AsOf = None,
    limit: parameters.Limit = 100,
    cursor: parameters.CursorText = None,
) -> Response:
    """Read the history of a tournament (ALL-1, ALL-12)

    Events in their order, with who did it, when, through which command and why. `withheld` names what this reader is
    not shown: unannounced results, how matches are played, text about persons, who did such things, keys and commands.
    """
    journal = reader.services.journal
    stream = tournament_stream(tournament)
    state = cast("Tournament", journal.state(stream))
    if state.settings is None:
        raise unknown(tournament)
    after = NUMBERS.read(cursor) or (0,)
    found = _until(journal.history(stream, int(after[0]), limit + 1), state, as_of)
    sight = Sight.of(reader.caller, state)
    reader = reader.having(sight.part)
    items = [_event_document(sight, stored) for stored in found[:limit]]
    body = reader.page(items, {item.actor.person for item in items if item.actor.person is not None})
    position = items[-1].position if items else 0
    further = NUMBERS.write((items[-1].version,)) if len(found) > limit else None
    return reader.answer(body, position, incomplete=False, next_cursor=further)


def _until(found: Sequence[Stored], state: Tournament, as_of: int | datetime | None) -> Sequence[Stored]:
    """The events up to a version, or the longest prefix with nothing recorded later than a time."""
    if as_of is None:
        return found
    if isinstance(as_of, datetime):
        late = [place for place, stored in enumerate(found) if stored.recorded.recorded_at > as_of]
        return found[: late[0]] if late else found
    if as_of > state.version:
        detail = f"The newest version is {state.version}."
        raise Refused(VERSION_UNKNOWN, detail, version=as_of, newest=state.version)
    return [stored for stored in found if stored.recorded.version <= as_of]


def _event_document(sight: Sight, stored: Stored) -> EventDocument:
    """The event with what its kind shows to the reader. Who has done it is seen by whom the kind is for."""
    recorded, kind = stored.recorded, type(stored.recorded.event)
    part = sight.in_event(recorded.event)
    hidden = hidden_from(part, kind)
    actor = ActorDocument(**recorded.actor.model_dump())
    knows_who = bool(part & kind.SEEN)
    return EventDocument(
        version=recorded.version,
        position=stored.position,
        topic=recorded.topic,
        actor=actor if knows_who else actor.model_copy(update={"person": None}),
        recorded_at=recorded.recorded_at,
        happened_at=recorded.happened_at,
        command=recorded.command,
        cause=recorded.cause,
        data=recorded.event.model_dump(mode="json") | dict.fromkeys(hidden),
        withheld=(*(f"data.{name}" for name in hidden), *(() if knows_who else ("actor.person",))),
    )
