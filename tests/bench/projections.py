"""How fast the projections follow the log, and how soon a correction is seen.

    python -m tests.bench.projections [server URL]

Without a URL an embedded server is started in a temporary folder, with fsync on. Prints rates and ratios of one
run; nothing is asserted. `tests/bench/season.py` says what the log is a mix of.
"""

import sys
import time
from collections.abc import Callable

import psycopg

from domain.journal.catalogue import FOLDS, REGISTRY
from domain.journal.journal import Journal
from ops.database import DatabaseUrls
from projections.catalogue import PROJECTIONS
from projections.rebuild import rebuild
from tests.bench.database import database
from tests.bench.season import Season
from tests.projections.support import ticking

EVENTS = 200_000


def main(server_url: str | None, events: int = EVENTS) -> None:
    """Run everything on `server_url`, or on an embedded server."""
    with database(server_url, "scoresheet_bench_projections") as urls:
        journal = Journal(urls.service, ticking(), REGISTRY, FOLDS)
        season = Season(journal)
        seconds = _seconds(lambda: _fill(season, events))
        print(f"{journal.position()} events written in {seconds:.1f} s")
        _from_zero(urls, journal)
        journal.close()


def _fill(season: Season, events: int) -> None:
    season.open_ladder()
    season.open_clubs()
    season.fill(events)


def _from_zero(urls: DatabaseUrls, journal: Journal) -> None:
    events = journal.position()
    plain = events / _seconds(lambda: _plain(urls))
    print(f"plain psycopg reading tuples {plain:40.0f} events/s")
    for name, projection in PROJECTIONS.items():
        rate = events / _seconds(lambda: rebuild(urls.service, journal, projection))  # noqa: B023 -- called at once
        print(f"{name} from zero {rate:40.0f} events/s {rate / plain:6.2f} x plain")


def _plain(urls: DatabaseUrls) -> None:
    with psycopg.connect(urls.service) as connection:
        query = "SELECT position, stream, version, topic, state FROM events ORDER BY position"
        connection.cursor(binary=True).execute(query).fetchall()


def _seconds(call: Callable[[], object]) -> float:
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None, int(sys.argv[2]) if len(sys.argv) > 2 else EVENTS)
