"""Rankings that are kept by webhooks end equal to the service's list, whoever is killed when, however fast each is."""

import random
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from ops.database import DatabaseUrls
from tests.api.support import WEBHOOK_KEY, Client, Season, Service, season
from tests.api.test_ranking_follower import Ranking, of_file, of_service, poured
from tests.webhooks.receiver import name_receivers

SECONDS = 90


class Receiving:
    """A receiver with a file, a port and a webhook of its own; `seconds` it takes for each batch."""

    def __init__(self, office: Client, file: Path, port: int, seconds: float) -> None:
        body = {"feed": "ratings", "address": f"http://127.0.0.1:{port}/", "since": 0}
        made = office.done("/v1/webhooks", body).json()
        self.file = file
        self._command = ["tests.webhooks.ranking_receiver", str(file), str(port), made["secret"], str(seconds)]

    def start(self) -> "subprocess.Popen[bytes]":
        return started(*self._command)


def started(module: str, *arguments: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-m", module, *arguments], stderr=subprocess.DEVNULL)


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens on."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def receivers(service: Service, database: DatabaseUrls, folder: Path, seconds: Sequence[float]) -> list[Receiving]:
    ports = free_ports(len(seconds))
    name_receivers(database, *(f"http://127.0.0.1:{port}" for port in ports))
    office = service.officer()
    each = zip(ports, seconds, strict=True)
    return [Receiving(office, folder / f"{port}.sqlite", port, pause) for port, pause in each]


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
    return [of_file(each.file) for each in of if each.file.exists()]


@pytest.mark.rule("ELO-6", "ALL-3")
def test_a_ranking_by_webhooks_ends_equal_to_the_service(
    played: Season, module_database: DatabaseUrls, tmp_path: Path
) -> None:
    chance = random.Random(5)  # noqa: S311 -- to be repeated, not to be secret
    of = receivers(played.service, module_database, tmp_path, [0])
    killed_at_random(played, chance, module_database, of, 1)
    assert rankings(of) == [of_service(played.service)] != [[]]


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(4))
def test_rankings_by_webhooks_end_equal_at_different_speeds(
    service: Service, module_database: DatabaseUrls, tmp_path: Path, seed: int
) -> None:
    made, chance = season(service, 6), random.Random(seed)  # noqa: S311 -- to be repeated, not to be secret
    of = receivers(service, module_database, tmp_path, [0, 0.01, 0.2])
    killed_at_random(made, chance, module_database, of, 12)
    assert rankings(of) == [of_service(service)] * len(of)
