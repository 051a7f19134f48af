"""The board of a tournament: a tile for each table, what can be done with one, and the way back from the last act."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from api.site.desk.board import state_of
from api.site.desk.undoing import FOLLOWS, WAYS_BACK, Instead, Undo, kind_of
from api.site.words.desk import WORDS
from domain.application.catalogue import EVENTS
from domain.tournament.registry.commands import COMMANDS
from tests.api.played import Played, started
from tests.api.support import Service, score
from tests.site import browser as real
from tests.site.browsing import Browser, browsing, links
from tests.site.test_in_browser import faults
from tests.site.world import HALL

if TYPE_CHECKING:
    from playwright.sync_api import Browser as Chromium

OPEN = {"number": 1, "status": "open", "length": 5, "open_since": None}
NO_HALL: dict[str, list[int]] = {"rooms": [], "waiting": []}
NOW = datetime(2026, 11, 28, 20, tzinfo=UTC)


@pytest.fixture
def swiss(service: Service) -> Played:
    """Eight players at four tables of six, in their first round."""
    made = started(service, {"kind": "swiss", "rounds": 3, "lengths": [5]}, 8)
    made.do("hall", HALL)
    made.do("rounds/1/draw")
    made.read("rounds")
    return made


def desk_of(made: Played) -> str:
    return made.path.replace("/v1/tournaments", "/desk")


@pytest.fixture
def desk(service: Service, swiss: Played) -> Iterator[Browser]:
    """The director's browser, at the board."""
    with browsing(service, swiss.director.key or "") as found:
        found.open(desk_of(swiss))
        yield found


def tiles(page: str) -> list[tuple[str, str]]:
    """The state and the number of each tile, in their order."""
    found = page.split('<li class="tile ')[1:]
    return [(one.partition('"')[0].split()[0], one.partition('id="tile-')[2].partition('"')[0]) for one in found]


def match_at(made: Played, table: int) -> int:
    return next(int(one["number"]) for one in made.matches() if one["table"] == table)


def test_board_shows_missing_results_first(desk: Browser, swiss: Played) -> None:
    swiss.report(match_at(swiss, 1), score(5, 2))
    swiss.read("matches")
    states = [state for state, _ in tiles(desk.open(desk_of(swiss)))]
    assert states == ["playing", "playing", "playing", "done"]
    assert "matches are still playing" in desk.page


def test_tile_opens_by_the_number_of_its_table(desk: Browser, swiss: Played) -> None:
    desk.done("/tables", quick="3")
    assert desk.shown is not None
    assert desk.shown.url.query == b"table=3"
    desk.done("/result", score="5-1")
    assert swiss.match(match_at(swiss, 3))["points"] == [5, 1]
    assert "Recorded:" in desk.page


@pytest.mark.rule("TD-14")
def test_tile_leads_to_the_seats_of_its_round(desk: Browser, swiss: Played) -> None:
    desk.open(f"{desk_of(swiss)}?table=3")
    desk.open(next(one for one in links(desk.page) if one.endswith("/met")))
    assert "correct who met" in desk.page


@pytest.mark.rule("ALL-9")
@pytest.mark.parametrize(
    ("outcome", "result"),
    [
        ("first-forfeit", {"kind": "conceded", "loser": "first", "play_began": False}),
        ("second-forfeit", {"kind": "conceded", "loser": "second", "play_began": False}),
        ("second-conceded", {"kind": "conceded", "loser": "second", "play_began": True}),
        ("both-lost", {"kind": "both-lost", "play_began": False}),
    ],
)
def test_tile_takes_matches_that_were_not_played_out(
    desk: Browser, swiss: Played, outcome: str, result: dict[str, object]
) -> None:
    desk.open(f"{desk_of(swiss)}?table=2")
    desk.done("/outcome", outcome=outcome)
    told = swiss.match(match_at(swiss, 2))["result"]
    assert {name: told[name] for name in result} == result


def test_undo_moves_a_match_back(desk: Browser, swiss: Played) -> None:
    number = match_at(swiss, 4)
    desk.open(f"{desk_of(swiss)}?table=4")
    desk.done("/move", table="6")
    assert swiss.match(number)["table"] == 6
    desk.done("/undo")
    assert swiss.match(number)["table"] == 4


@pytest.mark.rule("ALL-2")
def test_undo_annuls_a_draw(desk: Browser, swiss: Played) -> None:
    desk.done("/undo")
    assert swiss.next()["kind"] == "due"
    assert "Draw the round again instead." not in desk.page, "the large button does"
    assert desk.page.count("Draw round 1") == 1
    assert f'<a href="{desk_of(swiss)}">' not in desk.page.partition('class="line last"')[2].partition("</form>")[0]


@pytest.mark.rule("ALL-2")
def test_board_counts_no_void_matches_as_more_to_see(desk: Browser, swiss: Played) -> None:
    """Those of a round that was drawn again are void."""
    desk.done("/undo")
    desk.done("/draw")
    assert len(tiles(desk.page)) == 4
    assert swiss.director.read(swiss.path)["matches"] == 8
    assert "more match" not in desk.page


@pytest.mark.rule("ALL-4")
def test_undo_takes_a_start_back_and_lets_it_be_given_again(desk: Browser, service: Service) -> None:
    made = started(service, {"kind": "swiss", "rounds": 3, "lengths": [5]}, 4)
    desk.http.cookies.clear()
    desk.open("/login")
    desk.done("/login", key=made.director.key or "")
    desk.open(desk_of(made))
    desk.done("/undo")
    assert made.director.read(made.path)["status"] == "announced"
    assert "Start it again when all is ready." not in desk.page, "the large button does"
    desk.done("/start")
    assert made.director.read(made.path)["status"] == "started"


@pytest.mark.rule("ALL-4")
def test_finish_offers_to_take_the_start_back_until_a_result(desk: Browser, swiss: Played) -> None:
    desk.done("/undo")
    assert "/do/withdraw-start" in desk.open(f"{desk_of(swiss)}/finish")
    desk.open(f"{desk_of(swiss)}/do/withdraw-start")
    desk.done("/withdraw-start", step="send", reason="The format was wrong.")
    assert swiss.director.read(swiss.path)["status"] == "announced"


def test_undo_takes_back_no_act_that_was_not_the_last(desk: Browser, swiss: Played) -> None:
    swiss.report(match_at(swiss, 1), score(5, 2))
    answer = desk.press("/undo")
    assert (answer.status_code, "Something else was done since" in answer.text) == (422, True)
    assert swiss.match(match_at(swiss, 1))["points"] == [5, 2]


def test_undo_of_a_result_leads_to_its_correction(desk: Browser, swiss: Played) -> None:
    desk.open(f"{desk_of(swiss)}?table=1")
    desk.done("/result", score="5-1")
    assert f"?match={match_at(swiss, 1)}" in desk.page
    assert "Wrong? Correct the result." in desk.page


def test_call_of_the_director_is_marked_until_answered(desk: Browser, swiss: Played) -> None:
    desk.open(f"{desk_of(swiss)}?table=2")
    desk.done("/call")
    assert "director called" in desk.page
    desk.open(f"{desk_of(swiss)}?table=2")
    desk.done("/been-there")
    assert "director called" not in desk.page


def test_round_ends_after_the_minutes_that_were_typed(desk: Browser, swiss: Played) -> None:
    before = datetime.now(UTC)
    desk.done("/end-round", minutes="30")
    schedule = swiss.read("rounds")["rounds"][-1]["schedule"]
    ends = datetime.fromisoformat(schedule["closes_at"])
    assert timedelta(minutes=28) < ends - before < timedelta(minutes=31)
    assert "data-until" in desk.page


def test_last_result_brings_the_draw_as_one_button(desk: Browser, swiss: Played) -> None:
    for table in (1, 2, 3):
        swiss.report(match_at(swiss, table), score(5, 2))
    desk.open(f"{desk_of(swiss)}?table=4")
    desk.done("/result", score="5-1")
    desk.done("/draw")
    assert len([state for state, _ in tiles(desk.page) if state == "playing"]) == 4


@pytest.mark.parametrize(
    ("began", "closes_at", "state"),
    [
        (NOW - timedelta(minutes=59), None, "playing"),
        (NOW - timedelta(minutes=61), None, "late"),
        (NOW - timedelta(minutes=61), (NOW + timedelta(minutes=1)).isoformat(), "playing"),
        (NOW - timedelta(minutes=5), (NOW - timedelta(minutes=1)).isoformat(), "late"),
        (None, None, "playing"),
    ],
)
def test_tile_is_late_after_its_round_or_twelve_minutes_a_point(
    began: datetime | None, closes_at: str | None, state: str
) -> None:
    match = OPEN | {"open_since": began and began.isoformat()}
    assert state_of(match, NOW, {"closes_at": closes_at}, NO_HALL)["state"] == state


def test_tile_without_a_table_waits() -> None:
    hall: dict[str, object] = {"rooms": [{"name": "Hall", "tables": []}], "waiting": [1]}
    assert state_of(OPEN, NOW, {}, hall)["state"] == "waiting"
    ended = [state_of({**OPEN, "status": one}, NOW, {}, NO_HALL) for one in ("reported", "announced")]
    assert [one["state"] for one in ended] == ["to-verify", "done"]


def test_each_event_of_a_tournament_has_its_way_back() -> None:
    """Every kind, each once; a command that takes one back is there, and gets all that it needs."""
    kinds = {kind_of(one.TOPIC) for one in EVENTS if one.TOPIC.startswith("tournament.")}
    assert kinds == set(WAYS_BACK)
    fields = {spec.name: spec.command.model_fields for spec in COMMANDS.values()}
    events = {kind_of(one.TOPIC): one.model_fields for one in EVENTS}
    for kind, way in WAYS_BACK.items():
        match way:
            case Undo():
                assert set(way.fields.values()) <= set(events[kind]), kind
                assert {*way.fields, *way.fixed} <= set(fields[way.command]), kind
            case Instead():
                assert way.word in WORDS["instead"], kind
            case None:
                assert way is FOLLOWS


@pytest.mark.browser
def test_board_takes_digits_wherever_the_focus_is_and_follows_what_others_do(service: Service, swiss: Played) -> None:
    with real.opened() as browser, real.visitor(browser, service.url) as staff:
        staff.logs_in(swiss.director.key or "")
        page = staff.sees(desk_of(swiss))
        swiss.report(match_at(swiss, 1), score(5, 2))
        page.locator(".tile.done").wait_for()
        page.locator("h1").click()
        page.keyboard.type("3 5-4")
        with page.expect_navigation():
            page.keyboard.press("Enter")
        assert swiss.match(match_at(swiss, 3))["points"] == [5, 4]


@pytest.mark.browser
@pytest.mark.parametrize(
    ("width", "scheme", "language"), [(360, "dark", "da"), (768, "light", "nl"), (1920, "light", "en")]
)
def test_nothing_is_wrong_with_the_board(
    browser: "Chromium", service: Service, swiss: Played, width: int, scheme: str, language: str
) -> None:
    swiss.report(match_at(swiss, 1), score(5, 2))
    options = {"locale": language, "viewport": {"width": width, "height": 900}, "color_scheme": scheme}
    with real.visitor(browser, service.url, **options) as staff:
        staff.logs_in(swiss.director.key or "")
        found = {path: faults(staff.sees(f"{desk_of(swiss)}{path}")) for path in ("", "?table=1", "?table=2")}
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


@pytest.mark.rule("ALL-8")
def test_undo_takes_back_that_a_player_left_for_today(desk: Browser, swiss: Played) -> None:
    swiss.do("entries/1/leaving", {"reason": "Has a train to catch."})
    desk.open(desk_of(swiss))
    desk.done("/undo")
    assert swiss.read("entries/1")["status"] == "approved"


def clocks(page: str) -> list[str]:
    """What the countdown of the board says, round by round."""
    told = page.partition('id="clock"')[2].partition("<details")[0]
    return [" ".join(re.sub(r"<[^>]+>", " ", one).split()) for one in re.findall(r"<p>.*?</p>", told)]


@pytest.mark.rule("SWI-3")
def test_countdown_stays_with_the_round_that_is_played_where_the_next_begins_early(service: Service) -> None:
    """In a bracket a semifinal opens while quarterfinals are played, and may even end before them."""
    made = started(service, {"kind": "knockout", "lengths": [5]}, 8, conditions={"round_minutes": 60})
    with browsing(service, made.director.key or "") as found:
        made.read("matches")
        (first,) = clocks(found.open(desk_of(made)))
        assert first.startswith("Quarterfinals until")
        for match, shown in ((1, 1), (2, 2), (5, 1), (3, 1), (4, 1)):
            made.report(match, score(5, 2))
            made.read("matches")
            told = clocks(found.open(desk_of(made)))
            assert len(told) == shown, match
            assert (told[0] == first) == (match != 4), match
        assert told[0].startswith("Semifinals until")
        assert "Countdown of the round" not in found.page
        for match in (6, 7):
            made.report(match, score(5, 2))
        made.read("matches")
        found.open(desk_of(made))
        assert "Final is over. No round is being played." in found.page


@pytest.mark.rule("SWI-3")
def test_board_says_which_round_is_over_before_the_next_is_drawn(desk: Browser, swiss: Played) -> None:
    for number in (1, 2, 3, 4):
        swiss.report(number, score(5, 2))
    swiss.read("matches")
    assert "Round 1 is over. No round is being played." in desk.open(desk_of(swiss))
