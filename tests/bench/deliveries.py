"""How soon an acknowledged result is delivered to a webhook.

    python -m tests.bench.deliveries

A real `scoresheet serve` with all its parts, on an embedded PostgreSQL with fsync on, in a temporary folder. Clients
send results at a steady pace, whether or not the former ones are answered; a follower reads entries from a stream, and
a receiver takes deliveries. All share the processors of one machine. Prints how long answers, entries and deliveries
take, and the ratio of deliveries to answers; nothing is asserted.
"""

import asyncio
import os
import socket
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import quantiles

import httpx
import orjson
import psycopg
import uvloop

from api.http.api_keys import Wanted, make_key
from domain.application.catalogue import FOLDS, REGISTRY
from domain.journal.journal import Journal
from ops import embedded
from tests.bench.http import SCORE, Connection, Office, Target, service
from tests.bench.sizes import sized

RATE = int(os.environ.get("RATE", "100"))
"""Results a second."""
SECONDS = int(os.environ.get("SECONDS", sized("4", "10")))
CLIENTS = 16
ROUNDS = int(os.environ.get("ROUNDS", sized("1", "3")))


@dataclass
class Moments:
    """When each match's result was sent and answered, and when its entry had come on a stream and to a webhook."""

    sent: dict[int, float] = field(default_factory=dict)
    answered: dict[int, float] = field(default_factory=dict)
    streamed: dict[int, float] = field(default_factory=dict)
    delivered: dict[int, float] = field(default_factory=dict)
    requests: int = 0

    def came(self, way: dict[int, float], entries: bytes) -> None:
        """Entries have come just now, that way."""
        way |= dict.fromkeys((entry["data"]["match"] for entry in orjson.loads(entries)), time.monotonic())

    def say(self) -> None:
        """Prints what it came to."""
        rate = len(self.answered) / (max(self.answered.values()) - min(self.sent.values()))
        _, answer = _percentiles(self.sent, self.answered)
        print(f"{rate:4.0f} results/s; answer p95 {answer:4.0f} ms", end="")
        for name, way in (("entry", self.streamed), ("webhook", self.delivered)):
            middle, late = _percentiles(self.answered, way)
            print(f"; to {name} p50 {middle:4.0f} ms, p95 {late:4.0f} ms, {late / answer:5.2f} x", end="")
        print(f"; {len(self.delivered) / self.requests:4.1f} entries a request")


def _percentiles(since: dict[int, float], until: dict[int, float]) -> tuple[float, float]:
    cuts = quantiles((1_000 * max(0.0, until[match] - since[match]) for match in since), n=100)
    return cuts[49], cuts[94]


class Following:
    """Takes deliveries on connections that stay open, and reads a stream, on the loop of the clients."""

    def __init__(self) -> None:
        self.moments = Moments()

    async def receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection of a webhook."""
        with closing(writer), suppress(asyncio.CancelledError):  # as the loop ends, of which the server would tell
            while head := await _head(reader):
                length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
                body = await reader.readexactly(int(length.split(b":")[1]))
                self.moments.requests += 1
                self.moments.came(self.moments.delivered, body)
                writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")

    async def follow(self, port: int) -> None:
        """The stream, until this is cancelled."""
        since = httpx.get(f"http://127.0.0.1:{port}/v1/feeds").json()["items"][0]["end"]
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**24)
        writer.write(f"GET /v1/feeds/results/stream?after={since} HTTP/1.1\r\nHost: bench\r\n\r\n".encode())
        while line := await reader.readline():
            if line.startswith(b"data: "):
                self.moments.came(self.moments.streamed, line.removeprefix(b"data: "))


async def _head(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, ConnectionError):
        return b""


async def _round(following: Following, port: int, key: str, work: Sequence[tuple[int, Target]]) -> Moments:
    moments = following.moments = Moments()
    opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(CLIENTS)]
    began = time.monotonic()

    async def client(number: int) -> None:
        connection = Connection(*opened[number], key, f"{time.time_ns()}-{number}")
        for place in range(number, len(work), CLIENTS):
            match, target = work[place]
            await asyncio.sleep(max(0.0, began + place / RATE - time.monotonic()))
            moments.sent[match] = time.monotonic()
            assert await connection.post(target, f"{time.time_ns()}-{match}") == 200
            moments.answered[match] = time.monotonic()

    await asyncio.gather(*map(client, range(CLIENTS)))
    async with asyncio.timeout(120):
        while min(len(moments.delivered), len(moments.streamed)) < len(work):
            await asyncio.sleep(0.05)
    for _, writer in opened:
        writer.close()
    return moments


async def _rounds(listener: socket.socket, port: int, key: str, office: Office) -> None:
    following = Following()
    async with await asyncio.start_server(following.receive, sock=listener):
        stream = asyncio.create_task(following.follow(port))
        for number in range(ROUNDS + 1):
            work = await asyncio.to_thread(_work, office)
            await asyncio.sleep(2)  # what was prepared has been followed
            moments = await _round(following, port, key, work)
            if number:
                moments.say()
        stream.cancel()


def _work(office: Office) -> Sequence[tuple[int, Target]]:
    tournament, body = office.tournament(), orjson.dumps({"result": SCORE})
    return [
        (match, Target(f"/v1/tournaments/{tournament}/matches/{match}/result", f'"match-{match}-{revision}"', body))
        for match, revision in office.matches(tournament, RATE * SECONDS)
    ]


@contextmanager
def _delivering(folder: Path, origin: str) -> Iterator[tuple[int, str, Office]]:
    """The port of a service that delivers results to this origin, a key, and what prepares tournaments."""
    with embedded.start(folder) as server, service(folder, SCORESHEET_WEBHOOK_ORIGINS=origin) as (port, _):
        with psycopg.connect(server.owner_url()) as connection:
            key = make_key(connection, Wanted("administrator"), datetime.now(UTC))
        headers = {"Authorization": f"Bearer {key}", "Idempotency-Key": "webhook"}
        wanted = {"feed": "results", "address": f"{origin}/"}
        httpx.post(f"http://127.0.0.1:{port}/v1/webhooks", json=wanted, headers=headers).raise_for_status()
        with closing(Journal(server.service_url(), lambda: datetime.now(UTC), REGISTRY, FOLDS)) as journal:
            yield port, key, Office(journal)


def main() -> None:
    """Runs all rounds, after one that warms up."""
    with tempfile.TemporaryDirectory(prefix="scoresheet-bench-") as parent:
        Path(parent).chmod(0o755)
        with socket.create_server(("127.0.0.1", 0)) as listener:
            origin = f"http://127.0.0.1:{listener.getsockname()[1]}"
            with _delivering(Path(parent) / "data", origin) as (port, key, office):
                uvloop.run(_rounds(listener, port, key, office))


if __name__ == "__main__":
    main()
