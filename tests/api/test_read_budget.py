"""Every read has a budget of time: what it spends is answered, and its work ends, in the database and in Python."""

from collections.abc import Iterator

import pytest

from api.queries.changes import _find_changes
from api.routes.federation import importing
from api.routes.service import exports
from domain.journal import abandonment
from domain.journal.abandonment import BudgetSpent, given_up_after, require_wanted
from projections.explain.changes import ChangesView
from projections.explain.documents import EventName
from projections.queries.queries import Readings
from tests.api.support import Season, Service, season
from tests.api.test_late_imports import addresses, filled

SPENT = "/v1/problems/read-too-long"


@pytest.fixture(scope="module")
def played(service: Service) -> Season:
    made = season(service)
    made.play()
    return made


def test_every_read_that_has_spent_its_time_is_answered(played: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    office, spent = played.service.administrator(), 0
    monkeypatch.setattr(abandonment, "given_up_after", lambda _: given_up_after(0))
    monkeypatch.setattr(exports, "PATIENCE_SECONDS", 0)  # nothing is signed here
    for place in sorted({filled(path, played) for path in addresses() if path.startswith("/v1")}):
        answer = office.http.get(place, headers=office.headers())
        too_long = answer.status_code == 503 and answer.json()["type"] == SPENT
        assert answer.status_code < 500 or answer.status_code == 501 or too_long, f"{place}: {answer.text}"
        assert not too_long or answer.headers["Retry-After"]
        spent += too_long
    assert spent > 60


def test_read_that_the_database_has_ended_is_not_made_again(played: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[str]()

    def end(readings: Readings, search: str, **_: object) -> int:
        asked.append(search)
        with readings._pool.connection() as connection:
            connection.execute("SET LOCAL statement_timeout = 20; SELECT pg_sleep(60)")
        return 0

    monkeypatch.setattr(Readings, "count_persons", end)
    office = played.service.administrator()
    answer = office.http.get("/v1/persons?count=true&search=once", headers=office.headers())
    assert (answer.status_code, answer.json()["type"]) == (503, SPENT)
    assert asked == ["once"]


def test_a_dry_run_that_takes_too_long_is_answered(played: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "_LOOKED_OVER_SECONDS", 0.1)
    lines = "\n".join(f"2025-02-08,Player {number},Somebody {number},5" for number in range(3_000))
    body = {"kind": "matches", "name": "Long", "text": f"date,winner,loser,length\n{lines}\n", "dry_run": True}
    office = played.service.client(played.service.key("administrator", played.persons[0]))
    answer = office.post("/v1/imports", body)
    assert (answer.status_code, answer.json()["type"]) == (503, SPENT)


def change(position: int) -> ChangesView:
    about = {"stream": "person-1", "version": 1, "topic": "person.registered.v1", "recorded_at": "2026-03-01T19:30:00Z"}
    event = EventName.model_validate({**about, "position": position})
    return ChangesView(events=(event,), ranks=(), matches=(), lines=(), ratings=())


def test_changes_end_with_a_cursor_where_their_time_is_spent() -> None:
    def looked_at() -> Iterator[ChangesView]:
        yield change(7)
        yield change(8)
        raise BudgetSpent

    assert _find_changes(looked_at(), 20) == ([], 8)
    with pytest.raises(BudgetSpent):
        _find_changes(iter_spent(), 20)


def iter_spent() -> Iterator[ChangesView]:
    raise BudgetSpent
    yield


def test_python_s_own_work_is_given_up() -> None:
    given_up_after(0.05)
    with pytest.raises(BudgetSpent):
        _work()
    given_up_after(60)
    require_wanted()


def _work() -> None:
    while True:
        require_wanted()
