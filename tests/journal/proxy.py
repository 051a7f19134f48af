"""A small TCP proxy before PostgreSQL that can lose the server's replies."""

import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from threading import Event, Lock, Thread

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from tests.patience import eventually

_CHUNK = 65536


class Proxy:
    """Forwards connections to the server of `url`, at an address of its own.

    `cut_reply` loses the reply to the next statement that holds some bytes, and closes the connection; while
    `swallowing` is set connections stay open and all replies are lost; while `refusing`, new ones are closed.
    """

    def __init__(self, url: str) -> None:
        self._upstream = conninfo_to_dict(url)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._arming = Lock()
        self._marker: bytes | None = None
        self.swallowing = Event()
        self.refusing = Event()
        self.cuts = 0
        self._open: set[socket.socket] = set()
        self.url = make_conninfo(url, host="127.0.0.1", port=self._listener.getsockname()[1])
        Thread(target=self._accept, daemon=True).start()

    def cut_reply(self, marker: bytes) -> None:
        with self._arming:
            self._marker = marker

    def drop_all(self) -> None:
        """Close every connection there is."""
        for one in list(self._open):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.refusing.set()
        self._listener.close()
        self.drop_all()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            if self.refusing.is_set():
                client.close()
                continue
            Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        server = self._connected()
        losing = Event()
        self._open |= {client, server}
        back = Thread(target=self._replies, args=(server, client, losing), daemon=True)
        back.start()
        with suppress(OSError):
            while chunk := client.recv(_CHUNK):
                if self._to_be_cut(chunk):
                    losing.set()
                server.sendall(chunk)
        for one in (client, server):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        back.join()
        self._open -= {client, server}
        client.close()
        server.close()

    def _replies(self, server: socket.socket, client: socket.socket, losing: Event) -> None:
        with suppress(OSError):
            while chunk := server.recv(_CHUNK):
                if losing.is_set():
                    self.cuts += 1
                    break
                if not self.swallowing.is_set():
                    client.sendall(chunk)
        with suppress(OSError):
            client.shutdown(socket.SHUT_RDWR)

    def _to_be_cut(self, chunk: bytes) -> bool:
        with self._arming:
            if self._marker is None or self._marker not in chunk:
                return False
            self._marker = None
            return True

    def _connected(self) -> socket.socket:
        host, port = str(self._upstream.get("host") or "127.0.0.1"), self._upstream.get("port") or 5432
        if host.startswith("/"):
            server = socket.socket(socket.AF_UNIX)
            server.connect(os.path.join(host, f".s.PGSQL.{port}"))  # noqa: PTH118 -- a socket's address
            return server
        return socket.create_connection((host, int(port)))


@contextmanager
def proxy_to(url: str) -> Iterator[Proxy]:
    proxy = Proxy(url)
    try:
        yield proxy
    finally:
        proxy.close()


@contextmanager
def dropping(drop: Callable[[], object], answered: Callable[[], int]) -> Iterator[None]:
    """Drops connections every 0.05 s meanwhile; on a busy machine once for each answer, as else nobody would ever get
    one."""
    over = Event()

    def has_more(answers: int) -> bool:
        return over.is_set() or answered() > answers

    def drop_all_the_time() -> None:
        while not over.wait(0.05):
            drop()
            eventually(partial(has_more, answered()))

    thread = Thread(target=drop_all_the_time)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
