"""The history of a tournament: its events as recorded, with what a reader may not see left out.

Anyone may read what happened, when, and in which role, as anyone may see the tables that come of it. Left out are:
results not announced, with what was done to them, and who has told the director that no time could be agreed (for all
but the staff and the two sides, ALL-12; auditors too); text about a person (for all but the staff and that person);
what entries were taken on, such as a count of resignations (for all but the staff, ALL-8); keys and commands (for all
but the staff and auditors). What was left out is named, so that nobody takes the rest for the whole.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, cast

from fastapi import Depends
from starlette.responses import Response

from api.documents.answers import ActorDocument, EventDocument, Page
from api.http import parameters
from api.http.callers import Caller
from api.http.paging import NUMBERS
from api.http.read_requests import READS, Reader
from api.http.routing import new_router
from api.queries.as_of import unknown
from api.queries.visibility import Sight
from domain.journal.errors import VERSION_UNKNOWN
from domain.journal.journal import Stored
from domain.kernel.envelope import Event
from domain.kernel.ids import tournament_stream
from domain.kernel.refusal import Refused
from domain.tournament.entries.events import EntryEvent
from domain.tournament.matches.events import (
    DirectorTold,
    LengthSettled,
    MatchEvent,
    MatchReinstated,
    MatchVoided,
    ResultCorrected,
    ResultReported,
)
from domain.tournament.rulings import audience
from domain.tournament.state import Tournament

router = new_router("tournaments")

TELLS_RESULT = (DirectorTold, ResultReported, ResultCorrected, LengthSettled, MatchVoided, MatchReinstated)


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
    not shown: unannounced results, text about persons, keys and commands.
    """
    journal = reader.services.journal
    stream = tournament_stream(tournament)
    state = cast("Tournament", journal.state(stream))
    if state.settings is None:
        raise unknown(tournament)
    after = NUMBERS.read(cursor) or (0,)
    found = _until(journal.history(stream, int(after[0]), limit + 1), state, as_of)
    sight = HistorySight.of(reader.caller, state)
    items = [sight.document(stored) for stored in found[:limit]]
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


@dataclass(frozen=True, slots=True)
class HistorySight:
    """What one reader sees of a tournament's events."""

    sight: Sight
    sees_keys: bool

    @staticmethod
    def of(caller: Caller, state: Tournament) -> "HistorySight":
        """The sight that the caller has, by their part in this tournament now."""
        sight = Sight.of(caller, state)
        return HistorySight(sight, sight.staff or sight.caller.role == "auditor")

    def document(self, stored: Stored) -> EventDocument:
        """The event as the reader sees it."""
        recorded = stored.recorded
        data, withheld = self._data(recorded.event)
        actor = ActorDocument(**recorded.actor.model_dump())
        return EventDocument(
            version=recorded.version,
            position=stored.position,
            topic=recorded.topic,
            actor=actor if self.sees_keys else actor.model_copy(update={"key": None}),
            recorded_at=recorded.recorded_at,
            happened_at=recorded.happened_at,
            command=recorded.command if self.sees_keys else None,
            cause=recorded.cause,
            data=data,
            withheld=withheld if self.sees_keys else (*withheld, "actor.key", "command"),
        )

    def _data(self, event: Event) -> tuple[dict[str, Any] | None, tuple[str, ...]]:
        if isinstance(event, TELLS_RESULT) and not self._sees_result(event):
            return {"match": event.match}, ("data",)
        data = event.model_dump(mode="json")
        hidden = [] if self.sight.staff or self._is_concerned(event) else self._hidden(event)
        return data | dict.fromkeys(hidden), tuple(f"data.{name}" for name in hidden)

    def _hidden(self, event: Event) -> list[str]:
        about_others = [name for name in event.SEALED if not self._is_about(event, name)]
        return [*about_others, *sorted(event.FOR_STAFF)]

    def _is_concerned(self, event: Event) -> bool:
        """By a dispute, a ruling or an appeal (TD-9)."""
        return any(self.sight.caller.is_person(person) for person in audience.by_event(self.sight.state, event))

    def _is_about(self, event: Event, sealed: str) -> bool:
        if isinstance(event, EntryEvent):
            return self.sight.is_of(event.entry)
        person = getattr(event, event.SEALED[sealed])
        return person is not None and self.sight.caller.is_person(person)

    def _sees_result(self, event: MatchEvent) -> bool:
        match = self.sight.state.matches[event.match]
        if self.sight.whole(match):
            return True
        return not match.unannounced and not isinstance(event, DirectorTold)
