"""What rows that say from when until when they held cost the projection of tournaments.

    python -m tests.bench.spans [events]

On an embedded server in a temporary folder: the season's log with what is in other lists. The tables are made again
from tests.bench.sizes import sized
from it by turns with these rows and without, in the large steps of a rebuild and in steps of so many events as a busy
evening brings at once. Prints events per second of processor time, this program's and the database's together, the
ratio, and bytes on disk for each event, indexes included; nothing is asserted.
"""

import sys
from contextlib import closing
from functools import partial
from itertools import product
from statistics import median

import psycopg

from domain.journal.journal import Journal
from projections.engine.garbage_collection import few_collections
from projections.engine.log import Log
from projections.engine.rebuild import rebuild
from projections.tournaments.projection import TournamentTables
from projections.tournaments.spans import TABLES
from tests.bench.database import database
from tests.bench.listed import Listed
from tests.bench.past import Stopwatch
from tests.bench.previews import journal_of
from tests.bench.season import Season
from tests.bench.sizes import sized

ROUNDS = sized(1, 3)
STEPS = (TournamentTables.largest_batch, 100)
_BYTES = """
SELECT held.relname, pg_total_relation_size(held.oid) FROM pg_class AS held
JOIN projections AS live ON live.is_live AND live.name = 'tournaments'
    AND held.relnamespace = (live.name || '_' || live.generation)::regnamespace
WHERE held.relkind = 'r' ORDER BY 1
"""


class InSteps(TournamentTables):
    """With the rows, and written after each batch."""

    rebuild_reads = 1


class Without(InSteps):
    """Without the rows."""

    def __init__(self, log: Log) -> None:
        super().__init__(log, keeps_spans=False)


def measured(conninfo: str, journal: Journal) -> None:
    """All rounds; tells the figures."""
    watch, events = Stopwatch(conninfo), journal.position()
    for step in STEPS:
        took: dict[type[TournamentTables], list[float]] = {InSteps: [], Without: []}
        for _, (kind, found) in product(range(ROUNDS), took.items()):
            found.append(watch.milliseconds(partial(rebuild, conninfo, journal, kind, largest_batch=step)))
        with_rows, without = (events / median(took[kind]) * 1_000 for kind in (InSteps, Without))
        print(f"steps of {step}: {without:,.0f} -> {with_rows:,.0f} events/s ({with_rows / without:.2f} x)", flush=True)
    rebuild(conninfo, journal, TournamentTables)
    with psycopg.connect(conninfo) as connection:
        held: dict[str, int] = dict(connection.execute(_BYTES).fetchall())
    rows = {table.name for table in TABLES}
    for name, size in held.items():
        print(f"{name:<20} {size / events:8.1f} bytes an event{' (rows of the past)' * (name in rows)}")
    of_past = sum(held[name] for name in rows)
    print(f"in all {sum(held.values()) / events:.0f}, of which the past's {of_past / events:.0f} bytes an event")


def main() -> None:
    """Runs everything and tells the figures."""
    events = int(sys.argv[1]) if sys.argv[1:] else sized(2_000, 10_000)
    with few_collections(), database(None, "scoresheet_bench_spans") as urls:
        with closing(journal_of(urls.service)) as writing:
            season, listed = Season(writing, corrected=sized(200, 1_000)), Listed(writing)
            season.open_ladder()
            season.open_clubs()
            listed.open_room()
            opened = writing.position()
            listed.fill(events)
            season.fill(opened + events)
        with closing(journal_of(urls.service)) as journal:
            measured(urls.projections, journal)


if __name__ == "__main__":
    main()
