"""What `/ready` tells anyone who watches the service."""

from datetime import datetime, timedelta
from pathlib import Path
from threading import Event, Thread

import psycopg
import pytest

from api.routes.service import health
from domain.kernel.envelope import Actor
from domain.kernel.ids import StreamName
from domain.ports.command_handling import Decision, Request, Streams, command_id, request_digest
from ops.database import DatabaseUrls
from projections.engine.comparing import compare
from projections.queries.log import watch
from projections.registry.catalogue import PROJECTIONS
from tests.api.support import running_service
from tests.evidence.support import key_folder, signed
from tests.patience import PATIENCE_SECONDS, eventually


def test_readiness_tells_of_a_log_that_is_shorter_than_what_was_read(database: DatabaseUrls) -> None:
    told: list[str] = []
    with running_service(database, told) as service:
        service.register("Somebody")
        assert eventually(lambda: set(service.http.get("/ready").json()["lag"].values()) == {0})
        with psycopg.connect(database.owner) as connection:
            connection.execute("DELETE FROM events")
        answer = service.http.get("/ready")
    assert (answer.status_code, answer.json()["type"]) == (503, "/v1/problems/log-shortened")
    assert "has taken in 1 events and the log ends at 0" in answer.json()["detail"]
    assert answer.json()["advice"].endswith("then run `scoresheet rebuild`.")


def test_readiness_names_a_decision_that_does_not_end(database: DatabaseUrls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "LONG_SECONDS", 0.2)
    stream = StreamName("tournament-00000000-0000-0000-0000-000000000001")
    begun, ended = Event(), Event()

    def decide(streams: Streams, _: datetime) -> Decision:
        streams.load(stream)
        begun.set()
        ended.wait(PATIENCE_SECONDS)
        return Decision((), {})

    request = Request(command_id("a", "b"), request_digest("b", b""), Actor(key="k-1", role="director"), decide)
    with running_service(database, []) as service:
        waiting = Thread(target=service.services.journal.execute, args=(request,))
        waiting.start()
        assert begun.wait(PATIENCE_SECONDS)
        try:
            assert eventually(lambda: service.http.get("/ready").status_code == 503)
            answer = service.http.get("/ready").json()
        finally:
            ended.set()
            waiting.join()
        assert (answer["type"], stream in answer["detail"]) == ("/v1/problems/decision-runs-long", True)
        assert service.http.get("/ready").status_code == 200


@pytest.mark.rule("ALL-1")
def test_readiness_works_out_what_came_since_and_names_what_was_changed(
    database: DatabaseUrls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "PAUSE_SECONDS", 0.0)
    with running_service(database, []) as service:

        def examined() -> tuple[int, list[str]]:
            told = service.http.get("/ready").json()
            return told["examined"], told["log_problems"]

        for number in range(3):
            service.register(f"Somebody {number}")
        assert eventually(lambda: examined() == (3, []))
        for number in range(3):
            service.register(f"Another {number}")
        assert service.services.readings.wait_for(6, PATIENCE_SECONDS, ["evidence"])
        with psycopg.connect(database.owner, autocommit=True) as connection:
            [(stream, before)] = connection.execute("SELECT stream, state FROM events WHERE position = 5").fetchall()
            connection.execute("UPDATE events SET state = state || ' '::bytea WHERE position = 5")
            no_envelope = f"event 5 ({stream}@1): its bytes were changed"
            assert examined() == (3, [no_envelope, "event 5 is not the one that the tree has"])
            connection.execute("UPDATE events SET state = %s WHERE position = 5", (before,))
            assert examined() == (6, [])
            connection.execute(
                "UPDATE evidence_a.log_tiles SET hashes = set_byte(hashes, 3, 1 + get_byte(hashes, 3) % 200)"
            )
            assert examined() == (6, ["among the events 1 to 6 is another than was signed"])
            connection.execute("DELETE FROM evidence_a.log_tiles")
            assert "the tree is not whole" in examined()[1][0]


@pytest.mark.rule("ALL-1")
def test_readiness_tells_how_far_the_log_is_signed_and_since_when_it_is_not(
    database: DatabaseUrls, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with running_service(database, []) as service:

        def told() -> tuple[int, list[str]]:
            ready = service.http.get("/ready").json()
            return ready["signed"], ready["log_problems"]

        service.register("Somebody")
        assert told() == (0, [])
        monkeypatch.setattr(health, "LONGEST_UNSIGNED", timedelta(0))
        [unsigned] = told()[1]
        assert unsigned.startswith("nothing is signed that was recorded since 2")
        assert signed(database, service.services.journal, key_folder(tmp_path)) is not None
        assert told() == (1, [])
        service.register("Another")
        assert (told()[0], len(told()[1])) == (1, 1)


def test_readiness_tells_when_each_projection_was_held_against_the_log(database: DatabaseUrls) -> None:
    with running_service(database, []) as service:

        def told() -> dict[str, dict[str, object]]:
            return {one["projection"]: one for one in service.http.get("/ready").json()["tables_compared"]}

        service.register("Somebody")
        assert eventually(lambda: set(service.http.get("/ready").json()["lag"].values()) == {0})
        assert told().keys() == PROJECTIONS.keys()
        assert told()["ratings"] == {"projection": "ratings", "position": None, "compared_at": None, "differing": []}
        with psycopg.connect(database.owner, autocommit=True) as connection:
            connection.execute("UPDATE tournaments_a.persons SET sorting = 'zz'")
        compare(database.of_projection("tournaments"), service.services.journal, PROJECTIONS["tournaments"])
        found = told()["tournaments"]
        assert (found["position"], found["differing"]) == (1, ["persons"])
        assert datetime.fromisoformat(str(found["compared_at"])).utcoffset() == timedelta(0)
        assert told()["ratings"]["compared_at"] is None
