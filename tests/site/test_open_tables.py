"""Tables that may still change, and that are looked through by one of their numbers: the round that is played, the line
below those who go on, numbers of which the lower is better, and the heads of columns."""

import re

import pytest

from tests.api.played import Played, started
from tests.api.support import Service, score
from tests.site.browsing import links

SWISS = {"kind": "swiss", "rounds": 2, "lengths": [5]}
FINAL = {"qualifiers": 2, "format": {"kind": "knockout", "lengths": [5]}}


@pytest.fixture(scope="module")
def swiss(service: Service) -> Played:
    """Of the two matches of round 1 the first is played."""
    made = started(service, SWISS, 4, stages=[FINAL])
    made.do("rounds/1/draw")
    made.report(1, score(5, 2))
    made.read("standings")
    return made


def page_of(made: Played, query: str = "") -> str:
    return made.service.http.get(f"{made.path.removeprefix('/v1')}/standings{query}").raise_for_status().text


def names(page: str) -> list[str]:
    table = page.partition('<table class="standings">')[2].partition("</table>")[0]
    return re.findall(r'<th scope="row"><a [^>]*>([^<]+)</a>', table)


def marked(page: str) -> list[str]:
    return re.findall(r'<tr class="cut">\s*<td[^>]*>.*?</td>\s*<th scope="row"><a [^>]*>([^<]+)</a>', page, re.DOTALL)


@pytest.mark.rule("ALL-7")
def test_ranks_of_a_round_that_is_played_say_so(swiss: Played) -> None:
    page = page_of(swiss)
    assert "Round 1: still being played. These ranks are those of now." in page
    assert (
        "Round 1: still being played"
        in swiss.service.http.get(f"{swiss.path.removeprefix('/v1')}/print/standings").text
    )


@pytest.mark.rule("ALL-5")
def test_line_is_drawn_below_those_who_go_on(swiss: Played) -> None:
    page = page_of(swiss)
    assert "Above the line: the 2 that go on to stage 2, knockout, as it is now." in page
    assert marked(page) == names(page)[1:2]


@pytest.mark.parametrize("sort", ["", "unknown", "rank", "group_rank", "change-nowhere", "%00"])
def test_table_without_such_a_number_stays_in_its_order(swiss: Played, sort: str) -> None:
    assert names(page_of(swiss, f"?sort={sort}")) == names(page_of(swiss))


def test_heads_of_columns_order_the_table_without_a_script(swiss: Played) -> None:
    page = page_of(swiss)
    heads = [one for one in links(page.partition("<thead>")[2].partition("</thead>")[0]) if "?sort=" in one]
    assert heads
    for head in heads:
        ordered = swiss.service.http.get(head).raise_for_status().text
        assert sorted(names(ordered)) == sorted(names(page)), head
        assert ordered.count("aria-sort=") == 1, head
        assert not marked(ordered), head
    by_name = names(page_of(swiss, "?sort=name"))
    assert by_name == sorted(by_name)


def test_numbers_of_which_the_lower_is_better_are_named(swiss: Played) -> None:
    assert "Lower is better: lot." in page_of(swiss)


@pytest.mark.rule("ALL-7")
def test_table_of_a_played_tournament_is_told_as_it_is(service: Service) -> None:
    made = started(service, {"kind": "knockout", "lengths": [5]}, 4)
    made.play_on()
    made.read("standings")
    page = page_of(made)
    assert "<caption" not in page
    assert 'class="cut"' not in page
    assert "Lower is better" not in page


def test_forfeit_in_a_bracket_is_said(service: Service) -> None:
    made = started(service, {"kind": "knockout", "lengths": [5]}, 4)
    made.report(1, {"kind": "conceded", "loser": "second", "play_began": False})
    made.read("standings")
    page = service.http.get(f"{made.path.removeprefix('/v1')}/chart").text
    assert re.search(r'<text class="told end"[^>]*>forfeit</text>', page)
    assert re.search(r'aria-label="[^"]*won, forfeit"', page)


def test_signs_of_a_crosstable_have_a_legend(swiss: Played) -> None:
    page = swiss.service.http.get(f"{swiss.path.removeprefix('/v1')}/chart").text
    legend = page.partition('<p class="legend note">')[2].partition("</p>")[0]
    assert {"won", "lost", "still to be played"} <= set(re.findall(r"</span> ([a-z ]+)</span>", legend))
