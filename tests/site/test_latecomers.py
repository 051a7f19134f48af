"""Players who come after the start: the desk says what to do, and does it where the format allows it."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from api.site.desk.late import way_in
from tests.api.played import Played, announced
from tests.api.support import Service
from tests.site.browsing import Browser, browsing, links

SWISS = {"kind": "swiss", "rounds": 3, "lengths": [5]}


@pytest.fixture
def desk(service: Service) -> Iterator[Browser]:
    with browsing(service) as found:
        yield found


def evening(service: Service, desk: Browser, format_: Mapping[str, Any], players: int) -> tuple[Played, str]:
    """Announced, with so many players, and its director at the desk; the address of its desk."""
    made = announced(service, dict(format_))
    made.enter_all(service.register_all([f"Player {number}" for number in range(1, players + 1)]))
    made.read("entries")
    desk.open("/login")
    desk.done("/login", key=made.director.key or "")
    return made, made.path.replace("/v1/tournaments", "/desk")


def enter_late(service: Service, made: Played, desk: Browser, at: str, entry: int) -> None:
    """Somebody is entered at the desk, and approved."""
    person = service.register("Lea Late")
    desk.open(f"{at}/entries")
    made.director.done(f"{made.path}/entries", {"person": person})
    made.read(f"entries/{entry}")
    desk.open(f"{at}/check-in")
    desk.done("/approve")


@pytest.mark.rule("SE-9")
def test_latecomer_takes_a_bye_of_a_bracket_once_the_desk_lets_them_in(service: Service, desk: Browser) -> None:
    made, at = evening(service, desk, {"kind": "knockout", "lengths": [5]}, 5)
    made.do("start")
    made.read("entries")
    desk.open(f"{at}/check-in")
    assert "The bracket takes them where a bye is left" in desk.page
    desk.done("/let-in-until", minutes="30")
    assert "They can still enter." in desk.page
    enter_late(service, made, desk, at, 6)
    assert made.read("entries/6")["status"] == "approved"
    assert any(6 in one["sides"] for one in made.read("matches")["items"])


@pytest.mark.rule("TD-21", "SWI-4")
def test_latecomer_plays_a_swiss_from_the_next_round_on(service: Service, desk: Browser) -> None:
    """It was announced without late entries; nothing was made from that."""
    made, at = evening(service, desk, SWISS, 4)
    made.do("start")
    made.do("rounds/1/draw")
    made.read("entries")
    desk.open(f"{at}/entries")
    desk.done("/let-in")
    enter_late(service, made, desk, at, 5)
    assert made.read("entries/5")["status"] == "approved"
    for match in (1, 2):
        made.report(match, {"kind": "score", "first": 5, "second": 2})
    made.do("rounds/2/draw")
    drawn = made.read("rounds")["rounds"][-1]
    assert 5 in {side for one in drawn["pairings"] for side in one["sides"]} | {one["entry"] for one in drawn["byes"]}


@pytest.mark.rule("TD-21", "SWI-4", "ALL-2")
@pytest.mark.parametrize("page", ["", "/check-in", "/entries"])
def test_latecomer_is_seated_against_who_has_a_bye_as_long_as_nobody_plays(
    service: Service, desk: Browser, page: str
) -> None:
    made, at = evening(service, desk, {**SWISS, "late_entries": True}, 5)
    made.do("start")
    made.do("rounds/1/draw")
    (bye,) = (one["entry"] for one in made.read("rounds")["rounds"][0]["byes"])
    pairs = {frozenset(one["sides"]) for one in made.matches()}
    assert "who has a bye" not in desk.open(f"{at}{page}"), "nobody has come"
    enter_late(service, made, desk, at, 6)
    assert f"Seat Lea Late against Player {bye}, who has a bye" in desk.open(f"{at}{page}")
    desk.open(next(one for one in links(desk.page) if one.endswith("?late=6")))
    desk.done("/pairs")
    open_ones = [one for one in made.matches() if one["status"] == "open"]
    assert {frozenset(one["sides"]) for one in open_ones} == pairs | {frozenset((bye, 6))}
    made.report(open_ones[0]["number"], {"kind": "score", "first": 5, "second": 2})
    made.read("matches")
    assert "who has a bye" not in desk.open(f"{at}{page}")


@pytest.mark.rule("TD-2")
def test_player_withdrawn_at_the_check_in_comes_back_with_one_press(service: Service, desk: Browser) -> None:
    made, at = evening(service, desk, {**SWISS, "late_entries": True}, 5)
    made.do("entries/5/withdrawal", {"reason": "Not at the check-in."})
    made.do("start")
    made.read("entries")
    desk.open(f"{at}/check-in")
    desk.done("/approve")
    assert made.read("entries/5")["status"] == "approved"


@pytest.mark.rule("SWI-4")
def test_draw_names_who_waits_to_be_approved_and_would_not_be_drawn(service: Service, desk: Browser) -> None:
    made, at = evening(service, desk, {**SWISS, "late_entries": True}, 4)
    made.do("start")
    made.director.done(f"{made.path}/entries", {"person": service.register("Lea Late")})
    made.read("entries/5")
    page = desk.open(at)
    assert "Approve them first, or they are not drawn." in page
    assert "Lea Late" in page


@pytest.mark.rule("NXE-1")
def test_desk_says_what_to_do_where_nobody_can_come_in(service: Service, desk: Browser) -> None:
    made, at = evening(service, desk, {"kind": "nxe", "losses": 2, "lengths": [5]}, 4)
    made.do("start")
    made.read("entries")
    for page in ("check-in", "entries"):
        desk.open(f"{at}/{page}")
        assert "You can announce a second tournament for those who came late." in desk.page


@pytest.mark.parametrize(
    ("format_", "stage", "is_open", "way"),
    [
        ({"kind": "open"}, None, True, "open"),
        ({"kind": "swiss"}, 1, False, "by-settings"),
        ({"kind": "swiss", "late_entries": True}, 2, False, "closed"),
        ({"kind": "knockout"}, None, False, "by-conditions"),
        ({"kind": "double-elimination"}, 1, False, "by-conditions"),
        ({"kind": "round-robin"}, 1, False, "closed"),
        ({"kind": "dual-ring"}, None, False, "closed"),
    ],
)
def test_way_in_is_that_of_the_format(format_: dict[str, Any], stage: int | None, is_open: bool, way: str) -> None:
    assert way_in({"format": format_, "takes_late_entries": is_open, "stage": stage}) == way
