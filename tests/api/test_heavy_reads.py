"""Reads that take long are handed on to a process of its own, as they came, and their answers back."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest
from starlette.responses import PlainTextResponse

from api.asgi import heavy_reads
from api.asgi.heavy_reads import HeavyReads, is_heavy
from api.http.concurrency_limit import HEAVY_THREADS, Crowd, RequestPlace
from api.http.limits import Limits
from api.http.request_limits import Guard
from tests.patience import PATIENCE_SECONDS

ANSWER = (
    b'HTTP/1.1 404 Not Found\r\nETag: "x"\r\nServer: other\r\nX-Frame-Options: DENY\r\nContent-Length: 9\r\n\r\n'
    b"elsewhere"
)
HERE = PlainTextResponse("here")

Answering = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def handing_on(answering: Answering, seconds: float = PATIENCE_SECONDS) -> AsyncIterator[httpx.AsyncClient]:
    """A client of an application beside which another process answers so, as long as a read may take."""
    with TemporaryDirectory() as folder:
        path = str(Path(folder) / "heavy")
        async with await asyncio.start_unix_server(answering, path):
            transport = httpx.ASGITransport(app=Guard(HeavyReads(HERE, path, seconds)), client=("192.0.2.7", 1))
            async with httpx.AsyncClient(
                transport=transport, base_url="http://club.example", timeout=PATIENCE_SECONDS
            ) as client:
                yield client


@pytest.mark.parametrize(
    ("method", "path", "query", "heavy"),
    [
        ("GET", "/v1/ratings/normal", b"limit=5&as_of=9", True),
        ("GET", "/v1/ratings/normal", b"limit=5", False),
        ("GET", "/v1/ratings/normal/x/explain", b"", True),
        ("GET", "/v1/tournaments/x/rulings/1/seen", b"", True),
        ("GET", "/v1/tournaments/x/reviews", b"", True),
        ("GET", "/office/reviews", b"", False),
        ("GET", "/office/reviews", b"as_of=9", True),
        ("GET", "/v1/tournaments/x/standings", b"", False),
        ("POST", "/v1/tournaments/x/previews/comparison", b"", True),
        ("POST", "/v1/tournaments/x/matches", b"as_of=9", False),
    ],
)
def test_slow_reads_are_named(method: str, path: str, query: bytes, heavy: bool) -> None:
    assert is_heavy({"type": "http", "method": method, "path": path, "query_string": query}) is heavy


def test_request_is_handed_on_as_it_came_with_its_sender_and_answered_from_there() -> None:
    came = bytearray()

    async def answering(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        came.extend(await reader.readuntil(b"\r\n\r\n"))
        came.extend(await reader.readexactly(2))
        writer.write(ANSWER)
        writer.close()

    async def ask() -> None:
        async with handing_on(answering) as client:
            headers = {"Authorization": "Bearer x", "X-Scoresheet-Caller": "198.51.100.1"}
            answer = await client.post("/v1/tournaments/%C3%A4/previews?limit=2", content="{}", headers=headers)
            assert (answer.status_code, answer.text, answer.headers["etag"]) == (404, "elsewhere", '"x"')
            assert "server" not in answer.headers
            assert answer.headers.get_list("X-Frame-Options") == ["DENY"]
            assert (await client.get("/v1/tournaments")).text == "here"

    asyncio.run(ask())
    first, *lines = came.decode().split("\r\n")
    told = {line.partition(": ")[0].lower(): line.partition(": ")[2] for line in lines}
    assert first == "POST /v1/tournaments/%C3%A4/previews?limit=2 HTTP/1.1"
    assert (told["host"], told["authorization"]) == ("club.example", "Bearer x")
    assert [line for line in lines if "caller" in line.lower()] == ["X-Scoresheet-Caller: 192.0.2.7"]
    assert came.endswith(b"\r\n\r\n{}")


def test_one_that_is_broken_off_and_one_too_many_are_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heavy_reads, "MOST", 2)
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def answering(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.set()
        await go_on.wait()
        writer.close()

    async def ask() -> None:
        async with handing_on(answering) as client:
            first = asyncio.create_task(client.get("/v1/persons?as_of=1"))
            await asked.wait()
            refused = await client.get("/v1/persons?as_of=1")
            go_on.set()
            for answer in (refused, await first):
                assert answer.status_code == 503
                assert answer.json()["detail"].endswith("what is now is always at hand.")

    asyncio.run(ask())


def test_read_ends_by_its_budget_where_the_other_process_does_not_come_to_that(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heavy_reads, "LATE_SECONDS", 0.0)
    is_ended = asyncio.Event()

    async def answering(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        is_ended.set()
        writer.close()

    async def ask() -> None:
        async with handing_on(answering, seconds=0.1) as client:
            answer = await client.get("/v1/tournaments/x/standings?as_of=1")
            assert (answer.status_code, answer.json()["type"]) == (503, "/v1/problems/read-too-long")
            assert answer.headers["Retry-After"]
            await asyncio.wait_for(is_ended.wait(), PATIENCE_SECONDS)

    asyncio.run(ask())


def test_each_caller_has_one_at_a_time_and_each_kind_its_own_of_those_made_there() -> None:
    async def working() -> list[str]:
        crowd, began, waiting = Crowd(Limits(), HEAVY_THREADS), list[str](), list[asyncio.Task[None]]()

        async def begin(name: str, place: RequestPlace) -> None:
            await place.take_thread()
            began.append(name)

        def come(name: str, key: str | None, kind: str, address: str = "here") -> RequestPlace:
            place = RequestPlace(crowd, address)
            place.take(key, kind)
            waiting.append(asyncio.create_task(begin(name, place)))
            return place

        first = come("director", "d", "staff")
        come("director again", "d", "staff")
        come("anonymous", None, "anonymous")
        come("anonymous again", None, "anonymous", "elsewhere")
        come("player", "p", "keyed")
        come("administrator", "a", "staff")
        come("another director", "e", "staff")
        await asyncio.sleep(0.01)
        assert began == ["director", "anonymous", "player", "administrator"]
        first.leave_thread()
        await asyncio.sleep(0.01)
        for one in waiting:
            one.cancel()
        return began[4:]

    assert asyncio.run(working()) == ["another director"]
