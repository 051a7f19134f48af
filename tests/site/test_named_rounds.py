"""A round has one name: whoever reads of the semifinals anywhere reads that word, and no number."""

import re
from collections.abc import Iterator

import pytest

from tests.api.played import Played, announced, first_wins, started
from tests.api.support import Service
from tests.site.browsing import Browser, browsing

ROUNDS = ("/rounds", "/print/tables", "/print/names", "/print/slips", "/print", "/screen/tables", "/screen/names")
PLACES = ("", "/chart", "/standings", "/entries/1", "/matches/5", "/present?round=2", "/print/picture", "/embed")
DESK = ("", "?match=5", "/rounds", "/entries", "/standings", "/matches/5", "/rounds/2/met", "/acts")
BY_NUMBER = re.compile(r"\b[Rr]ound 2\b|<dt>Round</dt><dd>2")


@pytest.fixture(scope="module")
def semifinals(service: Service) -> Played:
    """A knockout of eight of which the first round is played."""
    made = started(service, {"kind": "knockout", "lengths": [5], "third_place": True, "round_days": None}, 8)
    made.do("hall", {"rooms": [{"name": "Hall", "first_table": 1, "last_table": 4}]})
    for _ in range(4):
        made.step(first_wins)
    closes = {"opens_at": None, "closes_at": "2099-01-01T12:00:00Z"}
    made.do("rounds/2/schedule", closes)
    made.do("rounds/3/schedule", {"opens_at": "2099-01-02T12:00:00Z", "closes_at": "2099-01-03T12:00:00Z"})
    made.read("standings")
    return made


@pytest.fixture
def desk(service: Service, semifinals: Played) -> Iterator[Browser]:
    with browsing(service, semifinals.director.key or "") as found:
        yield found


@pytest.mark.rule("SEL-3")
@pytest.mark.parametrize("place", [*ROUNDS, *PLACES])
def test_public_pages_papers_and_walls_name_the_semifinals(service: Service, semifinals: Played, place: str) -> None:
    page = service.http.get(semifinals.path.removeprefix("/v1") + place, headers={"Accept-Language": "en"}).text
    assert BY_NUMBER.search(page) is None
    assert "emifinal" in page or place in ("/standings", "/screen/names", "")


def test_calendars_name_rounds_that_are_still_to_come(service: Service, semifinals: Played) -> None:
    calendar = service.http.get(f"{semifinals.path.removeprefix('/v1')}/calendar.ics").text
    assert re.findall(r"SUMMARY:.*: (.+)\r", calendar) == ["Semifinals", "Final"]


@pytest.mark.parametrize("place", DESK)
def test_desk_names_the_semifinals(desk: Browser, semifinals: Played, place: str) -> None:
    page = desk.open(f"{semifinals.path.replace('/v1/tournaments', '/desk')}{place}")
    assert BY_NUMBER.search(page) is None
    assert "emifinal" in page or place in ("?match=5", "/matches/5", "/entries", "/standings", "/acts")


def test_page_of_a_player_names_the_semifinal_that_they_play(service: Service, semifinals: Played) -> None:
    entry = semifinals.match(5)["sides"][0]
    with browsing(service, semifinals.player(entry).key or "") as player:
        page = player.open(f"{semifinals.path.removeprefix('/v1')}/play")
    assert "Semifinal · " in page
    assert BY_NUMBER.search(page) is None


def test_wall_and_papers_are_of_the_newest_round_that_was_drawn(service: Service, semifinals: Played) -> None:
    """Though the times of the final are set."""
    for place in ("/screen/tables", "/print/tables"):
        page = service.http.get(semifinals.path.removeprefix("/v1") + place, headers={"Accept-Language": "en"}).text
        assert "Semifinals" in page.partition("<h1>")[2].partition("</h1>")[0]


def test_page_of_who_waits_in_a_bracket_tells_about_when_the_next_match_begins(service: Service) -> None:
    """Of three the first has a bye. By the thumb 11 minutes a point, after the other match has begun."""
    made = announced(service, {"kind": "knockout", "lengths": [5], "round_days": None})
    made.enter_all(service.register_all([f"Player {number}" for number in range(1, 4)]))
    made.do("hall", {"rooms": [{"name": "Hall", "first_table": 1, "last_table": 4}]})
    made.do("start")
    made.read("standings")
    page = service.http.get(f"{made.path.removeprefix('/v1')}/entries/1", headers={"Accept-Language": "en"}).text
    assert re.search(r"It begins at about \d\d:\d\d, once the opponent has played\.", page)
