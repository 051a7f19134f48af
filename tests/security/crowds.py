"""Many who ask at once: sockets that ask and don't read, from addresses of their own on the loopback."""

import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from threading import Event

import anyio
import httpx
import orjson
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from api.http.addresses import Addresses
from api.http.read_requests import Reading
from api.http.responses import json_answer
from api.http.routing import new_router
from tests.api.support import Service
from tests.patience import PATIENCE_SECONDS

MORE_THAN_A_SOCKET_TAKES = (b"x" * 1_000_000,) * 12
HALL, ELSEWHERE, PROXY = "127.0.0.2", "127.0.0.3", "127.0.0.9"


@dataclass
class Slow:
    """A read that goes on until it is let go, two large ones, in parts and whole, and a stream that never ends."""

    going: Event = field(default_factory=Event)
    begun: list[str] = field(default_factory=list)
    streams: int = 0

    def read(self, reader: Reading) -> Response:
        self.begun.append(str(reader.request.url))
        self.going.wait(PATIENCE_SECONDS)
        return json_answer({"kind": reader.caller.role})

    def big(self, _: Reading) -> Response:
        self.begun.append("/v1/big")
        return StreamingResponse(_parts(), media_type="application/octet-stream")

    def whole(self, _: Reading) -> Response:
        return Response(b"".join(MORE_THAN_A_SOCKET_TAKES))

    async def stream(self, _: Request) -> Response:
        async def events() -> AsyncIterator[bytes]:
            self.streams += 1
            try:
                yield b": here\n\n"
                while not self.going.is_set():
                    await anyio.sleep(0.1)
            finally:
                self.streams -= 1

        return StreamingResponse(events(), media_type="text/event-stream")


async def _parts() -> AsyncIterator[bytes]:
    for part in MORE_THAN_A_SOCKET_TAKES:
        yield part


@contextmanager
def slow_routes(service: Service) -> Iterator[Slow]:
    """The service with `/v1/slow`, `/v1/big`, `/v1/whole` and `/v1/stream`."""
    slow, router = Slow(), new_router()
    router.add_api_route("/slow", slow.read)
    router.add_api_route("/big", slow.big)
    router.add_api_route("/whole", slow.whole)
    added = [*router.routes, Route("/v1/stream", slow.stream)]
    service.app.router.routes.extend(added)
    service.app.router.middleware_stack = Addresses(service.app.router)
    try:
        yield slow
    finally:
        slow.going.set()
        for route in added:
            service.app.router.routes.remove(route)
        service.app.router.middleware_stack = service.app.state.addresses


@dataclass(frozen=True)
class Answer:
    """What a socket was answered, as far as it has come."""

    status: int
    headers: httpx.Headers
    body: bytes

    @property
    def problem(self) -> str:
        return str(orjson.loads(self.body)["type"]).rpartition("/")[2]


def connected(service: Service, address: str) -> socket.socket:
    """A connection from that address."""
    url = httpx.URL(service.url)
    return socket.create_connection((url.host, url.port or 80), timeout=PATIENCE_SECONDS, source_address=(address, 0))


def ask(client: socket.socket, path: str, **headers: str) -> None:
    """Sends a request, and reads nothing."""
    said = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    client.sendall(f"GET {path} HTTP/1.1\r\nHost: here\r\n{said}\r\n".encode())


def answer(client: socket.socket) -> Answer:
    """What comes, up to the end of the body that is announced; of a stream its beginning."""
    received = b""
    while b"\r\n\r\n" not in received:
        more = client.recv(65536)
        assert more, "closed without an answer"
        received += more
    head, _, body = received.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = httpx.Headers(dict(line.split(": ", 1) for line in lines))
    while len(body) < int(headers.get("content-length", 0)):
        body += client.recv(65536)
    return Answer(int(first.split()[1]), headers, body)


def asked(service: Service, path: str, address: str = ELSEWHERE, **headers: str) -> Answer:
    """The answer to one request over a connection of its own."""
    with connected(service, address) as client:
        ask(client, path, **headers)
        return answer(client)


@contextmanager
def crowd(
    service: Service, size: int, path: str | None, address: str = HALL, **headers: str
) -> Iterator[list[socket.socket]]:
    """So many connections from the address; each has asked for the path, or for nothing."""
    with ExitStack() as stack:
        clients = [stack.enter_context(connected(service, address)) for _ in range(size)]
        for client in clients:
            if path is not None:
                ask(client, path, **headers)
        yield clients
