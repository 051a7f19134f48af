"""How many standings are answered as JSON, against bare `/health` answers of the same service in the same run.

    python -m tests.bench.standings

24 players and 150 matches, 16 clients without a key that ask again as soon as they are answered, `scoresheet serve` in
a process of its own. Prints rates of each round and their ratio; nothing is asserted.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from itertools import combinations
from pathlib import Path

import httpx
import uvloop

from domain.application.catalogue import FOLDS, REGISTRY
from domain.journal.journal import Journal
from ops import embedded
from tests.bench.http import service
from tests.bench.sizes import sized
from tests.patience import PATIENCE_SECONDS
from tests.projections.support import Club, ticking, tournament_id

PLAYERS, MATCHES, CLIENTS = 24, 150, 16
SECONDS, ROUNDS = sized((2.0, 2), (3.0, 3))
AT = f"/v1/tournaments/{tournament_id(1)}/standings"


async def asking(port: int, path: str, until: float) -> int:
    """How often one client is answered until then. Raises ValueError for any other answer than 200."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    answered = 0
    while time.perf_counter() < until:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        if b" 200 " not in head[:20]:
            raise ValueError(head.decode())
        await reader.readexactly(int(head.split(b"content-length: ")[1].split(b"\r\n")[0]))
        answered += 1
    writer.close()
    return answered


async def rate(port: int, path: str) -> float:
    """Answers a second, to all clients."""
    begin = time.perf_counter()
    answered = await asyncio.gather(*(asking(port, path, begin + SECONDS) for _ in range(CLIENTS)))
    return sum(answered) / (time.perf_counter() - begin)


def played(conninfo: str) -> int:
    """Plays the tournament; the log's position then."""
    with closing(Journal(conninfo, ticking(), REGISTRY, FOLDS)) as journal:
        club = Club(journal)
        club.register(*range(1, PLAYERS + 1))
        club.begin(1, *range(1, PLAYERS + 1))
        club.play(1, *[(one, other, 5, 3) for one, other in combinations(range(1, PLAYERS + 1), 2)][:MATCHES])
        return journal.position()


def measure(describe: Callable[[str], object]) -> None:
    """Runs everything and tells the figures."""
    with tempfile.TemporaryDirectory(prefix="scoresheet-bench-") as parent:
        Path(parent).chmod(0o755)
        folder = Path(parent) / "data"
        with embedded.start(folder) as server, service(folder) as (port, _):
            told = {"Scoresheet-Position": str(played(server.service_url())), "Prefer": "wait=30"}
            httpx.get(f"http://127.0.0.1:{port}{AT}", headers=told, timeout=PATIENCE_SECONDS).raise_for_status()
            for _ in range(ROUNDS):
                health, standings = uvloop.run(rate(port, "/health")), uvloop.run(rate(port, AT))
                describe(f"health {health:6.0f} /s, standings {standings:6.0f} /s, {standings / health:5.2f} x health")


if __name__ == "__main__":
    measure(lambda line: sys.stdout.write(f"{line}\n"))
