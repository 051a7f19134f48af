"""A log that is shorter than what was taken in of it: after an older backup was restored, or its end was removed.

Events that come later would be laid on what is gone. So such a projection stands still, also once the log has grown
again, until its tables are made again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from psycopg import Connection

ADVICE = "Put back a backup that has them if there is one, then run `scoresheet rebuild`."

_FIND = """
SELECT name, position, coalesce(log_ended_at, newest)
FROM projections, (SELECT coalesce(max(position), 0) AS newest FROM events) AS log
WHERE is_live AND (position > newest OR log_ended_at IS NOT NULL)
ORDER BY name
"""
_LOCK = "SELECT position FROM projections WHERE name = %s AND is_live FOR UPDATE"
_MARK = """
UPDATE projections SET log_ended_at = log.newest
FROM (SELECT coalesce(max(position), 0) AS newest FROM events) AS log
WHERE name = %s AND is_live AND log_ended_at IS NULL AND projections.position > log.newest
"""


@dataclass(frozen=True, slots=True)
class Shortened:
    """A projection that has taken in events up to `position`, and where the log ended when that was noticed."""

    projection: str
    position: int
    log_ended_at: int

    @property
    def detail(self) -> str:
        """The fault, in a sentence."""
        return (
            f"The {self.projection} projection has taken in {self.position} events and the log ends at"
            f" {self.log_ended_at}, so the newest events are gone from it."
        )


def find(connection: Connection) -> Sequence[Shortened]:
    """The projections that stand still for that reason, or should, by name."""
    return [Shortened(*row) for row in connection.execute(_FIND).fetchall()]


def mark(connection: Connection, projection: str) -> Shortened | None:
    """Notes that the projection is to stand still, where it is, and says so; None where it may go on."""
    if not _of(connection, projection):
        return None
    with connection.transaction():
        # Looked at again under the lock: the position and the log, each as it is then.
        connection.execute(_LOCK, (projection,))
        connection.execute(_MARK, (projection,))
    return _of(connection, projection)


def _of(connection: Connection, projection: str) -> Shortened | None:
    return next((each for each in find(connection) if each.projection == projection), None)
