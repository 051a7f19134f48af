"""What the past costs beside the log's length: tournaments, ratings and lists as of a moment, and previews.

    python -m tests.bench.past [most events] [newest matches that are corrected]

On an embedded server in a temporary folder: the season's log, in which one ladder has half of the events that come
after its entries, with what is in other lists. Corrections choose from the newest 1,000 matches, or as many as are
named; 0 means all.
Each size is read by a journal without anything in memory, in a process that seldom looks for cycles, as those of the
service do: one look through what 10,000 events left there takes 200 ms. Prints milliseconds of processor time, this
program's and its sessions' of the database together, and how many times as much as at the size before; nothing is
asserted.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, nullcontext, suppress
from functools import partial
from random import Random
from time import process_time
from typing import cast

import psutil
import psycopg
from psycopg_pool import ConnectionPool

from domain.application.requests import try_command
from domain.journal.journal import Journal
from domain.kernel.ids import tournament_stream
from domain.scoring.result import WinnerOnly
from domain.tournament.matches.commands import CorrectResult
from domain.tournament.preview import Tried
from domain.tournament.state import Tournament
from projections.engine.garbage_collection import few_collections
from projections.queries.finding.tournaments import Wanted
from projections.queries.past_tables import PastTables, TournamentsThen
from projections.queries.queries import Readings
from projections.ratings.pools import pools_at
from projections.ratings.preview import ForeseenRatings, touched_tournament
from projections.views.tournaments import standings_view
from tests.bench.database import database
from tests.bench.listed import Listed
from tests.bench.previews import journal_of
from tests.bench.season import LADDER, Season
from tests.bench.sizes import sized
from tests.projections.support import OFFICE, START, follow, person_id, series_id, tournament_id

SIZES = (1_000, 10_000, 100_000, 1_000_000)
ASKED = 40
NEWEST = 1_000
CORRECTED = sized(100, 1_000)
FOLDED = sized(10_000, 100_000)
"""Up to so many events the whole log is folded too, for comparison: beyond them that takes an hour and 5 GB."""
STREAM = tournament_stream(tournament_id(LADDER))

Measured = Iterator[tuple[str, float]]


class Stopwatch:
    """Processor time of this program and of the whole database server."""

    def __init__(self, conninfo: str) -> None:
        with psycopg.connect(conninfo) as connection:
            session = psutil.Process(connection.info.backend_pid)
            self._server = psutil.Process(session.ppid())

    def milliseconds(self, work: Callable[[], object]) -> float:
        """What the work took."""
        before = self._spent()
        work()
        return 1000 * (self._spent() - before)

    def _spent(self) -> float:
        server = self._server.cpu_times()
        ended = server.children_user + server.children_system
        return float(process_time() + ended + sum(map(_used, (self._server, *self._server.children()))))


def _used(process: psutil.Process) -> float:
    """Its processor time; none for one that ended meanwhile."""
    with suppress(psutil.NoSuchProcess):
        spent = process.cpu_times()
        return float(spent.user + spent.system)
    return 0.0


class Measuring:
    """One size of the log, asked by a journal without anything in memory."""

    def __init__(self, journal: Journal, readings: Readings, conninfo: str) -> None:
        self._journal = journal
        self._readings = readings
        self._conninfo = conninfo
        self._watch = Stopwatch(conninfo)
        self._tables = PastTables(conninfo, journal, readings)
        self._foreseen = ForeseenRatings(journal, readings.then)
        self._dice = Random(1)  # noqa: S311 -- no secret

    def all(self) -> Measured:
        """Names and milliseconds, or counts."""
        yield "state first", self._watch.milliseconds(lambda: self._journal.state(STREAM))
        state = cast("Tournament", self._journal.state(STREAM))
        yield from self._as_of(state)
        yield from self._ratings_as_of()
        yield from self._lists_as_of()
        yield from self._previews(state)
        self._tables.close()

    def _as_of(self, state: Tournament) -> Measured:
        def table(version: int) -> None:
            standings_view(cast("Tournament", self._journal.state(STREAM, version=version)))

        versions = [self._dice.randrange(state.version // 2, state.version) for _ in range(ASKED)]
        yield from self._several("standings as of", [partial(table, one) for one in versions])
        positions = [self._dice.randrange(1, self._journal.position()) for _ in range(ASKED)]
        yield from self._several(
            "version at a position", [partial(self._journal.version_at, STREAM, one) for one in positions]
        )

    def _ratings_as_of(self) -> Measured:
        last = self._journal.position()
        positions = [self._dice.randrange(last // 2, last) for _ in range(ASKED)]

        def changes(position: int) -> None:
            self._tables.readings(position, nullcontext).rating_changes(tournament_id(LADDER))

        def lines(position: int) -> None:
            person = person_id(self._dice.randrange(1, 100))
            self._tables.readings(position, nullcontext).ledger_lines("normal", person)

        if last < 2 * FOLDED:
            yield "log folded for one", self._watch.milliseconds(lambda: pools_at(self._journal, positions[0]).settle())
        yield from self._several("rating changes as of", [partial(changes, one) for one in positions])
        yield from self._several("rating lines as of", [partial(lines, one) for one in positions])

    def _lists_as_of(self) -> Measured:
        last = self._journal.position()
        positions = [self._dice.randrange(last // 2, last) for _ in range(ASKED)]
        lists: Mapping[str, Callable[[Readings], object]] = {
            "tournaments": lambda then: then.tournaments(),
            "tournaments found and counted": lambda then: then.count_tournaments(Wanted(name="a", status="started")),
            "tournaments of a person": lambda then: then.tournaments(Wanted(person=person_id(1))),
            "matches of a person": lambda then: then.matches_of(person_id(1)),
            "persons": lambda then: then.persons(),
            "persons found": lambda then: then.persons("1"),
            "persons counted": lambda then: then.count_persons(),
            "series": lambda then: then.series(),
            "wins": lambda then: then.winners(series_id(1)),
            "sanctions of a person": lambda then: then.sanctions(person_id(1)),
            "bans": lambda then: then.bans(START, None),
            "postings of a person": lambda then: then.person_postings(person_id(1)),
            "balance of a person": lambda then: then.person_balance(person_id(1)),
            "error rates of a person": lambda then: then.error_rates(person_id(1)),
            "error rates averaged": lambda then: then.average_error_rates(),
            "published error rates of a person": lambda then: then.published_error_rates(person_id(1)),
            "published error rates averaged": lambda then: then.published_average_error_rates(),
            "reports": lambda then: then.reports(START),
            "imports": lambda then: then.imports(),
        }

        def asked(read: Callable[[Readings], object], position: int) -> None:
            read(self._tables.readings(position, nullcontext))

        if last < 2 * FOLDED:
            folded = partial(TournamentsThen, self._conninfo, self._journal, positions[0])
            yield "lists folded for one", self._watch.milliseconds(lambda: folded().close())
        for name, read in lists.items():
            yield from self._several(f"{name} as of", [partial(asked, read, one) for one in positions])

    def _previews(self, state: Tournament) -> Measured:
        rated = [n for n, match in sorted(state.matches.items()) if match.effective and not match.void]
        newest = [self._corrected(state, self._dice.choice(rated[-NEWEST:])) for _ in range(ASKED)]
        yield from self._several("ratings of a preview", [partial(self._foresee, one) for one in newest])
        old = self._corrected(state, rated[len(rated) // 2])
        yield "ratings of the middle first", self._watch.milliseconds(partial(self._foresee, old))
        again = self._watch.milliseconds(partial(self._foresee, old))
        yield "ratings of the middle again", again
        matches = sum(self._foresee(old).values())
        yield "  microseconds a match rated again", 1000 * again / max(1, matches)

    def _corrected(self, state: Tournament, match: int) -> Tried:
        effective = state.matches[match].effective
        lost = effective is not None and effective.outcome.winner == "first"
        result = WinnerOnly(winner="second" if lost else "first")
        command = CorrectResult(match=match, result=result, reason="Slip", override=True)
        return try_command(OFFICE, tournament_id(LADDER), command, self._journal.state, START)

    def _foresee(self, what: Tried) -> Mapping[str, int]:
        return self._foreseen.would_change(touched_tournament(what), self._journal.position()).matches

    def _several(self, name: str, work: Sequence[Callable[[], object]]) -> Measured:
        """The first, and the median and 95th percentile of the others."""
        first, *others = map(self._watch.milliseconds, work)
        others.sort()
        yield f"{name} first", first
        yield f"{name} p50", others[len(others) // 2]
        yield f"{name} p95", others[int(0.95 * len(others))]


def _tidy(owner: str) -> None:
    """Has the server clean its tables and look at what they hold, as it does by itself, but some time later."""
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute("VACUUM (ANALYZE)")


def main() -> None:
    """Runs everything and tells the figures."""
    most, corrected = (*map(int, sys.argv[1:]), *(sized(SIZES[0], SIZES[2]), CORRECTED)[len(sys.argv) - 1 :])
    with few_collections(), database(None, "scoresheet_bench_past") as urls:
        former = dict[str, float]()
        with closing(journal_of(urls.service, 2 * SIZES[-1])) as writing:
            season = Season(writing, corrected=corrected or None)
            season.open_ladder()
            season.open_clubs()
            listed = Listed(writing)
            listed.open_room()
            opened = writing.position()
            for size in (size for size in SIZES if size <= most):
                listed.fill(size)
                season.fill(opened + size)
                follow(urls.projections, writing, "ratings", "tournaments")
                _tidy(urls.owner)
                with closing(journal_of(urls.service)) as journal, ConnectionPool(urls.service, open=True) as pool:
                    found = dict(Measuring(journal, Readings(pool), urls.service).all())
                for name, value in found.items():
                    times = f" ({value / former[name]:.1f} x)" if former.get(name) else ""
                    print(f"{size:>9,} events: {name:<42} {value:9.1f}{times}", flush=True)
                former = found


if __name__ == "__main__":
    main()
