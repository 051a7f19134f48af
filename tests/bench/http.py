"""How fast results are taken over HTTP, against the library's own `Application.save` on the same server and run.

    python -m tests.bench.http

A real `scoresheet serve` with projections, on an embedded PostgreSQL with fsync on, in a temporary folder; 32 clients
in this process, each with one connection and one request out at a time. A result is acknowledged once the answer
says so. Prints results per second, medians of rounds, and ratios; counts every answer that was not an acceptance.
"""

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any
from uuid import UUID

import orjson
import psutil
import psycopg
import uvloop
from eventsourcing.application import Application
from psycopg.conninfo import conninfo_to_dict

from api.http.api_keys import Wanted, make_key
from domain.application.catalogue import FOLDS, REGISTRY
from domain.application.requests import CommandOrigin, of_person, of_tournament
from domain.journal.journal import Journal
from domain.kernel.envelope import Actor
from domain.person import commands as person_commands
from domain.ports.command_handling import CommandOutcome, command_id, request_digest
from domain.tournament.command import Command
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.matches import commands as match_commands
from ops import embedded
from ops.demonstration.seeded import seeded_id
from ops.embedded.system_account import make_part_accounts
from tests.bench.journal import Noticed
from tests.bench.sizes import sized
from tests.ops.support import COMMAND

CLIENTS = 32
ROUNDS = int(os.environ.get("ROUNDS", sized("1", "5")))
REPORTS = int(os.environ.get("REPORTS", sized("30", "100")))  # of each client, a round
SAVES = sized(500, 2_000)
LIBRARY = "Application.save, one event each, one thread"
APART = "report with If-Match, each client its tournament"
TOGETHER = "report with If-Match, all on one tournament"
IN_ONE = "match and result in one, each its tournament"
API = "api.asgi.server:run"
SCORE = {"kind": "score", "first": 7, "second": 4}


@dataclass(frozen=True)
class Target:
    """Where a client sends: the address's path, and the ETag it saw (none for what is new)."""

    path: str
    etag: str | None
    body: bytes


class Office:
    """Prepares tournaments through the same commands, without HTTP."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._sent = 0
        self._run = time.monotonic_ns()

    def tournament(self) -> str:
        """A started season with two entries."""
        asked = self._asked()
        tournament = seeded_id(asked.command)
        announced = lifecycle_commands.AnnounceTournament.model_validate(
            {"name": "Season", "format": {"kind": "open"}, "conditions": Conditions(verification="at-once")}
            | {"rating": {"pool": "normal", "policy": "room", "policy_version": 1}}
        )
        self._journal.execute(of_tournament(asked, tournament, announced))
        for number in (1, 2):
            self.do(tournament, entry_commands.RequestEntry(person=self._person()))
            self.do(tournament, entry_commands.ApproveEntry(entry=number))
        self.do(tournament, lifecycle_commands.StartTournament())
        return tournament

    def matches(self, tournament: str, count: int) -> list[tuple[int, int]]:
        """New matches: the number and revision of each."""

        def make(_: int) -> tuple[int, int]:
            outcome = self.do(tournament, match_commands.MakeMatch(sides=(1, 2), length=7))
            matches: Any = outcome.answer["matches"]
            return matches[0]["number"], matches[0]["revision"]

        with ThreadPoolExecutor(CLIENTS) as pool:
            return list(pool.map(make, range(count)))

    def do(self, tournament: str, command: Command) -> CommandOutcome:
        return self._journal.execute(of_tournament(self._asked(), tournament, command))

    def _person(self) -> str:
        asked = self._asked()
        person = seeded_id(asked.command)
        self._journal.execute(of_person(asked, person, person_commands.RegisterPerson(name="A player")))
        return person

    def _asked(self) -> CommandOrigin:
        self._sent += 1
        key = f"{self._run}-{self._sent}-{time.monotonic_ns()}"
        return CommandOrigin(
            command_id("bench", key), request_digest(key, b""), Actor(key="bench", role="administrator")
        )


class Connection:
    """One client: a connection, and one request at a time; as lean as can be, since it shares the processors."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, key: str, name: str) -> None:
        self._reader = reader
        self._writer = writer
        self._key = key
        self._name = name

    async def post_all(self, targets: Sequence[Target]) -> Counter[int]:
        """The statuses of the answers."""
        statuses: Counter[int] = Counter()
        for number, target in enumerate(targets):
            statuses[await self.post(target, f"{self._name}-{number}")] += 1
        return statuses

    async def post(self, target: Target, idempotency_key: str) -> int:
        """The status of the answer."""
        seen = f"If-Match: {target.etag}\r\n" if target.etag else ""
        head = (
            f"POST {target.path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {self._key}\r\n{seen}"
            f"Idempotency-Key: {idempotency_key}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(target.body)}\r\n\r\n"
        )
        self._writer.write(head.encode() + target.body)
        answer = await self._reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", answer)
        await self._reader.readexactly(int(length[1]) if length else 0)
        return int(answer[9:12])


async def _send(port: int, key: str, work: Sequence[Sequence[Target]], run: str) -> tuple[float, Counter[int]]:
    """Seconds until every client had all its answers, and how often each status was among them."""
    opened = [await asyncio.open_connection("127.0.0.1", port) for _ in work]
    clients = [Connection(*streams, key, f"{run}-{number}") for number, streams in enumerate(opened)]
    begin = time.perf_counter()
    statuses = await asyncio.gather(*(client.post_all(each) for client, each in zip(clients, work, strict=True)))
    seconds = time.perf_counter() - begin
    for _, writer in opened:
        writer.close()
    return seconds, sum(statuses, Counter())


class Bench:
    """One server, and what is measured on it."""

    def __init__(self, port: int, api: psutil.Process, key: str, office: Office, owner_url: str) -> None:
        self._port = port
        self._api = api
        self.worked = dict[str, list[float]]()
        self._key = key
        self._office = office
        self._owner_url = owner_url
        self.others: Counter[int] = Counter()

    def round(self) -> dict[str, float]:
        """Each way once, the library among them."""
        apart = [self._office.tournament() for _ in range(CLIENTS)]
        reports_apart = [self._reports(each, REPORTS) for each in apart]
        together = self._reports(self._office.tournament(), CLIENTS * REPORTS)
        dealt = [together[first::CLIENTS] for first in range(CLIENTS)]
        played = orjson.dumps({"sides": [1, 2], "length": 7, "result": SCORE})
        in_one = [[Target(f"/v1/tournaments/{each}/matches", None, played)] * REPORTS for each in apart]
        return {
            LIBRARY: library_rate(self._owner_url),
            APART: self._rate(reports_apart, APART),
            TOGETHER: self._rate(dealt, TOGETHER),
            IN_ONE: self._rate(in_one, IN_ONE),
        }

    def _reports(self, tournament: str, count: int) -> list[Target]:
        body = orjson.dumps({"result": SCORE})
        return [
            Target(f"/v1/tournaments/{tournament}/matches/{match}/result", f'"match-{match}-{revision}"', body)
            for match, revision in self._office.matches(tournament, count)
        ]

    def _rate(self, work: Sequence[Sequence[Target]], name: str) -> float:
        """Results a second; how long the API's process worked for each is noted."""
        before = worked_seconds(self._api)
        seconds, statuses = uvloop.run(_send(self._port, self._key, work, f"{time.time_ns()}"))
        accepted = statuses.pop(200, 0) + statuses.pop(201, 0)
        self.worked.setdefault(name, []).append((worked_seconds(self._api) - before) / max(accepted, 1))
        self.others += statuses
        return accepted / seconds


def worked_seconds(process: psutil.Process) -> float:
    """How long it has worked so far."""
    return float(sum(process.cpu_times()[:2]))


def library_rate(owner_url: str) -> float:
    """Events a second of a bare loop of the library."""
    parts = conninfo_to_dict(owner_url)
    names = {"DBNAME": "dbname", "HOST": "host", "PORT": "port", "USER": "user", "PASSWORD": "password"}
    env = {f"POSTGRES_{name}": str(parts.get(part) or "") for name, part in names.items()}
    application = Application[UUID](env={"PERSISTENCE_MODULE": "eventsourcing.postgres", **env})
    aggregate = Noticed()
    application.save(aggregate)
    begin = time.perf_counter()
    for number in range(SAVES):
        aggregate.note(number, "a note of ordinary length, with ünïcode", "k-1 director " + "ab" * 32)
        application.save(aggregate)
    rate = SAVES / (time.perf_counter() - begin)
    application.close()
    return rate


@contextmanager
def service(folder: Path, **more: str) -> Iterator[tuple[int, int]]:
    """`scoresheet serve` on the data in the folder, with more settings; its port and the id of its process."""
    command = [sys.executable, "-c", COMMAND, "serve", "--port", "0"]
    settings = {"SCORESHEET_DATA_DIR": str(folder), **more}
    if os.geteuid() == 0:
        make_part_accounts()
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=os.environ | settings) as server:
        try:
            yield _port(server), server.pid
        finally:
            server.terminate()


def _port(server: "subprocess.Popen[bytes]") -> int:
    for line in server.stdout or ():
        found = re.search(rb"http://127\.0\.0\.1:(\d+)", line)
        if found:
            return int(found[1])
    raise RuntimeError("the service did not start")


def measure(describe: Callable[[str], object]) -> None:
    """Runs everything and tells the figures."""
    with tempfile.TemporaryDirectory(prefix="scoresheet-bench-") as parent, _open(Path(parent)) as bench:
        bench.round()  # warms up
        rounds = [bench.round() for _ in range(ROUNDS)]
    for name in rounds[0]:
        rate = median(one[name] for one in rounds)
        ratio = median(one[name] / one[LIBRARY] for one in rounds)
        worked = 1_000 * median(bench.worked.get(name, [0.0]))
        most = f"; work of the API {worked:.2f} ms each, {1_000 / worked:.0f} /s at most" if worked else ""
        describe(f"{name:50} {rate:7.0f} /s  {ratio:5.2f} x library{most}")
    describe(f"answers other than acceptances: {dict(bench.others) or 'none'}")


@contextmanager
def _open(parent: Path) -> Iterator[Bench]:
    parent.chmod(0o755)
    folder = parent / "data"
    with embedded.start(folder) as server, service(folder) as (port, process):
        api = next(one for one in psutil.Process(process).children(recursive=True) if API in " ".join(one.cmdline()))
        with psycopg.connect(server.owner_url()) as connection:
            key = make_key(connection, Wanted("administrator"), datetime.now(UTC))
        with closing(Journal(server.service_url(), lambda: datetime.now(UTC), REGISTRY, FOLDS)) as journal:
            yield Bench(port, api, key, Office(journal), server.owner_url())


if __name__ == "__main__":
    measure(lambda line: sys.stdout.write(f"{line}\n"))
