"""A match replayed on its pages, turn by turn, for its two sides and the staff, with JavaScript and without (GAM-7)."""

import re
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest

from tests.api.support import Season, Service, season
from tests.domain.test_transcripts import PLAYED
from tests.properties import PROFILE
from tests.site import browser as real
from tests.site.browsing import links

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Json = dict[str, Any]
UNFINISHED = """ 3 point match

 Game 1
 Ann : 0                          Ben : 0
  1) 31: 8/5 6/5                    42: 8/4 6/4
  2) 65: 24/13                      31: 6/3 24/23
  3) 62: 24/16                      Doubles => 2
  4) Drops                          Wins 1 point
"""
"""A match that is not over, and in which all plays are legal."""
WITH_FAULT = UNFINISHED.replace("24/16", "24/15")
LARGEST = 60_000


def attached(made: Season, text: str, *, is_made: bool = False) -> str:
    """The address of a transcript that is kept with a match to 3 points, which is made first unless it is."""
    digest = sha256(text.encode()).hexdigest()
    if not is_made:
        made.director.done(f"{made.path}/matches", {"sides": [1, 2], "length": 3})
    body = {"kind": "transcript", "reference": "final.mat", "digest": digest, "transcript": text}
    made.director.done(f"{made.path}/matches/1/attachments", body)
    return f"/tournaments/{made.id}/matches/1/transcripts/1"


@pytest.fixture
def playing(service: Service) -> Season:
    return season(service)


@pytest.mark.rule("GAM-7", "TD-20")
def test_replay_is_for_the_staff_and_the_two_sides(service: Service, playing: Season) -> None:
    at = attached(playing, PLAYED)
    sees, others = service.player(playing.persons[1]), service.player(playing.persons[2])
    sees.position = others.position = playing.director.position
    match = f"/tournaments/{playing.id}/matches/1"
    for path, link in ((match, at), (at, f"{at}/games/1?turn=1"), (f"{at}/games/1", f"{at}/games/2?turn=1")):
        page = sees.get(path)
        assert page.status_code == 200
        assert link in {one.partition("#")[0] for one in links(page.text)}
        assert (path == match) == (others.get(path).status_code == 200)
    assert at not in others.get(match).text
    assert service.client().get(at).status_code in (401, 403)
    assert sees.get(f"{at}/games/99").status_code == 404


@pytest.mark.longer
@pytest.mark.rule("GAM-7")
def test_replay_leads_from_turn_to_turn_to_the_end_of_the_match(playing: Season) -> None:
    at, director = attached(playing, PLAYED), playing.director
    told = [
        director.read(f"/v1{at.replace('/transcripts/1', '/attachments/1')}/transcript/games/{n}") for n in (1, 2, 3)
    ]
    assert [game["first_fault"] for game in told] == [None] * 3
    every = [f"{at}/games/{number}?turn={turn}" for number, game in enumerate(told, 1) for turn in turns_of(game)]
    led = [leads_on(director.get(path).text) for path in looked_at(every)]
    assert led == [every[every.index(path) + 1] if path != every[-1] else "" for path in looked_at(every)]


def turns_of(game: Json) -> range:
    """The turns of a game, and its end."""
    return range(1, len(game["turns"]) + 2)


def looked_at(every: list[str]) -> list[str]:
    """In `make proof` all; else each fifth, and those around the end of a game."""
    ends = {number for number, path in enumerate(every) if path.endswith("?turn=1")} | {len(every)}
    near = {number + beside for number in ends for beside in (-2, -1, 0)}
    return [path for number, path in enumerate(every) if PROFILE == "proof" or number % 5 == 0 or number in near]


def leads_on(page: str) -> str:
    """Where a page with a board leads on to; nowhere at the end of the match."""
    assert '<svg class="board"' in page
    assert len(page.encode()) < LARGEST
    found = re.search(r'rel="next" href="([^"]+)"', page)
    return found[1].partition("#")[0] if found else ""


@pytest.mark.rule("GAM-7", "GAM-1")
@pytest.mark.source("ausbgf 4.2.3")
def test_replay_marks_the_first_fault_and_goes_on_from_the_board_as_it_was(playing: Season) -> None:
    """By hand: 62 with 24/15 is no legal play, the fifth turn; the pips after it are 167 - 4 - 11 - 9 = 143."""
    at, director = attached(playing, WITH_FAULT), playing.director
    page = director.get(f"{at}/games/1?turn=1").text
    fault = f"{at}/games/1?turn=5"
    assert f"{fault}#watched" in links(page)
    shown = director.get(fault).text
    assert 'role="alert"' in shown
    assert "No legal play of 62 leads to the board after it" in shown
    assert "143 pips" in director.get(f"{at}/games/1?turn=6").text


@pytest.mark.rule("GAM-7")
def test_each_finding_leads_to_its_turn_and_the_file_s_own_names_are_shown(playing: Season) -> None:
    at, director = attached(playing, WITH_FAULT.replace("Ann :", "Anna Ace :")), playing.director
    page = director.get(at).text
    assert "<bdi>Anna Ace</bdi> – <bdi>Ben</bdi>" in page
    (finding,) = {one for one in links(page) if "move=3" in one}
    assert f'{finding}">First fault</a>' in page
    assert finding == f"{at}/games/1?move=3&side=first#watched"
    shown = director.get(finding.partition("#")[0]).text
    assert "No legal play of 62 leads to the board after it" in shown
    assert director.get(f"{at}/games/1?move=99&side=second").status_code == 200
    assert director.get(f"{at}/games/1?move=0").status_code == 422


@pytest.mark.rule("GAM-7", "GAM-1")
def test_play_that_is_told_by_its_board_is_shown_as_the_moves_between(playing: Season) -> None:
    """With 65 from 24 to 14 on a board that GNU Backgammon wrote; the other side is on roll there."""
    line = "0;-1;0;0;2;0;4;0;2;0;0;-1;-5;5;0;0;0;-2;0;-4;-2;0;0;0;2;0;0;0"
    board = f"65: Illegal play (3;0;0;0;1;Ben;Ann;0;0;0;1;0;{line};)"
    at = attached(playing, UNFINISHED.replace("65: 24/13     ", board))
    game = playing.director.read(f"/v1{at.replace('/transcripts/1', '/attachments/1')}/transcript/games/1")
    told = game["turns"][2]
    assert (told["play"], [one["kind"] for one in told["findings"]]) == ("24/14", ["illegal-play"])


@pytest.mark.rule("GAM-7")
def test_replay_shows_what_can_not_be_followed_without_a_board(playing: Season) -> None:
    at = attached(playing, UNFINISHED.replace("31: 6/3 24/23", "31: 9/6 9/8"))
    page = playing.director.get(f"{at}/games/1?turn=5").text
    assert '<svg class="board"' not in page
    assert "The board is not known here" in page


HEAD = " 3 point match\n\n Game 1\n Ann : 0          Ben : 0\n"
LARGE = {
    "plays": HEAD + "\n".join(f"{n:3}) 31: 8/5 6/5                    42: 8/4 6/4" for n in range(1, 900)),
    "games": " 3 point match\n" + "".join(f" Game {n}\n A : 0   B : 0\n  1) 31: 8/5 6/5\n" for n in range(1, 1000)),
    "unread": HEAD + "\n".join(f"{n:3}) {'&' * 90}" for n in range(1, 480)),
    "lost": HEAD + "\n".join(f"{n:3}) 31: 8/5 6/5" for n in range(1, 4000, 2)),
    "chains": HEAD + "\n".join(f"{n:3}) 11: 24/1{'/2/1' * 45}" for n in range(1, 240)),
    "moves": HEAD + "\n".join(f"{n:3}) 66: {'24/18 ' * 8}    66: {'24/18 ' * 8}" for n in range(1, 480)),
}


@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize("held", LARGE)
def test_page_of_a_replay_stays_small_whatever_the_file_holds(playing: Season, held: str) -> None:
    at = attached(playing, LARGE[held][:50_000])
    for place in ("", "?turn=1", "?turn=100"):
        page = playing.director.get(f"{at}/games/1{place}")
        assert page.status_code == 200
        assert len(page.content) < LARGEST


WIDTHS = (360, 768, 1280, 1920)


@pytest.mark.browser
@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize(
    ("language", "scheme"),
    [("da", "dark"), *(pytest.param(*one, marks=pytest.mark.proof) for one in (("en", "light"), ("nl", "light")))],
)
def test_replay_turns_by_arrow_keys_and_fits_every_screen(
    browser: "Browser", service: Service, playing: Season, language: str, scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    at = attached(playing, WITH_FAULT)
    playing.director.read(playing.path)
    key = service.key("player", playing.persons[0])
    with real.visitor(browser, service.url, locale=language, color_scheme=scheme) as visitor:
        visitor.logs_in(key)
        page = visitor.sees(f"{at}/games/1?turn=4")
        with page.expect_navigation():
            page.keyboard.press("ArrowRight")
        assert page.url.endswith("turn=5#watched")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert_fits(page, width)
        found = axe.run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
        assert [(one["id"], one["nodes"][0]["html"]) for one in found.response["violations"]] == []
        with page.expect_navigation():
            page.keyboard.press("ArrowLeft")
        assert page.url.endswith("turn=4#watched")


def assert_fits(page: "Page", width: int) -> None:
    """The board is whole on the screen, and its numbers are large enough to be read."""
    box = page.locator("svg.board").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    number = page.locator("svg.board text.number").first.bounding_box()
    assert number is not None
    assert number["height"] >= 10
