"""How fast the log is, against the library's own `Application.save` on the same server in the same run.

    python -m tests.bench.journal [server URL]

Without a URL an embedded server is started in a temporary folder, with fsync on. Prints events per second and
ratios; nothing is asserted.
"""

import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from statistics import median
from uuid import UUID

import psycopg
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from psycopg.conninfo import conninfo_to_dict

from domain.journal.journal import Journal
from ops.database import DatabaseUrls
from projections.engine.garbage_collection import few_collections
from tests.bench.database import database
from tests.bench.sizes import sized
from tests.bench.timing import milliseconds
from tests.journal.support import ledger, note, open_journal

LIBRARY = "Application.save, one event each, one thread"
BARE = "a bare row, one commit each, one thread"
"""The most that anything can append in one thread that waits for the disk each time."""
WAYS = ((1, 1), (16, 16), (32, 32), (32, 1))
ROUNDS = sized(1, 5)
SECONDS = sized(1.0, 2.0)
BULK = sized(10_000, 100_000)
PAGES = (500, 1_000, 10_000)
READINGS = sized(3, 7)
NAME = "scoresheet_bench_journal"


class Noticed(Aggregate):
    """The library's aggregate with events of about our size."""

    @event("Noted")
    def note(self, number: int, text: str, about: str) -> None:
        self.last = (number, text, about)


def main(server_url: str | None) -> None:
    """Run everything on `server_url`, or on an embedded server."""
    with database(server_url, NAME) as urls:
        _writing(urls)
        _reading(urls)


def _writing(urls: DatabaseUrls) -> None:
    """Medians of rounds in which the library and every way of ours take turns, as the machine's pace changes."""
    rounds = [_round(urls) for _ in range(ROUNDS)]
    for name in rounds[0]:
        rate = median(one[name] for one in rounds)
        ratio = median(one[name] / one[LIBRARY] for one in rounds)
        print(f"{name:46} {rate:8.0f} events/s  {ratio:6.2f} x library")


def _round(urls: DatabaseUrls) -> dict[str, float]:
    ours = {
        f"execute, {threads:2} threads, {streams:2} streams": journal_rate(urls, threads, streams)
        for threads, streams in WAYS
    }
    return {LIBRARY: _library_rate(urls), BARE: _bare_rate(urls), **ours}


def _bare_rate(urls: DatabaseUrls) -> float:
    with psycopg.connect(urls.owner, autocommit=True) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS bare (state text)")
        state = "a row of about the size of an event " * 14
        return _rate([lambda _: connection.execute("INSERT INTO bare VALUES (%s)", (state,))])


def _library_rate(urls: DatabaseUrls) -> float:
    parts = conninfo_to_dict(urls.owner)
    application = Application[UUID](
        env={
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "POSTGRES_DBNAME": str(parts["dbname"]),
            "POSTGRES_HOST": str(parts.get("host") or "127.0.0.1"),
            "POSTGRES_PORT": str(parts.get("port") or 5432),
            "POSTGRES_USER": str(parts.get("user") or ""),
            "POSTGRES_PASSWORD": str(parts.get("password") or ""),
        }
    )
    aggregate = Noticed()
    application.save(aggregate)

    def one(number: int) -> None:
        aggregate.note(number, "a note of ordinary length, with ünïcode", "k-1 director " + "ab" * 32)
        application.save(aggregate)

    rate = _rate([one])
    application.close()
    return rate


def journal_rate(urls: DatabaseUrls, threads: int, streams: int) -> float:
    journal = open_journal(urls.service, clock=lambda: datetime.now(UTC))
    run = time.monotonic_ns()

    def one(thread: int, number: int) -> None:
        journal.execute(note(f"{run}-{thread}-{number}", ledger(run + thread % streams), number))

    rate = _rate([partial(one, thread) for thread in range(threads)])
    journal.close()
    return rate


def _rate(calls: Sequence[Callable[[int], object]]) -> float:
    """Calls a second, each function called again and again by a thread of its own."""
    begin = time.perf_counter()

    def again_and_again(call: Callable[[int], object]) -> int:
        number = 0
        while time.perf_counter() - begin < SECONDS:
            call(number)
            number += 1
        return number

    with ThreadPoolExecutor(len(calls)) as pool:
        total = sum(pool.map(again_and_again, calls))
    return total / (time.perf_counter() - begin)


def _reading(urls: DatabaseUrls) -> None:
    journal = open_journal(urls.service, clock=lambda: datetime.now(UTC), cached_events=10 * BULK)
    sizes = sorted({1_000, 10_000, BULK})
    for size in sizes:
        _fill(journal, size)
    with few_collections():  # as the service itself reads
        _read_log(journal, urls)
        for size in sizes:
            _load(urls, size)
    journal.close()


def _fill(journal: Journal, size: int) -> None:
    for begin in range(0, size, 1_000):
        journal.execute(note(f"fill {size} {begin}", ledger(size), *range(begin, begin + 1_000)))


def _read_log(journal: Journal, urls: DatabaseUrls) -> None:
    """Medians of rounds in which both ways take turns."""
    rounds = [(_plain_rate(urls), [_validated_rate(journal, limit) for limit in PAGES]) for _ in range(READINGS)]
    print(f"plain psycopg tuples {median(plain for plain, _ in rounds):42.0f} events/s")
    for place, limit in enumerate(PAGES):
        rate = median(validated[place] for _, validated in rounds)
        ratio = median(validated[place] / plain for plain, validated in rounds)
        print(f"read, {limit:6} at a time, validated {rate:29.0f} events/s  {ratio:5.2f} x plain")


def _plain_rate(urls: DatabaseUrls) -> float:
    with psycopg.connect(urls.service) as connection:
        begin = time.perf_counter()
        query = "SELECT position, stream, version, topic, state FROM events ORDER BY position"
        rows = len(connection.cursor(binary=True).execute(query).fetchall())
        return rows / (time.perf_counter() - begin)


def _validated_rate(journal: Journal, limit: int) -> float:
    begin, position = time.perf_counter(), 0
    while stored := journal.read(position, limit):
        position = stored[-1].position
    return position / (time.perf_counter() - begin)


def _load(urls: DatabaseUrls, size: int) -> None:
    journal = open_journal(urls.service, clock=lambda: datetime.now(UTC), cached_events=10 * BULK)
    journal.position()
    cold, warm = (milliseconds(lambda: journal.state(ledger(size))) for _ in range(2))
    early = milliseconds(lambda: journal.state(ledger(size), version=size // 2))
    print(f"stream of {size:7}: load {cold:8.1f} ms, again {warm:6.2f} ms, as of its middle {early:8.1f} ms")
    journal.close()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
