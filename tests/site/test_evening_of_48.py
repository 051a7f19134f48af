"""A main event of 48 with progressive consolation and last chance, in a real browser: names by one paste, a helper at
the check-in, one match by phone, all others by keys, a correction, and the report; the public page and the wall tell
who has won."""

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from tests.api.support import Client, Service
from tests.site import browser as real
from tests.site.evening import LENGTH, PHONE, confirms, ends, enters, press, reports, takes_a_link, types_a_line
from tests.site.test_desk import winning
from tests.site.test_first_evening import follow

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

PLAYERS = [f"Player {number:02}" for number in range(1, 49)]


def announces(desk: "Page") -> str:
    """The tournament's address in the API."""
    follow(desk, "Desk")
    desk.get_by_label("Name", exact=True).fill("Main event")
    desk.locator('input[name="format"][value="consolation"]').check()
    desk.get_by_label("Points to a match").locator("visible=true").first.fill(str(LENGTH))
    chance = desk.get_by_label("Last chance for those beaten in the consolation").locator("visible=true").first
    chance.select_option(label="losers of any round without a prize")
    desk.get_by_label("A result counts").select_option(label="once the opponent confirms it")
    press(desk, "Create it")
    return f"/v1/tournaments/{desk.url.split('/')[-2]}"


def agree(desk: "Page", phones: list[real.Visitor], sides: list[str]) -> None:
    """One of the first match reports it by phone, and the other confirms."""
    winner, loser = (phone.page for phone in phones)
    for phone, name in zip((winner, loser), sides, strict=True):
        takes_a_link(desk, phone, name)
    reports(winner, LENGTH, 2)
    confirms(loser, f"2–{LENGTH}")


def enters_round_by_round(desk: "Page", client: Client, at: str) -> int:
    """All that can be played, in one form each time, until nothing is left; how many results."""
    typed = 0
    while still := client.read(f"{at}/matches", status="open", limit=200)["items"]:
        follow(desk, "Rounds and results")
        for match in still:
            desk.locator(f'input[name="score-{match["number"]}"]').fill(winning(match))
        press(desk, "Enter these results")
        typed += len(still)
    return typed


def corrects(desk: "Page", number: int, score: str) -> None:
    """From the tile: the score, one look, one press."""
    desk.goto(f"{desk.url.split('/rounds')[0]}?match={number}")
    desk.get_by_label("Right score").fill(score)
    press(desk, "Correct the result")
    press(desk, "Fix the score")


@pytest.mark.rule("CON-2", "CON-9")
def test_main_event_of_48_with_progressive_consolation_and_last_chance_is_played_to_its_report(
    service: Service,
) -> None:
    key = service.key("director", service.register("A director"))
    client = service.client(key)
    with real.opened() as browser, ExitStack() as windows:
        director, public, wall = (windows.enter_context(real.visitor(browser, service.url)) for _ in range(3))
        phones = [windows.enter_context(real.visitor(browser, service.url, viewport=PHONE)) for _ in range(2)]
        desk = director.logs_in(key)
        at = announces(desk)
        enters(desk, PLAYERS)
        follow(desk, "Now")
        press(desk, "Start the tournament")
        first, *_ = client.read(f"{at}/matches", status="open", limit=200)["items"]
        agree(desk, phones, [PLAYERS[entry - 1] for entry in sorted(first["sides"])])
        follow(desk, "Rounds and results")
        second, *_ = client.read(f"{at}/matches", status="open", limit=200)["items"]
        types_a_line(desk, f"{second['number']} {winning(second)}")
        results = 2 + enters_round_by_round(desk, client, at)
        last = max(client.read(f"{at}/matches", status="announced", limit=200)["items"], key=lambda one: one["number"])
        corrects(desk, last["number"], winning(last).replace("0", "3"))
        assert client.read(f"{at}/matches/{last['number']}")["corrections"] == 1
        ends(desk)
        beaten = (
            "all but the finalists play on: 46, of whom all but one lose again; all but two of these come in once more"
        )
        assert results == 47 + 45 + 43, beaten
        assert "Player 01" in public.sees(at.removeprefix("/v1")).locator("main").inner_text()
        assert wall.sees(f"{at.removeprefix('/v1')}/screen/standings").locator("main").is_visible()
