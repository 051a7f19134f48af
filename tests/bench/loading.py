"""How long a tournament takes to load, and what memory the service has after it.

    python -m tests.bench.loading

On an embedded server in a temporary folder, with fsync on, and `scoresheet serve` beside it. The loader is a journal
without anything in memory; "again" is the same journal once more, and "states kept" is one that begins with what the
service keeps in the background. Then the service renders the standings as of the
last version, which replays the whole stream. Prints figures; nothing is asserted.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import httpx
import psutil

from domain.application.catalogue import FOLDS, REGISTRY
from domain.journal.journal import Journal
from domain.kernel.ids import tournament_stream
from domain.scoring.result import FinalScore
from domain.tournament.matches import commands as match_commands
from ops import embedded
from projections.engine.garbage_collection import few_collections
from tests.bench.http import service
from tests.bench.sizes import sized
from tests.bench.timing import milliseconds
from tests.patience import PROGRAM_SECONDS
from tests.projections.support import Club, ticking, tournament_id

SIZES = sized({1: 1_000, 2: 10_000}, {1: 1_000, 2: 10_000, 3: 100_000})
PLAYERS = 100
ROWS = 500


def fill(club: Club, tournament: int, events: int) -> None:
    """A tournament of so many events: entries, then results."""
    club.begin(tournament, *range(1, PLAYERS + 1))
    results = (events - 2 - 2 * PLAYERS) // 2
    for first in range(0, results, ROWS):
        rows = tuple(played(number) for number in range(first, min(first + ROWS, results)))
        club.tell(tournament, match_commands.EnterResults(results=rows))


def played(number: int) -> match_commands.PlayedMatch:
    """The match of that number: everybody meets everybody in turn."""
    one = number % PLAYERS
    other = (one + 1 + number // PLAYERS % (PLAYERS - 1)) % PLAYERS
    score = FinalScore(first=5, second=number % 5)
    return match_commands.PlayedMatch(sides=(one + 1, other + 1), length=5, result=score)


def measure(describe: Callable[[str], object]) -> None:
    """Runs everything and tells the figures."""
    with tempfile.TemporaryDirectory(prefix="scoresheet-bench-") as parent:
        Path(parent).chmod(0o755)
        folder = Path(parent) / "data"
        with embedded.start(folder) as server, service(folder) as (port, process):
            with closing(patient(server.service_url())) as journal:
                club = Club(journal)
                club.register(*range(1, PLAYERS + 1))
                for tournament, events in SIZES.items():
                    fill(club, tournament, events)
            with few_collections():  # as the service itself reads
                for tournament in SIZES:
                    describe(loaded(server.service_url(), tournament))
                with closing(patient(server.service_url())) as journal:
                    journal.keep_states(0)
                for tournament in SIZES:
                    describe(f"states kept: {loaded(server.service_url(), tournament)}")
            for tournament in SIZES:
                describe(replayed(port, tournament))
            for line in memory(process):
                describe(line)


def patient(conninfo: str) -> Journal:
    """One that waits as long as a busy machine takes."""
    return Journal(conninfo, ticking(), REGISTRY, FOLDS, patience_seconds=600)


def loaded(conninfo: str, tournament: int) -> str:
    """Loads it into a fresh journal, twice; how long by the clock, and how long the processor worked for it."""
    stream = tournament_stream(tournament_id(tournament))
    with closing(patient(conninfo)) as journal:
        journal.position()
        began = time.process_time()
        cold = milliseconds(lambda: journal.state(stream))
        worked = 1_000 * (time.process_time() - began)
        again = milliseconds(lambda: journal.state(stream))
        version = journal.state(stream).version
    return f"{version:7} events: loaded in {cold:7.0f} ms, of work {worked:.0f} ms, again in {again:5.1f} ms"


def replayed(port: int, tournament: int) -> str:
    """Asks the service for the standings as of the last version."""
    address = f"http://127.0.0.1:{port}/v1/tournaments/{tournament_id(tournament)}"
    version = httpx.get(address, timeout=PROGRAM_SECONDS).raise_for_status().json()["version"]
    asked = f"{address}/standings?as_of={version}"
    answers = list[httpx.Response]()
    taken = milliseconds(lambda: answers.append(httpx.get(asked, timeout=PROGRAM_SECONDS)))
    told = "" if answers[0].is_success else f", given up with {answers[0].status_code}"
    return f"{version:7} events: standings as of the last version over HTTP in {taken:7.0f} ms{told}"


def memory(process: int) -> list[str]:
    """What each process of the service holds."""
    parts = [psutil.Process(process), *psutil.Process(process).children(recursive=True)]
    return [f"{part.memory_info().rss / 2**20:6.0f} MiB  {' '.join(part.cmdline()).strip()[-70:]}" for part in parts]


if __name__ == "__main__":
    measure(lambda line: sys.stdout.write(f"{line}\n"))
