"""Results at the desk: what was recorded is told at once, and what is disputed is not verified with the rest."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape

import httpx
import pytest

from tests.api.support import Service, score
from tests.patience import PATIENCE_SECONDS
from tests.site import browser as real
from tests.site.browsing import OWN_PAGE
from tests.site.clicking import ByClicks, ByForms, Hand
from tests.site.test_desk import Desk, at_the_desk

NAMES = ["Alma Ahl", "Bent Buus", "Carl Cort", "Dina Due"]


def drawn(desk: Desk) -> None:
    """The first round of four, at tables 7 and 8."""
    desk.announced("swiss", 5, NAMES)
    desk.done("/hall", rooms="Hall 7-8")
    desk.started()
    desk.done("/draw")
    desk.open(f"{desk.at}/rounds")


@contextmanager
def drawn_in_a_browser(service: Service) -> Iterator[tuple[Desk, real.Visitor]]:
    """The same, and its director in a browser."""
    with at_the_desk(service) as desk, real.opened() as browser, real.visitor(browser, service.url) as staff:
        drawn(desk)
        assert desk.client is not None
        staff.logs_in(desk.client.key or "")
        yield desk, staff


def told(desk: Desk) -> str:
    """What the page says was just done."""
    found = re.search(r'<div role="status">(.*?)</div>', desk.page, re.DOTALL)
    return "" if found is None else " ".join(unescape(re.sub(r"<[^>]+>", " ", found[1])).split())


def sides(desk: Desk, number: int) -> list[str]:
    assert desk.client is not None
    names = {one["number"]: NAMES[one["number"] - 1] for one in desk.client.read(f"{desk.api}/entries")["items"]}
    return [names[one] for one in desk.client.read(f"{desk.api}/matches/{number}")["sides"]]


def reported(desk: Desk, service: Service, *numbers: int) -> None:
    """Players report the results of those matches."""
    assert desk.client is not None
    for number in numbers:
        match = desk.client.read(f"{desk.api}/matches/{number}")
        player = service.player(match["persons"][0])
        player.position = service.services.journal.position()
        player.change(f"{desk.api}/matches/{number}", "result", {"result": score(5, 0)})
        assert service.services.readings.wait_for(player.position, PATIENCE_SECONDS)


@pytest.mark.rule("TD-14")
def test_result_entered_is_told_with_its_table_its_players_and_the_score(service: Service) -> None:
    with at_the_desk(service) as desk:
        drawn(desk)
        assert told(desk) == ""
        desk.done("/tables", quick="7 5-2")
        first, second = sides(desk, 1)
        assert told(desk) == f"Recorded: table 7 · {first} – {second} 5–2"
        assert f"<strong>5–2</strong> {first} has won" in " ".join(desk.page.split()), "the round's list has the score"
        desk.done("/results", 0, **{"score-2": "3-5"})
        first, second = sides(desk, 2)
        assert told(desk) == f"Recorded: table 8 · {first} – {second} 3–5"
        desk.open(f"{desk.at}/rounds")
        assert told(desk) == "", "it is told once"
        assert told_of(desk, "1,2,99,") == 2


@pytest.mark.browser
def test_typed_text_is_kept_where_the_network_is_lost(service: Service) -> None:
    """Then nothing is sent, and it says so; once the network is back the same form is sent, and counts once."""
    with drawn_in_a_browser(service) as (desk, staff):
        assert desk.client is not None
        page = staff.sees(f"{desk.at}/rounds")
        staff.context.set_offline(True)
        page.locator("input[name=quick]").fill("7 5-2")
        page.keyboard.press("Enter")
        page.get_by_role("alert").filter(has_text="nothing was sent").wait_for()
        page.locator("input[name=score-2]").fill("3-5")
        page.get_by_role("button", name="Enter these results").click()
        page.get_by_role("alert").nth(1).wait_for()
        assert page.locator("input[name=quick]").input_value() == "7 5-2"
        assert page.locator("input[name=score-2]").input_value() == "3-5"
        assert all("ERR_INTERNET_DISCONNECTED" in one for one in staff.complaints), staff.complaints
        staff.complaints.clear()
        staff.context.set_offline(False)
        page.get_by_role("button", name="Enter these results").click()
        page.get_by_role("status").filter(has_text="3–5").wait_for()
        assert desk.client.read(f"{desk.api}/matches/2")["points"] == [3, 5]
        assert page.get_by_role("alert").count() == 0


@pytest.mark.browser
def test_no_form_is_lost_where_the_network_is(service: Service) -> None:
    """Of each form the page stays, with what was typed, and says so."""
    with drawn_in_a_browser(service) as (_, staff):
        for path, button in (("/login/sessions", "Log out"), ("/desk", "Create it")):
            page = staff.sees(path)
            staff.context.set_offline(True)
            for name in page.locator("main input[name=name]").all():
                name.fill("An evening")
            page.get_by_role("button", name=button).click()
            page.get_by_role("alert").filter(has_text="nothing was sent").wait_for()
            staff.context.set_offline(False)
        assert page.locator("main input[name=name]").input_value() == "An evening"
        assert all("ERR_INTERNET_DISCONNECTED" in one for one in staff.complaints), staff.complaints
        staff.complaints.clear()


def told_of(desk: Desk, numbers: str) -> int:
    return desk.open(f"{desk.at}/rounds?recorded={numbers}").partition("</ul>")[0].count("<li>")


@pytest.mark.rule("TD-9")
def test_a_disputed_result_is_marked_and_verified_only_where_it_is_ticked(service: Service) -> None:
    with at_the_desk(service) as desk:
        drawn(desk)
        reported(desk, service, 1, 2)
        assert desk.client is not None
        about = {"about": {"kind": "match", "number": 1}, "matter": "The last game was never played."}
        desk.client.done(f"{desk.api}/disputes", about)
        desk.client.read(f"{desk.api}/disputes")
        desk.open(f"{desk.at}/rounds")
        assert f'{desk.at}/matters#dispute-1"' in desk.page
        desk.done("/verify-all")
        assert statuses(desk) == ["reported", "announced"]
        desk.open(f"{desk.at}/rounds")
        assert desk.press("/verify-all").status_code == 422
        assert "No result is ticked" in desk.page
        desk.open(f"{desk.at}/rounds")
        desk.done("/verify-all", each="1")
        assert statuses(desk) == ["announced", "announced"]


def statuses(desk: Desk) -> list[str]:
    assert desk.client is not None
    return [desk.client.read(f"{desk.api}/matches/{number}")["status"] for number in (1, 2)]


@pytest.mark.rule("TD-14")
def test_the_page_of_an_open_match_takes_its_result(service: Service) -> None:
    with at_the_desk(service) as desk:
        drawn(desk)
        desk.open(f"{desk.at}/matches/1")
        wrong = desk.press("/result", score="five")
        assert (wrong.status_code, 'value="five"' in wrong.text) == (422, True)
        desk.done("/result", score="5-4")
        assert "5–4" in desk.page
        assert not list(desk.forms("/result"))
        assert statuses(desk) == ["announced", "open"]


def test_waiting_matters_name_the_players_of_a_match_and_who_has_entered(service: Service) -> None:
    with at_the_desk(service) as desk:
        drawn(desk)
        reported(desk, service, 1, 2)
        pairs = [" – ".join(f"<bdi>{name}</bdi>" for name in sides(desk, number)) for number in (1, 2)]
        for page in ("/desk", desk.at):
            shown = desk.open(page)
            assert [pair in shown for pair in pairs] == [True, True]
            assert f'{desk.at}/matches/2"' in shown


def evening(hand: Hand, service: Service, called: str, sees: Callable[[str], bool]) -> None:
    """Two of one name enter, a result is typed into the list and another on the page of its match."""
    hand.enter()
    hand.follow("/login")
    hand.done("/login", key=service.key("director", service.register("A director")))
    hand.follow("/desk")
    hand.done("/announcement", name="Evening of namesakes", format="swiss", length="5")
    hand.done("/list", list=f"{called}\n{called}\nPia Poe\nRex Rae")
    hand.done("/enter", **{"person-2": "new"})
    tournament = hand.page.partition('action="/desk/')[2].partition("/")[0]
    hand.follow(f"/desk/{tournament}")
    assert sees("4 entries")
    hand.done("/start")
    hand.done("/draw")
    hand.follow(f"/desk/{tournament}/rounds")
    hand.done("/results", **{"score-1": "5-2"})
    assert sees("Recorded:")
    hand.follow(f"/desk/{tournament}/matches/2")
    hand.done("/result", score="5-1")
    assert sees("5–1")


@pytest.mark.rule("TD-14")
def test_namesakes_and_results_by_forms(service: Service) -> None:
    with httpx.Client(base_url=service.url, headers=OWN_PAGE, timeout=PATIENCE_SECONDS) as http:
        hand = ByForms(http)
        evening(hand, service, "Ola Olsen", lambda text: text in hand.page)


@pytest.mark.browser
@pytest.mark.rule("TD-14")
def test_namesakes_and_results_by_clicks(service: Service) -> None:
    with real.opened() as browser, real.visitor(browser, service.url) as visitor:

        def sees(text: str) -> bool:
            visitor.page.get_by_text(text).first.wait_for()
            return True

        evening(ByClicks(visitor.page), service, "Oda Osen", sees)
