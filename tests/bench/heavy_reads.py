"""What simple reads and commands take while many ask for the past, beside what they take without.

    python -m tests.bench.heavy_reads [events]

A real `scoresheet serve` on an embedded PostgreSQL in a temporary folder, with the season's log. 60 threads of another
process ask for standings, ratings and explanations of ranks and of ratings, of random moments, one after the other.
Prints milliseconds, ratios, and processor seconds of each part of the service; nothing is asserted.
"""

import json
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from http.client import HTTPConnection
from pathlib import Path
from random import Random

import psutil
import psycopg

from api.http.api_keys import Wanted, make_key
from domain.application.catalogue import FOLDS, REGISTRY
from domain.journal.journal import Journal
from ops import embedded
from tests.bench.http import service
from tests.bench.season import LADDER, LADDER_PLAYERS, Season
from tests.projections.support import person_id, tournament_id

ASKERS = 60
TIMES = 300
SETTLES_SECONDS = 10
TOURNAMENT = f"/v1/tournaments/{tournament_id(LADDER)}"
ASK = "--ask"


def asked(connection: HTTPConnection, method: str, address: str, headers: dict[str, str], body: bytes = b"") -> int:
    """The status of the answer."""
    connection.request(method, address, body, headers)
    answer = connection.getresponse()
    answer.read()
    return answer.status


def ask_for_the_past(port: int, version: int, position: int) -> None:
    """Asks until the process is ended; tells every second what the answers were, and how long others than refusals
    took in milliseconds."""
    statuses, took = Counter[int](), list[float]()

    def ask(number: int) -> None:
        dice, connection = Random(number), HTTPConnection("127.0.0.1", port)  # noqa: S311 -- no secret
        while True:
            as_of, then = dice.randrange(position // 2, position), dice.randrange(version // 2, version)
            entry = dice.randrange(1, LADDER_PLAYERS + 1)
            address = dice.choice(
                (
                    f"{TOURNAMENT}/standings?as_of={then}",
                    f"{TOURNAMENT}/standings/{entry}/explain/rank?as_of={then}",
                    f"/v1/ratings/normal?as_of={as_of}",
                    f"/v1/ratings/normal/{person_id(dice.randrange(1, 100))}/explain?limit=20&as_of={as_of}",
                )
            )
            begin = time.perf_counter()
            status = asked(connection, "GET", address, {})
            statuses[status] += 1
            if status != 503:
                took.append(1000 * (time.perf_counter() - begin))
            time.sleep(status == 503)  # as it is told to

    for number in range(ASKERS):
        threading.Thread(target=ask, args=[number], daemon=True).start()
    while True:
        time.sleep(1)
        print(json.dumps({**statuses, **middle_and_slow(took)}), flush=True)


def middle_and_slow(took: Sequence[float]) -> dict[str, int]:
    """Median and 95th percentile, by their names."""
    found = sorted(took)
    return {"p50": int(found[len(found) // 2]), "p95": int(found[int(0.95 * len(found))])} if found else {}


@contextmanager
def asking(port: int, version: int, position: int) -> Iterator[Counter[str]]:
    """Within it the past is asked for; at the end the answers by their status, and how long they took."""
    statuses = Counter[str]()
    command = [sys.executable, "-m", "tests.bench.heavy_reads", ASK, *map(str, (port, version, position))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
        time.sleep(SETTLES_SECONDS)
        yield statuses
        other.terminate()
        lines = [line for line in other.stdout or () if line.endswith("\n")]
    statuses.update(json.loads(lines[-1]))


def timed(port: int, ask: Callable[[HTTPConnection, int], int]) -> tuple[float, float]:
    """Median and 99th percentile in milliseconds of so many, one after the other."""
    connection, took = HTTPConnection("127.0.0.1", port), list[float]()
    for number in range(TIMES):
        begin = time.perf_counter()
        status = ask(connection, number)
        took.append(1000 * (time.perf_counter() - begin))
        if status >= 300:
            raise RuntimeError(f"answered {status}")
    took.sort()
    return took[TIMES // 2], took[int(0.99 * TIMES)]


def measured(port: int, key: str, run: str) -> dict[str, tuple[float, float]]:
    """A simple read, and a command."""

    def read(connection: HTTPConnection, number: int) -> int:
        return asked(connection, "GET", f"{TOURNAMENT}/entries/{number % LADDER_PLAYERS + 1}", {})

    def command(connection: HTTPConnection, number: int) -> int:
        headers = {"Authorization": f"Bearer {key}", "Idempotency-Key": f"{run}-{number}-{time.time_ns()}"}
        unlike_any_other = sha256(f"{run} {number}".encode()).hexdigest()
        body = json.dumps({"name": f"{unlike_any_other[:8]} {unlike_any_other[8:16]}"}).encode()
        return asked(connection, "POST", "/v1/persons", {**headers, "Content-Type": "application/json"}, body)

    return {"simple read": timed(port, read), "command": timed(port, command)}


def spent(process: int) -> defaultdict[str, float]:
    """Processor seconds of each part, by its title; parts of one title together."""
    found = defaultdict[str, float](float)
    for part in psutil.Process(process).children(recursive=True):
        found[" ".join(filter(None, part.cmdline()))] += sum(part.cpu_times()[:2])
    return found


def main(arguments: Sequence[str]) -> None:
    """Runs everything and tells the figures."""
    events = int(arguments[0]) if arguments else 10_000
    with tempfile.TemporaryDirectory(prefix="scoresheet-bench-") as parent:
        Path(parent).chmod(0o755)
        folder = Path(parent) / "data"
        with embedded.start(folder) as server, service(folder) as (port, process):
            with psycopg.connect(server.owner_url()) as connection:
                key = make_key(connection, Wanted("administrator"), datetime.now(UTC))
            with closing(Journal(server.service_url(), lambda: datetime.now(UTC), REGISTRY, FOLDS)) as journal:
                season = Season(journal, corrected=1_000)
                season.open_ladder()
                season.open_clubs()
                season.fill(journal.position() + events)
                version, position = season.version(LADDER), journal.position()
            time.sleep(SETTLES_SECONDS)
            measured(port, key, "warm")
            alone = measured(port, key, "alone")
            with asking(port, version, position) as statuses:
                before, began = spent(process), time.monotonic()
                beside = measured(port, key, "beside")
                seconds, after = time.monotonic() - began, spent(process)
    for name, (p50, p99) in alone.items():
        with_p50, with_p99 = beside[name]
        print(f"{name:12} p50 {p50:7.1f} -> {with_p50:7.1f} ms ({with_p50 / p50:4.1f} x)", end="   ")
        print(f"p99 {p99:7.1f} -> {with_p99:7.1f} ms ({with_p99 / p99:4.1f} x)")
    for part, used in after.items():
        print(f"{part[-50:]:50} {(used - before[part]) / seconds:5.2f} cores")
    print(f"answers about the past, and how many milliseconds they took: {dict(statuses)}")


if __name__ == "__main__":
    if sys.argv[1:2] == [ASK]:
        ask_for_the_past(*map(int, sys.argv[2:]))
    else:
        main(sys.argv[1:])
