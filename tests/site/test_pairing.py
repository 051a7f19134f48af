"""Pairs made by hand: by selects, by dragging, by keyboard; before the draw, and after it while nothing has begun."""

from typing import TYPE_CHECKING

import pytest

from tests.api.support import Service
from tests.site import browser as real
from tests.site.browsing import FormThere
from tests.site.test_desk import Desk, at_the_desk

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOUR = ["Mona Moe", "Nils Ness", "Otto Oie", "Pelle Po"]


def started(desk: Desk, players: list[str]) -> None:
    desk.announced("swiss", 5, players)
    desk.started()


def pairs(desk: Desk, round_: int) -> list[list[int]]:
    assert desk.client is not None
    found = next(one for one in desk.client.read(f"{desk.api}/rounds")["rounds"] if one["number"] == round_)
    return sorted(sorted(one["sides"]) for one in found["pairings"] if one["status"] != "void")


def plays_round(desk: Desk) -> None:
    assert desk.client is not None
    desk.open(f"{desk.at}/rounds")
    while still := desk.client.read(f"{desk.api}/matches", status="open")["items"]:
        desk.open(f"{desk.at}/rounds")
        desk.done("/results", 0, quick=f"{still[0]['number']} 5-1")


def seats(desk: Desk) -> FormThere:
    return next(desk.forms("/pairs"))


@pytest.mark.rule("ALL-2")
def test_pairs_are_chosen_by_selects(service: Service) -> None:
    with at_the_desk(service) as desk:
        started(desk, FOUR)
        desk.open(f"{desk.at}/rounds/1/pairs")
        chosen = {"first-1": "1", "second-1": "4", "first-2": "3", "second-2": "2"}
        desk.done("/pairs", **chosen, reason="They came by one car.")
        assert pairs(desk, 1) == [[1, 4], [2, 3]]


@pytest.mark.rule("ALL-2")
def test_pairs_show_who_has_met_and_are_taken_all_the_same(service: Service) -> None:
    with at_the_desk(service) as desk:
        started(desk, FOUR)
        desk.open(f"{desk.at}/rounds/1/pairs")
        desk.done("/pairs", **{"first-1": "1", "second-1": "4", "first-2": "3", "second-2": "2"}, reason="Wished.")
        plays_round(desk)
        page = desk.open(f"{desk.at}/rounds/2/pairs")
        assert page.count('<span class="note past">') == 4
        looked = desk.done("/pairs", **{"first-1": "4", "second-1": "1", "step": "look"})
        assert ">met in round 1</span>" in looked
        desk.done("/pairs", reason="They want to play on.")
        assert pairs(desk, 2) == [[1, 4]]
        assert "met before" in desk.open(f"{desk.at}/rounds")
        assert "met before" in desk.open(f"{desk.at.replace('/desk', '/tournaments')}/rounds")


def test_pairs_are_filled_against_somebody_new(service: Service) -> None:
    with at_the_desk(service) as desk:
        started(desk, FOUR)
        desk.open(f"{desk.at}/rounds/1/pairs")
        desk.done("/pairs", step="fill")
        desk.done("/pairs", reason="By hand tonight.")
        first = pairs(desk, 1)
        assert len(first) == 2
        plays_round(desk)
        desk.open(f"{desk.at}/rounds/2/pairs")
        assert ">met in" not in desk.done("/pairs", step="fill")
        desk.done("/pairs", reason="By hand tonight.")
        assert len(pairs(desk, 2)) == 2
        assert not [one for one in pairs(desk, 2) if one in first]


@pytest.mark.rule("ALL-2", "ALL-4")
def test_pairs_are_changed_after_the_draw_while_no_match_has_begun(service: Service) -> None:
    with at_the_desk(service) as desk:
        started(desk, FOUR)
        desk.open(f"{desk.at}/rounds")
        desk.done("/draw")
        drawn = pairs(desk, 1)
        desk.open(f"{desk.at}/rounds/1/pairs")
        form = seats(desk)
        told = dict(form.fields)
        swapped = {"second-1": told["second-2"], "second-2": told["second-1"]}
        desk.done("/pairs", **swapped, reason="Two of one family.")
        assert pairs(desk, 1) != drawn
        assert len(pairs(desk, 1)) == 2
        plays_round(desk)
        assert desk.send(form, **swapped, reason="Too late.").status_code == 404


@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        ({"first-1": "1"}, "one player"),
        ({"first-1": "1", "second-1": "1"}, "two pairs"),
        ({"first-1": "1", "second-1": "2", "bye": "2"}, "two pairs"),
        ({}, "at least one pair"),
    ],
)
def test_pairs_that_do_not_fit_are_refused_and_kept(service: Service, chosen: dict[str, str], why: str) -> None:
    with at_the_desk(service) as desk:
        started(desk, ["Ada Ask", "Bo Bek", "Cia Cox"])
        desk.open(f"{desk.at}/rounds/1/pairs")
        answer = desk.press("/pairs", **chosen, reason="Wished.")
        assert (answer.status_code, why in answer.text) == (422, True)
        assert {name: text for name, text in seats(desk).fields if name in chosen} == chosen


def test_pairs_of_a_round_that_is_not_due_are_not_there(service: Service) -> None:
    with at_the_desk(service) as desk:
        started(desk, FOUR)
        assert desk.http.get(f"{desk.at}/rounds/2/pairs").status_code == 404


def _seat(page: "Page", name: str) -> str:
    return str(page.locator(f"select[name={name}]").input_value())


@pytest.mark.browser
def test_pairs_are_dragged_or_put_by_keyboard(service: Service) -> None:
    with at_the_desk(service) as desk:
        started(desk, FOUR)
        assert desk.client is not None
        with real.opened() as browser, real.visitor(browser, service.url) as visitor:
            visitor.logs_in(desk.client.key or "")
            page = visitor.sees(f"{desk.at}/rounds/1/pairs")
            page.locator("[data-entry='1']").drag_to(page.locator("select[name=first-1]"))
            page.locator("[data-entry='2']").drag_to(page.locator("select[name=second-1]"))
            assert (_seat(page, "first-1"), _seat(page, "second-1")) == ("1", "2")
            page.locator("[data-entry='3'] .what").press("Enter")
            page.locator("select[name=second-1]").press("Enter")
            assert (_seat(page, "second-1"), page.locator("[data-entry='2'].seated").count()) == ("3", 0)
            page.locator("[data-entry='1']").drag_to(page.locator("select[name=first-2]"))
            assert (_seat(page, "first-1"), _seat(page, "first-2")) == ("", "1")
            page.locator("[data-entry='1']").drag_to(page.locator("select[name=first-1]"))
            page.get_by_label("Reason").fill("By hand tonight.")
            visitor.sends(page.get_by_role("button", name="Pair them"))
        assert pairs(desk, 1) == [[1, 3]]
