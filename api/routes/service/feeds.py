"""Feeds: what has changed, entry by entry, for those who keep a copy. Pages, lines and streams share one cursor."""

import hashlib
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from fastapi import Depends, Header, Path, Query
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from api.documents.lists import Page
from api.http import parameters
from api.http.command_requests import list_header
from api.http.etags import unchanged
from api.http.read_requests import Reader, Reads
from api.http.request_limits import HEAD
from api.http.responses import POSITION, document_answer, not_modified
from api.http.routing import new_router
from api.queries.feeds import Start, cursor_of, require_not_held, start_of
from api.queries.news import News
from domain.application.event_schemas import address_of
from domain.kernel.values import Value
from domain.kernel.visibility import FOR_STAFF, PUBLIC
from domain.webhooks.entries import schema_name, type_of
from domain.webhooks.events import Feed
from projections.feeds.documents import KINDS
from projections.feeds.entries import Place
from projections.feeds.projection import FeedTables
from projections.queries.log.feeds import Told


class FeedDocument(Value):
    """A feed: the `type` of its CloudEvents, the name of the schema of what they say and where that is read, how many
    there are, the ids of the first and the last, and the cursor behind that."""

    feed: Feed
    type: str
    dataschema: str
    schema_address: str
    entries: int
    first: str | None
    last: str | None
    end: str


class FeedList(Page[FeedDocument]):
    """All feeds, the number of the log that they tell of, and up to which position."""

    epoch: int
    position: int


router = new_router("feeds")

BATCH = "application/cloudevents-batch+json"
BATCH_SCHEMA = {"schema": {"type": "array", "items": {"type": "object"}}}
LINES = "application/jsonl"
GONE: dict[int | str, dict[str, Any]] = {410: {"description": "Problem"}}
PAGE, MOST_LINES = 1_000, 10_000
STREAMED = 100
"""Entries in one event of a stream: those who don't read on keep as much in memory, each."""
LONGEST_STREAM_SECONDS = 900.0

Reading = Annotated[Reader, Depends(Reads(PUBLIC, (FeedTables.name,)))]
FeedName = Annotated[Feed, Path(description="Which feed.")]
After = Annotated[
    Annotated[str, Field(max_length=parameters.LONGEST_CURSOR)] | None,
    Query(description="The cursor after which to begin, from the header Link or the id of an event of a stream."),
]
PageSize = Annotated[
    Annotated[int, Field(ge=1, le=PAGE), parameters.PLAIN_DIGITS], Query(description="The most entries on a page.")
]
LineCount = Annotated[
    Annotated[int, Field(ge=1, le=MOST_LINES), parameters.PLAIN_DIGITS], Query(description="The most entries.")
]


@router.get("/feeds", response_model=FeedList)
def list_feeds(reader: Reading) -> Response:
    """List the feeds, with how many entries each has (ALL-1)

    `end` is the cursor after the last entry that there is, `epoch` the number of the log, and `position` how far the
    feeds have followed it.
    """
    readings = reader.services.readings
    require_not_held(readings)
    epoch, position = readings.restarts().epoch, _reached_position(reader)
    items = [
        FeedDocument(
            feed=one.feed,
            type=type_of(KINDS[one.feed].TYPE),
            dataschema=schema_name(KINDS[one.feed].TYPE),
            schema_address=address_of(KINDS[one.feed].TYPE),
            entries=one.entries,
            first=one.first.id if one.first else None,
            last=one.last.id if one.last else None,
            end=cursor_of(readings, epoch, one.last or Place(0, 0)),
        )
        for one in readings.feed_summaries()
    ]
    return reader.answer_page(reader.page(items, epoch=epoch, position=position), position)


@router.get("/feeds/{feed}", responses=GONE | {200: {"content": {BATCH: BATCH_SCHEMA}}}, response_class=Response)
def read_feed(
    reader: Reading, feed: FeedName, after: After = None, since: parameters.AfterPosition = None, limit: PageSize = PAGE
) -> Response:
    """Read a page of a feed (ALL-1)

    A batch of CloudEvents in the order of the log. The header `Link` leads on from the last of them, also where none
    is there yet. A page that holds `limit` entries, and was asked for with `after`, never changes.
    """
    return _page(reader, feed, start_of(_may_read(reader, feed).services, after, since), limit, _BATCHED)


@router.get("/feeds/{feed}/lines", responses=GONE | {200: {"content": {LINES: {}}}}, response_class=Response)
def read_feed_lines(
    reader: Reading,
    feed: FeedName,
    after: After = None,
    since: parameters.AfterPosition = None,
    limit: LineCount = MOST_LINES,
) -> Response:
    """Read a feed as JSON Lines, a CloudEvent on each (ALL-1)

    Otherwise like a page, but longer: to catch up with years.
    """
    return _page(reader, feed, start_of(_may_read(reader, feed).services, after, since), limit, _LINED)


@dataclass(frozen=True, slots=True)
class Form:
    """How entries are put together in a body."""

    media_type: str
    before: bytes
    between: bytes
    behind: bytes

    def of(self, found: Sequence[Told]) -> bytes:
        """The body."""
        return self.before + self.between.join([one.entry for one in found]) + (self.behind if found else self.empty)

    @property
    def empty(self) -> bytes:
        return self.behind.strip()


_BATCHED = Form(BATCH, b"[", b",", b"]")
_LINED = Form(LINES, b"", b"\n", b"\n")


@dataclass(frozen=True, slots=True)
class Following:
    """A stream as it was asked for."""

    reader: Reader
    feed: Feed
    start: Start

    def read(self, place: Place) -> Sequence[Told]:
        """The next entries."""
        return self.reader.services.readings.feed_entries(self.feed, place, STREAMED)

    async def is_let_in(self) -> bool:
        """Whether the feed is for everybody, or the key is still valid."""
        keys, shown = self.reader.services.keys, self.reader.caller.shown
        return self.feed != "bans" or await run_in_threadpool(keys.find, shown) is not None


async def _following(
    reader: Reading,
    feed: FeedName,
    after: After = None,
    last_event_id: Annotated[str | None, Header(description="The id of the last event that was taken in.")] = None,
) -> Following:
    """Raises Problem and Refused as a page does, before the stream begins."""
    _may_read(reader, feed)
    return Following(reader, feed, await run_in_threadpool(start_of, reader.services, last_event_id or after))


@router.get("/feeds/{feed}/stream", responses=GONE, response_class=EventSourceResponse)
async def stream_feed(
    request: Request, following: Annotated[Following, Depends(_following)]
) -> AsyncIterator[ServerSentEvent]:
    """Follow a feed as server-sent events (ALL-1)

    Each event `entries` holds a batch of all that is there, at most 100 entries, and its id is the cursor behind them.
    A stream ends after 15 minutes, or when the service does: go on with the header `Last-Event-ID`, or with `after`,
    and nothing is lost.
    """
    if request.scope.get(HEAD):
        return
    news: News = request.app.state.feed_news
    news.begin(following.reader.services.readings.listen)
    place, end = following.start.place, time.monotonic() + LONGEST_STREAM_SECONDS
    while (rest := end - time.monotonic()) > 0 and not news.is_over:
        seen = news.reached
        found = await news.read((seen, following.feed, place), partial(following.read, place))
        if not found:
            await news.wait(seen, rest)
            continue
        if not await following.is_let_in():
            return
        place = found[-1].place
        cursor = await news.read((seen, "cursor", place), partial(following.start.cursor, place))
        yield ServerSentEvent(raw_data=_BATCHED.of(found).decode(), event="entries", id=cursor)


def _may_read(reader: Reader, feed: Feed) -> Reader:
    """The reader. Raises Problem (401, 403) where the feed is not for them."""
    if feed == "bans":
        return reader.narrowed_to(FOR_STAFF).having(reader.caller.part_in_register)
    return reader


def _page(reader: Reader, feed: Feed, start: Start, limit: int, form: Form) -> Response:
    reached = _reached_position(reader)
    found = reader.services.readings.feed_entries(feed, start.place, limit)
    content = form.of(found)
    is_closed = start.is_named and len(found) == limit
    following = reader.request.url.remove_query_params("since").include_query_params(
        after=start.cursor(found[-1].place if found else start.place)
    )
    headers = {
        "ETag": f'"{hashlib.sha256(content).hexdigest()}"',
        "Link": f'<{following.path}?{following.query}>; rel="next"',
        **({"Cache-Control": _for_ever(feed)} if is_closed else {POSITION: str(reached)}),
    }
    if unchanged(list_header(reader.request, "if-none-match"), headers["ETag"]):
        return not_modified(headers)
    return document_answer(content, form.media_type, headers)


def _for_ever(feed: Feed) -> str:
    whose = "private" if feed == "bans" else "public"
    return f"{whose}, max-age=31536000, immutable"


def _reached_position(reader: Reader) -> int:
    """How far the feeds have followed the log; asked before reading, so that it never promises too much."""
    return reader.services.readings.positions().get(FeedTables.name, 0)
