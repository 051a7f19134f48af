"""Tells an open page of a tournament when something in it has changed, so that it asks for itself again."""

import time
from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated

from fastapi import Depends, Header, Query
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.requests import Request

from api.http import parameters
from api.http.request_limits import HEAD
from api.queries.news import News
from api.routes.tournament.standings import read_tournament
from api.site.frame.routing import new_pages
from api.site.frame.visit import Visit, Visiting
from api.site.public.tournament import T

router = new_pages()

LONGEST_STREAM_SECONDS = 900.0


async def _known(visit: Visiting, tournament: parameters.Tournament) -> Visit:
    """The visit. Raises Problem and Refused before the stream begins."""
    await _version(visit, tournament)
    return visit


@router.get(f"{T}/live", response_class=EventSourceResponse)
async def follow_tournament(
    request: Request,
    visit: Annotated[Visit, Depends(_known)],
    tournament: parameters.Tournament,
    since: Annotated[parameters.Number | None, Query(description="The version that the page shows.")] = None,
    last_event_id: Annotated[str | None, Header()] = None,
) -> AsyncIterator[ServerSentEvent]:
    """An event `changed` for each change after the version that the page shows, with the new version as its id. A
    stream ends after 15 minutes; a browser goes on with the id it has, and is told of what it missed."""
    if request.scope.get(HEAD):
        return
    news = _news(visit)
    news.begin(visit.reader.services.readings.listen)
    told, end = last_event_id or (since and str(since)), time.monotonic() + LONGEST_STREAM_SECONDS
    while (rest := end - time.monotonic()) > 0 and not news.is_over:
        seen = news.reached
        version = str(await _version(visit, tournament))
        if told is not None and version != told:
            await news.turn()
            yield ServerSentEvent(raw_data=version, event="changed", id=version)
        elif told is None:
            yield ServerSentEvent(raw_data=version, event="begun", id=version)
        told = version
        await news.wait(seen, rest)


async def _version(visit: Visit, tournament: str) -> int:
    """The tournament's version as the tables now show it, read once for all who see the same."""
    asked, news = partial(visit.asks, read_tournament, tournament=tournament), _news(visit)
    found = await news.read((news.reached, visit.reader.caller, tournament), asked)
    return int(found["version"])


def _news(visit: Visit) -> News:
    """What wakes the followers."""
    news: News = visit.request.app.state.table_news
    return news
