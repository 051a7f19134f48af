"""What `/ready` tells whoever watches the service."""

from datetime import datetime
from threading import Event, Thread

import psycopg
import pytest

from api.routes.service import health
from domain.kernel.envelope import Actor
from domain.kernel.ids import StreamName
from domain.ports.command_handling import Decision, Request, Streams, command_id, request_digest
from ops.database import DatabaseUrls
from tests.api.support import running_service
from tests.ops.support import eventually


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
        ended.wait(30)
        return Decision((), {})

    request = Request(command_id("a", "b"), request_digest("b", b""), Actor(key="k-1", role="director"), decide)
    with running_service(database, []) as service:
        waiting = Thread(target=service.services.journal.execute, args=(request,))
        waiting.start()
        assert begun.wait(10)
        try:
            assert eventually(lambda: service.http.get("/ready").status_code == 503)
            answer = service.http.get("/ready").json()
        finally:
            ended.set()
            waiting.join()
        assert (answer["type"], stream in answer["detail"]) == ("/v1/problems/decision-runs-long", True)
        assert service.http.get("/ready").status_code == 200
