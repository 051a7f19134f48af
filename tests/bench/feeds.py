"""How fast feeds are written and read, and how soon an entry is there.

    python -m tests.bench.feeds [server URL] [events]

Without a URL an embedded server is started in a temporary folder, with fsync on. Prints rates and ratios of one run;
nothing is asserted. `tests/bench/season.py` says what the log is a mix of.
"""

import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from statistics import quantiles

import httpx
import psycopg

from domain.application.catalogue import FOLDS, REGISTRY
from domain.journal.journal import Journal
from ops.database import DatabaseUrls
from ops.webhooks.process import deliver_all
from projections.engine.rebuild import rebuild
from projections.registry.catalogue import PROJECTIONS
from tests.api.support import WEBHOOK_KEY, Service, running_service, season
from tests.bench.database import database
from tests.bench.season import Season
from tests.projections.support import ticking
from tests.webhooks.receiver import name_receivers, receiving, status

EVENTS = 20_000
RESULTS = 200
RATE = 100
"""Results a second, as far as one sender gets there."""
ROUNDS = 3
_WRITTEN = ("ratings", "feeds")


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
            _told(service)
            _delivered(urls, service)


def _written(urls: DatabaseUrls, journal: Journal) -> None:
    seconds = {name: _seconds(lambda: rebuild(urls.projections, journal, PROJECTIONS[name])) for name in _WRITTEN}  # noqa: B023 -- called at once
    lines = _count(urls, "SELECT count(*) FROM projected.rating_lines") / seconds["ratings"]
    entries = _count(urls, "SELECT count(*) FROM projected.feed_entries") / seconds["feeds"]
    print(f"rating lines {lines:8.0f}/s; entries {entries:8.0f}/s {entries / lines:6.2f} x that")


def _read(urls: DatabaseUrls, service: Service) -> None:
    count = _count(urls, "SELECT count(*) FROM projected.feed_entries WHERE feed = 'ratings'")
    plain = count / _seconds(lambda: _plain(urls))
    print(f"plain psycopg {plain:8.0f} entries/s")
    ways: tuple[tuple[str, Callable[[], object]], ...] = (
        ("pages", lambda: _pages(service, "", 1_000)),
        ("JSON Lines", lambda: _pages(service, "/lines", 10_000)),
        ("stream", lambda: next(one for one in _streamed(service.url, 0) if one >= count)),
    )
    for name, way in ways:
        rate = count / _seconds(way)
        print(f"{name:13} {rate:8.0f} entries/s {rate / plain:6.2f} x plain")


def _told(service: Service) -> None:
    """From the answer to a result to its entry on a stream."""
    made = season(service)
    end = next(one["end"] for one in service.http.get("/v1/feeds").json()["items"] if one["feed"] == "results")
    answered: dict[int, float] = {}
    came: dict[int, float] = {}
    done = threading.Event()

    def follow() -> None:
        for entry in _entries(service.url, "results", end):
            came[entry["data"]["match"]] = time.monotonic()
            if len(came) == RESULTS:
                done.set()
                return

    threading.Thread(target=follow, daemon=True).start()
    for _ in range(RESULTS):
        number = made.play()
        answered[number] = time.monotonic()
    done.wait(60)
    waited = sorted(max(came[number] - answered[number], 0.0) * 1_000 for number in came)
    cuts = quantiles(waited, n=100)
    print(f"result to entry: p50 {cuts[49]:.0f} ms, p95 {cuts[94]:.0f} ms of {len(came)}")


def _delivered(urls: DatabaseUrls, service: Service) -> None:
    """From the answer to a result to its delivery to a webhook, at 100 results a second."""
    made, stop, answered, came = season(service), threading.Event(), dict[int, float](), dict[int, float]()
    with receiving() as receiver:

        def note(request: BaseHTTPRequestHandler) -> None:
            moment = time.monotonic()
            for entry in json.loads(receiver.got[-1].body):
                came[entry["data"]["match"]] = moment
            status(204)(request)

        receiver.answer(*[note] * 10 * RESULTS)
        name_receivers(urls, receiver.origin)
        body = {"feed": "results", "address": receiver.origin}
        service.administrator().done("/v1/webhooks", body)
        arguments = (urls.webhooks, WEBHOOK_KEY, stop, print)
        process = threading.Thread(target=deliver_all, args=arguments)
        process.start()
        began = time.monotonic()
        for number in range(RESULTS):
            time.sleep(max(0.0, began + number / RATE - time.monotonic()))
            match = made.play()
            answered[match] = time.monotonic()
        rate = RESULTS / (time.monotonic() - began)
        while len(came) < RESULTS and time.monotonic() < began + 120:
            time.sleep(0.05)
        stop.set()
        process.join()
    waited = sorted(max(came[number] - answered[number], 0.0) * 1_000 for number in came)
    cuts = quantiles(waited, n=100)
    print(f"result to webhook: p50 {cuts[49]:.0f} ms, p95 {cuts[94]:.0f} ms of {len(came)} at {rate:.0f} results/s")


def _plain(urls: DatabaseUrls) -> None:
    with psycopg.connect(urls.service) as connection:
        query = "SELECT entry FROM projected.feed_entries WHERE feed = 'ratings' ORDER BY position, number"
        connection.execute(query).fetchall()


def _pages(service: Service, way: str, limit: int) -> None:
    address, full = f"/v1/feeds/ratings{way}?limit={limit}", True
    while full:
        page = service.http.get(address)
        address = page.links["next"]["url"]
        full = page.content.count(b'"specversion"') == limit


def _streamed(url: str, count: int) -> Iterator[int]:
    """How many entries have come so far."""
    with httpx.stream("GET", f"{url}/v1/feeds/ratings/stream", timeout=60) as answer:
        for chunk in answer.iter_raw():
            count += chunk.count(b'"specversion"')
            yield count


def _entries(url: str, feed: str, after: str) -> Iterator[dict[str, dict[str, int]]]:
    headers = {"Last-Event-ID": after}
    with httpx.stream("GET", f"{url}/v1/feeds/{feed}/stream", headers=headers, timeout=60) as answer:
        for line in answer.iter_lines():
            if line.startswith("data: "):
                yield from json.loads(line.removeprefix("data: "))


def _count(urls: DatabaseUrls, query: str) -> int:
    with psycopg.connect(urls.service) as connection:
        row = connection.execute(query.encode()).fetchone()
    return 0 if row is None else int(row[0])


def _seconds(do: Callable[[], object]) -> float:
    began = time.perf_counter()
    do()
    return time.perf_counter() - began


if __name__ == "__main__":
    main((sys.argv[1] if len(sys.argv) > 1 else "") or None, *map(int, sys.argv[2:]))
