"""Two who were erased are told apart by the numbers of their entries, wherever these are known."""

import pytest

from tests.api.played import Played, announced, first_wins
from tests.api.support import Service
from tests.site.browsing import Browser
from tests.site.test_desk import at_the_desk

ROUND = {"kind": "swiss", "rounds": 3, "lengths": [5]}
PAGES = ("", "/entrants", "/rounds", "/matches", "/matches/1", "/print/slips", "/print/names", "/print/standings")
WALLS = ("/screen/tables", "/screen/standings", "/present?pairs=9")
STEPS = ("", "/entries", "/rounds", "/standings", "/finish", "/links", "/matches/1", "/do/resign?entry=2")


@pytest.fixture
def evening(service: Service) -> Played:
    """A drawn round of four, of whom those with the entries 2 and 3 were erased."""
    made = announced(service, ROUND, name="Evening")
    made.enter_all(service.register_all(["Ada Aas", "Bo Bak", "Cia Cro", "Dan Due"]))
    made.do("start")
    made.pair(1, (1, 2), (3, 4))
    made.step(first_wins)
    for person in made.persons[1:3]:
        service.erase(person)
    made.director.position = service.services.journal.position()
    made.read("entries")  # which waits until it is shown
    return made


@pytest.mark.rule("ALL-1")
def test_erased_entrants_are_told_apart_on_each_page_that_everybody_sees(service: Service, evening: Played) -> None:
    at = evening.path.removeprefix("/v1")
    for place in (*PAGES, *WALLS):
        page = service.http.get(f"{at}{place}").text
        told = [f"erased person (#{entry})" in page for entry in (2, 3)]
        assert any(told) if "/matches/1" in place else all(told), place
        assert "erased person<" not in page, place
    assert "<h2>erased person (#2)</h2>" in service.http.get(f"{at}/entries/2").text
    assert "Ada Aas</a>" in service.http.get(at).text, "who was not erased is called as before"


@pytest.mark.rule("ALL-1")
def test_erased_entrants_are_told_apart_at_the_desk(service: Service, evening: Played) -> None:
    key = evening.director.key or ""
    with at_the_desk(service) as desk:
        desk.open("/login")
        desk.done("/login", key=key)
        at = evening.path.replace("/v1/tournaments", "/desk")
        for step in STEPS:
            page = desk.open(f"{at}{step}")
            assert ">#" not in page, step
            assert "erased person<" not in page, step
        assert "erased person (#2)" in desk.open(f"{at}/entries")
        assert "erased person (#3)" in desk.page


@pytest.mark.rule("ALL-1")
def test_anyone_who_met_them_sees_on_their_own_page_which_was_which(service: Service, evening: Played) -> None:
    page = Browser(service.http).open(f"/persons/{evening.persons[0]}")
    assert "erased person (#2)" in page
