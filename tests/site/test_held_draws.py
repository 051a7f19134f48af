"""A draw shown to the hall first and to the public then: on the desk, on papers and walls, and live (ALL-2)."""

from collections.abc import Iterator

import httpx
import pytest

from tests.api.played import Played, started
from tests.api.support import Service
from tests.patience import PATIENCE_SECONDS
from tests.site import browser as real
from tests.site.browsing import OWN_PAGE
from tests.site.clicking import ByClicks, ByForms, Hand

NAMES = ["Ada Aagaard", "Bo Brix", "Cia Carl", "Dan Dahl"]
HELD = {"conditions": {"pairings_shown": "when-released"}}


def at_desk(hand: Hand, service: Service) -> str:
    """A director who announces that pairings are shown when released, enters four, starts and draws; the tournament."""
    hand.enter()
    hand.follow("/login")
    hand.done("/login", key=service.key("director", service.register("A director")))
    hand.follow("/desk")
    hand.done("/announcement", name="Held evening", format="swiss", length="5", pairings="when-released")
    hand.done("/list", list="\n".join(NAMES))
    hand.done("/enter")
    tournament = hand.page.partition('action="/desk/')[2].partition("/")[0]
    hand.follow(f"/desk/{tournament}")
    hand.done("/start")
    hand.done("/draw")
    return tournament


def flow(hand: Hand, service: Service) -> None:
    tournament = at_desk(hand, service)
    rounds = f"/tournaments/{tournament}/rounds"
    assert "Round 1" not in service.http.get(rounds).text
    hand.follow(f"/tournaments/{tournament}/print")
    hand.follow("/print/tables")
    assert NAMES[0] in hand.page
    hand.enter()
    hand.follow("/desk")
    assert "a draw to release to the public" in hand.page
    hand.follow(f"/desk/{tournament}")
    hand.done("/release")
    assert "/release" not in hand.page
    assert "Round 1" in service.http.get(rounds).text


@pytest.mark.rule("ALL-2")
def test_a_director_releases_a_draw_by_forms(service: Service) -> None:
    with httpx.Client(base_url=service.url, headers=OWN_PAGE, timeout=PATIENCE_SECONDS) as http:
        flow(ByForms(http), service)


@pytest.mark.browser
@pytest.mark.rule("ALL-2")
def test_a_director_releases_a_draw_by_clicks(service: Service) -> None:
    with real.opened() as browser, real.visitor(browser, service.url) as visitor:
        flow(ByClicks(visitor.page), service)


@pytest.mark.rule("ALL-2")
def test_followers_are_told_of_a_draw_as_it_is_released(service: Service) -> None:
    made = started(service, {"kind": "nxe", "losses": 2, "lengths": [3]}, 4, **HELD)
    assert made.read("rounds")["rounds"] == []
    with service.http.stream("GET", made.path.removeprefix("/v1") + "/live") as stream:
        told = _versions(stream)
        before = next(told)
        made.do("rounds/1/draw")
        assert len(made.read("rounds")["rounds"]) == 1
        made.do("release")
        assert (before, next(told)) == (_public(made) - 2, _public(made))


@pytest.mark.rule("ALL-2")
def test_a_screen_of_the_hall_shows_a_held_draw_by_a_key_for_that_tournament(service: Service) -> None:
    made = started(service, {"kind": "nxe", "losses": 2, "lengths": [3]}, 4, **HELD)
    made.do("rounds/1/draw")
    assert len(made.read("rounds")["rounds"]) == 1
    tournament = made.path.rpartition("/")[2]
    wall = f"/tournaments/{tournament}/screen/tables"
    assert "Player 1" not in service.http.get(wall).text
    with httpx.Client(base_url=service.url, headers=OWN_PAGE, timeout=PATIENCE_SECONDS) as http:
        screen = ByForms(http)
        screen.enter()
        screen.follow("/login")
        screen.done("/login", key=service.key("feed-reader", tournament=tournament))
        assert "Player 1" in screen.open(wall)


@pytest.mark.rule("ALL-2")
def test_the_code_of_a_slip_says_that_a_match_may_not_be_released_and_tells_nothing(service: Service) -> None:
    made = started(service, {"kind": "nxe", "losses": 2, "lengths": [3]}, 4, **HELD)
    matches = f"{made.path.removeprefix('/v1')}/matches"

    def told(number: int) -> tuple[int, str]:
        answer = service.http.get(f"{matches}/{number}")
        return answer.status_code, answer.text.replace(f"{matches}/{number}", "").replace(f"Match {number}", "")

    before = told(1)
    assert (before[0], "once a director releases the pairings" in before[1]) == (404, True)
    made.do("rounds/1/draw")
    assert len(made.read("rounds")["rounds"]) == 1
    assert told(1) == told(99) == before
    made.do("release")
    assert (told(1)[0], "Player 1" in told(1)[1] + told(2)[1]) == (200, True)
    assert told(99)[0] == 404
    shown = started(service, {"kind": "nxe", "losses": 2, "lengths": [3]}, 2)
    assert "releases the pairings" not in service.http.get(f"{shown.path.removeprefix('/v1')}/matches/9").text


def _versions(stream: httpx.Response) -> Iterator[int]:
    return (int(line.removeprefix("id: ")) for line in stream.iter_lines() if line.startswith("id: "))


def _public(made: Played) -> int:
    return int(made.director.read(made.path)["version"])


@pytest.mark.rule("ALL-2")
def test_a_preview_says_that_a_ruling_would_show_a_held_draw(service: Service) -> None:
    with httpx.Client(base_url=service.url, headers=OWN_PAGE, timeout=PATIENCE_SECONDS) as http:
        desk = ByForms(http)
        at = f"/desk/{at_desk(desk, service)}/do"
        desk.open(f"{at}/open-dispute?match=1")
        desk.done("match=1", step="send", matter="Nobody came.")
        desk.open(f"{at}/give-ruling?dispute=1")
        desk.done("dispute=1", step="look", clause="4.7", facts="Nobody came.", reasons="So it is lost.")
        desk.done("dispute=1", step="add remedies", **{"remedies-new": "result-award"})
        desk.done("dispute=1", step="try", **{"remedies.1.result": "5-0"})
        assert "What is drawn and held would be shown to the public." in desk.page
