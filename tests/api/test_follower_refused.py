"""The follower to copy says in one line what is wrong, or asks again, and never ends with a traceback."""

import json
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import NamedTuple

import pytest

from ops.examples import ranking_follower
from tests.patience import PATIENCE_SECONDS


class Answer(NamedTuple):
    """What a service answers once."""

    status: int
    headers: dict[str, str]
    body: bytes = b"[]"


NEXT = {"Link": '</v1/feeds/ratings?after=cursor-1&limit=1000>; rel="next"'}
LEVEL = Answer(200, NEXT)
AGAIN = {"Retry-After": "0"}


@contextmanager
def answering(*answers: Answer) -> Iterator[str]:
    """A service that gives these answers one after the other, then the last of them."""
    left = list(answers)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer = left.pop(0) if len(left) > 1 else left[0]
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


def follower(*words: str | Path) -> subprocess.Popen[str]:
    program = [sys.executable, ranking_follower.__file__, *map(str, words)]
    return subprocess.Popen(program, stderr=subprocess.PIPE, text=True)


def followed(*words: str | Path) -> tuple[int, str]:
    running = follower(*words)
    _, said = running.communicate(timeout=PATIENCE_SECONDS)
    return running.returncode, said


@pytest.mark.parametrize("status", [404, 429, 503])
def test_follower_keeps_its_cursor_and_asks_again(tmp_path: Path, status: int) -> None:
    """404: the place of the cursor is not there yet, as FEEDS.md says."""
    with answering(LEVEL) as service:
        assert followed(service, tmp_path / "ranking", "--once") == (0, "")
    with answering(Answer(status, AGAIN), LEVEL) as service:
        assert followed(service, tmp_path / "ranking", "--once") == (0, f"{status}; again in 0 s\n")
    with closing(sqlite3.connect(tmp_path / "ranking")) as file:
        assert file.execute("SELECT cursor FROM follower").fetchall() == [("cursor-1",)]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (Answer(401, {}, json.dumps({"title": "No key"}).encode()), 'The service answered 401: {"title": "No key"}'),
        (Answer(200, {}, b"<html>"), "answers, and has no feed of ratings. Give the address of a service."),
        (Answer(200, {"Link": "<https://elsewhere.example/>"}), "has no feed of ratings"),
    ],
)
def test_follower_says_in_a_line_what_is_wrong(tmp_path: Path, answer: Answer, expected: str) -> None:
    with answering(answer) as service:
        code, said = followed(service, tmp_path / "ranking", "--once")
    assert code == 1
    assert expected in said
    assert said.count("\n") == 1


def test_follower_names_a_file_that_is_none_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("Not a database, and long enough to be looked at as one. " * 20)
    with answering(LEVEL) as service:
        code, said = followed(service, tmp_path / "notes", "--once")
    assert (code, said) == (1, f"The file {tmp_path / 'notes'} can't be used: file is not a database.\n")


@pytest.fixture
def can_be_interrupted() -> Iterator[None]:
    """What is started then, can be: a shell has what runs in its background ignore Ctrl-C, and all that this starts."""
    former = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, former)


@pytest.mark.usefixtures("can_be_interrupted")
def test_follower_that_is_interrupted_says_nothing(tmp_path: Path) -> None:
    with answering(Answer(503, {"Retry-After": "600"})) as service:
        running = follower(service, tmp_path / "ranking")
        assert running.stderr is not None
        assert running.stderr.readline() == "503; again in 600 s\n"
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=PATIENCE_SECONDS)
        assert (running.returncode, said) == (130, "")
