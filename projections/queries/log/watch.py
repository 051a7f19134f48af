"""Watches the log while the service runs: what comes is worked out again, and what was sound must stay so."""

import time
from threading import Lock

from psycopg import Connection

from domain.evidence.checkpoints import Checkpoint
from projections.evidence.examination import BATCH, Examined, before_newest, examine
from projections.evidence.tree import read_tree
from projections.queries.pool import Pool

PAUSE_SECONDS = 10.0


class LogWatch:
    """Works out of the log, each time it is asked, what came since it was asked before; at first since the newest
    checkpoint but one. What it has found sound must stay so."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._lock = Lock()
        self._head: Checkpoint | None = None
        self._found = Examined((), 0)
        self._looked_at = -PAUSE_SECONDS

    def examine(self) -> Examined:
        """The faults of some thousand events at most; a fault is looked at again after ten seconds. Raises what the
        pool raises."""
        with self._lock:
            if not self._found.problems or time.monotonic() - self._looked_at > PAUSE_SECONDS:
                with self._pool.connection() as connection, connection.transaction():
                    connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                    self._look(connection)
                self._looked_at = time.monotonic()
            return self._found

    def _look(self, connection: Connection) -> None:
        after = before_newest(connection) if self._head is None else self._head.size
        found = examine(connection, self._head, after, BATCH)
        if found.problems:
            self._found = Examined(found.problems, after)
            return
        self._found = found
        self._head = Checkpoint("", found.reached, read_tree(connection).root(found.reached))
