"""What a preview takes to tell of ratings: the first one, which follows the log from its beginning, and those after it.

    python -m tests.bench.previews

On an embedded server in a temporary folder. One rated tournament of so many events; what is tried is a correction of
its last match, and of the one in the middle. Prints milliseconds, in a process that seldom looks for cycles, as those
of the service do, and how much longer the first takes; nothing is asserted.
"""

from contextlib import closing
from functools import partial

from domain.application.catalogue import FOLDS, REGISTRY
from domain.application.requests import tried
from domain.journal.journal import Journal
from domain.scoring.result import WinnerOnly
from domain.tournament.matches.commands import CorrectResult
from projections.engine.garbage_collection import few_collections
from projections.ratings.preview import ForeseenRatings, touched_by
from tests.bench.database import database
from tests.bench.loading import PLAYERS, fill, milliseconds
from tests.projections.support import OFFICE, START, Club, ticking, tournament_id

SIZES = {1: 1_000, 2: 10_000, 3: 40_000}


def measure(club: Club, tournament: int, events: int) -> str:
    """A line of figures."""
    fill(club, tournament, events)
    kept, position = ForeseenRatings(club.journal), club.journal.position()
    last = len(club.state(tournament).matches)

    def preview(match: int) -> None:
        command = CorrectResult(match=match, result=WinnerOnly(winner="second"), reason="Slip", override=True)
        what = tried(OFFICE, tournament_id(tournament), command, club.journal.state, START)
        kept.would_change(touched_by(what), position)

    first, again, middle = (milliseconds(partial(preview, match)) for match in (last, last, last // 2))
    return (
        f"{events:>7,} events: first {first:7.0f}   again {again:6.1f} ({first / again:5.0f} x)   middle {middle:6.1f}"
    )


def main() -> None:
    """Runs everything and tells the figures."""
    bench = database(None, "scoresheet_bench_previews")
    with few_collections(), bench as urls, closing(journal_of(urls.service)) as journal:
        club = Club(journal)
        club.register(*range(1, PLAYERS + 1))
        for tournament, events in SIZES.items():
            print(measure(club, tournament, events), flush=True)


def journal_of(url: str, cached_events: int = 300_000) -> Journal:
    """With so many events in memory; a busy machine is waited for."""
    return Journal(url, ticking(), REGISTRY, FOLDS, cached_events=cached_events, patience_seconds=600)


if __name__ == "__main__":
    main()
