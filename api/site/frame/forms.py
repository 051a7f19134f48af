"""Forms: what somebody typed, and the command that a page sends of it, by the same route as every other client.

A command goes through the application's own routes with the key that the session stands for. So it is read, checked,
carried out once and answered as the API answers it; a page only words what comes back.
"""

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Annotated, Any
from urllib.parse import parse_qsl, quote

import orjson
from fastapi import Depends, FastAPI, Query
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, ImmutableMultiDict
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import Message

from api.http.addresses import Addresses
from api.http.bodies import LIST_LIMIT, LONG_LIST_LIMIT, read_body
from api.http.callers import Caller, settle
from api.http.headers import ReadHeaders
from api.http.problems import BODY_MALFORMED, FILE_UNREADABLE, MEDIA_TYPE_UNSUPPORTED, Problem
from api.http.read_requests import Reads
from api.http.responses import POSITION
from api.site.frame.languages import Language
from api.site.frame.multipart import begun, in_utf_8, parts
from api.site.frame.refilled import ONCE, OWN_KEY, legible, refilled
from api.site.frame.templates import written
from api.site.frame.visit import Json, Visit, Visits, language_of, sent_to
from domain.kernel.visibility import PUBLIC
from projections.registry.catalogue import READ

SCORE_CHECKED = "score_checked"
"""The field in which `yes` says that an unlikely score is right."""
TOO_LARGE = "too-large"
"""Says of a form that what it holds of a list was too large."""
_MOST_FIELDS = 2_000
_MOST_READ = 8 * LIST_LIMIT
_MOST_OF_LONG, _MOST_READ_OF_LONG = LONG_LIST_LIMIT + LIST_LIMIT, 2 * LONG_LIST_LIMIT
"""Of a form with a long list: the list, and what was typed beside it; and what is read to tell that it is too long."""
_KEEPING = "surrogateescape"
_SHOWN_WITHIN_SECONDS = 3.0
_TYPED, _WRITTEN = "frame/typed.html", 20
"""From how many letters on what was typed is not typed again in a moment."""
_FORM, _WITH_FILES = "application/x-www-form-urlencoded", "multipart/form-data"

Form = ImmutableMultiDict[str, str]


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to a command."""

    status: int
    headers: Headers
    body: Json

    @property
    def done(self) -> bool:
        """Whether it was carried out."""
        return self.status < HTTPStatus.MULTIPLE_CHOICES


class WrongTypedError(Exception):
    """Something typed can't be read: `what` says what it was to be."""

    def __init__(self, what: str, text: str = "", status: int = 422) -> None:
        super().__init__(what)
        self.answered = Answered(status, Headers(), {"status": status, "what": what, "text": text})


async def tried(sending: Callable[[], Awaitable[Answered]]) -> Answered:
    """The API's answer; where something typed can't be read, the value that it was to be: then nothing is sent."""
    try:
        return await sending()
    except WrongTypedError as wrong:
        return wrong.answered


def once() -> str:
    """The idempotency key of the forms of a page: a form that is sent twice counts once."""
    return secrets.token_hex(16)


@dataclass(frozen=True, slots=True)
class FormVisit(Visit):
    """A form that somebody sends."""

    form: Form = field(default_factory=Form)

    @property
    def sent(self) -> Sequence[tuple[str, str]]:
        """The content of the form, to be sent once more; but for keys."""
        return [one for one in self.form.multi_items() if one[0] not in (ONCE, OWN_KEY, SCORE_CHECKED)]

    def finished(self, content: str, status: int) -> str:
        """The page; where it refuses the form, the form has what was typed. Where there is no such form any more, the
        page tells what was written, to be copied."""
        if status < HTTPStatus.BAD_REQUEST:
            return content
        told = [(name, text) for name, text in legible(self.sent) if len(text) >= _WRITTEN]
        left = written(_TYPED, self.language, {"legible": told}) if told else ""
        return refilled(content, self.request.url.path, self.form.multi_items(), left)

    def said(self, name: str) -> str:
        """The text typed there, without the blanks around it."""
        return self.form.get(name, "").strip()

    async def sends(
        self, path: str, body: Mapping[str, Any] | None = None, *, seen: str | None = None, part: str = ""
    ) -> Answered:
        """The API's answer to this command. The form's own idempotency key goes with it, with `part` behind it
        where the form sends several."""
        headers = {"content-type": "application/json", "idempotency-key": f"{self.said(ONCE)}{part}"}
        if seen:
            headers["if-match"] = seen
        return await self._carry_out(path, orjson.dumps(body or {}), headers)

    async def _carry_out(self, path: str, body: bytes, headers: Mapping[str, str]) -> Answered:
        inner = Request(_with_method(self.request.app, _inner_scope(self.request, path, headers)))
        settle(inner, self.reader.caller)
        answer = _Collected()
        await self.request.app.router(inner.scope, _told_once(body), answer.take)
        answered = Answered(answer.status, Headers(raw=answer.headers), orjson.loads(bytes(answer.body) or b"{}"))
        if answered.done and POSITION in answered.headers:
            await run_in_threadpool(self._wait_for_tables, int(answered.headers[POSITION]))
        return answered

    def _wait_for_tables(self, position: int) -> None:
        """Waits a moment until tables show what was done, so that the page that follows does."""
        self.reader.services.readings.wait_for(position, _SHOWN_WITHIN_SECONDS, READ)

    def goes_to(self, path: str) -> Response:
        """Sends the browser on to that page, which can be loaded again without doing anything again."""
        return sent_to(path)


def _with_method(app: FastAPI, scope: Mapping[str, Any]) -> dict[str, Any]:
    """The scope as that of the one method by which a command is sent there."""
    patch = {**scope, "method": "PATCH"}
    addresses: Addresses = app.state.addresses
    is_patched = any(one.matches(patch)[0] is Match.FULL for one in addresses.routes_at(patch))
    return patch if is_patched else {**scope, "method": "POST"}


def _inner_scope(request: Request, path: str, headers: Mapping[str, str]) -> dict[str, Any]:
    raw = [(name.encode(), text.encode()) for name, text in headers.items()]
    return {
        **{name: held for name, held in request.scope.items() if name not in ("route", "endpoint", "router")},
        "path": path,
        "raw_path": quote(path).encode(),
        "query_string": b"",
        "path_params": {},
        "headers": raw,
    }


def _told_once(body: bytes) -> Any:  # noqa: ANN401 -- what ASGI calls receive
    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


class _Collected:
    """An answer as it comes."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.body = bytearray()

    async def take(self, message: Message) -> None:
        """Its next part."""
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], list(message["headers"])
        else:
            self.body += message.get("body", b"")


class FormVisits(Visits):
    """The dependency of pages that take a form."""

    async def __call__(  # type: ignore[override]  # as of all visits
        self,
        request: Request,
        language: Annotated[Language | None, Query(description="The language to be shown from now on.")] = None,
    ) -> FormVisit:
        """Raises Problem as all visits do, and 400 or 415 for what no form of a page sends."""
        visit = await super().__call__(request, language)
        return FormVisit(visit.reader, visit.language, visit.chose, await self.form(request, visit))

    async def form(self, request: Request, _: Visit) -> Form:
        """The form that was sent. Raises Problem."""
        return form_in(request.headers.get("content-type", ""), await read_body(request, LIST_LIMIT))


class ListVisits(FormVisits):
    """The dependency of pages that take a list: a file that can't be read as it is, or that is too large, comes to the
    page, which says so beside what else was typed."""

    most_kept, most_read = LIST_LIMIT, _MOST_READ

    async def form(self, request: Request, visit: Visit) -> Form:
        """Of a file that is no UTF-8 each byte that is none stands for itself (`bytes_of`). Where it is too large what
        was typed before it is all there is, and `TOO_LARGE`."""
        told, is_staff = request.headers.get("content-type", ""), visit.reader.caller.role == "administrator"
        raw = await read_body(request, self.most_read if is_staff else LIST_LIMIT)
        if len(raw) <= self.most_kept or told.partition(";")[0].strip().lower() != _WITH_FILES:
            return form_in(told, raw, _as_it_is)
        read = form_in(told, begun(told, raw[: self.most_kept]), _as_it_is)
        return Form([*read.multi_items(), (TOO_LARGE, "yes")])


class LongListVisits(ListVisits):
    """The same of lists that may be long."""

    most_kept, most_read = _MOST_OF_LONG, _MOST_READ_OF_LONG


class LinkVisits(FormVisits):
    """The dependency of pages whose address is a secret: the form may come from anywhere, as from a program that shows
    mail, and is sent by nobody in particular."""

    async def __call__(  # type: ignore[override]  # as of all visits
        self,
        request: Request,
        language: Annotated[Language | None, Query(description="The language to be shown from now on.")] = None,
    ) -> FormVisit:
        """Raises Problem as all reads do, and 400 or 415 for what no form of a page sends."""
        settle(request, Caller())
        visit = Visit(await Reads.__call__(self, request, ReadHeaders()), language_of(request, language))
        return FormVisit(visit.reader, visit.language, form=await self.form(request, visit))


def bytes_of(text: str) -> bytes:
    """The bytes of a file that was put into a form."""
    return text.encode("utf-8", _KEEPING)


def _as_it_is(raw: bytes) -> str:
    return raw.decode("utf-8", _KEEPING)


def form_in(told: str, raw: bytes, of_file: Callable[[bytes], str] = in_utf_8) -> Form:
    """The form of a body with that content type. Raises Problem (400, 415)."""
    kind = told.partition(";")[0].strip().lower()
    if kind == _WITH_FILES:
        return _with_files(told, raw, of_file)
    if raw and kind != _FORM:
        raise Problem(MEDIA_TYPE_UNSUPPORTED, "A form is sent as browsers send it.")
    try:
        said = parse_qsl(raw.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=_MOST_FIELDS)
    except ValueError:
        raise Problem(BODY_MALFORMED, "The form can't be read.") from None
    return Form([(name, text.replace("\r\n", "\n")) for name, text in said])


def _with_files(told: str, raw: bytes, of_file: Callable[[bytes], str]) -> Form:
    """A form that files can be put into, each read as text. Raises Problem (400)."""
    try:
        found = parts(told, raw, _MOST_FIELDS, of_file)
    except UnicodeDecodeError:
        raise Problem(FILE_UNREADABLE, "The file is not UTF-8.") from None
    except ValueError:
        raise Problem(BODY_MALFORMED, "The form can't be read.") from None
    return Form(found)


FormSent = Annotated[FormVisit, Depends(FormVisits(PUBLIC))]
LinkFollowed = Annotated[FormVisit, Depends(LinkVisits(PUBLIC))]
ListSent = Annotated[FormVisit, Depends(ListVisits(PUBLIC))]
LongListSent = Annotated[FormVisit, Depends(LongListVisits(PUBLIC))]
