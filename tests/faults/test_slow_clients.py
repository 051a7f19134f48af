"""Clients that stop sending, or stop reading, hold nobody else up."""

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from ops.errors import ExitCode
from tests.faults.service import Service, service
from tests.faults.writers import writing
from tests.patience import PATIENCE_SECONDS

pytestmark = pytest.mark.operations

SEED = 20_261_123
# More than the service has threads for.
CLIENTS = 300
ANSWERS = 30


def half_a_body(served: Service, key: str) -> socket.socket:
    """A client that announces a body and sends one byte of it."""
    return sent(
        served,
        "POST /v1/persons HTTP/1.1",
        "Host: here",
        f"Authorization: Bearer {key}",
        "Idempotency-Key: never finished",
        "Content-Type: application/json",
        "Content-Length: 100",
        body="{",
    )


def half_a_header(served: Service, _key: str) -> socket.socket:
    """A client that stops in the middle of its headers."""
    connected = socket.create_connection(("127.0.0.1", served.port))
    connected.sendall(b"GET /v1/tournaments HTTP/1.1\r\nHost: here")
    return connected


def unread_answers(served: Service, _key: str) -> socket.socket:
    """A client that asks for much, again and again, and never reads."""
    connected = socket.socket()
    connected.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connected.connect(("127.0.0.1", served.port))
    connected.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: here\r\n\r\n" * 5)
    return connected


def sent(served: Service, *head: str, body: str) -> socket.socket:
    connected = socket.create_connection(("127.0.0.1", served.port))
    connected.sendall(("\r\n".join(head) + "\r\n\r\n" + body).encode())
    return connected


@contextmanager
def many(open_one: Callable[[], socket.socket]) -> Iterator[None]:
    """Many such clients, while it lasts."""
    with ExitStack() as stack:
        for _ in range(CLIENTS):
            stack.enter_context(open_one())
        yield


@pytest.mark.parametrize(
    "client",
    [half_a_header, *(pytest.param(each, marks=pytest.mark.proof) for each in (half_a_body, unread_answers))],
)
def test_others_are_served(begun: Path, client: Callable[[Service, str], socket.socket]) -> None:
    with service(data_dir=begun) as served:
        served.start()
        key, theirs = (served.office_key() for _ in range(2))
        with many(lambda: client(served, theirs)):
            with writing(served.url, key, SEED) as writers:
                writers.await_answers(ANSWERS)
            assert writers.waits() == []
            assert not any(answer.failures for answer in writers.answers())
        assert served.stop() == ExitCode.DONE
        assert served.nothing_is_left()


@pytest.mark.proof
def test_caller_not_finished_as_the_service_ends_is_told_to_come_again(begun: Path) -> None:
    with service(data_dir=begun) as served:
        served.start()
        key = served.office_key()
        with half_a_body(served, key) as client:
            assert httpx.get(f"{served.url}/health", trust_env=False, timeout=PATIENCE_SECONDS).status_code == 200
            assert served.stop() == ExitCode.DONE
            answer = client.makefile().read()
        assert answer.startswith("HTTP/1.1 503 ")
        assert "retry-after: " in answer.lower()
        assert "Traceback" not in served.said()
