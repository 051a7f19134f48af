"""Looking for events in the whole log: of one stream, of one kind, that name one club, of anyone who has done them."""

from collections.abc import Sequence
from dataclasses import dataclass

from eventsourcing.persistence import Notification

from domain.journal.connections import Connections
from domain.journal.mapper import AnyRecorded
from domain.journal.recorder import as_notifications
from domain.kernel.ids import ClubId, StreamName

LOOKED_AT = 20_000
"""How many positions one search looks at, so that what is rare takes several of them and none takes long."""

_ACTOR_ENDS = 400
"""The actor is the first that an event's canonical JSON holds, and ends within so many bytes."""

_EVENTS = (
    "SELECT stream, version, topic, state, position FROM events WHERE position > %(after)s AND position <= %(last)s"
)
_STREAM = " AND stream = %(stream)s"
_TOPIC = " AND topic = ANY(%(topics)s)"
_CLUB = " AND position(%(club)s IN state) > 0"
_ACTOR = f" AND position(%(actor)s IN substring(state FOR {_ACTOR_ENDS})) > 0"


@dataclass(frozen=True, slots=True)
class Sought:
    """Which events are looked for: of that stream, of that topic, that name that club, done by that person or with that
    key. None: any."""

    stream: StreamName | None = None
    topic: str | None = None
    actor: str | None = None
    club: ClubId | None = None

    def was_done_by(self, recorded: AnyRecorded) -> bool:
        """Whether the person looked for did the event."""
        return self.actor is None or self.actor in (recorded.actor.person, recorded.actor.key)

    def query(self, *, newest_first: bool) -> str:
        """The statement that selects what may be sought; who has done it is told by a name near the beginning."""
        conditions = {_STREAM: self.stream, _TOPIC: self.topic, _CLUB: self.club, _ACTOR: self.actor}
        order = "version" if self.stream is not None else "position"
        asked = "".join(condition for condition, value in conditions.items() if value is not None)
        return f"{_EVENTS}{asked} ORDER BY {order}{' DESC' if newest_first else ''} LIMIT %(limit)s"


def candidates(
    connections: Connections,
    sought: Sought,
    topics: Sequence[str],
    after: int,
    last: int,
    limit: int,
    *,
    newest_first: bool = False,
) -> tuple[Sequence[Notification], int]:
    """At most `limit` events after the one position and up to the other that may be those sought, in order; and up to
    which position these are all, or from which on where the newest come first. `topics` are all that events of the
    topic sought are stored as. Raises `Unavailable`."""
    if not (sought.stream is not None or sought == Sought()):
        after, last = (max(after, last - LOOKED_AT), last) if newest_first else (after, min(last, after + LOOKED_AT))
    actor = None if sought.actor is None else f'"{sought.actor}"'.encode()
    club = None if sought.club is None else f'"club":"{sought.club}"'.encode()
    values = {"stream": sought.stream, "topics": topics, "actor": actor, "club": club, "after": after, "last": last}
    rows = connections.run(
        lambda connection: (
            connection.cursor(binary=True)
            .execute(sought.query(newest_first=newest_first).encode(), values | {"limit": limit})
            .fetchall()
        )
    )
    found = as_notifications(rows)
    end = after + 1 if newest_first else last
    return found, found[-1].id if len(found) == limit else end
