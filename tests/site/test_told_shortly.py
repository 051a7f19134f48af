"""What pages tell of a match that was ruled on, of a line that is below another by a mark alone, and of what is
missing, by its tables."""

import re

import pytest

from tests.api.played import announced, started, winner
from tests.api.support import Service, score
from tests.site.test_desk import at_the_desk
from tests.site.test_office import at_the_office


@pytest.mark.rule("TD-9", "ALL-3")
def test_the_page_of_a_match_tells_the_result_that_a_ruling_has_made(service: Service) -> None:
    made = announced(service, {"kind": "open"}, name="Season")
    made.enter_all(service.register_all(["Ada Aas", "Bo Bak"]))
    made.do("start")
    made.director.done(f"{made.path}/matches", {"sides": [1, 2], "length": 5})
    points = {"kind": "result-award", "result": score(5, 4)}
    said = {"clause": "4.3", "facts": "Both left.", "reasons": "As the rule has it.", "remedies": [points]}
    made.do("rulings", {"about": {"kind": "match", "number": 1}, **said})
    made.read("matches")  # which waits until it is shown
    with at_the_desk(service) as desk:
        page = desk.open(f"{made.path.replace('/v1/tournaments', '/desk')}/matches/1")
        assert "<dt>Result</dt><dd>5–4</dd>" in page


@pytest.mark.rule("SEL-3")
def test_a_champion_is_told_by_a_word_without_numbers(service: Service) -> None:
    made = started(service, {"kind": "knockout", "lengths": [5]}, 2)
    made.report(1, winner("first"))
    made.read("standings")
    with at_the_desk(service) as desk:
        for at in ("/desk", "/tournaments"):
            page = desk.open(f"{made.path.replace('/v1/tournaments', at)}{'/standings' if at == '/desk' else ''}")
            assert re.search("the one above is the champion</(td|span)>", page), at
            assert "0 : 1" not in page, at


@pytest.mark.rule("REG-6")
def test_missing_players_are_named_by_their_tables(service: Service) -> None:
    made = announced(service, {"kind": "swiss", "lengths": [5]}, name="Evening")
    made.enter_all(service.register_all(["Ada Aas", "Bo Bak", "Cia Cro", "Dan Due"]))
    made.do("hall", {"rooms": [{"name": "Hall", "first_table": 1, "last_table": 4}]})
    made.do("start")
    made.do("rounds/1/draw")
    made.do("matches/1/table", {"table": 4})
    made.read("matches")  # which waits until it is shown
    with at_the_office(service) as desk:
        page = desk.open(f"{made.path.replace('/v1/tournaments', '/desk')}/rounds")
        assert re.findall(r'name="score-([0-9])"', page) == ["2", "1"]
