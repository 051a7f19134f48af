"""What goes wrong, told as a page where a page was asked for: in plain words, in the reader's language."""

from collections.abc import Mapping
from http.client import FORBIDDEN, UNAUTHORIZED
from typing import Any

import orjson
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.http.problems import FAULT, MEDIA_TYPE
from api.http.responses import NEVER, problem_answer
from api.site.frame.answers import page_answer
from api.site.frame.refilled import legible
from api.site.frame.routing import is_page
from api.site.frame.sessions import role_of
from api.site.frame.templates import written
from api.site.frame.typed_before import Heard, typed_before
from api.site.frame.visit import language_of
from api.site.frame.words import WORDS
from domain.kernel.envelope import Role

_CAREFUL = ("x-content-type-options", "referrer-policy", "x-frame-options")
_KEPT = ("retry-after", "allow", "www-authenticate", "connection", *_CAREFUL)
OFFICE = "office"
_TEMPLATE = "frame/problem.html"


class ProblemPages:
    """Lets a problem that `app` answers a page's address with be told as a page; plain ASGI."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not is_page(scope["path"]):
            await self._app(scope, receive, send)
            return
        heard = Heard(receive)
        telling = _Telling(scope, heard, send)
        try:
            await self._app(scope, heard.receive, telling.take)
        except Exception:
            if not telling.begun:
                answer = problem_answer(FAULT, FAULT.title, {})
                page = _page(Request(scope), answer.headers, answer.body, None, None)
                await page(scope, receive, send)
            raise


class _Telling:
    """An answer on its way: a problem is kept back until it is whole, everything else goes on as it comes."""

    def __init__(self, scope: Scope, heard: Heard, send: Send) -> None:
        self._scope, self._heard, self._send = scope, heard, send
        self._headers: Headers | None = None
        self._body = b""
        self.begun = False

    async def take(self, message: Message) -> None:
        """The next part of the answer."""
        self.begun = True
        if message["type"] == "http.response.start":
            headers = Headers(raw=message["headers"])
            self._headers = headers if headers.get("content-type") == MEDIA_TYPE else None
        if self._headers is None:
            await self._send(message)
        elif message["type"] == "http.response.body":
            self._body += message.get("body", b"")
            if not message.get("more_body"):
                request = Request(self._scope)
                page = _page(request, self._headers, self._body, await role_of(request), self._heard.whole)
                await page(self._scope, self._heard.receive, self._send)


def _page(
    request: Request, headers: Mapping[str, str], body: bytes | memoryview, who: Role | None, sent: bytes | None
) -> Response:
    told = orjson.loads(body)
    typed = typed_before(request, sent)
    values = {
        "problem": _nearest(told, request.url.path),
        "here": "/?language={}".format,
        "zone": "UTC",
        "who": who,
        "typed": typed if told["status"] == UNAUTHORIZED else (),
        "legible": legible(typed),
        "address": str(request.url.replace(scheme="", netloc="")),
    }
    kept = {name: headers[name] for name in _KEPT if name in headers}
    content = written(_TEMPLATE, language_of(request), values)
    return page_answer(request, content, told["status"], {**NEVER, **kept})


def _nearest(told: Mapping[str, Any], path: str) -> int | str:
    """The kind, or else the status, whose words tell what to do; the office sends nobody to a director."""
    status, kind = told["status"], told["type"].rpartition("/")[2]
    if status == FORBIDDEN and path.startswith(f"/{OFFICE}") and kind not in WORDS["problem"]:
        return OFFICE
    known = [one for one in (kind, status) if one in WORDS["problem"]]
    return known[0] if known else 500 if status >= 500 else 400
