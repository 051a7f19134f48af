"""The database on a server of the user's own: it stops, crashes, ends its sessions, loses replies; the service waits
for it and comes back by itself, and no client is told anything but "again, later" meanwhile."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import httpx
import psycopg
import pytest

from domain.ports.command_handling import command_id
from ops import embedded
from ops.embedded import EmbeddedServer
from ops.errors import ExitCode
from tests.faults.evidence import assert_settled, await_projections
from tests.faults.service import Service, service
from tests.faults.writers import Client, Command, Writers, set_up, writing
from tests.journal.proxy import dropping, proxy_to
from tests.patience import PATIENCE_SECONDS, eventually

pytestmark = pytest.mark.operations

SEED = 20_261_121
AWAY_SECONDS = 10.0
_SEVER = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename IS NOT NULL"


@pytest.fixture
def server(begun: Path) -> Iterator[EmbeddedServer]:
    """A PostgreSQL that the service does not start or stop."""
    with embedded.start(begun) as started:
        yield started


def serving_from(url: str) -> AbstractContextManager[Service]:
    """The service on that database, not started yet."""
    return service(database_url=url)


@contextmanager
def writers_on(served: Service, owner_url: str) -> Iterator[Writers]:
    """Writers at work on the service, which is started, stays the same processes, and has kept everything."""
    served.start()
    key = served.office_key()
    processes = served.look()
    with writing(served.url, key, SEED) as writers:
        writers.await_answers(10)
        yield writers
        writers.await_answers(10)
    assert served.look() == processes, served.said()
    await_projections(served.url)
    assert served.stop() == ExitCode.DONE
    assert served.nothing_is_left()
    assert_settled(owner_url, served, writers)


def assert_told_to_come_again(writers: Writers) -> None:
    """There were 503s, and each said as a problem when to come again."""
    waits = writers.waits()
    assert waits
    assert {wait.headers["Content-Type"] for wait in waits} == {"application/problem+json"}
    assert all(int(wait.headers["Retry-After"]) > 0 for wait in waits)


@pytest.mark.proof
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_away_for_a_while(begun: Path, number: signal.Signals) -> None:
    """Shut down, and crashed."""
    server = embedded.start(begun)
    url = server.owner_url()
    try:
        with serving_from(url) as served, writers_on(served, url) as writers:
            server = back_after_a_while(server, number, served, writers)
            print(f"first answers after {seconds(writers.await_answers):.1f} s")
        assert_told_to_come_again(writers)
    finally:
        server.close()


def back_after_a_while(
    server: EmbeddedServer, number: signal.Signals, served: Service, writers: Writers
) -> EmbeddedServer:
    """Ends the server by that signal, and starts it after `AWAY_SECONDS`, when every writer has had a 503."""
    os.kill(server.process_id(), number)
    assert eventually(lambda: not server.is_running())
    server.close()
    back_at = time.monotonic() + AWAY_SECONDS
    writers.await_each(lambda writer: len(writer.client.waits))
    assert httpx.get(f"{served.url}/health", trust_env=False, timeout=PATIENCE_SECONDS).status_code == 200
    ready = httpx.get(f"{served.url}/ready", trust_env=False, timeout=PATIENCE_SECONDS)
    assert (ready.status_code, "Retry-After" in ready.headers) == (503, True)
    time.sleep(max(0.0, back_at - time.monotonic()))
    return embedded.start(server.home.path)


def seconds(work: Callable[[], None]) -> float:
    """How long the work takes."""
    began = time.monotonic()
    work()
    return time.monotonic() - began


@pytest.mark.proof
def test_sessions_that_are_ended_all_the_time(server: EmbeddedServer) -> None:
    url = server.owner_url()
    with (
        serving_from(url) as served,
        writers_on(served, url) as writers,
        psycopg.connect(server.superuser_url(embedded.DATABASE), autocommit=True) as connection,
        dropping(lambda: connection.execute(_SEVER), lambda: len(writers.answers())),
    ):
        writers.await_answers(50)


def test_the_reply_to_commit_is_lost(server: EmbeddedServer) -> None:
    """The service looks the command up: its sender notices nothing, and would get the same answer again."""
    with proxy_to(server.owner_url()) as proxy, serving_from(proxy.url) as served:
        client, command = one_match(served)
        proxy.cut_reply(command_id(client.key.split("_")[1], command.key).encode())
        first = client.done(command)
        again = client.done(command)
        assert (proxy.cuts, first.failures, again.repeated, again.body) == (1, 0, True, first.body)
        assert served.stop() == ExitCode.DONE


@pytest.mark.proof
def test_the_reply_to_commit_is_lost_and_the_database_is_away_then(server: EmbeddedServer) -> None:
    """The sender is told to come again, and then gets the first answer: not a false conflict."""
    with proxy_to(server.owner_url()) as proxy, serving_from(proxy.url) as served:
        client, command = one_match(served)
        proxy.cut_reply(command_id(client.key.split("_")[1], command.key).encode())
        proxy.refusing.set()
        with ThreadPoolExecutor(1) as threads:
            answering = threads.submit(client.done, command)
            assert eventually(lambda: bool(client.waits))
            proxy.refusing.clear()
            answer = answering.result()
        assert (proxy.cuts, answer.status, answer.repeated) == (1, 201, True)
        assert [match["number"] for match in answer.body["matches"]] == [1]
        assert served.stop() == ExitCode.DONE


def one_match(served: Service) -> tuple[Client, Command]:
    """A client of the service, which is started, and the command that makes the first match of a tournament."""
    served.start()
    client = Client(served.url, served.office_key())
    tournament, _ = set_up(client, "one")
    result = {"kind": "score", "first": 7, "second": 4}
    body = {"sides": [1, 2], "length": 7, "result": result}
    return client, Command("match", "the match", f"/v1/tournaments/{tournament}/matches", body)
