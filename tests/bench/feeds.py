"""How fast feeds are written and read.

    python -m tests.bench.feeds [server URL] [events]

Without a URL an embedded server is started in a temporary folder, with fsync on. Prints rates and ratios of one run;
nothing is asserted. `tests/bench/season.py` says what the log is a mix of.
"""

import sys
from collections.abc import Callable

import httpx
import psycopg

from domain.application.catalogue import FOLDS, REGISTRY
from domain.journal.journal import Journal
from ops.database import DatabaseUrls
from projections.engine.rebuild import rebuild
from projections.registry.catalogue import PROJECTIONS
from tests.api.support import Service, running_service
from tests.bench.database import database
from tests.bench.season import Season
from tests.bench.sizes import sized
from tests.bench.timing import seconds
from tests.patience import PROGRAM_SECONDS
from tests.projections.support import ticking

EVENTS = sized(5_000, 20_000)
ROUNDS = sized(1, 3)
_WRITTEN = ("ratings", "feeds")
_ENTRY = b'"specversion"'


def main(server_url: str | None, events: int = EVENTS) -> None:
    """Run everything on `server_url`, or on an embedded server."""
    with database(server_url, "scoresheet_bench_feeds") as urls:
        journal = Journal(urls.service, ticking(), REGISTRY, FOLDS)
        made = Season(journal)
        made.open_ladder()
        made.open_clubs()
        made.fill(events)
        for _ in range(ROUNDS):
            _written(urls, journal)
        journal.close()
        with running_service(urls, []) as service:
            for _ in range(ROUNDS):
                _read(urls, service)


def _written(urls: DatabaseUrls, journal: Journal) -> None:
    took = {name: seconds(lambda: rebuild(urls.projections, journal, PROJECTIONS[name])) for name in _WRITTEN}  # noqa: B023 -- called at once
    lines = _count(urls, "SELECT count(*) FROM projected.rating_lines") / took["ratings"]
    entries = _count(urls, "SELECT count(*) FROM projected.feed_entries") / took["feeds"]
    print(f"rating lines {lines:8.0f}/s; entries {entries:8.0f}/s {entries / lines:6.2f} x that")


def _read(urls: DatabaseUrls, service: Service) -> None:
    count = _count(urls, "SELECT count(*) FROM projected.feed_entries WHERE feed = 'ratings'")
    plain = count / seconds(lambda: _plain(urls))
    print(f"plain psycopg {plain:8.0f} entries/s")
    ways: tuple[tuple[str, Callable[[], object]], ...] = (
        ("pages", lambda: _pages(service, "", 1_000)),
        ("JSON Lines", lambda: _pages(service, "/lines", 10_000)),
        ("stream", lambda: _streamed(service.url, count)),
    )
    for name, way in ways:
        rate = count / seconds(way)
        print(f"{name:13} {rate:8.0f} entries/s {rate / plain:6.2f} x plain")


def _plain(urls: DatabaseUrls) -> None:
    with psycopg.connect(urls.service) as connection:
        query = "SELECT entry FROM projected.feed_entries WHERE feed = 'ratings' ORDER BY position, number"
        connection.execute(query).fetchall()


def _pages(service: Service, way: str, limit: int) -> None:
    address, full = f"/v1/feeds/ratings{way}?limit={limit}", True
    while full:
        page = service.http.get(address)
        address = page.links["next"]["url"]
        full = page.content.count(_ENTRY) == limit


def _streamed(url: str, count: int) -> None:
    """Returns when so many entries have come."""
    begun = b""
    with httpx.stream("GET", f"{url}/v1/feeds/ratings/stream", timeout=PROGRAM_SECONDS) as answer:
        for chunk in answer.iter_raw():
            count -= (begun + chunk).count(_ENTRY)
            if count <= 0:
                return
            begun = chunk[1 - len(_ENTRY) :]


def _count(urls: DatabaseUrls, query: str) -> int:
    with psycopg.connect(urls.service) as connection:
        row = connection.execute(query.encode()).fetchone()
    return 0 if row is None else int(row[0])


if __name__ == "__main__":
    main((sys.argv[1] if len(sys.argv) > 1 else "") or None, *map(int, sys.argv[2:]))
