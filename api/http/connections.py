"""Connections: what stands before a request's body must arrive in time and be small, and noise gets a problem too.

The server itself lets a client take as long and send as much of headers as it likes, and connections are counted:
without these bounds a few thousand that never finish theirs would keep everybody else out.
"""

import asyncio

from starlette.responses import Response
from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from api.http.problems import REQUEST_MALFORMED
from api.http.request_limits import MOST_HEADER_BYTES, TOO_LARGE
from api.http.responses import problem_answer

HEAD_SECONDS = 20.0
MOST_HEAD_BYTES = 16 * MOST_HEADER_BYTES
"""Beyond this nothing more is read; up to here a request that is too large is read to its end and then refused."""

_MALFORMED = problem_answer(REQUEST_MALFORMED, "The request can't be understood.", {}, {"Connection": "close"})


class BoundedConnection(HttpToolsProtocol):
    """One client's connection."""

    _awaiting_head: asyncio.TimerHandle | None = None
    _head_bytes = 0
    _answered: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as the base class
        super().connection_made(transport)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_awaiting()
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

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 -- as the base class has it
        self._end(b"400 Bad Request", _MALFORMED)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def _await_head(self) -> None:
        self._stop_awaiting()
        self._head_bytes = 0
        self._awaiting_head = self.loop.call_later(HEAD_SECONDS, self._give_up)

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
        headers = b"".join(name + b": " + value + b"\r\n" for name, value in answer.raw_headers)
        self.transport.write(b"HTTP/1.1 " + status + b"\r\n" + headers + b"\r\n" + bytes(answer.body))
        self.transport.close()
