"""What all workers of the API share for an evening, beside the log: `ops/decisions/0135-shared-by-workers.md`.

A worker is a process that answers requests, on this machine or on another one. What it puts here, the others find.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

import psycopg
from psycopg import Connection
from psycopg_pool import ConnectionPool, PoolTimeout
from pydantic import TypeAdapter, ValidationError

T = TypeVar("T")
BEAT_SECONDS, LEFT_SECONDS = 0.5, 5.0
"""How often a worker says that it still works at something, and after how long of silence it is gone."""
AWAY = (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout)
"""What is raised where the database is away."""
_FIND = "SELECT place, content, edition, seconds FROM public.scoresheet_shared(%s, %s)"
_KEEP = "SELECT public.scoresheet_share(%s, %s, %s)"
_TOUCH = "SELECT public.scoresheet_still_shared(%s, %s)"
_DROP = "SELECT public.scoresheet_unshare(%s, %s)"
_ALONE = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"


class Found(NamedTuple, Generic[T]):
    """A value at a place: `edition` grows with each change of anything, and it was last touched `seconds` ago."""

    value: T
    edition: int
    seconds: float


def is_left(found: Found[Any]) -> bool:
    """Whether the worker that works at it is gone."""
    return found.seconds > LEFT_SECONDS


@dataclass(frozen=True, slots=True)
class Shelf(Generic[T]):
    """Shared values of one kind, by their place, on one connection."""

    kind: str
    connection: Connection[Any]
    values: TypeAdapter[T]

    def all_of(self, beginning: str = "") -> Mapping[str, Found[T]]:
        """The values at places that begin so, the ones changed longest ago first."""
        found = {}
        for place, content, *told in self.connection.execute(_FIND, (self.kind, beginning)).fetchall():
            with suppress(ValidationError):  # a worker of another release wrote it
                found[place] = Found(self.values.validate_json(content), *told)
        return found

    def places(self) -> list[str]:
        """All that something lies at, what was changed longest ago first."""
        return [place for place, *_ in self.connection.execute(_FIND, (self.kind, ""))]

    def of(self, place: str) -> Found[T] | None:
        """The value at that place. Those at places that begin with it is read too, which is little."""
        return self.all_of(place).get(place)

    def keep(self, place: str, value: T) -> None:
        """Puts it there, in place of what lay there."""
        self.connection.execute(_KEEP, (self.kind, place, self.values.dump_json(value).decode()))

    def touch(self, place: str) -> None:
        """Says that what lies there is still so."""
        self.connection.execute(_TOUCH, (self.kind, place))

    def drop(self, *places: str) -> None:
        """Takes away what lies there."""
        for place in places:
            self.connection.execute(_DROP, (self.kind, place))


@dataclass(frozen=True, slots=True)
class Shared(Generic[T]):
    """Shared values of one kind. May be used from any thread."""

    pool: "ConnectionPool[Any]"
    kind: str
    values: TypeAdapter[T]

    def on(self, other: Shelf[Any]) -> Shelf[T]:
        """It, within what is done to another kind."""
        return Shelf(self.kind, other.connection, self.values)

    @contextmanager
    def looking(self) -> Iterator[Shelf[T]]:
        """To look at it, or to change one thing."""
        with self.pool.connection() as connection:
            yield Shelf(self.kind, connection, self.values)

    @contextmanager
    def alone(self, place: str = "") -> Iterator[Shelf[T]]:
        """Within it nobody else is in here for the same place; what was changed is seen when it is left."""
        with self.pool.connection() as connection, connection.transaction():
            connection.execute(_ALONE, (f"scoresheet {self.kind} {place}",))
            yield Shelf(self.kind, connection, self.values)
