"""What the pages say comes next, in every stage of every format, is so."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest

from api.site.public import shown_tournament
from domain.tournament.derived.next_round import NextRound
from tests.api.played import Json, Played, announced, first_wins, started
from tests.api.support import Service, score
from tests.site.browsing import Browser, browsing

FORMATS: dict[str, tuple[dict[str, object], int, dict[str, object]]] = {
    "swiss": (
        {"kind": "swiss", "rounds": 1, "lengths": [5]},
        4,
        {"stages": [{"format": {"kind": "knockout", "lengths": [7]}, "qualifiers": 2}]},
    ),
    "ring": ({"kind": "dual-ring"}, 2, {}),
    "elimination": ({"kind": "nxe", "losses": 1, "lengths": [3]}, 2, {}),
}
SAID = {
    "due": "Round {round} can be drawn.",
    "stage": "Stage {stage} can be opened.",
    "done": "All is played",
    "wait": "still playing",
    "season": "Any two play when they like.",
    "verify": "It goes on when they are verified.",
    "announced": "Enter the players first.",
    "cancelled": "The tournament was cancelled.",
    "drawn": "No round has been drawn yet.",
    "begun": "The tournament has not begun.",
}
TO_THE_PUBLIC = {
    "due": "is about to be drawn.",
    "stage": "is about to begin.",
    "done": "All matches are played.",
    "wait": "still playing.",
    "season": "Any two play when they like.",
}


@pytest.fixture
def desk(service: Service) -> Iterator[Browser]:
    """An administrator, at the desk of whatever is announced."""
    with browsing(service, service.key("administrator", service.register("An officer"))) as browser:
        yield browser


def said(page: str, told: dict[str, str]) -> set[str]:
    """Which of these the page says, whatever the numbers."""
    shown = unescape(re.sub(r"<[^>]+>", " ", page))
    return {what for what, text in told.items() if re.search(re.sub(r"\\{\w+\\}", r"\\d+", re.escape(text)), shown)}


def pages(desk: Browser, made: Played) -> list[set[str]]:
    """What the desk says comes next, what its page of the rounds does, and what the public is told."""
    made.read("rounds")  # which waits until what was done is shown
    home = made.path.removeprefix("/v1/tournaments/")
    staff = [said(desk.open(f"/desk/{home}{page}"), SAID) for page in ("", "/rounds")]
    desk.open(f"/desk/{home}/standings")
    return [*staff, said(desk.http.get(f"/tournaments/{home}").raise_for_status().text, TO_THE_PUBLIC)]


def agrees(desk: Browser, made: Played, *, is_drawn: bool) -> Json:
    """The pages say what the API says comes next, and nothing else of the kind; that."""
    coming = made.next()
    kind = coming["kind"]
    rounds = {kind} if kind == "done" else set() if is_drawn else {"drawn"}
    assert pages(desk, made) == [{kind}, rounds, {kind}], made.path
    if kind == "due":
        desk.open(made.path.replace("/v1/tournaments", "/desk"))
        assert list(desk.forms("/draw"))
    assert can_complete(desk, made) == (kind == "done")
    return coming


def can_complete(desk: Browser, made: Played) -> bool:
    """Whether the desk offers that the tournament is completed."""
    desk.open(f"{made.path.replace('/v1/tournaments', '/desk')}/finish")
    return bool(list(desk.forms("/complete"))) or "/do/complete-tournament" in desk.page


@pytest.mark.parametrize("name", FORMATS)
def test_every_step_of_a_tournament_is_told_as_it_is(service: Service, desk: Browser, name: str) -> None:
    format_, players, further = FORMATS[name]
    made = announced(service, format_, **further)
    assert pages(desk, made) == [{"announced"}, {"begun"}, set()]
    for _ in range(players):
        made.enter()
    made.do("start")
    coming, is_drawn = made.next(), name == "ring"
    while coming["kind"] != "done":
        agrees(desk, made, is_drawn=is_drawn)
        is_drawn = is_drawn or coming["kind"] == "due"
        made.step(first_wins)
        coming = made.next()
    agrees(desk, made, is_drawn=True)
    made.do("completion")
    assert pages(desk, made)[1:] == [set(), set()]


def test_a_season_goes_on_whatever_was_played(service: Service, desk: Browser) -> None:
    made = announced(service, {"kind": "open"})
    assert pages(desk, made) == [set(), {"begun"}, set()]
    for _ in range(2):
        made.enter()
    made.do("start")
    assert pages(desk, made) == [{"season"}, set(), {"season"}]
    staff = made.director
    staff.done(f"{made.path}/matches", {"sides": [1, 2], "length": 5, "result": score(5, 1)})
    assert pages(desk, made) == [{"season"}, set(), {"season"}]
    made.player(1).done(f"{made.path}/matches", {"sides": [1, 2], "length": 5, "result": score(5, 2)})
    made.director.position = service.services.journal.position()
    assert pages(desk, made) == [{"season", "verify"}, set(), {"season"}]
    assert not can_complete(desk, made)
    made.do("cancellation", {"reason": "The club has closed."})
    assert pages(desk, made) == [{"cancelled"}, set(), set()]


def test_results_of_a_ring_are_entered_at_the_desk(service: Service, desk: Browser) -> None:
    """Its games belong to no round."""
    made = announced(service, {"kind": "dual-ring"})
    for _ in range(5):
        made.enter()
    made.do("start")
    first, *_, last = [one["number"] for one in made.matches()]
    home = made.path.replace("/v1/tournaments", "/desk")
    desk.open(f"{home}/rounds")
    desk.done("/results", 0, quick=f"{first} 1")
    assert f"score-{last}" in desk.open(f"{home}/rounds")
    desk.done("/results", 1, **{f"score-{last}": "2"})
    made.director.position = service.services.journal.position()
    assert {made.match(one)["status"] for one in (first, last)} == {"announced"}


def test_tournament_page_and_the_wall_tell_when_the_next_round_may_begin(
    service: Service, desk: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no round was played at tables by the rule of thumb; else by how long the rounds took. A past one is left
    out."""
    made = started(service, {"kind": "swiss", "rounds": 3, "lengths": [5], "round_days": None}, 4)
    made.do("hall", {"rooms": [{"name": "Hall", "first_table": 1, "last_table": 4}], "keeps_tables": False})
    made.do("rounds/1/draw")
    made.read("rounds")
    home = made.path.removeprefix("/v1")
    by_thumb = r"Next round at about \d+:\d\d \(a round often takes 11 minutes a point\)\."
    assert re.search(by_thumb, text_of(desk.open(home)))
    assert re.search(r"Next round at about \d+:\d\d", text_of(desk.open(f"{home}/screen/tables")))
    later = datetime.now(UTC) + timedelta(minutes=30)
    for at, told in ((later, True), (later - timedelta(hours=1), False)):
        found = NextRound(at, timedelta(minutes=50), measured=True)
        monkeypatch.setattr(shown_tournament, "next_round", lambda _, found=found: found)
        assert ("(rounds took 50 minutes so far)." in text_of(desk.open(home))) == told


@pytest.mark.rule("ALL-2")
def test_draw_that_is_held_tells_the_public_of_no_next_round(service: Service) -> None:
    held = {"conditions": {"pairings_shown": "when-released", "appeal_window_minutes": 0}}
    made = started(service, {"kind": "swiss", "rounds": 3, "lengths": [5], "round_days": None}, 4, **held)
    made.do("hall", {"rooms": [{"name": "Hall", "first_table": 1, "last_table": 4}], "keeps_tables": False})
    made.do("rounds/1/draw")
    made.read("rounds")
    pages = [f"{made.path.removeprefix('/v1')}{page}" for page in ("", "/screen/tables")]
    assert not [page for page in pages if "Next round" in service.http.get(page).raise_for_status().text]
    made.do("release")
    made.read("rounds")
    assert [page for page in pages if "Next round" in service.http.get(page).text] == pages


def text_of(page: str) -> str:
    """What a reader sees of a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())
