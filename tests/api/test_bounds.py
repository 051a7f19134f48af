"""What one client can't do to the others: break their pages, keep the processor, hold connections without end."""

import logging
import socket
from base64 import urlsafe_b64encode

import httpx
import orjson
import pytest

from api.asgi import connections
from api.http.bodies import LIST_LIMIT
from tests.api.support import Client, Season, Service, score
from tests.patience import PATIENCE_SECONDS

NOBODY = "00000000-0000-0000-0000-000000000000"
# Spellings of moments that the standard library reads and the database does not, or reads otherwise.
MOMENTS = (
    "2026-01-01 00:00:00+23:59",
    "2026-01-01-00:00+00:00",
    "2026-01-01 00+00",
    "2026-01-01 00:00:00+00:00:00.000001",
    "0001-01-01 00:00:00+14:00",
    "9999-12-31 23:59:59-14:00",
)


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_cursor_made_by_hand_is_no_fault(anonymous: Client, moment: str) -> None:
    cursor = urlsafe_b64encode(orjson.dumps(["tournaments", [moment, NOBODY]])).decode().rstrip("=")
    assert anonymous.get("/v1/tournaments", None, cursor=cursor).status_code in (200, 422)


@pytest.mark.parametrize("letter", ["\u0416", "\ud55c", "\ufdfa", "\U00020000"])
def test_the_longest_names_do_not_end_a_list(service: Service, letter: str) -> None:
    client = service.administrator()
    for _ in range(2):
        client.done("/v1/persons", {"name": letter * 200, "even_though_known": True})
    answer = client.get("/v1/persons", None, limit=1, search=letter * 3)
    found = [answer.json()["items"][0]["name"]]
    while "next" in answer.links:
        answer = client.get(answer.links["next"]["url"])
        assert answer.status_code == 200, answer.text
        found += [item["name"] for item in answer.json()["items"]]
    assert found == [letter * 200] * 2


@pytest.mark.parametrize("row", [b"{}", b"[]", b'{"sides":[1,2],"length":7,"result":{"kind":"games","games":[{}]}}'])
def test_first_row_is_told_of_a_list_of_nonsense(played: Season, row: bytes) -> None:
    count = LIST_LIMIT // (len(row) + 1) - 20
    headers = played.director.headers() | {"Idempotency-Key": f"nonsense {row!r}"}
    body = b'{"results":[' + b",".join([row] * count) + b"]}"
    answer = played.service.http.post(
        f"{played.path}/results", content=body, headers={**headers, "Content-Type": "application/json"}
    )
    assert answer.status_code == 422
    pointers = [error["pointer"] for error in answer.json()["errors"]]
    assert any(pointer.startswith("/results/0/") for pointer in pointers)
    assert not any(pointer.startswith("/results/1") for pointer in pointers)


def test_reason_of_a_void_match_does_not_tell_its_result(played: Season, anonymous: Client) -> None:
    player = played.service.player(played.persons[0])
    body = {"sides": [1, 2], "length": 7, "result": score(7, 4)}
    number = player.done(f"{played.path}/matches", body).json()["matches"][0]["number"]
    match = f"{played.path}/matches/{number}"
    played.director.position = player.position
    played.director.change(match, "voiding", {"reason": "It was 4-7."})
    anonymous.position = played.director.position
    for reader, reason in ((anonymous, None), (player, "It was 4-7."), (played.director, "It was 4-7.")):
        shown = reader.read(match)
        assert (shown["status"], shown["void_reason"]) == ("void", reason)


def address_of(service: Service) -> tuple[str, int]:
    address = httpx.URL(service.url)
    return address.host, address.port or 80


def connected(service: Service) -> socket.socket:
    return socket.create_connection(address_of(service), timeout=PATIENCE_SECONDS)


@pytest.mark.parametrize("sent", [b"", b"GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: "])
def test_a_head_that_does_not_arrive_is_not_waited_for(
    service: Service, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.1)
    with connected(service) as client:
        client.sendall(sent)
        assert client.recv(100) == b""


def test_a_second_head_that_does_not_arrive_is_not_waited_for(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    with connected(service) as client:
        client.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        answer = b""
        while not answer.endswith(b'{"status":"alive"}'):
            answer += client.recv(1000)
        assert answer.startswith(b"HTTP/1.1 200 ")
        monkeypatch.setattr(connections, "HEAD_SECONDS", 0.1)
        client.sendall(b"GET /health")
        assert client.recv(1000) == b""


def test_a_head_without_end_is_refused(service: Service) -> None:
    with connected(service) as client:
        client.sendall(b"GET /health HTTP/1.1\r\nX-Long: " + b"x" * (connections.MOST_HEAD_BYTES + 1))
        assert client.recv(100).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize(
    "noise",
    [
        b"CONNECT x:1 HTTP/1.1\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nA: b\0c\r\n\r\n",
        b"POST /v1/persons HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
)
def test_noise_gets_a_problem(service: Service, noise: bytes) -> None:
    with connected(service) as client:
        client.sendall(noise)
        answer = b""
        while received := client.recv(1000):
            answer += received
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert b"content-type: application/problem+json" in head
    assert orjson.loads(body)["type"] == "/v1/problems/request-malformed"


def test_reader_who_leaves_while_answers_are_sent_leaves_no_trace(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    server = logging.getLogger("uvicorn.error")
    server.addHandler(caplog.handler)
    for _ in range(20):
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(address_of(service))
        client.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 5)
        assert client.recv(1) == b"H"
        client.close()
    for _ in range(50):
        assert service.http.get("/health").status_code == 200
    server.removeHandler(caplog.handler)
    assert caplog.records == []
