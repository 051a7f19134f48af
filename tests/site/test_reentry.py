"""Entering again after a loss, at the desk and at one's own phone, without JavaScript (SE-10)."""

import pytest

from tests.api.support import Service
from tests.site.test_desk import Desk, at_the_desk, statuses
from tests.site.test_players_links import announced, came_in, link_for, phone

KNOCKOUT = {"kind": "knockout", "seeding": "entry-order", "lengths": [5]}
AGAIN = {"verification": "confirmed", "reentries": 2, "reentry_price": "15 euro"}


def lost_first(desk: Desk, names: str) -> None:
    """A knockout of these, in which the last of them has lost the first match."""
    assert desk.client is not None
    made = {"name": "Buy back", "format": KNOCKOUT, "conditions": AGAIN}
    desk.at = f"/desk/{desk.client.done('/v1/tournaments', made).json()['tournament']}"
    desk.client.read(desk.api)
    desk.open(f"{desk.at}/entries")
    desk.done("/list", list=names)
    desk.done("/enter")
    desk.started()
    desk.open(f"{desk.at}/rounds")
    desk.done("/results", -1, **{"score-1": "5-3"})


@pytest.mark.rule("SE-10")
def test_loser_enters_again_at_the_desk_and_that_is_taken_back(service: Service) -> None:
    with at_the_desk(service) as desk:
        lost_first(desk, "Ada Aas\nBo Bak\nCia Cro\nDan Due\nEva Elm")
        public = f"/tournaments/{desk.at.rpartition('/')[2]}"
        desk.open(f"{desk.at}/entries")
        again = [one for one in desk.forms("/enter") if ("name-1", "Eva Elm") in one.fields]
        assert len([one for one in desk.forms("/enter") if "name-1" in dict(one.fields)]) == 1, "nobody else has lost"
        desk.shown = desk.send(again[0])
        assert 'role="alert"' not in desk.page, desk.page
        desk.open(f"{desk.at}/entries")
        desk.done("/approve", number="6")
        assert statuses(desk) == ["approved"] * 4 + ["re-entered", "approved"]
        assert "Eva Elm (2)" in desk.open(f"{desk.at}/entries")
        assert "Eva Elm (2)" in desk.open(f"{public}/chart")
        table = desk.open(f"{public}/standings")
        assert "Eva Elm (2)" in table
        assert "has entered again" in table
        desk.open(f"{desk.at}/do/withdraw-reentry?entry=6")
        desk.done("?entry=6", step="try", reason="A slip.")
        desk.done("?entry=6", step="send")
        assert statuses(desk) == ["approved"] * 5 + ["withdrawn"]


@pytest.mark.rule("SE-10")
def test_loser_asks_at_their_own_phone_to_enter_again(service: Service) -> None:
    with at_the_desk(service) as desk, phone(service) as eva:
        lost_first(desk, "Ada Aas\nBo Bak\nCia Cro\nDan Due\nEva Elm")
        home = came_in(eva, link_for(desk, 5))
        assert "Who has lost may enter again 2 times." in home
        assert "15 euro" in home
        eva.done("/again")
        assert "/play/again" not in eva.page, "it is asked for once"
        desk.open(f"{desk.at}/entries")
        desk.done("/approve", number="6")
        assert "Cia Cro" in eva.open(eva.shown.url.path if eva.shown else ""), "the link is that of the new entry too"


@pytest.mark.rule("SE-10")
def test_conditions_of_entering_again_are_announced_on_the_form_and_refused_where_they_have_no_effect(
    service: Service,
) -> None:
    with at_the_desk(service) as desk:
        announced(desk)
        desk.open(f"{desk.at}/conditions")
        desk.press("/conditions", **{"conditions.reentries": "2", "step": "send"})
        assert desk.shown is not None
        assert "no empty places for re-entries" in desk.page
