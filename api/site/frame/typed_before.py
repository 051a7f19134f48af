"""What was typed into a form that was sent without a login: kept on the page that says so, to be sent again from there.

A session ends while a page is open: after twelve hours away, from another browser, or with its key. Nothing of the form
is kept on the server: it goes back to the browser that has sent it.
"""

from contextlib import suppress

from starlette.requests import Request
from starlette.types import Message, Receive

from api.http.bodies import LIST_LIMIT
from api.http.problems import Problem
from api.http.sessions.cookies import require_own_page
from api.site.frame.forms import form_in
from api.site.frame.refilled import OWN_KEY, Typed


class Heard:
    """A request's body as it is read; `whole` is all of it, None while it is not, or where it is too much."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._body: bytes | None = b""
        self.whole: bytes | None = None

    async def receive(self) -> Message:
        """Its next part, for anyone who reads it."""
        message = await self._receive()
        if message["type"] == "http.request" and self._body is not None:
            self._body += message.get("body", b"")
            self._body = self._body if len(self._body) <= LIST_LIMIT else None
            self.whole = None if message.get("more_body") else self._body
        return message


def typed_before(request: Request, raw: bytes | None) -> Typed:
    """The fields of the form that a page of this service has sent, but for keys; none where there is no such form."""
    with suppress(Problem):
        if request.method == "POST" and raw:
            require_own_page(request)
            form = form_in(request.headers.get("content-type", ""), raw)
            return [(name, text) for name, text in form.multi_items() if name != OWN_KEY]
    return ()
