"""A visitor's own browser makes the draws of a tournament again, and notices one wrong digit on the way."""

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.site.frame.assets import assets
from domain.formats.swiss.rules import window_of
from domain.pairing.players import Player
from domain.pairing.walk import pair_with_rematches
from tests.api.played import Played, champions, first_wins, started
from tests.api.support import Service
from tests.api.test_error_rate_seeding import seeded_by_error_rates
from tests.properties import examples
from tests.reaching import reached
from tests.site import browser as real
from tests.site.test_in_browser import faults

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.rule("ALL-2")]

Events = list[dict[str, Any]]
Field = tuple[int, list[dict[str, Any]]]


@pytest.fixture(scope="module")
def rules(browser: "Browser") -> Iterator["Page"]:
    """A page that has the rules of rounds and nothing else."""
    page = browser.new_page()
    page.add_script_tag(content=assets()["rounds.js"].content.decode())
    yield page
    page.close()


@st.composite
def fields(draw: st.DrawFn) -> Field:
    """A round's number, and who is to be paired in it, in their order."""
    number = draw(st.integers(1, 14))
    entries = draw(st.permutations(range(1, number + 1)))
    points = sorted(draw(st.lists(st.integers(0, 4), min_size=number, max_size=number)), reverse=True)
    met = draw(st.sets(st.tuples(st.sampled_from(entries), st.sampled_from(entries)), max_size=number * number))
    colours = draw(st.lists(st.sampled_from(["red", "blue", None]), min_size=number, max_size=number))
    own = {entry: sorted({b for a, b in met if a == entry and b != entry}) for entry in entries}
    return draw(st.integers(1, 8)), [
        {"entry": entry, "counts": {"points": points[at]}, "met": own[entry], "colour": colours[at]}
        for at, entry in enumerate(entries)
    ]


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


FINAL = {"format": {"kind": "knockout", "lengths": [5]}, "qualifiers": 4}
OTHERS: dict[str, tuple[dict[str, Any], int, dict[str, Any]]] = {
    "swiss, with lots and coins": ({"kind": "swiss", "rounds": 3, "lengths": [5]}, 7, {"stages": [FINAL]}),
    "monrad by chance": ({"kind": "monrad", "rounds": 3, "lengths": [5], "order": "random"}, 9, {}),
    "monrad by halves": (
        {
            "kind": "monrad",
            "rounds": 3,
            "lengths": [5],
            "order": "lots",
            "first_round": "halves",
            "apart": [{"entries": [1, 2, 3], "until_round": 2}],
        },
        8,
        {},
    ),
    "monrad, accelerated": (
        {
            "kind": "monrad",
            "rounds": 3,
            "lengths": [5],
            "order": "lots",
            "first_round": "halves",
            "acceleration": "baku",
            "tables_by_score": True,
        },
        11,
        {},
    ),
    "swiss by tables": ({"kind": "swiss", "rounds": 3, "lengths": [5], "tables_by_score": True}, 8, {}),
    "lives": ({"kind": "lives", "lives": 2, "lengths": [5]}, 7, {}),
    "wins through": (
        {"kind": "lives", "lives": 3, "wins": 3, "end": "last", "lengths": [5], "tables_by_score": True},
        10,
        {},
    ),
    "lives without rounds": ({"kind": "lives", "lives": 3, "lengths": [5], "end": "last", "pace": "continuous"}, 7, {}),
    "lives by finish": ({"kind": "lives", "lives": 1, "lengths": [5], "end": "last", "pace": "by-finish"}, 7, {}),
    "buy-back": ({"kind": "buy-back", "lengths": [5]}, 6, {"stages": [FINAL]}),
}
"""A format that is drawn by rounds, how many play it, and what else is announced."""


@pytest.fixture(scope="module", params=[*OTHERS, "champion"])
def other(request: pytest.FixtureRequest, service: Service) -> Played:
    """A tournament of each of the formats, ended and revealed."""
    if request.param == "champion":
        return ended(champions(service, [3, 2, 2, 1]))
    format_, players, further = OTHERS[request.param]
    return ended(started(service, format_, players, **further))


def test_each_draw_of_the_other_formats_is_made_again(browser: "Browser", other: Played) -> None:
    assert outcomes(browser, other) == {"same": other.read("draw-check")["draws"]}


def test_one_wrong_digit_in_a_round_of_the_other_formats_is_noticed(browser: "Browser", other: Played) -> None:
    def changed(events: Events) -> None:
        sides = drawn(events)["pairings"][0]["sides"]
        sides[0] = sides[0] + 1 if sides[0] + 1 != sides[1] else sides[0] + 2

    found = outcomes(browser, other, changed)
    assert found == {"same": other.read("draw-check")["draws"] - 1, "wrong": 1}


def test_format_that_the_page_does_not_know_is_counted_apart(browser: "Browser", elimination: Played) -> None:
    def unknown(events: Events) -> None:
        for one in events:
            if ".announced." in one["topic"]:
                one["data"]["format"]["kind"] = "yet-to-come"

    assert outcomes(browser, elimination, unknown) == {"beyond": elimination.read("draw-check")["draws"]}


@examples(60)
@given(field=fields())
def test_round_of_a_swiss_is_paired_as_the_rules_have_it(rules: "Page", field: Field) -> None:
    """SWI-8 in the page's own words against the domain's, few having met and many."""
    round_, drawn_from = field
    players = [Player(one["entry"], one["counts"]["points"], one["colour"], tuple(one["met"])) for one in drawn_from]
    wanted = pair_with_rematches(players, window_of(round_))
    found = rules.evaluate("([from, round]) => swiss(from, null, {}, round)", [drawn_from, round_])
    reached()
    assert found["pairs"] == [list(one.sides) for one in wanted.pairs]
    assert found["byes"] == ([wanted.left_over.entry] if wanted.left_over else [])


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


@pytest.mark.rule("TD-20")
def test_seeds_by_error_rates_are_put_in_order_again(browser: "Browser", service: Service) -> None:
    """The two who have figures, beside the lots of the two others; another figure or order does not fit."""
    made = ended(seeded_by_error_rates(service, "lot"))
    assert outcomes(browser, made) == {"same": 2}

    def exchanged(events: Events) -> None:
        drawn(events, "field-seeded-by-error-rates")["seeds"].reverse()

    def other_figure(events: Events) -> None:
        drawn(events, "field-seeded-by-error-rates")["error_rates"][1]["error_rates_thousandths"] *= 10

    assert outcomes(browser, made, exchanged) == {"same": 1, "wrong": 1}
    assert outcomes(browser, made, other_figure) == {"same": 1, "wrong": 1}


@pytest.mark.rule("SEL-2")
def test_matches_for_the_last_places_are_drawn_again(browser: "Browser", service: Service) -> None:
    """Of eight the four who lost play two matches for the fifth place, and then one; others than the lot has named do
    not fit, and what is drawn afterwards does."""
    shared = {"kind": "monrad", "lengths": [3], "rounds": 1, "tie_breaks": {"criteria": ["PTS", "SHARE"]}}
    final = {"format": {"kind": "knockout", "lengths": [3]}, "qualifiers": 5, "play_off_length": 1}
    made = ended(started(service, shared, 8, stages=[final]))
    draws = made.read("draw-check")["draws"]
    assert outcomes(browser, made) == {"same": draws}

    def turned(events: Events) -> None:
        drawn(events, "play-offs-drawn")["play_offs"][0]["sides"].reverse()

    assert outcomes(browser, made, turned) == {"same": draws - 1, "wrong": 1}


@pytest.mark.rule("CON-6")
def test_brackets_drawn_while_others_play_are_drawn_again(browser: "Browser", service: Service) -> None:
    """Of eight the four beaten in round 1 are drawn into the consolation, and then all who are out into the last
    chance. A seat with one other digit does not fit, nor does one other digit in what they were drawn from."""
    drawn_later = {"kind": "consolation", "lengths": [3], "comes_in": "drawn", "drawn_after": 1, "last_chance": "drawn"}
    made = ended(started(service, drawn_later, 8))
    draws = made.read("draw-check")["draws"]
    assert outcomes(browser, made) == {"same": draws}

    def other_place(name: str) -> Callable[[Events], None]:
        return lambda events: drawn(events, "bracket-drawn")[name].__setitem__(0, "main-1-9")

    for name in ("order", "drawn_from"):
        assert outcomes(browser, made, other_place(name)) == {"same": draws - 1, "wrong": 1}
