"""What goes wrong underneath: a database that is gone, a fault nobody foresaw, a body that never comes."""

import socket
from collections.abc import Iterator

import pytest

from api.http import bodies
from api.http.services import Services
from domain.journal.journal import Journal
from domain.ports.command_handling import CommandOutcome, Request
from ops.database import DatabaseUrls, connect
from tests.api.support import Service, running_service
from tests.patience import PATIENCE_SECONDS


@pytest.fixture
def alone(database: DatabaseUrls) -> Iterator[Service]:
    """A service on a database of its own, which may be taken away."""
    with running_service(database, []) as running:
        yield running


def test_a_connection_that_breaks_is_made_anew(alone: Service) -> None:
    client = alone.administrator()
    client.done("/v1/persons", {"name": "Before"})
    cut(alone.owner_url)
    answers = {client.post("/v1/persons", {"name": "After"}, key="after").status_code for _ in range(3)}
    assert answers <= {201, 503}
    assert client.post("/v1/persons", {"name": "After"}, key="after").status_code == 201
    names = [person["name"] for person in client.read("/v1/persons")["items"]]
    assert names == ["After", "Before"]


def cut(owner_url: str) -> None:
    """Ends every other connection to the database."""
    with connect(owner_url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename = current_user"
        )


class Broken(Journal):
    """A journal with a mistake in it."""

    def __init__(self) -> None:
        """Nothing is opened."""

    def execute(self, request: Request) -> CommandOutcome:
        raise ZeroDivisionError(f"secret {request.command}")


def test_a_fault_nobody_foresaw_tells_nothing_of_itself(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    client = service.administrator()
    monkeypatch.setattr(Services, "journal", Broken(), raising=True)
    answer = client.post("/v1/persons", {"name": "Ada"})
    assert (answer.status_code, answer.json()["type"]) == (500, "/v1/problems/fault")
    assert "secret" not in answer.text
    assert "ZeroDivision" not in answer.text


def test_a_body_that_never_comes_is_not_waited_for_for_ever(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "BODY_SECONDS", 0.2)
    key = service.key("administrator")
    host, port = service.url.removeprefix("http://").split(":")
    head = (
        f"POST /v1/persons HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\nIdempotency-Key: slow\r\n"
        "Content-Type: application/json\r\nContent-Length: 15\r\n\r\n{"
    )
    with socket.create_connection((host, int(port)), timeout=PATIENCE_SECONDS) as connection:
        connection.sendall(head.encode())
        assert connection.recv(1000).startswith(b"HTTP/1.1 408 ")
