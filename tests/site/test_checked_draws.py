"""The page that checks an event says of a draw what it has checked, and what it can't check yet."""

import pytest

from tests.api.played import first_wins, started
from tests.api.support import Service

pytestmark = pytest.mark.rule("ALL-1", "ALL-2")


def test_draw_whose_secret_is_sealed_says_that_nobody_can_check_it_yet(service: Service) -> None:
    made = started(service, {"kind": "swiss", "rounds": 1, "lengths": [5]}, 4)
    made.step(first_wins)
    made.read("standings")
    at = made.path.removeprefix("/v1")
    page = service.http.get(f"{at}/check?round=1").text
    assert "that this draw is recorded, not how it was drawn" in page
    assert "Not checked, since nobody can yet" in page
    assert f"{at}/rounds#honest" in page
    other = service.http.get(f"{at}/check?event=1").text
    assert "Not checked" not in other
    assert "✓ Checked in your browser</p>" in other


def test_draw_whose_secret_is_published_leads_to_where_it_is_made_again(service: Service) -> None:
    made = started(service, {"kind": "swiss", "rounds": 1, "lengths": [5]}, 4)
    made.play_on()
    made.complete()
    made.read("standings")
    page = service.http.get(f"{made.path.removeprefix('/v1')}/check?round=1").text
    known = service.http.get(f"{made.path}/next").json()["commitments"]
    is_published = any(one["secret"] for one in known)
    assert ("Not checked here: that the draw follows" in page) == is_published
    assert ("Not checked, since nobody can yet" in page) != is_published
