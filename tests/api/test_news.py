"""Followers of what is read again and again: in turn, once for all, and never with less than they were told."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from threading import Event
from typing import Any

import pytest

from api.queries.news import News
from tests.patience import PATIENCE_SECONDS

OFTEN = 1_000

Body = Callable[[News], Coroutine[Any, Any, None]]


def told(body: Body) -> None:
    """Does it on a loop with news of one projection."""

    async def run() -> None:
        await body(News(("tables",), OFTEN))

    asyncio.run(run())


def test_turns_go_by_who_waited_first_and_pass_over_who_has_left() -> None:
    async def body(news: News) -> None:
        had: list[int] = []

        async def wait(number: int) -> None:
            await news.turn()
            had.append(number)

        waiting = [asyncio.create_task(wait(number)) for number in range(6)]
        await asyncio.sleep(0)
        waiting[3].cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert had == [0, 1, 2, 4, 5]

    told(body)


def test_answer_older_than_the_news_to_watchers_is_made_again() -> None:
    """Though the tables were ahead of what was told of them, so that nothing further is."""

    async def body(news: News) -> None:
        versions, may_be_read = iter(["old", "new"]), Event()
        may_be_read.set()

        def read() -> str:
            assert may_be_read.wait(PATIENCE_SECONDS)
            return next(versions)

        async with news.watching("a tournament", read) as watched:
            await watched.wait(None, PATIENCE_SECONDS)
            may_be_read.clear()
            news.told({"tables": 1})
            while news.reached == 0:
                await asyncio.sleep(0)
            before = news.edition
            may_be_read.set()
            await watched.wait("old", PATIENCE_SECONDS)
            assert (watched.now, news.reached) == ("new", 1)
            assert news.edition != before

    told(body)


def test_read_that_many_watch_is_made_once_for_each_news() -> None:
    async def body(news: News) -> None:
        reads: list[int] = []

        def read() -> int:
            reads.append(1)
            return len(reads)

        async with news.watching("it", read) as first, news.watching("it", read) as second:
            assert first is second
            await first.wait(None, PATIENCE_SECONDS)
            news.told({"tables": 1})
            await second.wait(1, PATIENCE_SECONDS)
        assert len(reads) == 2

    told(body)


def test_watcher_is_let_go_where_it_can_not_be_read_and_who_comes_then_tries_again() -> None:
    async def body(news: News) -> None:
        answers: Iterator[object] = iter([OSError("away"), "there"])

        def read() -> object:
            answer = next(answers)
            if isinstance(answer, OSError):
                raise answer
            return answer

        async with news.watching("it", read) as watched:
            await watched.wait(None, PATIENCE_SECONDS)
            assert watched.is_over
            with pytest.raises(OSError, match="away"):
                await watched.reading
            async with news.watching("it", read) as again:
                await again.wait(None, PATIENCE_SECONDS)
                assert again.now == "there"

    told(body)
