"""A read after one's own command shows it without ceremony: it waits a moment, then answers as it is and says so."""

from collections.abc import Iterator

import httpx
import pytest

from api.http.own_writes import COOKIE, LONGEST_WAIT_SECONDS, OwnWrites
from projections.queries.queries import Readings
from tests.api.support import Season, Service, season
from tests.patience import PATIENCE_SECONDS

BEHIND = "Scoresheet-Behind"


def test_own_writes_remember_the_newest_position_of_each_key() -> None:
    written = OwnWrites()
    written.note("one", 7)
    written.note("one", 5)
    written.note("other", 3)
    assert (written.awaited_by("one"), written.awaited_by("other"), written.awaited_by("third")) == (7, 3, None)
    assert written.awaited_by("other", told=9) == 9, "another machine took a newer command"
    written.is_shown(6)
    assert (written.awaited_by("one"), written.awaited_by("other")) == (7, None)
    written.is_shown(7)
    assert written.awaited_by("one", told=7) is None


def test_own_writes_forget_keys_that_wrote_the_longest_ago() -> None:
    written = OwnWrites(most=2)
    for number, key in enumerate(("one", "two", "one", "three"), start=1):
        written.note(key, number)
    assert [written.awaited_by(key) for key in ("one", "two", "three")] == [3, None, 4]


@pytest.fixture(scope="module")
def played(service: Service) -> Season:
    return season(service, 2)


@pytest.fixture
def alone(service: Service) -> Iterator[httpx.Client]:
    """A client that keeps no position and no cookies of others."""
    with httpx.Client(base_url=service.http.base_url, timeout=PATIENCE_SECONDS) as client:
        yield client


def test_read_after_ones_own_command_shows_it(played: Season, alone: httpx.Client) -> None:
    told, shown = played.director.headers(), 0
    for number in range(1, 21):
        body = {"sides": [1, 2], "length": 7}
        made = alone.post(f"{played.path}/matches", json=body, headers={**told, "Idempotency-Key": f"own-{number}"})
        alone.cookies.clear()
        read = alone.get(made.headers["Location"], headers=told)
        assert read.status_code == 200 or BEHIND in read.headers, number
        shown += read.status_code == 200
    assert shown > 0


def test_preview_and_calculation_need_no_idempotency_key(played: Season, alone: httpx.Client) -> None:
    number, told = played.play(), played.director.headers()
    score = {"kind": "score", "first": 3, "second": 7}
    command = {"kind": "correct-result", "match": number, "result": score, "reason": "Misread."}
    sent = {
        "previews": {"command": command},
        "calculations/prospects": {"sides": [1, 2], "length": 7},
        f"matches/{number}/calculations/lateness": {"due_at": "2026-03-01T18:00:00Z"},
    }
    for path, body in sent.items():
        answer = alone.post(f"{played.path}/{path}", json=body, headers=told)
        assert answer.status_code == 200, (path, answer.text)
        assert not answer.cookies, "nothing was written"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, float]]:
    """What reads wait for, which they never come to."""
    waited: list[tuple[int, float]] = []

    def never(_: Readings, position: int, seconds: float, *__: object) -> bool:
        waited.append((position, seconds))
        return False

    monkeypatch.setattr(Readings, "wait_for", never)
    return waited


def test_read_that_does_not_come_so_far_answers_as_it_is_and_says_so(
    played: Season, alone: httpx.Client, asked: list[tuple[int, float]]
) -> None:
    told = played.director.headers()
    made = alone.post(
        f"{played.path}/matches", json={"sides": [1, 2], "length": 3}, headers={**told, "Idempotency-Key": "slow"}
    )
    position = made.headers["Scoresheet-Position"]
    read = alone.get(f"{played.path}/matches", headers=told)
    assert (read.status_code, read.headers[BEHIND]) == (200, position)
    unknown = alone.get(f"{played.path}/matches/999", headers=told)
    assert (unknown.status_code, unknown.headers[BEHIND]) == (404, position), "what is not there may be yet to come"
    assert {one for one, _ in asked} == {int(position)}
    assert all(seconds <= LONGEST_WAIT_SECONDS for _, seconds in asked)
    asked.clear()
    others = [
        alone.get(f"{played.path}/matches"),
        alone.get(f"{played.path}/matches", headers=told, params={"as_of": 3}),
        alone.get("/v1/feeds", headers=told),
    ]
    assert [(one.status_code, BEHIND in one.headers) for one in others] == [(200, False)] * 3
    assert asked == []


def test_read_after_a_command_that_another_machine_took_waits_by_the_cookie(
    service: Service, played: Season, alone: httpx.Client, asked: list[tuple[int, float]]
) -> None:
    """A key that this process has carried nothing out for is one whose command another machine took."""
    told = {**played.director.headers(), "Idempotency-Key": "elsewhere"}
    made = alone.post(f"{played.path}/matches", json={"sides": [1, 2], "length": 5}, headers=told)
    position = made.headers["Scoresheet-Position"]
    assert alone.cookies[COOKIE] == position
    other = service.player(played.persons[0]).headers()
    assert alone.get(played.path, headers=other).headers[BEHIND] == position
    assert {one for one, _ in asked} == {int(position)}
    alone.cookies.clear()
    assert BEHIND not in alone.get(played.path, headers=other).headers


@pytest.mark.parametrize("told", ["", "x", "-1", "9" * 40, "\u0661"])
def test_cookie_that_holds_no_position_is_passed_over(service: Service, played: Season, told: str) -> None:
    key = service.player(played.persons[1]).headers()["Authorization"]
    headers = [(b"Authorization", key.encode()), (b"Cookie", f"{COOKIE}={told}".encode())]
    assert service.http.get(played.path, headers=headers).status_code == 200
