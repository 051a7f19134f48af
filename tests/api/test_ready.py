"""What `/ready` tells whoever watches the service."""

import psycopg

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
