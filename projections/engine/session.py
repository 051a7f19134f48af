"""One generation's tables being written from one connection: batches, faults, what stands still and catches up."""

from collections.abc import Callable

import psycopg
from psycopg import Connection
from pydantic import ValidationError

from domain.journal.errors import Unavailable
from domain.kernel.ids import StreamName
from projections.engine.generations import Fenced, Generation
from projections.engine.log import Log
from projections.engine.projection import Make, Projection

_LONGEST_ERROR = 1_000

_NEXT = "SELECT stream, position FROM events WHERE position > %s ORDER BY position LIMIT 1"
_VERSION_AT = "SELECT max(version) FROM events WHERE stream = %s AND position <= %s"

PASSING: tuple[type[Exception], ...] = (psycopg.OperationalError, psycopg.InterfaceError, Unavailable)
"""The database can't be reached, or gives up just now: to be tried again on a new connection."""


class Session:
    """Follows the log from `position`. Use it from one thread; after `Fenced` or a `PASSING` fault, make a new one.

    An event that can't be read or laid on its stream, or whose rows can't be written, parks the stream: the batch is
    halved until the event is alone.
    """

    def __init__(
        self,
        connection: Connection,
        log: Log,
        make: Make,
        generation: Generation,
        position: int,
        largest_batch: int,
        reads: int = 1,
        on_read: Callable[[int], None] = lambda _: None,
    ) -> None:
        self.position = position
        self.generation = generation
        self.is_at_end = False
        """Whether the last step has taken in all there was then."""
        self._connection = connection
        self._log = log
        self._make = make
        self._largest_batch = self._limit = largest_batch
        self._reads = reads
        self._on_read = on_read
        self._parked = set(generation.parked_streams(connection))
        self._prepare()

    def step(self) -> int:
        """Take in the next events, if there are any, and write what they change; how many there were.

        Raises `Fenced` and `PASSING` faults.
        """
        former = self.position
        try:
            position = self._take_in()
            if position > former:
                self._write(position)
                self._limit = min(self._limit * 2, self._largest_batch)
        except Exception as fault:
            if not _is_of_the_events(fault):
                raise
            self.is_at_end = False
            self._narrow(fault)
            return 1
        return position - former

    def retry(self) -> None:
        """Try again to bring what stands still up to date."""
        for stream in sorted(self._parked):
            try:
                self._catch_up(stream)
            except Exception as fault:
                if not _is_of_the_events(fault):
                    raise
                self._renew_memory()
                with self._connection.transaction():
                    self._moves_to(self.position)
                    self.generation.park(self._connection, stream, self.position, _fault_text(fault))

    def _take_in(self) -> int:
        """Read on, more than once only while nothing is wrong; the position then."""
        position = self.position
        for _ in range(self._reads if self._limit == self._largest_batch else 1):
            stored = self._projection.read(position, self._limit)
            self.is_at_end = len(stored) < self._limit
            if not stored:
                break
            position = stored[-1].position
            self._projection.take([one for one in stored if one.recorded.stream not in self._parked])
            self._on_read(position)
        return position

    def _write(self, position: int) -> None:
        with self._connection.transaction():
            self._moves_to(position)
            self._projection.write(self._connection)
        self.position = position

    def _moves_to(self, position: int) -> None:
        self.generation.move(self._connection, self.position, position)

    def _narrow(self, fault: Exception) -> None:
        self._renew_memory()
        if self._limit > 1:
            self._limit //= 2
        else:
            self._park(fault)

    def _park(self, fault: Exception) -> None:
        row = self._connection.execute(_NEXT, (self.position,)).fetchone()
        if row is None:
            raise LookupError(f"there is no event after position {self.position}") from fault
        stream, position = StreamName(row[0]), row[1]
        with self._connection.transaction():
            self._moves_to(position)
            if stream not in self._parked:
                self.generation.park(self._connection, stream, position, _fault_text(fault))
        self._parked.add(stream)
        self.position = position

    def _catch_up(self, stream: StreamName) -> None:
        row = self._connection.execute(_VERSION_AT, (stream, self.position)).fetchone()
        version = row[0] if row else None
        state = self._log.state(stream, version=version)
        with self._connection.transaction():
            self._moves_to(self.position)
            self._projection.take_whole(state)
            self._projection.write(self._connection)
            self.generation.unpark(self._connection, stream)
        self._parked.discard(stream)

    def _prepare(self) -> None:
        self.generation.enter(self._connection)
        self._renew_memory()

    def _renew_memory(self) -> None:
        """Loads the memory from the tables: it may be ahead of them."""
        self._projection: Projection = self._make(self._log)
        self._projection.load(self._connection)


def _is_of_the_events(fault: Exception) -> bool:
    """Whether the fault lies in what was read, not in the database or this program's set-up."""
    if isinstance(fault, (psycopg.DataError, psycopg.IntegrityError)):
        return True
    return not isinstance(fault, (psycopg.Error, Unavailable, Fenced, MemoryError))


def _fault_text(fault: Exception) -> str:
    """The fault without the values it occurred with: they may be text about a person."""
    cause = fault if isinstance(fault, ValidationError) else fault.__cause__
    if isinstance(cause, ValidationError):
        first = cause.errors(include_input=False, include_url=False, include_context=False)[0]
        said = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    elif isinstance(fault, psycopg.Error):
        said = fault.diag.message_primary or fault.sqlstate or ""
    else:
        said = str(fault)
    return f"{type(fault).__name__}: {said}"[:_LONGEST_ERROR].replace("\0", "")
