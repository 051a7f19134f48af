"""Connections to receivers of webhooks: only to addresses that were checked, and no longer than a delivery may take.

The name is looked up once for each, here, and the address that was checked is the one that is dialled; host, SNI and
certificate stay the name's. Proxies of the environment are not used.
"""

import socket
import ssl
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from ipaddress import ip_address

import httpcore2
from httpcore2 import NetworkBackend, NetworkStream

from domain.webhooks.receivers import is_public

Resolve = Callable[[str, int], Sequence[str]]
"""Gives the addresses of a host, for a port. Raises OSError where there is none."""


class NotPublicError(Exception):
    """The name leads to no public address."""


class NameUnknownError(Exception):
    """The name leads to no address."""


def resolved(host: str, port: int) -> Sequence[str]:
    """The addresses of a host, as the system knows them, each once."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


@dataclass
class Deadline:
    """When a delivery ends at the latest (monotonic seconds); each puts it off again."""

    moment: float = 0.0

    def left(self, error: type[Exception]) -> float:
        """The seconds that are left. Raises the error where there are none."""
        left = self.moment - time.monotonic()
        if left <= 0:
            raise error("the delivery took too long")
        return left


@dataclass
class CheckedBackend(NetworkBackend):
    """Connects to public addresses alone, or to any where the receiver `is_named` by anyone who runs the service. All
    that goes over its connections ends at the deadline. `dialled` is the address that was dialled last, at `dialled_at`
    (monotonic seconds)."""

    is_named: bool
    deadline: Deadline
    resolve: Resolve = resolved
    backend: NetworkBackend = field(default_factory=httpcore2.SyncBackend)
    dialled: str | None = None
    dialled_at: float = field(default_factory=time.monotonic)

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> NetworkStream:
        """Raises NotPublicError, NameUnknownError and what the backend raises."""
        self.dialled, self.dialled_at = None, time.monotonic()
        addresses = self._checked(host, port)
        for address in addresses[:-1]:
            try:
                return self._dial(address, port, socket_options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout):
                continue
        return self._dial(addresses[-1], port, socket_options)

    def _checked(self, host: str, port: int) -> Sequence[str]:
        try:
            found = self.resolve(host, port)
        except OSError as error:
            raise NameUnknownError(host) from error
        checked = [address for address in found if self.is_named or is_public(ip_address(address))]
        if not checked:
            self.dialled = found[0] if found else None
            raise NotPublicError(host)
        return checked

    def _dial(self, address: str, port: int, socket_options: Iterable[httpcore2.SOCKET_OPTION] | None) -> NetworkStream:
        self.dialled = address
        left = self.deadline.left(httpcore2.ConnectTimeout)
        return TimedStream(self.backend.connect_tcp(address, port, left, None, socket_options), self.deadline)


@dataclass
class TimedStream(NetworkStream):
    """A connection that nothing is read from or written to after the deadline, however slowly it comes."""

    stream: NetworkStream
    deadline: Deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Raises ReadTimeout at the deadline; how long each read may take by itself does not matter."""
        return self.stream.read(max_bytes, self.deadline.left(httpcore2.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Raises WriteTimeout at the deadline."""
        self.stream.write(buffer, self.deadline.left(httpcore2.WriteTimeout))

    def close(self) -> None:
        self.stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> NetworkStream:
        """Raises ConnectTimeout at the deadline."""
        left = self.deadline.left(httpcore2.ConnectTimeout)
        return TimedStream(self.stream.start_tls(ssl_context, server_hostname, left), self.deadline)

    def get_extra_info(self, info: str) -> object:
        return self.stream.get_extra_info(info)
