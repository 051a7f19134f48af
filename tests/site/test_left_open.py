"""What the service leaves open is told on the desk, with the reason, and leads to the match (SWI-4, TD-9)."""

from collections.abc import Iterator
from functools import partial

import pytest

from tests.api.played import Played, started
from tests.api.support import Service
from tests.patience import eventually
from tests.site.browsing import Browser, browsing


@pytest.fixture
def desk(service: Service) -> Iterator[Browser]:
    """An administrator, at the desk of whatever is announced."""
    with browsing(service, service.key("administrator", service.register("An officer"))) as browser:
        yield browser


def _is(made: Played, match: int, status: str) -> bool:
    found = made.director.get(f"{made.path}/matches/{match}")
    return found.status_code == 200 and found.json()["status"] == status


@pytest.mark.rule("SWI-4", "TD-9")
def test_desk_tells_why_the_service_has_left_a_match_open(service: Service, desk: Browser) -> None:
    swiss = {"kind": "swiss", "rounds": 3, "lengths": [5]}
    made = started(service, swiss, 4, conditions={"auto_draw": True})
    assert eventually(partial(_is, made, 1, "open"))
    made.do("disputes", {"about": {"kind": "match", "number": 1}, "matter": "Who came?"})
    made.do("rounds/1/schedule", {"opens_at": None, "closes_at": "2026-01-01T00:00:00Z"})
    assert eventually(partial(_is, made, 2, "announced"))
    address = made.path.replace("/v1/tournaments", "/desk")
    for page in (address, "/office"):
        told = desk.open(page)
        assert "a match that is left to you" in told
        assert "a dispute is open" in told
        assert f"{address}/matches/1" in told
