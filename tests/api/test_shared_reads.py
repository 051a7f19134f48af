"""Reads of the public are made once for all who ask at the same time, and nobody is shown what was before (ALL-12)."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import httpx
import pytest

from api.queries import shared_reads
from projections.queries.queries import Readings
from tests.api.support import Season, Service
from tests.api.support import season as started_season
from tests.site.test_followers import Counted

ALL = 12
pytestmark = pytest.mark.rule("ALL-12")


@pytest.fixture(scope="module")
def season(service: Service) -> Season:
    """One in which a match is played, and standings have it."""
    found = started_season(service)
    standings_with(service, found, found.director.done(f"{found.path}/matches", played(5, 1)))
    return found


def standings_with(service: Service, season: Season, answer: httpx.Response) -> dict[str, Any]:
    """The standings that have the match that was answered so."""
    told = {"Scoresheet-Position": answer.headers["Scoresheet-Position"], "Prefer": "wait=30"}
    shown: dict[str, Any] = service.http.get(f"{season.path}/standings", headers=told).json()
    return shown


def played(first: int, second: int) -> dict[str, object]:
    return {"sides": [1, 2], "length": 5, "result": {"kind": "score", "first": first, "second": second}}


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counted]:
    """How often standings were read; each read waits until all have asked."""
    all_there, came, was = Event(), list[object](), shared_reads._key_of

    def noted(*asked: Any) -> Any:  # noqa: ANN401 -- as it came
        came.append(asked)
        if len(came) == ALL:
            all_there.set()
        return was(*asked)

    def standings(readings: Readings, tournament: str) -> object:
        return read(readings, tournament)

    read = Readings.standings
    counted = Counted(standings, all_there)
    monkeypatch.setattr(shared_reads, "_key_of", noted)
    monkeypatch.setattr(Readings, "standings", lambda readings, tournament: counted(readings, tournament))
    yield counted
    all_there.set()


def test_standings_that_all_ask_for_at_once_are_read_once(service: Service, season: Season, reads: Counted) -> None:
    def ask(number: int) -> httpx.Response:
        return service.http.get(f"{season.path}/standings", headers={"Accept-Language": "da" if number % 2 else "en"})

    with ThreadPoolExecutor(ALL) as threads:
        answers = list(threads.map(ask, range(ALL)))
    assert {one.status_code for one in answers} == {200}
    assert len({one.content for one in answers}) == 1
    assert len({one.headers["X-Request-Id"] for one in answers}) == ALL
    assert 1 <= reads.times <= 2, "once, and once more should something else have happened meanwhile"


def test_shared_answer_is_304_to_who_has_it_alone(service: Service, season: Season) -> None:
    at = f"{season.path}/standings"
    first = service.http.get(at)
    has = service.http.get(at, headers={"If-None-Match": first.headers["ETag"]})
    assert (has.status_code, has.content, has.headers["ETag"]) == (304, b"", first.headers["ETag"])
    assert "Content-Type" not in has.headers
    other = service.http.get(at, headers={"If-None-Match": '"another"'})
    assert (other.status_code, other.content) == (200, first.content)
    assert service.http.get(at, headers={"If-None-Match": "another"}).status_code == 400


def test_shared_answer_goes_by_the_form_that_is_asked_for(service: Service, season: Season) -> None:
    at = f"{season.path}/standings"
    with ThreadPoolExecutor(2) as threads:
        json, csv = threads.map(
            lambda form: service.http.get(at, headers={"Accept": form}), ("application/json", "text/csv")
        )
    assert (json.headers["Content-Type"], csv.headers["Content-Type"].split(";")[0]) == ("application/json", "text/csv")


def test_reader_who_waits_for_a_position_is_shown_it(service: Service, season: Season) -> None:
    before = service.http.get(f"{season.path}/standings").json()
    for _ in range(3):
        after = standings_with(service, season, season.director.done(f"{season.path}/matches", played(1, 5)))
        assert after["version"] > before["version"]
        before = after


def test_problem_of_a_shared_read_is_told_to_each(service: Service) -> None:
    nobody = "/v1/tournaments/00000000-0000-0000-0000-000000000000/standings"
    with ThreadPoolExecutor(ALL) as threads:
        answers = list(threads.map(lambda _: service.http.get(nobody), range(ALL)))
    assert {one.status_code for one in answers} == {404}
