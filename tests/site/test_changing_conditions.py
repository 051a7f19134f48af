"""All conditions of a tournament are changed by a form that has what holds: what nobody touches stays to the second."""

import pytest

from tests.api.support import Service
from tests.site.test_desk import Desk, at_the_desk

CONDITIONS: dict[str, object] = {
    "venue": "Town hall",
    "places": 12,
    "languages": ["Danish", "Dutch"],
    "starts_at": "2199-01-01T18:00:30Z",
    "entries_close_at": "2198-12-24",
    "starting_times": [{"round": 2, "starts_at": "2199-01-02T18:00:00Z"}],
    "clock_terms": {"seconds_per_point": 90, "delay_seconds": 10},
    "parts": [{"from_round": 2, "clock": "obligation"}],
    "auto_draw": True,
}


def prepared(desk: Desk) -> None:
    """A tournament with many conditions, whose form is open."""
    assert desk.client is not None
    said = {"name": "Evening", "format": {"kind": "swiss"}, "conditions": CONDITIONS, "time_zone": "Europe/Copenhagen"}
    desk.at = f"/desk/{desk.client.done('/v1/tournaments', said).json()['tournament']}"
    desk.client.read(desk.api)
    desk.open(desk.at)
    assert f'{desk.at}/conditions"' in desk.page
    desk.open(f"{desk.at}/conditions")


@pytest.mark.rule("TD-21")
def test_a_form_that_nobody_has_touched_changes_nothing(service: Service) -> None:
    with at_the_desk(service) as desk:
        prepared(desk)
        assert desk.client is not None
        before = desk.client.read(desk.api)["conditions"]
        assert ('value="2199-01-01T19:00"' in desk.page, 'value="2198-12-24"' in desk.page) == (True, True)
        desk.done("/conditions", step="send")
        assert desk.client.read(desk.api)["conditions"] == before


@pytest.mark.rule("TD-21")
def test_each_condition_can_be_changed_and_emptied_and_after_the_start_a_reason_is_asked_for(service: Service) -> None:
    with at_the_desk(service) as desk:
        prepared(desk)
        assert desk.client is not None
        before = desk.client.read(desk.api)["conditions"]
        desk.done("/conditions", step="drop conditions.starting_times.1")
        emptied = {"conditions.venue": "", "conditions.languages": "", "conditions.auto_draw": ""}
        moved = {"conditions.starts_at": "2199-01-01T20:15", "conditions.verification": "confirmed"}
        desk.done("/conditions", **emptied, **moved, step="send")
        told = desk.client.read(desk.api)["conditions"]
        now: dict[str, object] = {"venue": None, "languages": [], "auto_draw": False, "verification": "confirmed"}
        assert {name: value for name, value in told.items() if value != before[name]} == {
            **now,
            "starts_at": told["starts_at"],
            "starting_times": told["starting_times"],
        }
        assert (told["starts_at"][:16], told["starting_times"]) == ("2199-01-01T19:15", [])
        desk.open(f"{desk.at}/entries")
        desk.done("/list", list="Uwe Ulv\nVal Vang")
        desk.done("/enter")
        desk.started()
        desk.open(f"{desk.at}/conditions")
        refused = desk.press("/conditions", **{"conditions.venue": "The cellar", "step": "send"})
        assert (refused.status_code, 'value="The cellar"' in desk.page) == (422, True)
        desk.done("/conditions", reason="Water in the hall.", step="send")
        assert desk.client.read(desk.api)["conditions"]["venue"] == "The cellar"
