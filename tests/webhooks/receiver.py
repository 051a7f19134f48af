"""A receiver of webhooks on this machine, which answers as it is told to, and its deliveries step by step."""

import ssl
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import psycopg
import pytest
from psycopg_pool import ConnectionPool
from standardwebhooks import Webhook as Receiving

from ops.database import DatabaseUrls
from ops.webhooks import deliveries
from ops.webhooks.delivering import Delivering
from ops.webhooks.dialling import Resolve, resolved
from ops.webhooks.key_file import write_webhook_settings
from ops.webhooks.process import deliver_all
from ops.webhooks.sending import Sender
from tests.api.support import WEBHOOK_KEY, Client
from tests.patience import PATIENCE_SECONDS

Behaviour = Callable[[BaseHTTPRequestHandler], None]


@dataclass(frozen=True)
class Got:
    """A request that came, on a connection from that port."""

    headers: dict[str, str]
    body: bytes
    port: int

    def entries(self, secret: str) -> list[dict[str, Any]]:
        """What it holds. Raises the library's error where it was not signed with that secret."""
        found: list[dict[str, Any]] = Receiving(secret).verify(self.body, self.headers)
        return found

    @property
    def message(self) -> str:
        return self.headers["webhook-id"]


@dataclass
class Receiver:
    """What came, and how the next requests are answered: with 204 where nothing else is said."""

    origin: str
    got: list[Got] = field(default_factory=list)
    answers: deque[Behaviour] = field(default_factory=deque)

    def answer(self, *behaviours: Behaviour) -> None:
        self.answers.extend(behaviours)


def status(code: int, body: bytes = b"", **headers: str) -> Behaviour:
    """Answers so."""

    def act(request: BaseHTTPRequestHandler) -> None:
        request.send_response(code)
        for name, value in headers.items():
            request.send_header(name.replace("_", "-"), value)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    return act


def hangs_up(request: BaseHTTPRequestHandler) -> None:
    """Closes at once."""
    request.close_connection = True


def waits(release: threading.Event, byte: bytes = b"") -> Behaviour:
    """Sends no whole answer, and closes once it is released; such a byte again and again meanwhile."""

    def act(request: BaseHTTPRequestHandler) -> None:
        request.close_connection = True
        while not release.wait(0.02):
            if byte:
                request.wfile.write(byte)
                request.wfile.flush()

    return act


@contextmanager
def receiving(tls: ssl.SSLContext | None = None, *, keeps: bool = False) -> Iterator[Receiver]:
    """A receiver, until this is left; one that `keeps` its connections closes none after its answer."""
    made: list[Receiver] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            made[0].got.append(Got(headers, body, self.client_address[1]))
            self.close_connection = not keeps
            (made[0].answers.popleft() if made[0].answers else status(204))(self)

        def log_message(self, *_: object) -> None:
            """Nothing is said."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            """Anyone who delivers has gone away, as was wanted."""

    server = Server(("127.0.0.1", 0), Handler)
    if tls:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    made.append(Receiver(f"{'https' if tls else 'http'}://127.0.0.1:{server.server_address[1]}"))
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield made[0]
    finally:
        server.shutdown()
        server.server_close()


def name_receivers(urls: DatabaseUrls, *origins: str) -> None:
    """Anyone who runs the service lets receivers be of any kind that have these origins."""
    with psycopg.connect(urls.owner) as connection:
        write_webhook_settings(connection, WEBHOOK_KEY, origins)


@contextmanager
def in_haste(sender: Sender) -> Iterator[None]:
    """Within it, each delivery ends after a moment."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sender, "_longest_seconds", 0.3)
        yield


@dataclass
class Deliverer:
    """Delivers one batch when it is told to; its clock is moved by hand."""

    connection: psycopg.Connection[Any]
    work: Delivering
    sender: Sender
    now: datetime = field(default_factory=lambda: datetime.now(UTC))

    def step(self, webhook: str) -> bool:
        """The next attempt, whether or not it is time for it; whether it was accepted."""
        found = self.work.next(webhook)
        return found is not None and self.work.deliver(found).is_accepted

    def gives_up_on(self, webhook: str) -> None:
        """An attempt that is never answered whole: it has little time, where any other has more than load can take."""
        with in_haste(self.sender):
            assert not self.step(webhook)

    def all_of(self, webhook: str) -> None:
        """All batches that there are."""
        while self.step(webhook):
            continue

    def waits_until(self, webhook: str) -> datetime | None:
        """When the next attempt is due."""
        [found] = [one.next_at for one in deliveries.due(self.connection) if str(one.webhook) == webhook]
        return found

    def passes(self, time: timedelta) -> None:
        self.now += time


@contextmanager
def delivering(urls: DatabaseUrls, *origins: str, resolve: Resolve = resolved) -> Iterator[Deliverer]:
    """Deliveries in the role of the process that makes them; these origins may be of any kind."""
    with (
        closing(Sender(origins, resolve, PATIENCE_SECONDS)) as sender,
        ConnectionPool(urls.webhooks, kwargs={"autocommit": True}, min_size=1, max_size=2, open=True) as pool,
        psycopg.connect(urls.webhooks, autocommit=True) as connection,
    ):
        made = Deliverer(connection, Delivering(pool, WEBHOOK_KEY, sender, lambda: made.now), sender)
        yield made


@contextmanager
def delivering_all(urls: DatabaseUrls) -> Iterator[list[str]]:
    """The process that delivers, in a thread; what it says."""
    said: list[str] = []
    stop = threading.Event()
    thread = threading.Thread(target=deliver_all, args=(urls.webhooks, WEBHOOK_KEY, stop, said.append))
    thread.start()
    try:
        yield said
    finally:
        stop.set()
        with psycopg.connect(urls.owner) as connection:
            connection.execute("NOTIFY scoresheet_webhooks")
        thread.join()


def webhook_to(office: Client, receiver: Receiver, feed: str, **wanted: object) -> tuple[str, str]:
    """A new webhook: its id and its secret. It begins at the beginning, unless said otherwise."""
    body = {"feed": feed, "address": f"{receiver.origin}/hook", "since": 0, **wanted}
    made = office.done("/v1/webhooks", body).json()
    return made["webhook"], made["secret"]
