"""Screens of a hall: each has a link that a director issues, sees what the hall sees, and can do nothing (ALL-2)."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest

from tests.api.played import Json, Played, started
from tests.api.support import Service, score
from tests.site.browsing import Browser, browsing
from tests.site.test_desk import at_the_desk
from tests.site.test_players_links import link_for

NXE = {"kind": "nxe", "losses": 2, "lengths": [3]}
HELD = {"conditions": {"pairings_shown": "when-released", "appeal_window_minutes": 0}}
DRAWN = "Player 1"


@contextmanager
def screen(service: Service) -> Iterator[Browser]:
    with browsing(service) as found:
        yield found


@pytest.fixture
def held(service: Service) -> Played:
    """An evening whose first draw is held."""
    made = started(service, NXE, 4, **HELD)
    made.do("rounds/1/draw")
    return made


def wall(made: Played) -> str:
    return f"{made.path.removeprefix('/v1')}/screen/tables"


def issued(made: Played) -> Json:
    answer = made.director.done(f"{made.path}/screens")
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.json()


@pytest.mark.rule("ALL-2", "TD-9")
def test_a_screen_sees_what_the_hall_sees_until_its_link_is_ended(service: Service, held: Played) -> None:
    link = issued(held)
    with screen(service) as own, screen(service) as late:
        assert DRAWN not in own.open(wall(held))
        assert link["code"] in own.open(link["link"]), "opening it uses nothing up"
        own.done(link["link"])
        assert own.shown is not None
        assert own.shown.url.path == held.path.removeprefix("/v1") + "/print"
        assert DRAWN in own.open(wall(held))
        late.open("/screen")
        assert late.press("/screen", code=link["code"]).status_code == 401
        assert DRAWN not in late.open(wall(held))
        (listed,) = held.read("screens")["items"]
        assert listed["key"] == link["key"]
        held.do(f"screens/{link['key']}/revocation")
        assert DRAWN not in own.open(wall(held))
    assert held.read("screens")["items"] == []
    assert held.refused(f"screens/{link['key']}/revocation")[:2] == (404, "key-unknown")


@pytest.mark.rule("ALL-2", "TD-9")
def test_a_screen_can_do_nothing_and_sees_nothing_elsewhere(service: Service, held: Played) -> None:
    link, other = issued(held), started(service, NXE, 4, **HELD)
    other.do("rounds/1/draw")
    tournament = held.path.rpartition("/")[2]
    with screen(service) as own:
        own.open(link["link"])
        own.done(link["link"])
        assert DRAWN not in own.open(wall(other))
        for act in ("release", "draw", "screen", "complete"):
            told = {"once": act, "number": "1"}
            assert own.http.post(f"/desk/{tournament}/{act}", data=told).status_code in (403, 412, 428), act
        assert own.http.get(f"/desk/{tournament}/finish").status_code == 403
        assert own.http.get("/office").status_code == 403
    assert held.read("rounds")["held"]


@pytest.mark.rule("ALL-2")
def test_a_screen_that_follows_is_told_of_nothing_once_its_link_has_ended(service: Service, held: Played) -> None:
    link, place = issued(held), f"{held.path.removeprefix('/v1')}/live"
    with screen(service) as own:
        own.open(link["link"])
        own.done(link["link"])
        with own.http.stream("GET", place) as followed, service.http.stream("GET", place) as by_all:
            lines, others = followed.iter_lines(), by_all.iter_lines()
            assert next(lines) == next(others) == "event: begun"
            held.do(f"screens/{link['key']}/revocation")
            held.do("release")
            assert next(line for line in others if line.startswith("event")) == "event: changed"
            assert not any(line.startswith("event") for line in lines)


@pytest.mark.rule("ALL-2", "TD-9", "ALL-1")
def test_the_log_says_who_issued_it_and_the_link_ends_with_office_and_tournament(
    service: Service, held: Played
) -> None:
    other, other_id = service.director()
    held.director.change(held.path, "directors", {"person": other_id})
    of_other = other.done(f"{held.path}/screens").json()["key"]
    own = issued(held)["key"]
    makers = {one["key"]: one["key_maker"] for one in held.read("screens")["items"]}
    assert makers == {own: held.director.read(held.path)["directors"][0], of_other: other_id}
    held.director.change(held.path, f"directors/{other_id}/release")
    assert [one["key"] for one in held.read("screens")["items"]] == [own]
    held.play_on()
    held.do("completion")
    assert held.read("screens")["items"] == []
    ends = service.administrator().read("/v1/log/events", stream="access", limit=500)["items"]
    assert {of_other, own} <= {one["data"]["key"] for one in ends if one["topic"] == "access.key-revoked.v1"}
    assert held.director.post(f"{held.path}/screens", {}).json()["type"].endswith("/tournament-status")


@pytest.mark.rule("ALL-2")
def test_a_director_lets_a_screen_in_by_forms(service: Service) -> None:
    with at_the_desk(service) as desk, screen(service) as own:
        desk.announced("swiss", 5, ["Ada Ager", "Bo Bang"])
        desk.open(f"{desk.at}/entries")
        assert f"{desk.at}/links#screens" in desk.page
        desk.open(f"{desk.at}/links")
        desk.done("/screen")
        assert "For a screen of the hall" in desk.page
        assert desk.shown is not None
        assert desk.shown.headers["Cache-Control"] == "no-store"
        code = desk.page.partition('class="spoken">')[2].partition("<")[0]
        own.open("/screen")
        own.done("/screen", code=code.lower())
        assert "On a wall" in own.page
        assert code not in desk.open(f"{desk.at}/links")
        desk.done("/screen-end")
        assert not list(desk.forms("/screen-end"))
        assert desk.press("/screen").status_code == 200
        assert link_for(desk, 1) != code


def test_wall_counts_down_to_the_end_of_the_round_that_is_played(service: Service) -> None:
    made = started(service, NXE, 4)
    made.do("rounds/1/draw")
    made.do("rounds/1/schedule", {"closes_at": (datetime.now(UTC) + timedelta(minutes=40)).isoformat()})
    made.read("rounds")
    with screen(service) as hall:
        walls = {name: hall.open(f"{made.path.removeprefix('/v1')}/screen/{name}") for name in ("tables", "names")}
        assert all(page.count("data-until=") == 1 for page in walls.values())
        for match in made.matches():
            made.report(match["number"], score(3, 1))
        made.read("matches")
        assert "data-until=" not in hall.open(wall(made)), "nobody plays any more"


def test_wall_counts_down_to_the_earliest_round_that_is_played_and_says_which_is_over(service: Service) -> None:
    made = started(service, {"kind": "knockout", "lengths": [5]}, 8, conditions={"round_minutes": 60})
    with screen(service) as hall:
        made.read("matches")
        first = until(hall.open(wall(made)))
        for match in (1, 2):
            made.report(match, score(5, 2))
        made.read("matches")
        assert until(hall.open(wall(made))) == first, "a semifinal has begun beside the quarterfinals"
        for match in (3, 4, 5, 6, 7):
            made.report(match, score(5, 2))
        made.read("matches")
        assert "Final is over." in hall.open(wall(made))


def until(page: str) -> str:
    assert page.count("data-until=") == 1
    return page.partition('<p class="clock">')[2].partition("</p>")[0]


def test_wall_counts_down_to_no_end_that_is_days_away(service: Service) -> None:
    made = started(service, NXE, 4)
    made.do("rounds/1/draw")
    made.do("rounds/1/schedule", {"closes_at": (datetime.now(UTC) + timedelta(days=3)).isoformat()})
    with screen(service) as hall:
        assert "data-until=" not in hall.open(wall(made))
