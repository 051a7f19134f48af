"""Connections: what is before a request's body must arrive in time and be small, and noise gets a problem too.

The server itself lets a client take as long and send as much of headers as it likes, and have as many connections:
without these bounds a few thousand that never finish theirs would keep everybody else out. So connections are counted,
those of one address before those of all. One too many is told so when it asks for something, and closed soon if it
does not.
"""

import asyncio
import logging
from collections import Counter
from typing import Any, ClassVar, cast

from starlette.responses import Response
from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from api.http.concurrency_limit import GONE
from api.http.limits import Limits, address_of
from api.http.problems import CROWDED, REQUEST_MALFORMED, TOO_MANY_REQUESTS
from api.http.request_ids import HEADER, RequestIds, draw_request_id
from api.http.request_limits import MOST_HEADER_BYTES, TOO_LARGE
from api.http.responses import problem_answer

HEAD_SECONDS = 20.0
MOST_HEAD_BYTES = 16 * MOST_HEADER_BYTES
"""Beyond this nothing more is read; up to here a request that is too large is read to its end and then refused."""

REFUSED_SECONDS = 2.0
"""In which a connection that is one too many may send a request, so that it is told why it gets nothing."""
MOST_REFUSED = 200
"""Connections waiting to be told so; beyond that they are closed without a word."""
_LATER = {"Retry-After": "5", "Connection": "close"}
_OF_ADDRESS = problem_answer(TOO_MANY_REQUESTS, "Too many connections come from this address.", {}, _LATER)
_OF_ALL = problem_answer(CROWDED, "As many connections as the service takes are open.", {}, _LATER)
logger = logging.getLogger(__name__)
_MALFORMED = problem_answer(REQUEST_MALFORMED, "The request can't be understood.", {}, {"Connection": "close"})


class Connections:
    """The number of connections, of each address and in all."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._of_address = Counter[str]()
        self._all = 0

    def refusal(self, host: str) -> Response | None:
        """The answer to a connection from there that would be one too many; None: it is not. A proxy that is believed
        may have any number."""
        if self._all >= self._limits.connections:
            return _OF_ALL
        if self._limits.trusts(host) or self._of_address[address_of(host)] < self._limits.address_connections:
            return None
        return _OF_ADDRESS

    def enter(self, host: str) -> None:
        """Counts a connection from there."""
        self._all += 1
        self._of_address[address_of(host)] += 1

    def leave(self, host: str) -> None:
        """One that was counted is closed."""
        self._all -= 1
        address = address_of(host)
        self._of_address[address] -= 1
        if not self._of_address[address]:
            del self._of_address[address]


class BoundedConnection(HttpToolsProtocol):
    """One client's connection, among `present`."""

    present: ClassVar[Connections]
    refused: ClassVar[set["BoundedConnection"]]
    _host = ""
    _awaiting_head: asyncio.TimerHandle | None = None
    _head_bytes = 0
    _answered: RequestResponseCycle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as the base class
        """Counts the connection, or has whatever is asked on it refused."""
        super().connection_made(transport)
        self._host = self.client[0] if self.client else ""
        refusal = self.present.refusal(self._host)
        if refusal is None:
            self.present.enter(self._host)
        else:
            self._refuse(refusal)
        self._await_head()

    def _refuse(self, refusal: Response) -> None:
        """Whatever is asked here is answered so."""
        self.refused.add(self)
        self.app = RequestIds(refusal)
        if len(self.refused) > MOST_REFUSED:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Lets the connection go, and tells the request that is being answered on it."""
        self._stop_awaiting()
        self._is_read()
        if self in self.refused:
            self.refused.discard(self)
        else:
            self.present.leave(self._host)
        # The base class tells only the request it read last, not the one being answered, that the client has left.
        if self._answered is not None and not self._answered.response_complete:
            self._answered.disconnected = True
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._awaiting_head is not None and not self.transport.is_closing():
            self._head_bytes += len(data)
            if self._head_bytes > MOST_HEAD_BYTES:
                self._end(b"431 Request Header Fields Too Large", TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._await_head()

    def on_headers_complete(self) -> None:
        self._stop_awaiting()
        super().on_headers_complete()

    def pause_writing(self) -> None:
        """More is not sent until the client reads on; a stream that nobody reads ends, and what waits for it goes."""
        super().pause_writing()
        self._unread = self.loop.call_later(self.timeout_keep_alive, self.transport.abort)

    def resume_writing(self) -> None:
        self._is_read()
        super().resume_writing()

    def _is_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def timeout_keep_alive_handler(self) -> None:
        """An answer that nobody has read in all that time is not kept any longer."""
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        super().timeout_keep_alive_handler()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 -- as the base class has it
        self._end(b"400 Bad Request", _MALFORMED)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answered = cycle
        cast("dict[str, Any]", cycle.scope)[GONE] = lambda: cycle.disconnected
        super()._start_asgi_task(cycle, app)

    def _await_head(self) -> None:
        self._stop_awaiting()
        self._head_bytes = 0
        seconds = REFUSED_SECONDS if self in self.refused else HEAD_SECONDS
        self._awaiting_head = self.loop.call_later(seconds, self._give_up)

    def _stop_awaiting(self) -> None:
        if self._awaiting_head is not None:
            self._awaiting_head.cancel()
            self._awaiting_head = None

    def _give_up(self) -> None:
        """An answer that is still being made to the request before is not cut off."""
        if self._answered is not None and not self._answered.response_complete:
            self._await_head()
        else:
            self.transport.close()

    def _end(self, status: bytes, answer: Response) -> None:
        """Answers what is no request that the service could be asked; its line in the log has no route."""
        named = (HEADER.lower().encode(), draw_request_id().encode())
        headers = b"".join(name + b": " + value + b"\r\n" for name, value in (*answer.raw_headers, named))
        logger.info("%s answered before a request was read", status.partition(b" ")[0].decode())
        self.transport.write(b"HTTP/1.1 " + status + b"\r\n" + headers + b"\r\n" + bytes(answer.body))
        self.transport.close()


def connection_class(limits: Limits) -> type[BoundedConnection]:
    """Connections that are counted together."""

    class Connection(BoundedConnection):
        present: ClassVar[Connections] = Connections(limits)
        refused: ClassVar[set[BoundedConnection]] = set()

    return Connection
