"""A visitor's own browser makes the draws of a tournament again, and notices one wrong digit on the way."""

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.api.played import Played, first_wins, started
from tests.api.support import Service
from tests.site import browser as real
from tests.site.test_in_browser import faults

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytestmark = [pytest.mark.browser, pytest.mark.rule("ALL-2")]

Events = list[dict[str, Any]]


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    with real.opened() as found:
        yield found


@pytest.fixture(scope="module")
def elimination(service: Service) -> Played:
    """Nine in an elimination by lives, ended and revealed."""
    return ended(started(service, {"kind": "nxe", "losses": 2, "lengths": [5]}, 9))


def ended(made: Played) -> Played:
    made.play_on(first_wins)
    made.complete()
    return made


def outcomes(browser: "Browser", made: Played, changed: Callable[[Events], None] | None = None) -> dict[str, int]:
    """How many draws came to what, where the history reaches the browser changed so."""

    def on_the_way(route: "Route") -> None:
        told = route.fetch().json()
        if changed is not None:
            changed(told["items"])
        route.fulfill(body=json.dumps(told), content_type="application/json")

    with real.visitor(browser, made.service.url) as visitor:
        visitor.page.route("**/history?*", on_the_way)
        page = visitor.sees(f"{made.path.removeprefix('/v1')}/rounds")
        page.get_by_role("button", name="Make the draws again in this browser").click()
        shown = page.locator("#draws [data-outcome]:not([hidden])")
        shown.first.wait_for()
        assert faults(page) == []
        told = shown.evaluate_all(
            "all => all.map(one => [one.dataset.outcome, Number(one.querySelector('b').textContent)])"
        )
        return dict(told)


def drawn(events: Events, what: str = "round-drawn") -> dict[str, Any]:
    """What the first event of the kind tells."""
    return next(one["data"] for one in events if f".{what}." in one["topic"])


def test_each_round_of_an_elimination_is_drawn_again(browser: "Browser", elimination: Played) -> None:
    assert outcomes(browser, elimination) == {"same": elimination.read("draw-check")["draws"]}


def test_lots_and_coins_of_other_formats_are_drawn_again(browser: "Browser", service: Service) -> None:
    final = {"format": {"kind": "knockout", "lengths": [5]}, "qualifiers": 4}
    swiss = started(service, {"kind": "swiss", "rounds": 2, "lengths": [5]}, 7, stages=[final])
    found = outcomes(browser, ended(swiss))
    assert found["beyond"] == 2, "each round follows from the table"
    assert found["same"] == swiss.read("draw-check")["draws"] - 2
    assert set(found) == {"same", "beyond"}


def test_secret_that_is_not_revealed_is_said_to_be_sealed(browser: "Browser", elimination: Played) -> None:
    def without_the_secret(events: Events) -> None:
        events[:] = [one for one in events if ".secret-revealed." not in one["topic"]]

    assert outcomes(browser, elimination, without_the_secret) == {"sealed": elimination.read("draw-check")["draws"]}


def other_digit(told: dict[str, Any], name: str) -> None:
    told[name] = ("0" if told[name][0] != "0" else "1") + told[name][1:]


def one_bye_more(events: Events) -> None:
    """Changes the players of all draws: one draw of few players comes out the same by chance now and then."""
    for one in events:
        if ".round-drawn." in one["topic"]:
            counts = one["data"]["drawn_from"][0]["counts"]
            counts["byes"] += 1


def exchange(pairings: list[dict[str, Any]]) -> None:
    pairings[0]["sides"].reverse()


WRONG: dict[str, Callable[[Events], None]] = {
    "the secret": lambda events: other_digit(drawn(events, "secret-revealed"), "secret"),
    "the commitment": lambda events: other_digit(drawn(events, "commitment-published"), "commitment"),
    "the attempt": lambda events: drawn(events).update(attempt=2),
    "the players": one_bye_more,
    "the pairings": lambda events: exchange(drawn(events)["pairings"]),
    "the bye": lambda events: drawn(events)["byes"][0].update(entry=drawn(events)["byes"][0]["entry"] % 9 + 1),
}


@pytest.mark.parametrize("what", WRONG)
def test_one_wrong_digit_of_a_draw_is_noticed(browser: "Browser", elimination: Played, what: str) -> None:
    assert outcomes(browser, elimination, WRONG[what])["wrong"] >= 1
