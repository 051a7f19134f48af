"""What a hall prints and throws on a wall: every pair once, on as many sheets as it takes, and turned by itself."""

import re
from collections.abc import Mapping
from typing import Any

import pytest

from api.site.frame.codes import drawn
from api.site.hall.games import by_name, by_table
from api.site.pictures import bracket
from tests.api.played import announced, started
from tests.api.support import Service
from tests.site.test_pictures import bracket_of

GAMES: list[dict[str, Any]] = [
    {"number": 3, "table": None, "sides": [5, 6]},
    {"number": 2, "table": 1, "sides": [4, 3]},
    {"number": 1, "table": 12, "sides": [1, 2]},
]
ENTRANTS: Mapping[int, Any] = {number: {"shown": name} for number, name in enumerate("fcBadEg", 1)}


def test_pairings_stand_by_table_and_everybody_by_name() -> None:
    assert [one["number"] for one in by_table(GAMES)] == [2, 1, 3]
    lines = by_name(GAMES, [{"entry": 7, "kind": "bye"}], ENTRANTS)
    assert [(one.name, one.table, one.opponent, one.bye) for one in lines] == [
        ("a", 1, "B", None),
        ("B", 1, "a", None),
        ("c", 12, "f", None),
        ("d", None, "E", None),
        ("E", None, "d", None),
        ("f", 12, "c", None),
        ("g", None, None, "bye"),
    ]


@pytest.mark.parametrize("wall", ["tables", "names", "standings", "picture"])
def test_wall_says_before_the_start_what_comes_and_when(service: Service, wall: str) -> None:
    conditions = {"starts_at": "2026-12-05T18:30:00Z", "venue": "Café Ål"}
    made = announced(service, {"kind": "knockout", "lengths": [5]}, name="Yule Open", conditions=conditions)
    made.director.read(made.path)  # which waits until it is shown
    at = f"{made.path.removeprefix('/v1')}/screen/{wall}"
    empty = service.http.get(at).text
    for told in ("<h1>Yule Open</h1>", "5 Dec 2026, ", "Café Ål", "0 players are in", "Pairings appear here"):
        assert told in empty, told
    made.enter()
    made.director.read(f"{made.path}/entries")
    assert "1 player is in" in (entered := service.http.get(at).text)
    assert "<span>Player 1</span>" in entered


@pytest.mark.parametrize(("rounds", "sheets"), [(1, 1), (4, 1), (5, 3), (6, 5)])
def test_a_large_bracket_is_printed_in_parts(rounds: int, sheets: int) -> None:
    found = bracket.parts(bracket_of(rounds))
    slots = [box.slot["slot"] for part in found for box in part.picture.boxes]
    assert len(found) == sheets
    assert sorted(slots) == sorted({*slots})
    assert len(slots) == 2**rounds
    assert {part.first_round for part in found} == ({1} if sheets == 1 else {1, bracket.ROUNDS_OF_PART + 1})


def test_a_code_on_a_slip_is_a_picture_of_the_address_alone() -> None:
    one, same, other = (drawn(f"http://127.0.0.1/matches/{number}") for number in (1, 1, 2))
    assert one == same != other


def test_papers_and_walls_of_a_round(service: Service) -> None:
    evening = started(service, {"kind": "swiss", "rounds": 3, "lengths": [5]}, 24)
    evening.do("rounds/1/draw")
    evening.read("rounds")
    at = evening.path.removeprefix("/v1")

    slips = service.http.get(f"{at}/print/slips").text
    assert slips.count('class="slip"') == slips.count('class="code"') == 12
    assert "/play" not in slips, "no link of a player is printed"
    names = service.http.get(f"{at}/print/names?round=1").text
    assert evening.match(1)["status"] == "open"
    for paper in ("names", "tables", "standings", "picture"):
        printed = service.http.get(f"{at}/print/{paper}").text
        code = drawn(f"{service.url}{at}/check?event={evening.director.read(evening.path)['version']}")
        assert f'd="{code["path"]}"' in printed, "it leads to the check of the event after which it was printed"
    assert names.count('class="who"') == 24
    assert service.http.get(f"{at}/print/tables?round=2").status_code == 404

    wall = service.http.get(f"{at}/screen/names?lines=10&seconds=5")
    assert "1 / 2" in wall.text
    assert wall.headers["Refresh"] == f"5; url={at}/screen/names?lines=10&seconds=5&turn=2"
    assert "Refresh" not in service.http.get(f"{at}/screen/names?lines=10&page=2").headers
    assert "Refresh" not in service.http.get(f"{at}/screen/names?lines=30").headers

    said = [len(re.findall(r"<li>", service.http.get(f"{at}/present?pairs={pairs}").text)) for pairs in (0, 1, 5, 99)]
    assert said == [0, 0, 4, 11]
    table = service.http.get(f"{at}/screen/picture?lines=10&turn=3")
    assert ("3 / 3" in table.text, table.text.count("<tr>")) == (True, 1 + 8), "a table turns its pages as a list does"
    assert table.headers["Refresh"].endswith("turn=1")
    for place in ("print", "print/standings", "print/picture", "screen/standings", "screen/picture"):
        assert service.http.get(f"{at}/{place}").status_code == 200, place
