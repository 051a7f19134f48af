"""What a preview takes to tell of ratings: the first one of a process, from tables that have followed the log as those
of a service have, and those after it; and the first one without tables, which follows the log from its beginning.

    python -m tests.bench.previews

On an embedded server in a temporary folder. One rated tournament of so many events; what is tried is a correction of
its last match, and of the one in the middle. Prints milliseconds by the clock, in a process that seldom looks for
cycles, as those of the service do, and how long its processor worked for the first; nothing is asserted.
"""

import time
from contextlib import closing
from functools import partial

from psycopg_pool import ConnectionPool

from domain.application.catalogue import FOLDS, REGISTRY
from domain.application.requests import try_command
from domain.journal.journal import Journal
from domain.scoring.result import WinnerOnly
from domain.tournament.matches.commands import CorrectResult
from projections.engine.garbage_collection import few_collections
from projections.queries.queries import Readings
from projections.ratings.preview import ForeseenRatings, touched_tournament
from tests.bench.database import database
from tests.bench.loading import PLAYERS, fill
from tests.bench.sizes import sized
from tests.bench.timing import milliseconds
from tests.projections.support import OFFICE, START, Club, follow, ticking, tournament_id

SIZES = sized({1: 1_000, 2: 4_000}, {1: 1_000, 2: 10_000, 3: 40_000})


def measure(club: Club, readings: Readings, tournament: int, events: int) -> str:
    """A line of figures; the tables of ratings have followed the log so far."""
    position, last = club.journal.position(), len(club.state(tournament).matches)

    def preview(kept: ForeseenRatings, match: int) -> None:
        command = CorrectResult(match=match, result=WinnerOnly(winner="second"), reason="Slip", override=True)
        what = try_command(OFFICE, tournament_id(tournament), command, club.journal.state, START)
        kept.would_change(touched_tournament(what), position)

    served, bare = ForeseenRatings(club.journal, readings.then), ForeseenRatings(club.journal)
    began = time.process_time()
    first = milliseconds(partial(preview, served, last))
    worked = 1_000 * (time.process_time() - began)
    matches = (last, last // 2, last // 2)
    again, middle, repeated = (milliseconds(partial(preview, served, match)) for match in matches)
    without = milliseconds(partial(preview, bare, last))
    return (
        f"{events:>7,} events: first {first:6.1f} ms, of work {worked:6.1f}, again {again:6.1f}, middle {middle:7.1f},"
        f" again {repeated:6.1f}, first without tables {without:7.1f} ms ({without / first:4.0f} x)"
    )


def main() -> None:
    """Runs everything and tells the figures."""
    bench = database(None, "scoresheet_bench_previews")
    with few_collections(), bench as urls, closing(journal_of(urls.service)) as journal, pool_of(urls.service) as pool:
        club = Club(journal)
        club.register(*range(1, PLAYERS + 1))
        for tournament, events in SIZES.items():
            fill(club, tournament, events)
            follow(urls.projections, journal, "ratings")
            with closing(Readings(pool)) as readings:
                print(measure(club, readings, tournament, events), flush=True)


def pool_of(url: str) -> ConnectionPool:
    """Connections for reading."""
    return ConnectionPool(url, kwargs={"autocommit": True}, min_size=1, max_size=4, open=True)


def journal_of(url: str, cached_events: int = 300_000) -> Journal:
    """With so many events in memory; a busy machine is waited for."""
    return Journal(url, ticking(), REGISTRY, FOLDS, cached_events=cached_events, patience_seconds=600)


if __name__ == "__main__":
    main()
