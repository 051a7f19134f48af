"""What simple reads and commands take while many ask for the past, beside what they take without.

    python -m tests.bench.heavy_reads [events]

A real `scoresheet serve` on an embedded PostgreSQL in a temporary folder, with the season's log and what is in
other lists. 60 threads of another process ask for standings, ratings, lists and explanations of ranks and of ratings,
of random moments, and for previews of corrections of the newest matches, one after the other.
Prints milliseconds, ratios, and processor seconds of each part of the service; nothing is asserted.
"""

import json
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import astuple, dataclass
from datetime import UTC, datetime
from hashlib import sha256
from http.client import HTTPConnection
from itertools import islice
from pathlib import Path
from random import Random

import psutil
import psycopg

from api.http.api_keys import Wanted, make_key
from domain.application.catalogue import FOLDS, REGISTRY
from domain.journal.journal import Journal
from ops import embedded
from tests.bench.http import service
from tests.bench.listed import PLAYERS, Listed
from tests.bench.season import LADDER, LADDER_PLAYERS, Season
from tests.bench.sizes import sized
from tests.patience import PROGRAM_SECONDS
from tests.projections.support import person_id, tournament_id

ASKERS = 60
NEWEST = 100
"""Of these many matches one is corrected in a preview."""

PREVIEWS = 3
"""So many are asked for beside one read of each kind."""

ROUNDS = sized(1, 5)
TIMES = sized(60, 300)
"""Reads, and commands, of a round without those who ask for the past, and as many with them."""
SETTLES_SECONDS = 10
PAUSE_SECONDS = 2
TOURNAMENT = f"/v1/tournaments/{tournament_id(LADDER)}"
ASK = "--ask"


def asked(connection: HTTPConnection, method: str, address: str, headers: dict[str, str], body: bytes = b"") -> int:
    """The status of the answer."""
    connection.request(method, address, body, headers)
    answer = connection.getresponse()
    answer.read()
    return answer.status


@dataclass(frozen=True)
class Log:
    """How far the log has come, and in it the ladder; the newest of its matches are from `newest` on."""

    version: int
    position: int
    newest: int

    def reads(self, dice: Random) -> Sequence[str]:
        """One address of each kind, of random moments."""
        as_of = f"as_of={dice.randrange(self.position // 2, self.position)}"
        then = f"as_of={dice.randrange(self.version // 2, self.version)}"
        entry, person = (
            dice.randrange(1, LADDER_PLAYERS + 1),
            f"/v1/persons/{person_id(dice.randrange(1, PLAYERS + 1))}",
        )
        lists = ("federation/bans", "federation/error-rates", "reports", "imports", "tournaments", "persons", "series")
        return (
            f"{TOURNAMENT}/standings?{then}",
            f"{TOURNAMENT}/standings/{entry}/explain/rank?{then}",
            f"/v1/ratings/normal?{as_of}",
            f"/v1/ratings/normal/{person_id(dice.randrange(1, 100))}/explain?limit=20&{as_of}",
            *(f"{person}/{part}?{as_of}" for part in ("sanctions", "settlements", "error-rates")),
            *(f"/v1/{name}?{as_of}" for name in lists),
        )

    def preview(self, dice: Random) -> bytes:
        """The correction of one of the newest matches, to be tried."""
        match = dice.randrange(self.newest, self.newest + NEWEST)
        winner = dice.choice(("first", "second"))
        correction = {"kind": "correct-result", "match": match, "result": {"kind": "winner", "winner": winner}}
        return json.dumps({"command": {**correction, "reason": "Slip", "override": True}}).encode()


def ask_for_the_past(port: int, key: str, log: Log) -> None:
    """Asks until the process is ended; tells every second what the answers were, and how long others than refusals
    took in milliseconds."""
    statuses, took = Counter[str](), defaultdict[str, list[float]](list)
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json", "Idempotency-Key": "tried"}

    def ask(number: int) -> None:
        dice, connection = Random(number), HTTPConnection("127.0.0.1", port)  # noqa: S311 -- no secret
        while True:
            begin, reads = time.perf_counter(), log.reads(dice)
            which = dice.randrange(len(reads) + PREVIEWS)
            kind = "read" if which < len(reads) else "preview"
            if which < len(reads):
                status = asked(connection, "GET", reads[which], headers)
            else:
                status = asked(connection, "POST", f"{TOURNAMENT}/previews", headers, log.preview(dice))
            statuses[f"{kind} {status}"] += 1
            if status < 300:
                took[kind].append(1000 * (time.perf_counter() - begin))
            time.sleep(status == 503)  # as it is told to

    for number in range(ASKERS):
        threading.Thread(target=ask, args=[number], daemon=True).start()
    while True:
        time.sleep(1)
        slow = {f"{kind} {name}": value for kind in took for name, value in middle_and_slow(took[kind]).items()}
        print(json.dumps({**statuses, **slow}), flush=True)


def middle_and_slow(took: Sequence[float]) -> dict[str, int]:
    """Median and 95th percentile, by their names."""
    found = sorted(took)
    return {"p50": int(found[len(found) // 2]), "p95": int(found[int(0.95 * len(found))])} if found else {}


class Asking:
    """Those who ask for the past, in a process of their own."""

    def __init__(self, port: int, key: str, log: Log) -> None:
        command = [sys.executable, "-m", "tests.bench.heavy_reads", ASK, str(port), key, *map(str, astuple(log))]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self._await_answers()

    def _await_answers(self) -> None:
        """Returns once some were answered: on a crowded machine, what gives way takes long to begin."""
        told = islice(self._process.stdout or (), int(PROGRAM_SECONDS))
        if not any(map(json.loads, told)):
            raise TimeoutError("nobody who asks for the past was answered")

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Within it they ask nothing."""
        self._process.send_signal(signal.SIGSTOP)
        time.sleep(PAUSE_SECONDS)
        yield
        self._process.send_signal(signal.SIGCONT)
        time.sleep(PAUSE_SECONDS)

    def end(self) -> Counter[str]:
        """The answers by their status, and how long they took."""
        with self._process as process:
            process.terminate()
            lines = [line for line in process.stdout or () if line.endswith("\n")]
        return Counter(json.loads(lines[-1]))


def timed(port: int, ask: Callable[[HTTPConnection, int], int]) -> list[float]:
    """Milliseconds of so many, one after the other."""
    connection, took = HTTPConnection("127.0.0.1", port), list[float]()
    for number in range(TIMES):
        begin = time.perf_counter()
        status = ask(connection, number)
        took.append(1000 * (time.perf_counter() - begin))
        if status >= 300:
            raise RuntimeError(f"answered {status}")
    return took


def measured(port: int, key: str) -> dict[str, list[float]]:
    """Simple reads, and commands."""

    def read(connection: HTTPConnection, number: int) -> int:
        return asked(connection, "GET", f"{TOURNAMENT}/entries/{number % LADDER_PLAYERS + 1}", {})

    def command(connection: HTTPConnection, number: int) -> int:
        unlike_any_other = sha256(f"{time.time_ns()} {number}".encode()).hexdigest()
        headers = {"Authorization": f"Bearer {key}", "Idempotency-Key": unlike_any_other}
        body = json.dumps({"name": f"{unlike_any_other[:8]} {unlike_any_other[8:16]}"}).encode()
        return asked(connection, "POST", "/v1/persons", {**headers, "Content-Type": "application/json"}, body)

    return {"simple read": timed(port, read), "command": timed(port, command)}


def compared(asking: Asking, port: int, key: str) -> Iterator[str]:
    """A line of figures for each kind. Rounds without those who ask and rounds with them take turns, as machines are
    faster at times."""
    alone, beside = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
    for _ in range(ROUNDS):
        with asking.paused():
            for name, took in measured(port, key).items():
                alone[name] += took
        for name, took in measured(port, key).items():
            beside[name] += took
    for name, without in alone.items():
        told = [f"{name:12}"]
        for label, share in {"p50": 0.5, "p99": 0.99}.items():
            before, after = (sorted(took)[int(share * len(took))] for took in (without, beside[name]))
            told.append(f"{label} {before:7.1f} -> {after:7.1f} ms ({after / before:4.1f} x)")
        yield "   ".join(told)


def spent(process: int) -> defaultdict[str, float]:
    """Processor seconds of each part, by its title; parts of one title together."""
    found = defaultdict[str, float](float)
    for part in psutil.Process(process).children(recursive=True):
        found[" ".join(filter(None, part.cmdline()))] += sum(part.cpu_times()[:2])
    return found


def main(arguments: Sequence[str]) -> None:
    """Runs everything and tells the figures."""
    events = int(arguments[0]) if arguments else sized(2_000, 10_000)
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
                listed = Listed(journal)
                listed.open_room()
                listed.fill(events)
                season.fill(journal.position() + events)
                log = Log(season.version(LADDER), journal.position(), season.matches(LADDER) - NEWEST + 1)
            time.sleep(SETTLES_SECONDS)
            measured(port, key)
            asking = Asking(port, key, log)
            before, began = spent(process), time.monotonic()
            lines = list(compared(asking, port, key))
            seconds, after = time.monotonic() - began, spent(process)
            statuses = asking.end()
    print(*lines, sep="\n")
    for part, used in after.items():
        print(f"{part[-50:]:50} {(used - before[part]) / seconds:5.2f} cores")
    print(f"answers about the past, and how many milliseconds they took: {dict(statuses)}")
    if not any(name.startswith("read 2") for name in statuses):
        print("not measured: the machine was so crowded that nobody who asked for the past was shown it")


if __name__ == "__main__":
    if sys.argv[1:2] == [ASK]:
        ask_for_the_past(int(sys.argv[2]), sys.argv[3], Log(*map(int, sys.argv[4:])))
    else:
        main(sys.argv[1:])
