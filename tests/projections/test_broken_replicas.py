"""A replica that fails at a read, in whatever way: the primary answers, and the replica is looked for again."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, cast

import psycopg
import pytest
from psycopg_pool import PoolTimeout

from projections.queries.pool import Pool
from projections.queries.queries import Readings
from projections.queries.replica import ReplicaReadings
from projections.ratings.rated_then import RatedThen
from tests.patience import eventually

FAILURES = [
    PoolTimeout("away"),
    psycopg.errors.SerializationFailure("canceling statement due to conflict with recovery"),
    psycopg.errors.UndefinedColumn("a migration is not there yet"),
    psycopg.errors.UndefinedTable("a migration is not there yet"),
    psycopg.errors.InsufficientPrivilege("a migration is not there yet"),
    psycopg.errors.ReadOnlySqlTransaction("a replica writes nothing"),
]


class Broken:
    """A pool whose connections fail."""

    def __init__(self, failure: Exception) -> None:
        self.failure = failure
        self.asked = 0

    @contextmanager
    def connection(self) -> Iterator["Broken"]:
        self.asked += 1
        yield self

    def execute(self, *_: object) -> None:
        raise self.failure


class Primary:
    """Answers everything with itself."""

    def _rows(self, *_: object, **__: object) -> Sequence[tuple[Any, ...]]:
        return [("the primary",)]

    def rows_then(self, *_: object) -> Sequence[tuple[Any, ...]]:
        return self._rows()

    def inclusion(self, *_: object) -> Sequence[bytes]:
        return [b"the primary"]

    @contextmanager
    def then(self, _: int) -> Iterator[RatedThen | None]:
        yield cast("RatedThen", "the primary")


def then(replica: ReplicaReadings) -> Sequence[object]:
    with replica.then(7) as found:
        return [found]


READS: dict[str, Callable[[ReplicaReadings], Sequence[object]]] = {
    "rows": lambda one: one._rows("SELECT 1")[0],
    "ratings then": then,
    "rows then": lambda one: (one.rows_then(7, "SELECT 1", {}) or [()])[0],
    "a proof": lambda one: [one.inclusion(0, 1)[0].decode()],
}


def replica_of(failure: Exception) -> tuple[ReplicaReadings, Broken]:
    pool = Broken(failure)
    return ReplicaReadings(cast("Pool", pool), cast("Readings", Primary())), pool


@pytest.mark.parametrize("read", READS)
@pytest.mark.parametrize("failure", FAILURES, ids=lambda one: type(one).__name__)
def test_read_that_fails_at_the_replica_is_answered_by_the_primary(failure: Exception, read: str) -> None:
    replica, _ = replica_of(failure)
    assert list(READS[read](replica)) == ["the primary"]
    assert not replica.is_fresh()


def test_read_that_took_too_long_at_the_replica_is_not_made_again() -> None:
    replica, pool = replica_of(psycopg.errors.QueryCanceled("canceling statement due to statement timeout"))
    with pytest.raises(psycopg.errors.QueryCanceled):
        replica._rows("SELECT 1")
    assert pool.asked == 1


@pytest.mark.parametrize("failure", FAILURES[:-1], ids=lambda one: type(one).__name__)
def test_replica_that_fails_is_looked_for_again(failure: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("projections.queries.positions._POLL_SECONDS", 0.01)
    replica, pool = replica_of(failure)
    replica.begin()
    assert eventually(lambda: pool.asked > 2)
    assert any(one.name == "positions" for one in threading.enumerate())
    replica.close()
