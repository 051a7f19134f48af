"""A substitute, and a player who withdraws before the first match, at the desk without JavaScript (SE-12)."""

import pytest

from tests.api.support import Service
from tests.site.test_desk import Desk, at_the_desk, statuses

CUP = {"kind": "knockout", "seeding": "entry-order", "lengths": [5]}


def started(desk: Desk, names: str, places: int) -> None:
    """A knockout of so many places, in which the others of these wait."""
    assert desk.client is not None
    made = {"name": "Cup", "format": CUP, "conditions": {"verification": "confirmed", "places": places}}
    desk.at = f"/desk/{desk.client.done('/v1/tournaments', made).json()['tournament']}"
    desk.client.read(desk.api)
    desk.open(f"{desk.at}/entries")
    desk.done("/list", list=names)
    desk.done("/enter")
    desk.started()


def formed(desk: Desk, command: str, entry: int, **typed: str) -> None:
    """The form of a command is tried and sent."""
    desk.open(f"{desk.at}/do/{command}?entry={entry}")
    desk.done(f"?entry={entry}", step="try", **typed)
    desk.done(f"?entry={entry}", step="send")


@pytest.mark.rule("SE-12")
def test_place_goes_to_a_substitute_and_back_at_the_desk(service: Service) -> None:
    with at_the_desk(service) as desk:
        started(desk, "Ada Aas\nBo Bak\nCia Cro\nDan Due", 4)
        service.register("Zoe Zwart")
        desk.open(f"{desk.at}/entries")
        assert "do/substitute-player?entry=4" in desk.page
        formed(desk, "substitute-player", 4, person="Zoe Zwart", reason="Late train.")
        public = f"/tournaments/{desk.at.rpartition('/')[2]}"
        assert "in place of Dan Due" in desk.open(f"{desk.at}/entries")
        assert "in place of Dan Due" in desk.open(f"{public}/entrants")
        assert "Zoe Zwart" in desk.open(f"{public}/chart")
        formed(desk, "substitute-player", 4, person="Dan Due", reason="There after all.")
        assert "in place of Zoe Zwart" in desk.open(f"{desk.at}/entries")


@pytest.mark.rule("SE-12", "TD-21")
def test_player_withdraws_before_the_first_match_and_who_waits_has_the_place(service: Service) -> None:
    with at_the_desk(service) as desk:
        started(desk, "Ada Aas\nBo Bak\nCia Cro\nDan Due\nEva Elm", 4)
        assert statuses(desk) == ["approved"] * 4 + ["waiting"]
        assert "5 entries, 1 of them on the waiting list" in desk.open(desk.at)
        formed(desk, "withdraw-entry", 4, reason="Ill.")
        assert statuses(desk) == ["approved"] * 3 + ["withdrawn", "approved"]
        desk.open(f"{desk.at}/rounds")
        desk.done("/results", -1, **{"score-2": "5-3"})
        desk.open(f"{desk.at}/entries")
        assert "do/withdraw-entry?entry=2" not in desk.page, "B has begun to play"
        assert "do/withdraw-entry?entry=1" in desk.page
        public = f"/tournaments/{desk.at.rpartition('/')[2]}"
        assert "Eva Elm" in desk.open(f"{public}/chart")
        assert "Dan Due" in desk.open(f"{public}/standings"), "who was in stays in the table (ALL-7)"
