"""Conditions of contest over HTTP (TD-21)."""

import pytest

from tests.api.support import Service, season


@pytest.mark.rule("TD-11", "TD-21")
@pytest.mark.parametrize(
    ("announced", "minutes"),
    [
        ({}, 60),
        ({"played": "over-the-board"}, 60),
        ({"played": "online"}, 7 * 24 * 60),
        ({"played": "online", "appeal_window_minutes": 120}, 120),
    ],
)
def test_the_appeal_window_is_an_hour_over_the_board_and_a_week_online(
    service: Service, announced: dict[str, object], minutes: int
) -> None:
    played = season(service, 2, conditions=announced)
    conditions = played.director.read(played.path)["conditions"]
    assert conditions["appeal_window_minutes"] == minutes
    assert conditions["played"] == announced.get("played", "over-the-board")
