"""What the past costs beside the log's length: a tournament as of a version, and previews of changes of its newest
matches and of one in the middle.

    python -m tests.bench.past [most events]

On an embedded server in a temporary folder: the season's log, in which one ladder has half of the events that come
after its entries. Each size is read by a journal without anything in memory. Prints milliseconds, and how many times
as long as at the size before; nothing is asserted.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from random import Random
from typing import cast

from psycopg_pool import ConnectionPool

from domain.application.requests import tried
from domain.journal.journal import Journal
from domain.kernel.ids import tournament_stream
from domain.scoring.result import WinnerOnly
from domain.tournament.matches.commands import CorrectResult
from domain.tournament.state import Tournament
from projections.queries.queries import Readings
from projections.ratings.preview import ForeseenRatings
from projections.views.tournaments import standings_view
from tests.bench.database import database
from tests.bench.loading import milliseconds
from tests.bench.previews import journal_of
from tests.bench.season import LADDER, Season
from tests.projections.support import OFFICE, START, follow, tournament_id

SIZES = (1_000, 10_000, 100_000, 1_000_000)
ASKED = 40
NEWEST = 1_000
STREAM = tournament_stream(tournament_id(LADDER))


def measured(journal: Journal, readings: Readings) -> Iterator[tuple[str, float]]:
    """Names and milliseconds."""
    dice = Random(1)  # noqa: S311 -- no secret
    yield "state first", milliseconds(lambda: journal.state(STREAM))
    state = cast("Tournament", journal.state(STREAM))

    def table(version: int) -> None:
        standings_view(cast("Tournament", journal.state(STREAM, version=version)))

    versions = [dice.randrange(state.version // 2, state.version) for _ in range(ASKED)]
    yield from _twice("as of", [partial(table, one) for one in versions])
    kept, position = ForeseenRatings(journal, readings.pools), journal.position()
    rated = [n for n, match in sorted(state.matches.items()) if match.effective and not match.void]
    again = dict[str, int]()

    def preview(match: int) -> None:
        effective = state.matches[match].effective
        lost = effective is not None and effective.outcome.winner == "first"
        result = WinnerOnly(winner="second" if lost else "first")
        command = CorrectResult(match=match, result=result, reason="Slip", override=True)
        what = tried(OFFICE, tournament_id(LADDER), command, journal.state, START)
        again.update(kept.would_change(what.before, what.after, position).matches)

    newest = [dice.choice(rated[-NEWEST:]) for _ in range(ASKED)]
    yield from _twice("preview", [partial(preview, one) for one in newest])
    again.clear()
    middle = milliseconds(lambda: preview(rated[len(rated) // 2]))
    yield "preview of the middle", middle
    yield "  microseconds a match rated again", 1000 * middle / max(1, sum(again.values()))


def _twice(name: str, work: Sequence[Callable[[], object]]) -> Iterator[tuple[str, float]]:
    """The first, and the 95th percentile of the others."""
    first, *others = map(milliseconds, work)
    yield f"{name} first", first
    yield f"{name} p95", sorted(others)[int(0.95 * len(others))]


def main() -> None:
    """Runs everything and tells the figures."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else SIZES[2]
    with database(None, "scoresheet_bench_past") as urls:
        former = dict[str, float]()
        with closing(journal_of(urls.service)) as writing:
            season = Season(writing)
            season.open_ladder()
            season.open_clubs()
            opened = writing.position()
            for size in (size for size in SIZES if size <= most):
                season.fill(opened + size)
                follow(urls.projections, writing, "ratings")
                with closing(journal_of(urls.service)) as journal, ConnectionPool(urls.service, open=True) as pool:
                    found = dict(measured(journal, Readings(pool)))
                for name, value in found.items():
                    times = f" ({value / former[name]:.1f} x)" if name in former else ""
                    print(f"{size:>9,} events: {name:<36} {value:9.1f}{times}", flush=True)
                former = found


if __name__ == "__main__":
    main()
