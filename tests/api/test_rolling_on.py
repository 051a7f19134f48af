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
