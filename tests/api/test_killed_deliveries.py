"""Rankings that are kept by webhooks end equal to the service's list, whoever is killed when, however fast each is."""

import random
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from ops.database import DatabaseUrls
from ops.examples import ranking_follower
from tests.api.support import WEBHOOK_KEY, Client, Season, Service, season
from tests.api.test_ranking_follower import Ranking, of_file, of_service, poured
from tests.webhooks.receiver import name_receivers

SECONDS = 90


class Receiving:
    """A receiver with a file, a socket and a webhook of its own; `seconds` it takes for each batch."""

    def __init__(self, office: Client, folder: Path, listening: socket.socket, seconds: float) -> None:
        body = {"feed": "ratings", "address": f"{origin_of(listening)}/", "since": 0}
        made = office.done("/v1/webhooks", body).json()
        self.file = folder / f"{listening.getsockname()[1]}.sqlite"
        self._listening = listening
        self._arguments = (str(self.file), str(listening.fileno()), made["secret"], str(seconds))
        with closing(sqlite3.connect(self.file)) as connection:
            ranking_follower.Ranking(connection)

    def start(self) -> "subprocess.Popen[bytes]":
        return started("tests.webhooks.ranking_receiver", *self._arguments, inherits=[self._listening.fileno()])


def started(module: str, *arguments: str, inherits: Sequence[int] = ()) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.Popen(command, stderr=subprocess.DEVNULL, pass_fds=inherits)


def origin_of(listening: socket.socket) -> str:
    return f"http://127.0.0.1:{listening.getsockname()[1]}"


@contextmanager
def receivers(
    service: Service, database: DatabaseUrls, folder: Path, seconds: Sequence[float]
) -> Iterator[Sequence[Receiving]]:
    with ExitStack() as sockets:
        listening = [sockets.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in seconds]
        name_receivers(database, *map(origin_of, listening))
        office = service.officer()
        yield [Receiving(office, folder, *each) for each in zip(listening, seconds, strict=True)]


def killed_at_random(
    made: Season, chance: random.Random, database: DatabaseUrls, of: Sequence[Receiving], rounds: int
) -> None:
    """In each round one of all that run is killed, while something happens."""
    begin: list[Callable[[], subprocess.Popen[bytes]]] = [
        lambda: started("tests.webhooks.hurried", database.webhooks, WEBHOOK_KEY.hex()),
        *(each.start for each in of),
    ]
    running = [start() for start in begin]
    for _ in range(rounds):
        poured(made, chance, chance.randint(0, 3))
        time.sleep(chance.random() / 2)
        killed = chance.randrange(len(running))
        end(running[killed])
        running[killed] = begin[killed]()
    wanted = of_service(made.service)
    deadline = time.monotonic() + SECONDS
    while rankings(of) != [wanted] * len(of) and time.monotonic() < deadline:
        time.sleep(0.05)
    for each in running:
        end(each)


def end(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.wait()


def rankings(of: Sequence[Receiving]) -> list[Ranking]:
    return [of_file(each.file) for each in of]


@pytest.mark.proof
@pytest.mark.rule("ELO-6", "ALL-3")
@pytest.mark.parametrize("seed", range(4))
def test_rankings_by_webhooks_end_equal_at_different_speeds(
    service: Service, module_database: DatabaseUrls, tmp_path: Path, seed: int
) -> None:
    made, chance = season(service, 6), random.Random(seed)  # noqa: S311 -- to be repeated, not to be secret
    with receivers(service, module_database, tmp_path, [0, 0.01, 0.2]) as of:
        killed_at_random(made, chance, module_database, of, 12)
        assert rankings(of) == [of_service(service)] * len(of) != [[]] * len(of)
