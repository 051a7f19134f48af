"""Followers who stop reading, or have nothing to read, cost no memory and slow nobody."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from statistics import median

import httpx
import psycopg
import pytest

from ops.parts import PARTS
from tests.faults.service import Service, owner_of, service
from tests.faults.writers import Client, Command, set_up
from tests.patience import PATIENCE_SECONDS, eventually

pytestmark = pytest.mark.operations

COPIES = 500
STUCK, IDLE = 10, 50
MOST_BYTES = STUCK * 2_000_000
"""All that those who are stuck may cost; each of them has more than ten million bytes to read."""
RESULTS, WINDOWS = 40, 5
NUMBERS = count(1)
"""Of the results that are sent: each has an idempotency key of its own."""


@contextmanager
def following(served: Service, feed: str, after: str, count: int) -> Iterator[None]:
    """So many streams that nothing is read from."""
    with ExitStack() as stack:
        for _ in range(count):
            client = stack.enter_context(socket.socket())
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            client.connect(("127.0.0.1", served.port))
            client.sendall(f"GET /v1/feeds/{feed}/stream{after} HTTP/1.1\r\nHost: here\r\n\r\n".encode())
        yield


@contextmanager
def crowd(served: Service) -> Iterator[None]:
    """Some who began at the beginning and have stopped reading, and others for whom there is nothing."""
    nothing = f"?after={end_of(served, 'tournaments')}"
    with following(served, "results", "", STUCK), following(served, "tournaments", nothing, IDLE):
        yield


def end_of(served: Service, feed: str) -> str:
    items = httpx.get(f"{served.url}/v1/feeds", trust_env=False, timeout=PATIENCE_SECONDS).json()["items"]
    return str(next(one["end"] for one in items if one["feed"] == feed))


def memory_of(served: Service) -> int:
    """What the process that answers holds, in bytes."""
    [api] = served.find(PARTS["API"].entry_point)
    return int(api.memory_info().rss)


class Reader:
    """Reads the results as they come, and how long after their recording they came, in seconds."""

    def __init__(self, served: Service) -> None:
        self.waits: list[float] = []
        self._address = f"{served.url}/v1/feeds/results/stream?after={end_of(served, 'results')}"
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        with (
            suppress(httpx.TransportError),
            httpx.stream("GET", self._address, timeout=PATIENCE_SECONDS, trust_env=False) as answer,
        ):
            for line in answer.iter_lines():
                if line.startswith("data: "):
                    now = time.time()
                    entries = json.loads(line.removeprefix("data: "))
                    self.waits += [now - datetime.fromisoformat(one["recordedtime"]).timestamp() for one in entries]

    def median_of(self, office: Client, tournament: str) -> float:
        """Of results that are sent now."""
        before = len(self.waits)
        play(office, tournament, RESULTS)
        assert eventually(lambda: len(self.waits) >= before + RESULTS), "entries are missing"
        return median(self.waits[before:])


def play(office: Client, tournament: str, count: int) -> None:
    """So many results, one after the other."""
    body = {"sides": [1, 2], "length": 7, "result": {"kind": "score", "first": 7, "second": 4}}
    for _ in range(count):
        office.done(Command("match", f"match {next(NUMBERS)}", f"/v1/tournaments/{tournament}/matches", body))


def grown(folder: Path) -> None:
    """The feed of results has many more entries, as after years."""
    with psycopg.connect(owner_of(folder)) as connection:
        connection.execute(
            """
            INSERT INTO projected.feed_entries (feed, position, number, ordinal, about, entry)
            SELECT feed, position, number + 1000 * copy, ordinal, about || copy, entry
            FROM projected.feed_entries, generate_series(1, %s) AS copy WHERE feed = 'results'
            """,
            (COPIES,),
        )


@pytest.mark.proof
def test_caller_who_stops_reading_costs_no_memory_and_slows_nobody(begun: Path) -> None:
    with service(data_dir=begun) as served:
        served.start()
        office = Client(served.url, served.office_key())
        tournament, _ = set_up(office, "season")
        play(office, tournament, RESULTS)
        grown(begun)
        reader, alone, among = Reader(served), list[float](), list[float]()
        for _ in range(WINDOWS):
            alone.append(reader.median_of(office, tournament))
            with crowd(served):
                among.append(reader.median_of(office, tournament))
        assert median(among) < 2 * median(alone), (alone, among)
        before = memory_of(served)
        with crowd(served):
            time.sleep(5)
            assert memory_of(served) - before < MOST_BYTES
