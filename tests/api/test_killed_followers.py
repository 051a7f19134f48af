"""Rankings that are kept by pages, streams and webhooks end equal to the service's list, anyone who is killed when, and
however fast each is."""

import random
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from ops.database import DatabaseUrls
from ops.examples import ranking_follower
from tests.api.support import WEBHOOK_KEY, Season, Service, season
from tests.api.test_ranking_follower import Ranking, of_file, of_service, poured
from tests.patience import PATIENCE_SECONDS
from tests.webhooks.receiver import name_receivers

"""So long a follower that is not there yet may stand still: how long it takes is the machine's affair."""


@dataclass(frozen=True)
class Follower:
    """Keeps a ranking in a file, by a module with arguments; it is started again whenever it was killed."""

    file: Path
    module: str
    arguments: Sequence[str]
    inherits: Sequence[int] = ()

    def start(self) -> "subprocess.Popen[bytes]":
        return started(self.module, *self.arguments, inherits=self.inherits)


def reading(service: Service, file: Path, seconds: str, *ways: str) -> Follower:
    """One that reads pages or a stream, and takes so long for each batch; without any as fast as it can."""
    module = "tests.webhooks.slow_follower" if seconds else "ops.examples.ranking_follower"
    return Follower(file, module, [*([seconds] if seconds else []), service.url, str(file), *ways])


def receiving(service: Service, file: Path, listening: socket.socket, seconds: str) -> Follower:
    """A receiver with a socket and a webhook of its own."""
    body = {"feed": "ratings", "address": f"{origin_of(listening)}/", "since": 0}
    secret = service.officer().done("/v1/webhooks", body).json()["secret"]
    arguments = (str(file), str(listening.fileno()), secret, seconds)
    return Follower(file, "tests.webhooks.ranking_receiver", arguments, [listening.fileno()])


def disable_all(service: Service) -> None:
    """Nothing is delivered any more."""
    office = service.officer()
    for webhook in office.read("/v1/webhooks", limit=200)["items"]:
        if webhook["status"] == "enabled":
            office.done(f"/v1/webhooks/{webhook['id']}/disabling")


def started(module: str, *arguments: str, inherits: Sequence[int] = ()) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.Popen(command, stderr=subprocess.DEVNULL, pass_fds=inherits)


def origin_of(listening: socket.socket) -> str:
    return f"http://127.0.0.1:{listening.getsockname()[1]}"


@contextmanager
def all_ways(service: Service, database: DatabaseUrls, folder: Path) -> Iterator[Sequence[Follower]]:
    """Followers by pages, streams and webhooks, fast and slow ones; their files are there before anybody reads them."""
    files = [folder / f"{number}.sqlite" for number in range(7)]
    for file in files:
        with closing(sqlite3.connect(file)) as connection:
            ranking_follower.Ranking(connection)
    with ExitStack() as sockets:
        sockets.callback(disable_all, service)
        listening = [sockets.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(3)]
        name_receivers(database, *map(origin_of, listening))
        read = [(), ("--stream",)]
        ways = [(seconds, *way) for seconds in ("", "0.05") for way in read]
        yield [
            *(reading(service, file, *way) for file, way in zip(files, ways, strict=False)),
            *map(partial(receiving, service), files[4:], listening, ("0", "0.01", "0.2")),
        ]


def killed_at_random(
    made: Season, chance: random.Random, database: DatabaseUrls, of: Sequence[Follower], rounds: int
) -> Ranking:
    """In each round some of all that run are killed, while something happens; the service's ranking in the end."""
    begin: list[Callable[[], subprocess.Popen[bytes]]] = [
        lambda: started("tests.webhooks.hurried", database.webhooks, WEBHOOK_KEY.hex()),
        *(each.start for each in of),
    ]
    running = [start() for start in begin]
    try:
        for _ in range(rounds):
            poured(made, chance, chance.randint(0, 3))
            time.sleep(chance.random() / 2)
            for killed in chance.sample(range(len(running)), 2):
                end(running[killed])
                running[killed] = begin[killed]()
        wanted = of_service(made.service)
        moved, last = time.monotonic(), None
        while (
            behind := [each.file for each in of if of_file(each.file) != wanted]
        ) and moved > time.monotonic() - PATIENCE_SECONDS:
            time.sleep(0.1)
            written = [file.stat().st_mtime_ns for file in behind]
            moved, last = (moved if written == last else time.monotonic()), written
    finally:
        for each in running:
            end(each)
    return wanted


def end(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.wait()


@pytest.mark.proof
@pytest.mark.rule("ELO-6", "ALL-3")
@pytest.mark.parametrize("seed", range(24))
def test_rankings_by_all_ways_end_equal_to_the_service(
    service: Service, module_database: DatabaseUrls, tmp_path: Path, seed: int
) -> None:
    made, chance = season(service, 6), random.Random(seed)  # noqa: S311 -- to be repeated, not to be secret
    with all_ways(service, module_database, tmp_path) as of:
        wanted = killed_at_random(made, chance, module_database, of, 10)
        assert [of_file(each.file) for each in of] == [wanted] * len(of) != [[]] * len(of)
