"""How fast the projections follow the log, and how soon a correction is seen.

    python -m tests.bench.projections [server URL]

Without a URL an embedded server is started in a temporary folder, with fsync on. Prints rates and ratios of one
run; nothing is asserted. `tests/bench/season.py` says what the log is a mix of.
"""

import sys
import time
from collections.abc import Callable, Sequence
from statistics import median, quantiles

import psycopg
from psycopg_pool import ConnectionPool

from domain.application.catalogue import FOLDS, REGISTRY
from domain.journal.journal import Journal
from domain.kernel.ids import StreamName
from domain.ports.command_handling import State
from ops.database import DatabaseUrls
from projections.engine.rebuild import rebuild
from projections.queries.queries import Readings
from projections.registry.catalogue import PROJECTIONS
from tests.bench import library
from tests.bench.database import database
from tests.bench.season import LADDER, Season
from tests.bench.sizes import sized
from tests.bench.timing import seconds
from tests.projections.processes import runner_process
from tests.projections.support import ticking

EVENTS = sized(10_000, 200_000)
LEDGER = sized(5_000, 100_000)
CORRECTIONS = sized(10, 30)
SECONDS = sized(3.0, 10.0)
ROUNDS = sized(1, 2)
PAGE = 1_000


def main(server_url: str | None, events: int = EVENTS, ledger: int = LEDGER) -> None:
    """Run everything on `server_url`, or on an embedded server."""
    with database(server_url, "scoresheet_bench_projections") as urls:
        _with_journal(urls, lambda journal: _from_zero(urls, journal, events))
    with database(server_url, "scoresheet_bench_corrections") as urls:
        _with_journal(urls, lambda journal: _corrections(urls, journal, ledger))


def _with_journal(urls: DatabaseUrls, measure: Callable[[Journal], None]) -> None:
    journal = Journal(urls.service, ticking(), REGISTRY, FOLDS)
    try:
        measure(journal)
    finally:
        journal.close()


def _from_zero(urls: DatabaseUrls, journal: Journal, wanted: int) -> None:
    season = Season(journal)
    season.open_ladder()
    season.open_clubs()
    season.fill(wanted)
    events = journal.position()
    print(f"{events} events: a ladder of 500 and 50 clubs of 16, 3 % corrections, 1 % voidings")
    for turn in range(ROUNDS):
        plain = events / seconds(lambda: _plain(urls))
        print(f"{'plain psycopg reading tuples':32} {plain:8.0f} events/s")
        laid = events / seconds(lambda: _lay(journal))
        print(f"{'read and laid by the rules alone':32} {laid:8.0f} events/s {laid / plain:6.3f} x plain (the most)")
        for name, projection in PROJECTIONS.items():
            rate = events / seconds(lambda: rebuild(urls.of_projection(name), journal, projection))  # noqa: B023 -- called at once
            print(f"{name + ' from zero':32} {rate:8.0f} events/s {rate / plain:6.3f} x plain")
            if name == "tournaments" and turn == 0:
                _against_library(urls, journal, rate)


def _lay(journal: Journal) -> None:
    """What every read model does first: reads the events, and lays each on the state of its stream."""
    states, position = dict[StreamName, State](), 0
    while stored := journal.read(position, PAGE):
        for one in stored:
            stream = one.recorded.stream
            fold = FOLDS[stream.partition("-")[0]]
            states[stream] = fold.evolve(states.get(stream) or fold.initial(stream), one.recorded)
        position = stored[-1].position


def _against_library(urls: DatabaseUrls, journal: Journal, ours: float) -> None:
    """On the same mix, from the middle of it, for it would take the library minutes from zero."""
    theirs = library.events_per_second(urls.projections, journal, journal.position() // 2, SECONDS)
    print(f"{'the library, one event each':32} {theirs:8.0f} events/s; from zero is {ours / theirs:6.1f} x that")


def _corrections(urls: DatabaseUrls, journal: Journal, matches: int) -> None:
    season = Season(journal)
    season.open_ladder()
    visitors = _play(season, matches)
    for name, projection in PROJECTIONS.items():
        rebuild(urls.of_projection(name), journal, projection)
    with (
        runner_process(urls.projections, "tournaments"),
        runner_process(urls.projections, "ratings"),
        ConnectionPool(urls.service, open=True) as pool,
    ):
        readings = Readings(pool)
        readings.wait_for(season.turn_over(LADDER, 1), 60)
        middle = range(matches // 2 - 10 * CORRECTIONS, matches // 2, 10)
        _latency("a correction in the middle", season, readings, list(middle))
        _latency("one of two who play no more", season, readings, visitors * (CORRECTIONS // len(visitors)))
        _news("a new result", season, readings)
        readings.close()


def _play(season: Season, matches: int) -> list[int]:
    """Half of the matches, some between two visitors, the other half; the visitors' matches."""
    half = matches // 2
    for _ in range(half // 500):
        season.play(LADDER, 500)
    visitors = season.visit(LADDER, 3)
    for _ in range(half // 500):
        season.play(LADDER, 500)
    return visitors


def _latency(what: str, season: Season, readings: Readings, matches: Sequence[int]) -> None:
    _show(what, [_seen(readings, season.turn_over(LADDER, match)) for match in matches])


def _news(what: str, season: Season, readings: Readings) -> None:
    _show(what, [_seen(readings, season.play(LADDER, 1)) for _ in range(CORRECTIONS)])


def _seen(readings: Readings, position: int) -> float:
    """Seconds from the commit until standings and ratings both show it; lets the runners rest after."""
    begin = time.perf_counter()
    if not readings.wait_for(position, 60):
        raise TimeoutError(f"position {position} was not reached in a minute")
    seconds = time.perf_counter() - begin
    time.sleep(0.2)
    return seconds


def _show(what: str, seconds: Sequence[float]) -> None:
    high = quantiles(seconds, n=20)[-1]
    print(f"{what:32} seen after {1000 * median(seconds):6.0f} ms (median), {1000 * high:6.0f} ms (p95)")


def _plain(urls: DatabaseUrls) -> None:
    with psycopg.connect(urls.projections) as connection:
        query = "SELECT position, stream, version, topic, state FROM events ORDER BY position"
        connection.cursor(binary=True).execute(query).fetchall()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
