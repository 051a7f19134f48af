"""What the service's own log tells of requests: when, which route, how it was answered, and of whom nothing."""

import logging
import re

import pytest

from api.asgi.request_log import logger
from tests.api.support import Service
from tests.patience import eventually


@pytest.mark.rule("ALL-12")
def test_each_request_has_a_line_that_names_nobody(service: Service, caplog: pytest.LogCaptureFixture) -> None:
    office, person, unknown = (
        service.administrator(),
        service.register("Nobody in the log"),
        "5b1e6a3c-0000-4000-8000-00000000000a",
    )
    with caplog.at_level(logging.INFO, logger.name):
        office.get(f"/v1/persons/{person}")
        office.get(f"/v1/persons/{unknown}", {"Accept-Language": "da"}, as_of=1)
        office.get("/v1/persons", None, search="Nobody in the log")
        service.http.get("/v1/nowhere")
        lines = written(caplog, 4)
    assert [re.sub(r" \d+ ms$", "", line) for line in lines] == [
        "GET /v1/persons/{person} 200",
        "GET /v1/persons/{person} 404",
        "GET /v1/persons 200",
        "GET - 404",
    ]
    assert all(secret not in "".join(lines) for secret in (person, unknown, "Nobody", "as_of", str(office.key)))


def written(caplog: pytest.LogCaptureFixture, number: int) -> list[str]:
    """So many lines: each is written as its answer ends, which may be a moment after it was read."""
    eventually(lambda: len(caplog.records) >= number)
    return [record.getMessage() for record in caplog.records]
