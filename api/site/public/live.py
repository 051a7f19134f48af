"""Tells an open page of a tournament when something in it has changed, so that it asks for itself again."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Annotated

from fastapi import Depends, Header, Query
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from api.http import parameters
from api.http.request_limits import HEAD
from api.queries.news import News, Watched
from api.routes.tournament.standings import read_tournament
from api.site.frame.routing import new_pages
from api.site.frame.sessions import session_of
from api.site.frame.visit import Visit, Visiting
from api.site.public.tournament import T
from api.site.replay.live_shown import scores_kept

router = new_pages()

LONGEST_STREAM_SECONDS = 900.0
BEHIND_SECONDS = 0.2
"""By so much those who follow are told later: anyone who has changed something is shown it first, and need not wait
while the page is made that all the others ask for. Of a score under way they are told at once."""


async def _require_readable(visit: Visiting, tournament: parameters.Tournament) -> Visit:
    """The visit. Raises Problem and Refused before the stream begins."""
    news = _news(visit)
    await news.read((news.reached, visit.reader.caller, tournament), partial(_version, visit, tournament))
    return visit


@router.get(f"{T}/live", response_class=EventSourceResponse)
async def follow_tournament(
    request: Request,
    visit: Annotated[Visit, Depends(_require_readable)],
    tournament: parameters.Tournament,
    since: Annotated[parameters.Number | None, Query(description="The version that the page shows.")] = None,
    last_event_id: Annotated[str | None, Header()] = None,
) -> AsyncIterator[ServerSentEvent]:
    """An event `changed` for each change after the version that the page shows, with the new version as its id.
    Anyone who is nobody in particular is told in turn, and of the newest version then. A stream ends after 15 minutes;
    a browser goes on with the id it has, and is shown of what it missed. Whose login has ended is told no more."""
    if request.scope.get(HEAD):
        return
    news, told, is_nobody = _news(visit), last_event_id or (since and str(since)), visit.reader.caller.key is None
    end = time.monotonic() + LONGEST_STREAM_SECONDS
    async with _follow_version(visit, tournament) as followed:
        while (rest := end - time.monotonic()) > 0 and not followed.is_over:
            if followed.now not in (None, told):
                if not (is_nobody or await run_in_threadpool(_is_let_in, visit)):
                    return
                if told is not None and is_nobody:
                    await asyncio.sleep(0.0 if _is_of_scores(str(told), str(followed.now)) else BEHIND_SECONDS)
                    await news.turn()
                event, told = "begun" if told is None else "changed", str(followed.now)
                yield ServerSentEvent(raw_data=told, event=event, id=told)
            await followed.wait(told, rest)


def _is_let_in(visit: Visit) -> bool:
    """Whether the session or the key that the stream was asked for with is still valid."""
    own, services = session_of(visit.request), visit.reader.services
    return (services.sessions.find(own.token) if own else services.keys.find(visit.reader.caller.shown)) is not None


def _follow_version(visit: Visit, tournament: str) -> AbstractAsyncContextManager[Watched]:
    """The tournament's version, read for all who see the same."""
    news = _news(visit)
    news.begin(visit.reader.services.readings.listen)
    return news.watching((visit.reader.caller, tournament), partial(_version, visit, tournament))


def _version(visit: Visit, tournament: str) -> str:
    """The tournament's version as the tables now show it, and how often a score that is kept has changed."""
    version, kept = visit.asks(read_tournament, tournament=tournament)["version"], scores_kept(visit)
    edition = kept.edition(tournament)
    return f"{version}.{edition}" if edition else str(version)


def _is_of_scores(before: str, now: str) -> bool:
    """Whether nothing but a score that is kept has changed from the one version to the other."""
    return before.partition(".")[0] == now.partition(".")[0]


def _news(visit: Visit) -> News:
    """What wakes the followers."""
    news: News = visit.request.app.state.table_news
    return news
