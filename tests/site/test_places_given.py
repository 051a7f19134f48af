"""A substitute, and who withdraws before the first match, at the desk and at a phone, without JavaScript (SE-12)."""

import pytest

from tests.api.support import Service
from tests.site.browsing import links
from tests.site.test_desk import Desk, at_the_desk, statuses
from tests.site.test_players_links import announced, came_in, link_for, phone

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


@pytest.mark.rule("SE-12", "TD-21")
def test_player_withdraws_at_their_own_phone_before_the_first_match(service: Service) -> None:
    with at_the_desk(service) as desk, phone(service) as dan:
        started(desk, "Ada Aas\nBo Bak\nCia Cro\nDan Due\nEva Elm", 4)
        home = came_in(dan, link_for(desk, 4))
        way = next(one for one in links(home) if one.endswith("/play/withdrawal"))
        assert "The next player who waits gets it" in dan.open(way)
        assert statuses(desk) == ["approved"] * 4 + ["waiting"], "to look at the question withdraws nobody"
        dan.done("/play/withdrawal")
        assert "You have withdrawn your entry." in dan.page
        assert not [one for one in links(dan.page) if one.endswith("/play/withdrawal")]
        assert statuses(desk) == ["approved"] * 3 + ["withdrawn", "approved"]


@pytest.mark.rule("SE-12", "ALL-8")
def test_player_who_has_begun_does_not_withdraw_at_their_phone(service: Service) -> None:
    """A is looking at the question when their match ends: the answer withdraws nobody, and says so."""
    with at_the_desk(service) as desk, phone(service) as ada:
        started(desk, "Ada Aas\nBo Bak\nCia Cro\nDan Due", 4)
        home = came_in(ada, link_for(desk, 1))
        asked = ada.open(next(one for one in links(home) if one.endswith("/play/withdrawal")))
        assert "Withdraw my entry" in asked
        desk.open(f"{desk.at}/rounds")
        desk.done("/results", -1, **{"score-1": "5-3"})
        assert ada.press("/play/withdrawal").status_code == 409
        assert 'role="alert"' in ada.page
        assert "You can’t withdraw now." in ada.page
        assert statuses(desk) == ["approved"] * 4
        assert not [one for one in links(ada.open("/play")) if one.endswith("/play/withdrawal")]


@pytest.mark.rule("TD-2", "TD-21")
def test_player_who_has_entered_withdraws_before_the_start(service: Service) -> None:
    with at_the_desk(service) as desk, phone(service) as cia:
        announced(desk)
        desk.open(f"{desk.at}/entries")
        desk.done("/list", list="Ada Aas\nBo Bak\nCia Cro")
        desk.done("/enter")
        home = came_in(cia, link_for(desk, 3))
        cia.open(next(one for one in links(home) if one.endswith("/play/withdrawal")))
        cia.done("/play/withdrawal")
        assert "You have withdrawn your entry." in cia.page
        assert statuses(desk) == ["approved"] * 2 + ["withdrawn"]
