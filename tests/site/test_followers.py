"""A hall that follows: what all are shown alike is read and made once, and nobody is shown what was before."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import wraps
from threading import Event, Lock
from typing import Any

import httpx
import orjson
import pytest

from api.http.concurrency_limit import place_of
from api.queries.news import News
from api.routes.tournament.standings import read_tournament
from api.site.frame import shared
from api.site.frame.templates import written
from tests.api.support import Service
from tests.bench import crowd
from tests.patience import PATIENCE_SECONDS
from tests.site.browsing import browsing
from tests.site.world import World, made

ALL = 12
AGAIN = {"HX-Request": "true"}
RESULT = {"sides": [1, 2], "length": 5, "result": {"kind": "score", "first": 5, "second": 1}}


@pytest.fixture(scope="module")
def world(service: Service) -> World:
    """Once the service has been told how far all of it is shown."""
    found, news = made(service, "swiss", "season"), service.app.state.table_news
    assert service.http.get("/").status_code == 200
    while news.reached < service.services.journal.position():
        time.sleep(0.01)
    return found


class Counted:
    """Something that is called, which is counted, and waits until so many have asked."""

    def __init__(self, called: Callable[..., Any], until: Event | None = None) -> None:
        wraps(called)(self)
        self._called, self._until, self._counting = called, until, Lock()
        self.times = 0

    def __call__(self, *args: object, **named: object) -> Any:  # noqa: ANN401 -- whatever it is
        with self._counting:
            self.times += 1
        if self._until is not None:
            assert self._until.wait(PATIENCE_SECONDS)
        return self._called(*args, **named)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Counted, Event]]:
    """How often pages were made; each waits until all have asked."""
    all_there, came, was = Event(), list[object](), shared._page_key

    def noted(request: Any) -> Any:  # noqa: ANN401 -- as it came
        came.append(request)
        if len(came) == ALL:
            all_there.set()
        return was(request)

    pages = Counted(written, all_there)
    monkeypatch.setattr(shared, "_page_key", noted)
    monkeypatch.setattr("api.site.frame.visit.written", pages)
    yield pages, all_there
    all_there.set()


def test_a_page_that_all_ask_for_at_once_is_made_once(
    service: Service, world: World, asked: tuple[Counted, Event]
) -> None:
    """But apart for each language, and each has an answer of their own."""
    pages, _ = asked

    def ask(number: int) -> httpx.Response:
        language = "da" if number % 3 == 0 else "en"
        return service.http.get(world.paths["swiss"], headers={"Accept-Language": language})

    with ThreadPoolExecutor(ALL) as threads:
        answers = list(threads.map(ask, range(ALL)))
    assert {one.status_code for one in answers} == {200}
    assert [one.text.count('<html lang="da"') for one in answers] == [int(number % 3 == 0) for number in range(ALL)]
    assert len({(one.headers["ETag"], tuple(name for name, _ in one.headers.multi_items())) for one in answers}) == 2
    assert 2 <= pages.times <= 4, "two, and two more should something else have happened meanwhile"


def test_person_logged_in_is_shown_what_nobody_else_is(
    service: Service, world: World, asked: tuple[Counted, Event]
) -> None:
    asked[1].set()
    with browsing(service, service.key("administrator")) as browser:
        before = asked[0].times
        assert 'href="/desk"' in browser.open(world.paths["swiss"])
        assert asked[0].times == before + 1
    assert 'href="/desk"' not in service.http.get(world.paths["swiss"], headers=AGAIN).text


def test_reader_who_asks_again_when_told_of_a_change_is_shown_it(service: Service, world: World) -> None:
    """Though the page from before was kept a moment for others who ask again."""
    season = world.tournaments["season"]
    page, at = world.paths["season"], f"{world.paths['season']}/matches"
    with service.http.stream("GET", f"{page}/live") as stream:
        lines = stream.iter_lines()
        assert next(lines) == "event: begun"
        for _ in range(3):
            before = service.http.get(at, headers=AGAIN).text
            assert service.http.get(at, headers=AGAIN).text == before
            season.director.done(f"{season.path}/matches", RESULT)
            assert next(line for line in lines if line.startswith("event")) == "event: changed"
            assert service.http.get(at, headers=AGAIN).text != before


def test_all_who_follow_are_told_by_one_read(service: Service, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A read for each time that the tables have moved on, however many follow."""
    season = world.tournaments["season"]
    reads = Counted(read_tournament)
    monkeypatch.setattr("api.site.public.live.read_tournament", reads)
    with ExitStack() as stack:
        opened = [service.http.stream("GET", f"{world.paths['season']}/live") for _ in range(ALL)]
        followers = [stack.enter_context(one).iter_lines() for one in opened]
        assert {next(line for line in one if line.startswith("event")) for one in followers} == {"event: begun"}
        before = reads.times
        season.director.done(f"{season.path}/matches", RESULT)
        assert {next(line for line in one if line.startswith("event")) for one in followers} == {"event: changed"}
        assert before < reads.times < before + ALL


def _but_its_own(answer: httpx.Response) -> dict[str, str]:
    own = ("date", "x-request-id")
    return {name: value for name, value in answer.headers.items() if name not in own}


def test_kept_pages_are_handed_out_before_anything_is_looked_up(
    service: Service, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To who asks again, in their language and with the same headers; who has it is told so. Others are looked at."""
    at, looked_at = f"{world.paths['swiss']}/entrants", Counted(place_of)
    monkeypatch.setattr("api.site.frame.shared.place_of", looked_at)
    first, again = (service.http.get(at, headers=AGAIN) for _ in range(2))
    assert (again.text, _but_its_own(again)) == (first.text, _but_its_own(first))
    has = service.http.get(at, headers={**AGAIN, "If-None-Match": first.headers["ETag"]})
    assert (has.status_code, has.content, has.headers["ETag"]) == (304, b"", first.headers["ETag"])
    assert set(first.headers) - set(has.headers) == {"content-length", "content-type", "content-encoding"}
    assert looked_at.times == 1
    assert '<html lang="da"' in service.http.get(at, headers={**AGAIN, "Cookie": "language=da"}).text
    assert service.http.get(at).text == first.text
    assert looked_at.times == 3
    assert service.http.get(at, headers={**AGAIN, "If-None-Match": "no tag"}).status_code == 400
    wrong = service.http.get(at, headers={**AGAIN, "Authorization": "Bearer wrong"})
    assert wrong.status_code == 401


def test_pages_that_are_asked_for_again_are_made_of_the_same_answers(
    service: Service, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hall in which each looks at another page reads once what all of them show."""
    reads = Counted(read_tournament)
    monkeypatch.setattr("api.site.public.shown_tournament.read_tournament", reads)
    at = world.paths["swiss"]
    pages = ("", "/rounds", "/chart", "/matches", "/entrants", "/rulings", "/matches/1", "/entries/1", "/entries/2")
    shown = {page: service.http.get(f"{at}{page}").text for page in pages}
    before = reads.times
    assert {page: service.http.get(f"{at}{page}", headers=AGAIN).text for page in pages} == shown
    assert before - len(pages) == 0
    assert reads.times - before <= 2, "once; twice where the time that they are kept for has just ended"
    for page in ("/", f"/persons/{world.named_script}", "/ratings/normal", f"{at}/screen/standings", f"{at}/print"):
        assert service.http.get(page, headers=AGAIN).status_code == 200


def test_persons_logged_in_are_told_at_once_and_all_others_in_turn(
    service: Service, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    season, turns = world.tournaments["season"], []

    async def noted(_: News) -> None:
        turns.append(1)

    monkeypatch.setattr(News, "turn", noted)
    for headers in ({"Authorization": f"Bearer {service.key('administrator')}"}, {}):
        with service.http.stream("GET", f"{world.paths['season']}/live", headers=headers) as stream:
            lines = stream.iter_lines()
            assert next(lines) == "event: begun"
            season.director.done(f"{season.path}/matches", RESULT)
            assert next(line for line in lines if line.startswith("event")) == "event: changed"
        assert len(turns) == (0 if headers else 1)


@pytest.mark.proof
def test_a_director_hardly_notices_a_hall_that_follows(service: Service, world: World) -> None:
    """Everybody is shown each change, and the director's page comes within five times what it takes alone."""
    season, port = world.tournaments["season"], httpx.URL(service.url).port or 80

    def entered() -> float:
        began = time.perf_counter()
        for _ in range(5):
            season.director.done(f"{season.path}/matches", RESULT)
            assert season.director.get(world.paths["season"].replace("/tournaments/", "/desk/")).status_code == 200
            time.sleep(1)
        return time.perf_counter() - began - 5

    alone = entered()
    with crowd.crowd(port, world.paths["season"], 60) as told:
        followed = entered()
    assert set(orjson.loads(told[-1])["statuses"]) == {"200"}
    assert orjson.loads(told[-1])["statuses"]["200"] >= 60 * 5
    assert followed < 5 * alone, (followed, alone)
