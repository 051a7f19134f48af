"""Each answer and each line of the log names its request, so that a report of a fault leads to its lines."""

import logging
import re
import socket

import pytest

from api.asgi.connections import MOST_HEAD_BYTES
from api.asgi.request_log import logger
from api.http.request_ids import HEADER, with_request_id
from tests.api.support import Service, documents
from tests.patience import PATIENCE_SECONDS, eventually

ID = re.compile(r"[0-9a-f]{16}")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/health", 200),
        ("HEAD", "/health", 200),
        ("GET", "/v1/nowhere", 404),
        ("GET", "/v1/tournaments?limit=none", 422),
        ("POST", "/v1/tournaments", 401),
        ("GET", "/", 200),
        ("GET", "/nowhere", 404),
    ],
)
def test_answers_and_log_lines_name_their_request(
    service: Service, caplog: pytest.LogCaptureFixture, method: str, path: str, status: int
) -> None:
    caplog.handler.addFilter(with_request_id)
    with caplog.at_level(logging.INFO, logger.name):
        answers = [service.http.request(method, path) for _ in range(2)]
        eventually(lambda: len(caplog.records) >= 2)
    told = [answer.headers[HEADER] for answer in answers]
    assert [answer.status_code for answer in answers] == [status] * 2
    assert all(ID.fullmatch(one) for one in told)
    assert told[0] != told[1]
    assert [record.__dict__["request_id"] for record in caplog.records] == told
    caplog.handler.removeFilter(with_request_id)


HOST = b"\r\nHost: x\r\n"
NOISE = {
    "no request": (b"nothing that is HTTP\r\n\r\n", 400),
    "no host": (b"GET /health HTTP/1.1\r\n\r\n", 400),
    "two hosts": (b"GET /health HTTP/1.1" + HOST + b"Host: y\r\n\r\n", 400),
    "a length below zero": (b"POST /v1/persons HTTP/1.1" + HOST + b"Content-Length: -1\r\n\r\n", 400),
    "large headers": (b"GET /health HTTP/1.1" + HOST + b"X: " + b"x" * 40_000 + b"\r\n\r\n", 431),
    "headers without an end": (b"GET /health HTTP/1.1" + HOST + b"X: " + b"x" * MOST_HEAD_BYTES, 431),
    "a method that is none": (b"BREW /health HTTP/1.1" + HOST + b"\r\n", 400),
    "a method of other pages": (b"DELETE /health HTTP/1.1" + HOST + b"\r\n", 405),
    "what other origins ask first": (b"OPTIONS /v1/tournaments HTTP/1.1" + HOST + b"\r\n", 405),
}


@pytest.mark.parametrize("noise", NOISE)
def test_answers_to_noise_name_their_request(service: Service, noise: str) -> None:
    sent, status = NOISE[noise]
    host, port = service.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE_SECONDS) as connection:
        connection.sendall(sent)
        answer = connection.recv(10_000)
    head, _, _ = answer.partition(b"\r\n\r\n")
    assert head.split()[1] == str(status).encode()
    [told] = re.findall(rb"(?im)^x-request-id: (.*?)\r?$", head)
    assert ID.fullmatch(told.decode())


def test_request_ids_are_drawn_by_the_service_alone(service: Service) -> None:
    """What a client says would be text of theirs in a log that names nobody."""
    answer = service.http.get("/health", headers={HEADER: "Anna Andersen"})
    assert ID.fullmatch(answer.headers[HEADER])


def test_lines_beside_a_request_name_none() -> None:
    record = logging.LogRecord("elsewhere", logging.WARNING, __file__, 1, "A message", (), None)
    assert with_request_id(record)
    assert record.__dict__["request_id"] == "-"


def test_faults_name_their_request(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("nobody foresaw it")

    monkeypatch.setattr("api.routes.service.health.json_answer", fail)
    answer = service.http.get("/health")
    assert answer.status_code == 500
    assert ID.fullmatch(answer.headers[HEADER])


def test_request_ids_stand_in_the_document() -> None:
    assert f'"{HEADER}"' in documents().openapi.decode()
