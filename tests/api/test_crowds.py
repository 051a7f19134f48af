"""Who asks too much at once, and who else notices."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import httpx
import orjson
import pytest

from api.http.problems import TOO_MANY_REQUESTS
from tests.api.support import LIMITS, Service
from tests.patience import PATIENCE_SECONDS

MOST_AT_ONCE = LIMITS.key_requests


def unfinished(service: Service, key: str) -> socket.socket:
    """A client whose body has begun: that it is waited for is told by 100 Continue."""
    address = httpx.URL(service.url)
    client = socket.create_connection((address.host, address.port or 80), timeout=PATIENCE_SECONDS)
    head = (
        "POST /v1/persons HTTP/1.1",
        "Host: here",
        f"Authorization: Bearer {key}",
        "Idempotency-Key: unfinished",
        "Content-Type: application/json",
        "Expect: 100-continue",
        "Content-Length: 100",
    )
    client.sendall(("\r\n".join(head) + "\r\n\r\n").encode())
    return client


@contextmanager
def crowd(service: Service, key: str, size: int) -> Iterator[list[bytes]]:
    """So many unfinished requests under the key, and the first that each is told."""
    with ExitStack() as stack:
        clients = [stack.enter_context(unfinished(service, key)) for _ in range(size)]
        yield [client.recv(1000).partition(b"\r\n")[0] for client in clients]


def test_caller_with_too_many_requests_at_once_is_sent_away_alone(service: Service) -> None:
    key, other = service.key("administrator"), service.key("administrator")
    with crowd(service, key, MOST_AT_ONCE) as told:
        assert told == [b"HTTP/1.1 100 Continue"] * MOST_AT_ONCE
        for sent_away in (service.client(key).get("/v1/tournaments"), service.client(key).post("/v1/persons", {})):
            assert (sent_away.status_code, sent_away.headers["Retry-After"]) == (429, "1")
            assert orjson.loads(sent_away.content)["type"] == TOO_MANY_REQUESTS.type
        for served in (service.client(other), service.client()):
            assert served.get("/v1/tournaments").status_code == 200


def test_nobody_fills_the_place_of_a_key_he_does_not_hold(service: Service) -> None:
    key = service.key("administrator")
    with crowd(service, key[:-64] + "0" * 64, MOST_AT_ONCE + 1) as told:
        assert told == [b"HTTP/1.1 401 Unauthorized"] * (MOST_AT_ONCE + 1)
        assert service.client(key).get("/v1/tournaments").status_code == 200


@pytest.mark.parametrize("status", [200, 401, 422])
def test_a_place_is_free_again_after_any_answer(service: Service, status: int) -> None:
    key = None if status == 200 else "nonsense" if status == 401 else service.key("administrator")
    for _ in range(MOST_AT_ONCE + 1):
        answer = service.client(key).get("/v1/tournaments", None, limit=-1 if status == 422 else 1)
        assert answer.status_code == status


def test_caller_who_gave_up_has_left(service: Service) -> None:
    client = service.client(service.key("administrator"))
    assert client.key is not None
    with crowd(service, client.key, MOST_AT_ONCE) as told:
        assert told[-1] == b"HTTP/1.1 100 Continue"
        assert client.get("/v1/tournaments").status_code == 429
    for _ in range(1000):
        if client.get("/v1/tournaments").status_code == 200:
            break
    assert client.get("/v1/tournaments").status_code == 200
