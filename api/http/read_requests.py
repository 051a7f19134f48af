"""How a read comes in: who asks, the position to be read at, what the reader has already; and how it is answered."""

import hashlib
import re
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Annotated

import anyio
from fastapi import Depends
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from api.documents.csv_form import MEDIA_TYPE, CsvForm
from api.documents.withholding import PartIn, Shown, shown_to
from api.http import parameters
from api.http.callers import Caller, identify
from api.http.command_requests import list_header, one_header
from api.http.concurrency_limit import WAITING, place_of
from api.http.etags import Kind, etag_of, unchanged
from api.http.headers import ReadHeaders
from api.http.made_ids import instead, is_withheld, made_in
from api.http.opened_texts import with_texts
from api.http.own_writes import LONGEST_WAIT_SECONDS as OWN_SECONDS
from api.http.own_writes import behind, told_in
from api.http.paging import next_link
from api.http.problems import HEADER_MALFORMED, NOT_YET, ROLE_INSUFFICIENT, TRY_LATER, Problem
from api.http.responses import INCOMPLETE, POSITION, bytes_answer, document_answer, json_of, not_modified
from api.http.services import Services, services_of
from api.http.told_content import told_to
from domain.journal import abandonment
from domain.kernel.csv_text import Cell, csv_table
from domain.kernel.ids import UUID_PATTERN, PersonId, StreamName, tournament_stream
from domain.kernel.visibility import PUBLIC, Part, words_for
from domain.person.details import WITHHELD
from projections.queries import positions
from projections.queries.queries import Readings
from projections.registry.catalogue import READ

LONGEST_WAIT_SECONDS = 30
_FEEDS = "/v1/feeds"
_LIVE = re.compile(r"/live$")
Sent = Annotated[ReadHeaders, Depends()]
"""The headers of a read, looked at by FastAPI."""

WAITED_SECONDS = 1.0
"""After which it is looked whether the reader is still there."""

_BEFORE_ALL = datetime.min.replace(tzinfo=UTC)
_ID = re.compile(UUID_PATTERN)
_POSITION = re.compile(r"0|[1-9][0-9]{0,15}")
_WAIT = re.compile(r"(?:^|[,;\s])wait\s*=\s*\"?(?P<seconds>[0-9]{1,6})", re.IGNORECASE)


def known_by_bytes(
    request: Request, answer: Response, headers: Mapping[str, str] | None = None, beside: str = ""
) -> Response:
    """The answer, with the ETag of its bytes and of what is told `beside` them; or 304 with these headers.
    Raises Problem (400)."""
    etag = f'"{hashlib.sha256(beside.encode() + bytes(answer.body)).hexdigest()}"'
    if unchanged(list_header(request, "if-none-match"), etag):
        return not_modified({**(headers or {}), "ETag": etag})
    answer.headers["ETag"] = etag
    return answer


@dataclass(frozen=True, slots=True)
class Reader:
    """A read as it came in. `part` is what the caller is to what is read, `audience` who that is for; `moment` is when
    it is read as of, None: now."""

    services: Services
    caller: Caller
    request: Request
    part: Part
    audience: Part = PUBLIC
    moment: datetime | None = None
    present: Services | None = None

    def now(self) -> datetime:
        """The moment that is read: what is over by then is over."""
        return self.moment or datetime.now(UTC)

    @property
    def services_now(self) -> Services:
        """The services as of now, whichever moment is read: by them goes what the reader is to it."""
        return self.present or self.services

    def as_of(self, moment: int | datetime) -> "Reader":
        """The same read as of a position of the log, or a time. Raises Refused for a position that is not there yet."""
        journal = self.services.journal
        position = moment if isinstance(moment, int) else journal.position_at(moment)
        services = self.services.as_of(position)
        if isinstance(moment, int):
            moment = journal.read(position - 1, 1)[0].recorded.recorded_at if position else _BEFORE_ALL
        return replace(self, services=services, moment=moment, present=self.services)

    def as_of_version(self, stream: StreamName, moment: int | datetime) -> "Reader":
        """The same read as of a version of that stream, or a time."""
        if isinstance(moment, int):
            moment = self.services.journal.position_of(stream, moment)
        return self.as_of(moment)

    def having(self, part: Part) -> "Reader":
        """The same read by somebody who is this to what is read. Raises Problem (403) unless it is for them."""
        if not part & self.audience:
            raise Problem(ROLE_INSUFFICIENT, f"This is for {words_for(self.audience)}.")
        return replace(self, part=part)

    def narrowed_to(self, audience: Part) -> "Reader":
        """The same read of something that is for fewer. Raises Problem: 401 for the anonymous, 403 for a key that may
        not be used here."""
        if not audience & Part.ANYBODY:
            self.caller.actor()
            self.caller.require_scope(self.request.path_params.get("tournament"))
        return replace(self, audience=audience)

    def shown(self, document: object, inside: PartIn = lambda _: Part(0)) -> Shown:
        """The document, or a part of one, as the caller is shown it."""
        return shown_to(self.part, document, self.audience, inside)

    def answer(
        self,
        body: BaseModel | Mapping[str, object] | Shown,
        position: int,
        *,
        incomplete: bool | None = None,
        etag: str | None = None,
        next_cursor: str | None = None,
    ) -> Response:
        """200 with what the caller is shown of it, or 304 where the reader has this ETag, which is that of the answer's
        bytes unless another is given. `incomplete` tells whether a stream stands still that the body is made of; None
        for what is read from the log itself, which is whole."""
        headers = self.read_at(position)
        if location := getattr(self.request.state, "content_location", None):
            headers["Content-Location"] = location
        content = self.having(self.part).shown(body).content
        if incomplete is not None:
            content = {**content, "incomplete": incomplete}
        if incomplete:
            headers[INCOMPLETE] = "true"
        if next_cursor is not None:
            headers["Link"] = next_link(self.request, next_cursor)
        if etag is not None:
            headers["ETag"] = etag
            if unchanged(list_header(self.request, "if-none-match"), etag):
                return not_modified(headers)
            return self._response_of(content, headers)
        return self._by_bytes(self._response_of(content, headers), headers)

    def read_at(self, position: int) -> dict[str, str]:
        """The headers that tell the log's position which the answer was made at. It is asked for before the read, so
        that it never promises too much."""
        return {POSITION: str(position), **behind(self.request)}

    def _response_of(self, content: object, headers: Mapping[str, str]) -> Response:
        """200 with the content, its texts opened, as far as the caller is told ids."""
        return bytes_answer(self.told(with_texts(json_of(content), self.services.journal)), headers=headers)

    def told(self, content: bytes) -> bytes:
        """The text as the caller is told it: to the public without ids that were made of names which are not for it."""
        return told_to(self.caller, self.services_now, self.request.path_params.get("tournament"), content)

    def _by_bytes(self, answer: Response, headers: Mapping[str, str]) -> Response:
        """The answer, with the ETag of its bytes and of what is told beside them; or 304."""
        told = (headers.get("Link", ""), headers.get(INCOMPLETE, ""), "")
        return known_by_bytes(self.request, answer, headers, "\n".join(told))

    def document(self, content: bytes, media_type: str, position: int, headers: Mapping[str, str]) -> Response:
        """200 with a document that is no JSON, or 304 where the reader has it; its ETag is that of its bytes."""
        content = self.told(content)
        etag = f'"{hashlib.sha256(content).hexdigest()}"'
        told = {**self.read_at(position), "ETag": etag, **headers}
        if unchanged(list_header(self.request, "if-none-match"), etag):
            return not_modified(told)
        return document_answer(content, media_type, told)

    def table(
        self,
        form: CsvForm,
        position: int,
        columns: Sequence[str],
        rows: Iterable[Sequence[Cell]],
        *,
        incomplete: bool = False,
    ) -> Response:
        """200 with a table as CSV, or 304. Its rows are shown as they are: whatever the caller may not see has been
        taken out."""
        content = csv_table(columns, rows, separator=form.separator, marked=form.marked)
        lacking = {INCOMPLETE: "true"} if incomplete else {}
        return self.document(content, MEDIA_TYPE, position, {"Vary": "Authorization, Accept", **lacking})

    def page(
        self,
        items: Iterable[object],
        persons: Iterable[str | None] = (),
        names: Mapping[PersonId, str] | None = None,
        **beside: object,
    ) -> dict[str, object]:
        """The body of a page: its items, the names of the persons in it, or those that are known already, and what else
        is told beside them. Among those who did something may be keys of machines, which have no name, and None."""
        if names is None:
            names = self.names({one for one in persons if one is not None and _ID.fullmatch(one)})
        return {"items": list(items), "next": None, "names": names, **beside}

    def answer_page(
        self,
        page: Mapping[str, object],
        position: int,
        *,
        incomplete: bool = False,
        next_cursor: str | None = None,
    ) -> Response:
        """200 with a page, which says where the next one begins; or 304."""
        following = None if next_cursor is None else self.services.sealed_cursors.seal(next_cursor)
        return self.answer({**page, "next": following}, position, incomplete=incomplete, next_cursor=following)

    def tagged(self, kind: Kind, items: Iterable[object]) -> Sequence[Shown]:
        """These documents as the caller is shown them, each with its ETag, so that nobody reads one again to act on
        it."""
        shown = (self.shown(one) for one in items)
        return [one.beside(etag=etag_of(kind, one.content)) for one in shown]

    def names(self, persons: Iterable[PersonId]) -> Mapping[PersonId, str]:
        """The names of these persons that the caller is told, whichever moment is read."""
        return names_told(self.services_now, self.caller, persons)

    def reached(self) -> positions.Shown:
        """The position that all readings show at least. Asked before reading, so that it never promises too much."""
        return self.services.readings.shown_position()


def names_told(services: Services, caller: Caller, persons: Iterable[PersonId]) -> Mapping[PersonId, str]:
    """The names of these persons that the caller is told, as of now, in the order of their ids."""
    asked = sorted(set(persons))
    withheld = {person: WITHHELD for person in asked if is_withheld(person)}
    return dict(sorted({**withheld, **services.names(asked, to_all=not caller.is_told_names)}.items()))


class Reads:
    """The dependency that reads have: `audience` is who the document is for, `made_from` the projections that it is
    made from."""

    def __init__(self, audience: Part, made_from: Collection[str] = READ) -> None:
        self.audience = audience
        self.made_from = made_from

    async def __call__(self, request: Request, _: Sent) -> Reader:
        """Raises Problem: 401, 403 (a key that may not be used here), 400 (a malformed position), 503 where the
        readings have not come so far. What auditors read is noted (ALL-12)."""
        services = services_of(request)
        caller = await identify(request, services.keys)
        own = services.for_caller(caller.kind, place_of(request.scope).caller).seen_by(caller.sees)
        reader = Reader(own, caller, request, caller.part).narrowed_to(self.audience)
        if not await _wait(request, services, self.made_from):
            await _wait_for_own(request, services, caller)
        reader = replace(reader, services=await _nearest(request, reader.services, self.made_from))
        place = place_of(request.scope)
        await place.take_thread()
        abandonment.given_up_after(place.crowd.limits.read_seconds)
        await run_in_threadpool(_settle_persons, request, services, caller)
        if caller.key is not None and caller.role == "auditor":
            # As it was sent: what it says may be no text that a table can hold.
            path: bytes = request.scope["raw_path"]
            address = path.decode("latin-1") + (f"?{request.url.query}" if request.url.query else "")
            await run_in_threadpool(services.readings.note_read, caller.key.id, address)
        return reader


def _settle_persons(request: Request, services: Services, caller: Caller) -> None:
    """Settles the persons in the address, as far as they are for the caller."""
    if not caller.is_told_names:
        _forget_made(request, services)
    _find_kept(request, services)


def _find_kept(request: Request, services: Services) -> None:
    """Of a record that was merged is read what is kept of the person, but for its history, and for the past (REG-2)."""
    person = request.path_params.get("person")
    apart = request.url.path.endswith(f"/persons/{person}/history") or "as_of" in request.query_params
    if person is None or apart or not _ID.fullmatch(person):
        return
    kept = services.person(person).merged_into
    if kept is not None:
        request.scope["path_params"] = request.path_params | {"person": kept}
        request.state.content_location = request.url.path.replace(person, kept)


def _forget_made(request: Request, services: Services) -> None:
    """Forgets an id that is not for the public: it asks as of nobody."""
    asked = " ".join(map(str, request.path_params.values())).encode() + b" " + request.scope["query_string"]
    made = made_in(asked)
    for person, why in services.hidden(made).items() if made else ():
        nobody = instead(why, (0, 0))
        named = {name: nobody if one == person else one for name, one in request.path_params.items()}
        request.scope["path_params"] = named
        request.scope["query_string"] = request.scope["query_string"].replace(person.encode(), nobody.encode())
        request.__dict__.pop("_query_params", None)


class ReadsAsOf(Reads):
    """The dependency of reads that can be made as of a position of the log, or a time."""

    async def __call__(self, request: Request, sent: Sent, as_of: parameters.AsOfPosition = None) -> Reader:
        """Raises Problem as all reads do, and Refused (404) for a position that is not there yet."""
        reader = await super().__call__(request, sent)
        return reader if as_of is None else await run_in_threadpool(reader.as_of, as_of)


class ReadsAsOfVersion(Reads):
    """The dependency of reads that can be made as of a version of the tournament in the address, or a time."""

    async def __call__(self, request: Request, sent: Sent, as_of: parameters.AsOf = None) -> Reader:
        """Raises Problem as all reads do, and Refused (404) for a version that is not there yet."""
        reader = await super().__call__(request, sent)
        if as_of is None:
            return reader
        stream = tournament_stream(request.path_params["tournament"])
        return await run_in_threadpool(reader.as_of_version, stream, as_of)


async def _wait(request: Request, services: Services, made_from: Collection[str]) -> bool:
    """Waits for the position that the reader names; False where they name none. Raises Problem."""
    wanted = one_header(request, POSITION.lower())
    if wanted is None:
        return False
    if not _POSITION.fullmatch(wanted):
        raise Problem(HEADER_MALFORMED, f"{POSITION} must be a whole number.", header=POSITION)
    seconds = wait_seconds(request.headers)
    with place_of(request.scope).waiting() as has_place:
        if not has_place:
            raise Problem(TRY_LATER, f"{WAITING} readers are waiting.")
        reached = await _in_thread(partial(_is_reached, services.readings, int(wanted), seconds, made_from))
    if not reached:
        raise Problem(NOT_YET, f"Position {wanted} is not shown yet.", position=int(wanted))
    request.state.wanted = int(wanted)
    return True


async def _nearest(request: Request, services: Services, made_from: Collection[str]) -> Services:
    """The services with the readings of the replica where it shows what is wanted, or does in a moment; else those of
    the primary, which also has the past, and tells those who follow what is new."""
    replica, wanted = services.replica, getattr(request.state, "wanted", 0)
    is_apart = "as_of" in request.query_params or request.url.path.startswith(_FEEDS) or _LIVE.search(request.url.path)
    if replica is None or is_apart or not replica.is_fresh():
        return services
    if not replica.shows(wanted, made_from):
        with place_of(request.scope).waiting() as has_place:
            if not has_place or not await _in_thread(partial(replica.will_show, wanted, made_from)):
                return services
    return replace(services, readings=replica)


async def _in_thread(wait: Callable[[], bool]) -> bool:
    """Runs it in a thread of its own, so that those who wait take none from others."""
    return await anyio.to_thread.run_sync(wait, limiter=anyio.CapacityLimiter(1))


async def _wait_for_own(request: Request, services: Services, caller: Caller) -> None:
    """Waits a moment until the read shows what its reader has written; where it does not, the answer says so. Of the
    past, and of feeds, nothing is waited for."""
    if caller.key is None or "as_of" in request.query_params or request.url.path.startswith(_FEEDS):
        return
    wanted = services.own_writes.awaited_by(caller.key.id, told_in(request))
    if wanted is None:
        return
    request.state.wanted = wanted
    with place_of(request.scope).waiting() as has_place:
        seconds = OWN_SECONDS if has_place else 0.0
        if not await _in_thread(partial(_shows_own, services, wanted, seconds)):
            request.state.behind = wanted


def _shows_own(services: Services, position: int, seconds: float) -> bool:
    """Whether reads show the position in time, or all that there is, where the log has no such position. Nobody waits
    for it any more once the replica shows it too."""
    there = min(position, services.journal.position())
    is_shown = _is_reached(services.readings, there, seconds, READ)
    if is_shown and (services.replica is None or services.replica.shows(there, READ)):
        services.own_writes.is_shown(there)
    return is_shown


def _is_reached(readings: Readings, position: int, seconds: float, made_from: Collection[str]) -> bool:
    """Whether the position is reached in time; it is waited for bit by bit. Raises Abandoned where the reader has
    left."""
    deadline = time.monotonic() + seconds
    while not readings.wait_for(position, min(WAITED_SECONDS, seconds), made_from):
        abandonment.require_wanted()
        seconds = deadline - time.monotonic()
        if seconds <= 0:
            return False
    return True


def wait_seconds(headers: Mapping[str, str]) -> float:
    """The seconds that `Prefer: wait=` asks for (RFC 7240), up to the longest wait. What can't be understood is passed
    over."""
    found = _WAIT.search(headers.get("prefer", ""))
    return float(min(int(found["seconds"]), LONGEST_WAIT_SECONDS)) if found else 0.0


Reading = Annotated[Reader, Depends(Reads(PUBLIC))]
ReadingAsOf = Annotated[Reader, Depends(ReadsAsOf(PUBLIC))]
ReadingAsOfVersion = Annotated[Reader, Depends(ReadsAsOfVersion(PUBLIC))]
