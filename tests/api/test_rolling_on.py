"""Rounds that roll on by themselves, over HTTP: nobody draws, and everybody sees who did (NXE-7, ALL-2)."""

from functools import partial

import pytest

from tests.api.played import Played, started
from tests.api.support import Service
from tests.patience import eventually


def _is_there(made: Played, match: int) -> bool:
    return made.director.get(f"{made.path}/matches/{match}").status_code == 200


WON = {"result": {"kind": "winner", "winner": "first"}}


@pytest.mark.rule("NXE-7", "ALL-2")
def test_an_evening_rolls_on_from_the_start_to_its_champion(service: Service) -> None:
    conditions = {"auto_draw": True, "appeal_window_minutes": 0}
    made = started(service, {"kind": "nxe", "losses": 1, "lengths": [3]}, 4, conditions=conditions)
    for match in (1, 2, 3):
        assert eventually(partial(_is_there, made, match))
        made.director.change(f"{made.path}/matches/{match}", "result", WON)
    made.complete()
    history = made.director.read(f"{made.path}/history", limit=500)["items"]
    drawn = [one["actor"] for one in history if one["topic"] == "tournament.round-drawn.v1"]
    assert [actor["role"] for actor in drawn] == ["service", "service"]


@pytest.mark.rule("SWI-4", "TD-9", "TD-13")
def test_match_that_the_service_leaves_open_waits_for_the_director_with_the_reason(service: Service) -> None:
    swiss = {"kind": "swiss", "rounds": 3, "lengths": [5]}
    made = started(service, swiss, 4, conditions={"auto_draw": True})
    assert eventually(partial(_is_there, made, 1))
    made.do("disputes", {"about": {"kind": "match", "number": 1}, "matter": "Who came?"})
    assert _left_open(made) == []
    made.do("rounds/1/schedule", {"opens_at": None, "closes_at": "2026-01-01T00:00:00Z"})
    assert eventually(lambda: made.match(2)["status"] == "announced")
    assert (made.match(1)["status"], made.match(2)["ended"]) == ("open", "both-lost")
    [(number, because, etag)] = _left_open(made)
    assert (number, because) == (1, "disputed")
    assert made.director.get(f"{made.path}/matches/1").headers["ETag"] == etag
    assert service.player(made.persons[made.match(1)["sides"][0] - 1]).read("/v1/waiting")["items"] == []


def _left_open(made: Played) -> list[tuple[int, str, str]]:
    """The matches that wait for the director, each with why."""
    items = made.director.read("/v1/waiting")["items"]
    return [(one["number"], one["because"], one["etag"]) for one in items if one["kind"] == "match-left-open"]
