"""A result corrected by cards: each way to go on with its consequences, in three actions."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from api.site.frame.templates import environment
from tests.api.played import Played, started
from tests.api.support import Service, score
from tests.site import browser as real
from tests.site.browsing import Browser, browsing
from tests.site.test_in_browser import faults

MOST_ACTIONS = 3


@pytest.fixture
def cup(service: Service) -> Played:
    """A knockout of four, played to its end: the first of each match has won."""
    made = started(service, {"kind": "knockout", "lengths": [5]}, 4)
    for match in (1, 2, 3):
        made.report(match, score(5, 2))
    made.read("matches")
    return made


def desk_of(made: Played) -> str:
    return made.path.replace("/v1/tournaments", "/desk")


@contextmanager
def logged_in(service: Service, made: Played) -> Iterator[Browser]:
    """The browser of the director."""
    with browsing(service, made.director.key or "") as found:
        yield found


@pytest.fixture
def desk(service: Service, cup: Played) -> Iterator[Browser]:
    with logged_in(service, cup) as found:
        yield found


@pytest.fixture
def evening(service: Service) -> Played:
    """A Swiss of eight whose second round is drawn: the first of each match of round 1 has won."""
    made = started(service, {"kind": "swiss", "rounds": 3, "lengths": [5]}, 8)
    made.do("rounds/1/draw")
    for match in (1, 2, 3, 4):
        made.report(match, score(5, 2))
    made.do("rounds/2/draw")
    made.read("matches")
    return made


def cards(desk: Browser) -> list[str]:
    """The choices that are offered."""
    return [one.partition('"')[0] for one in desk.page.split('name="card" value="')[1:]]


def looks(desk: Browser, cup: Played, match: int, result: str) -> None:
    desk.open(f"{desk_of(cup)}?match={match}")
    desk.done("/correction", score=result)


@pytest.mark.rule("ALL-3")
def test_correction_begins_with_the_old_score(desk: Browser, cup: Played) -> None:
    desk.open(f"{desk_of(cup)}?match=3")
    (form,) = desk.forms("/correction")
    assert ("score", "5-2") in form.fields


@pytest.mark.rule("ALL-3")
def test_correction_of_the_last_match_has_one_card(desk: Browser, cup: Played) -> None:
    looks(desk, cup, 3, "5-3")
    assert cards(desk) == [""]
    assert "No later result is touched" in desk.page
    desk.done("/correction", card="")
    told = cup.match(3)
    assert (told["points"], told["corrections"]) == ([5, 3], 1)
    assert "corrected" in desk.open(f"{desk_of(cup)}?match=3")


@pytest.mark.rule("ALL-4")
@pytest.mark.parametrize(("choice", "final"), [("stand", "announced"), ("rewind", "void")])
def test_correction_of_an_earlier_match_has_a_card_for_each_choice(
    desk: Browser, cup: Played, choice: str, final: str
) -> None:
    looks(desk, cup, 1, "2-5")
    assert cards(desk) == ["1:stand", "1:rewind"]
    desk.done("/correction", card=f"1:{choice}")
    assert cup.match(1)["points"] == [2, 5]
    assert (cup.match(3)["status"] == "announced") == (final == "announced")


@pytest.mark.rule("ALL-4")
def test_correction_back_offers_the_earlier_matches(desk: Browser, cup: Played) -> None:
    looks(desk, cup, 1, "2-5")
    desk.done("/correction", card="1:rewind")
    cup.report(cup.next()["matches"][0], score(5, 4))
    cup.read("matches")
    looks(desk, cup, 1, "5-2")
    assert cards(desk) == ["1:stand", "1:rewind", "1:restore"]
    desk.done("/correction", card="1:restore")
    assert (cup.match(3)["status"], cup.match(3)["points"]) == ("announced", [5, 2])


def test_card_that_was_overtaken_is_worked_out_again(desk: Browser, cup: Played) -> None:
    """What was shown holds no longer: nothing is corrected, and the cards say how it is now."""
    looks(desk, cup, 1, "2-5")
    form = next(desk.forms("/correction"))
    cup.correct(3, score(5, 4))
    answer = desk.send(form, card="1:rewind")
    assert answer.status_code in (409, 412)
    assert 'name="card"' in answer.text
    assert cup.match(1)["points"] == [5, 2]


def test_score_that_is_none_is_said_beside_what_was_typed(desk: Browser, cup: Played) -> None:
    desk.open(f"{desk_of(cup)}?match=3")
    answer = desk.press("/correction", score="five all")
    assert (answer.status_code, "five all" in answer.text) == (422, True)


@pytest.mark.browser
def test_correction_takes_three_actions(service: Service, cup: Played) -> None:
    actions = 0
    with real.opened() as browser, real.visitor(browser, service.url) as staff:
        staff.logs_in(cup.director.key or "")
        page = staff.sees(desk_of(cup))
        page.locator("#tile-1 a").click()
        page.locator(".opened input[name=score]:focus").wait_for()
        actions += 1
        page.keyboard.press("Control+A")
        page.keyboard.type("2-5")
        with page.expect_navigation():
            page.keyboard.press("Enter")
        actions += 1
        assert faults(page) == []
        with page.expect_navigation():
            page.get_by_role("button", name="Fix and redo").click()
        actions += 1
        assert cup.match(1)["points"] == [2, 5]
    assert actions <= MOST_ACTIONS


@pytest.mark.rule("ALL-4")
@pytest.mark.parametrize("points", [(5, 1), (1, 5)])
def test_board_names_the_match_of_an_earlier_round_that_was_corrected_last(
    service: Service, evening: Played, points: tuple[int, int]
) -> None:
    evening.correct(2, score(*points))
    sides = evening.match(2)["sides"]
    with logged_in(service, evening) as desk:
        entered = desk.open(f"{desk_of(evening)}/entries")
        last = desk.open(desk_of(evening)).partition('/undo"')[2].partition("</form>")[0]
    names = re.findall(r'<th scope="row">([^<]+?) <', entered)
    assert re.findall("<bdi>(.+?)</bdi>", last) == [names[entry - 1] for entry in sides]


def test_first_of_an_empty_list_is_nothing_on_every_page() -> None:
    """A page that looks for one thing in a list shows nothing for it, in place of an error."""
    page = environment("en").from_string("{{ ([] | selectattr('number') | first) is none }}")
    assert page.render() == "True"


@pytest.mark.rule("ALL-3")
@pytest.mark.parametrize("typed", ["2", "2 1-3"])
def test_match_of_an_earlier_round_opens_by_its_number(service: Service, evening: Played, typed: str) -> None:
    with logged_in(service, evening) as desk:
        desk.open(desk_of(evening))
        desk.press("/results", quick=typed)
        (form,) = desk.forms("/matches/2/correction")
        assert ("score", "5-2") in form.fields


@pytest.mark.rule("ALL-4")
def test_page_of_an_earlier_match_leads_to_the_cards(service: Service, evening: Played) -> None:
    with logged_in(service, evening) as desk:
        desk.open(f"{desk_of(evening)}/matches/2")
        desk.done("/correction", score="2-5")
        assert cards(desk) == [""]
        desk.done("/correction", card="")
    assert evening.match(2)["points"] == [2, 5]


def test_board_says_that_a_number_is_of_no_match(service: Service, evening: Played) -> None:
    with logged_in(service, evening) as desk:
        desk.open(desk_of(evening))
        assert "There is no match 99." in desk.done("/results", quick="99")


def test_board_counts_the_matches_that_it_does_not_show(service: Service, evening: Played) -> None:
    with logged_in(service, evening) as desk:
        assert "4 more matches" in desk.open(desk_of(evening))


def test_board_of_a_cancelled_tournament_shows_nothing_as_played(service: Service, evening: Played) -> None:
    evening.do("cancellation", {"reason": "The hall was flooded."})
    evening.read("matches")
    with logged_in(service, evening) as desk:
        page = desk.open(desk_of(evening))
    assert "Round 2" not in page
    assert 'class="tile playing' not in page


def test_match_says_it_is_finished_and_offers_its_correction_once(desk: Browser, cup: Played) -> None:
    page = desk.open(f"{desk_of(cup)}/matches/3")
    assert "<dt>State</dt><dd>finished</dd>" in page
    assert page.count(">Correct the result<") == 1


def test_change_of_ranks_is_said_in_one_plain_sentence(desk: Browser, cup: Played) -> None:
    desk.open(f"{desk_of(cup)}/matches/3")
    desk.press("/correction", score="2-5")
    told = desk.page.replace("<bdi>", "").replace("</bdi>", "")
    assert "rank 2 instead of 1" in told
    assert "rank 1 instead of 2" in told
    assert ", then " not in told
