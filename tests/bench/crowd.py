"""What a director notices of a hall that follows: the time of a page of the desk while results are entered.

    python -m tests.bench.crowd [followers]

With `OWN_PAGES=yes` each of them looks at the page of a player, as people do on their phones, and not all at the table.

A real `scoresheet serve` on an embedded PostgreSQL with fsync on, in a temporary folder. 300 open pages in another
process, all from one address: each follows the tournament's stream, and asks for its page again when told of a change,
as htmx does. A director enters result after result at the desk without JavaScript, one every second: sends the form,
and reads the page that follows. Prints median and 95th percentile without and with the crowd, what the service's own
processes took of a processor meanwhile, and how soon the crowd was answered; nothing is asserted.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

import httpx
import psycopg

from api.http.api_keys import Wanted, make_key
from ops import embedded
from tests.api.support import Client
from tests.bench.http import service
from tests.bench.pages import PLAYERS, announced
from tests.bench.sizes import sized
from tests.patience import PROGRAM_SECONDS
from tests.site.browsing import OWN_PAGE, Browser

FOLLOWERS = sized(100, 300)
EVERY_SECONDS = 1.0
FOLLOW = "follow"
OWN_PAGES = os.environ.get("OWN_PAGES") == "yes"
_ASKED = (
    "GET {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAccept-Encoding: gzip\r\nAccept-Language: en\r\nHX-Request: true\r\n\r\n"
)


@dataclass
class Hall:
    """Open pages of one tournament, all of them the same."""

    port: int
    path: str
    begun: int = 0
    statuses: dict[str, int] = field(default_factory=dict)
    took: list[float] = field(default_factory=list)

    async def follow(self, number: int) -> None:
        """An open page: its stream, and its page again after each change."""
        shown = f"{self.path}/entries/{1 + number % PLAYERS}" if OWN_PAGES else self.path
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        again = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(_ASKED.format(f"{self.path}/live", self.port).encode())
        while line := await reader.readline():
            if line.startswith(b"event: begun"):
                self.begun += 1
            elif line.startswith(b"event: changed"):
                await self._ask_again(shown, *again)

    async def _ask_again(self, path: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        began = time.perf_counter()
        writer.write(_ASKED.format(path, self.port).encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        await reader.readexactly(int(head.partition("content-length: ")[2].partition("\r\n")[0]))
        self.took.append(time.perf_counter() - began)
        status = head.split()[1]
        self.statuses[status] = self.statuses.get(status, 0) + 1


async def _follow(port: int, path: str, count: int) -> None:
    """Follows until it is ended; each second a line of what was told so far."""
    hall = Hall(port, path)
    following = [asyncio.create_task(hall.follow(number)) for number in range(count)]
    while following:
        await asyncio.sleep(1)
        middle = 1000 * median(hall.took) if hall.took else 0
        told = {"begun": hall.begun, "statuses": hall.statuses, "median_ms": round(middle)}
        print(json.dumps(told), flush=True)


@contextmanager
def crowd(port: int, path: str, count: int) -> Iterator[list[str]]:
    """Within it so many follow; at the end what they were told is the list's last line."""
    told: list[str] = []
    command = [sys.executable, "-m", "tests.bench.crowd", FOLLOW, str(port), path, str(count)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
        for line in other.stdout or ():
            if json.loads(line)["begun"] == count:
                break
        yield told
        time.sleep(3)  # what was told last is asked for, too
        other.terminate()
        told += [line for line in other.stdout or () if line.endswith("\n")][-1:]


def enter(browser: Browser, at: str, matches: Sequence[int], took: list[float]) -> None:
    """Enters the results one by one; the milliseconds of each, until the page that follows is there."""
    browser.open(f"{at}/rounds")
    for match in matches:
        time.sleep(EVERY_SECONDS)
        began = time.perf_counter()
        browser.done("/results", quick=f"{match} 7-3")
        took.append(1000 * (time.perf_counter() - began))


def busy(process: int) -> float:
    """The seconds that the process and all below it have taken of a processor, those excepted that have ended."""
    stat = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    below = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK") + sum(map(busy, map(int, below)))


@contextmanager
def told_of(name: str, process: int) -> Iterator[list[float]]:
    """Within it what was waited for is listed; then it is told, with how busy the service was."""
    took: list[float] = []
    began, was = time.perf_counter(), busy(process)
    yield took
    share = (busy(process) - was) / (time.perf_counter() - began)
    late = sorted(took)[int(0.95 * len(took))]
    print(
        f"{name:16} median {median(took):5.0f} ms, 95th percentile {late:5.0f} ms, {share:.2f} processors", flush=True
    )


def main(followers: int) -> None:
    """Runs everything and tells the figures."""
    with tempfile.TemporaryDirectory(prefix="scoresheet-bench-") as parent:
        Path(parent).chmod(0o755)
        folder = Path(parent) / "data"
        with (
            embedded.start(folder) as server,
            service(folder) as (port, process),
            httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=OWN_PAGE, timeout=PROGRAM_SECONDS) as http,
        ):
            with psycopg.connect(server.owner_url(), autocommit=True) as connection:
                office = Client(http, make_key(connection, Wanted("administrator"), datetime.now(UTC)))
                person = office.done("/v1/persons", {"name": "A director"}).json()["person"]
                key = make_key(connection, Wanted("director", person), datetime.now(UTC))
            measured(http, (port, process), key, followers)


def measured(http: httpx.Client, served: tuple[int, int], key: str, followers: int) -> None:
    """The figures, without a crowd and with it."""
    director, browser, (port, process) = Client(http, key), Browser(http), served
    path = announced(director)
    director.done(f"{path}/rounds/1/draw")
    matches = [one["number"] for one in director.read(f"{path}/matches", status="open", limit=500)["items"]]
    browser.open("/login")
    browser.done("/login", key=key)
    public, at = path.removeprefix("/v1"), path.replace("/v1/tournaments/", "/desk/")
    half = len(matches) // 2
    with told_of("alone:", process) as took:
        enter(browser, at, matches[:half], took)
    with crowd(port, public, followers) as told, told_of(f"{followers} followers:", process) as took:
        enter(browser, at, matches[half:], took)
    print(f"the crowd: {told[-1]}")


if __name__ == "__main__":
    if sys.argv[1:2] == [FOLLOW]:
        asyncio.run(_follow(int(sys.argv[2]), sys.argv[3], int(sys.argv[4])))
    else:
        main(int(sys.argv[1]) if sys.argv[1:] else FOLLOWERS)
