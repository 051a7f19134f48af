"""Divisions of a league: set and proposed from the office, and shown on the page of the series (RR-15)."""

import re

import pytest

from tests.api.support import Service
from tests.api.support import problem as slug
from tests.api.test_beyond import Office as Evenings
from tests.patience import eventually
from tests.site.test_office import at_the_office

ROW = re.compile(r'<th scope="row"><a [^>]*>([^<]*)</a></th><td>([^<]*)</td><td class="figure">(\d)</td><td>([^<]*)')


def rows(page: str) -> list[str]:
    """Of each who plays in the next season: name, division and rank of this one, and the way they go."""
    return [" ".join(one).strip() for one in ROW.findall(page)]


@pytest.mark.rule("RR-15")
def test_next_season_is_announced_with_one_click_as_it_was_proposed(service: Service) -> None:
    """Ada stays, Cia goes up and Bo down; Dan leaves the league, so nobody else is in the second division."""
    evenings = Evenings(service)
    ada, bo, cia, dan = (service.register(name) for name in ("Ada Click", "Bo Click", "Cia Click", "Dan Click"))
    series = evenings.series("League of a click")
    within = {"series": {"series": series, "season": 3}}
    made = [evenings.won(ada, bo, name="First", **within), evenings.won(cia, dan, name="Second", **within)]
    ids = [one.rpartition("/")[2] for one in made]
    client, at = evenings.client, f"/v1/series/{series}/seasons"
    divisions = [{"tournament": ids[0], "down": 1}, {"tournament": ids[1], "up": 1}]
    client.done(f"{at}/3/divisions", {"divisions": divisions, "reason": "Agreed late."})
    assert slug(client.post(f"{at}/3/next-season/announcement", {})) == "next-season-not-proposed"
    client.done(f"{at}/3/next-season", {"leaving": [{"tournament": ids[1], "entry": 2}]})
    asked = f"?series={series}&season=3"
    with at_the_office(service) as office:
        assert eventually(lambda: "announce-next-season" in office.open(f"/office/series/{series}"))
        office.given("announce-next-season", asked)
        for place in ("print", "screen"):
            page = office.open(f"/series/{series}/seasons/3/{place}?language=en")
            assert re.findall(r"<h2>(\w+)</h2>", page) == ["First", "Second"]
            assert [name in page for name in ("Ada Click", "Bo Click", "Cia Click", "Dan Click")] == [True] * 4
            assert re.findall(r'(\w+) Click <span class="tag">([^<]*)', page) == [
                ("Bo", "goes down"),
                ("Cia", "goes up"),
            ]
        assert office.shown is not None
        assert "Refresh" in office.shown.headers
        assert eventually(lambda: "First" in office.open(f"/series/{series}?season=4"))
    told = client.read(f"{at}/4/divisions")["divisions"]
    entered = [client.read(f"/v1/tournaments/{one['tournament']}/entries")["items"] for one in told]
    assert [one["name"] for one in told] == ["First", "Second"]
    assert [(one["up"], one["down"]) for one in told] == [(0, 1), (1, 0)]
    assert [[each["person"] for each in one] for one in entered] == [[ada, cia], [bo]]
    assert {each["status"] for one in entered for each in one} == {"approved"}
    assert slug(client.post(f"{at}/3/next-season/announcement", {})) == "next-season-announced"


@pytest.mark.rule("RR-15", "ALL-4")
def test_next_season_is_not_announced_once_the_tables_have_changed(service: Service) -> None:
    evenings = Evenings(service)
    persons = [service.register(name) for name in ("Ada Late", "Bo Late", "Cia Late", "Dan Late")]
    series = evenings.series("League corrected")
    place = {"series": {"series": series, "season": 3}}
    ada, bo, cia, dan = persons
    made = [evenings.won(ada, bo, name="First", **place), evenings.won(cia, dan, name="Second", **place)]
    client, at = evenings.client, f"/v1/series/{series}/seasons/3"
    ids = [one.rpartition("/")[2] for one in made]
    divisions = [{"tournament": ids[0], "down": 1}, {"tournament": ids[1], "up": 1}]
    client.done(f"{at}/divisions", {"divisions": divisions, "reason": "Agreed late."})
    client.done(f"{at}/next-season", {})
    client.change(made[0], "reopening", {"reason": "Typed wrong"})
    turned = {"result": {"kind": "winner", "winner": "second"}, "reason": "Typed wrong"}
    client.change(f"{made[0]}/matches/1", "corrections", turned)
    client.change(made[0], "completion")
    assert slug(client.post(f"{at}/next-season/announcement", {})) == "next-season-changed"
    client.done(f"{at}/next-season", {})
    assert client.post(f"{at}/next-season/announcement", {}).status_code == 200


@pytest.mark.rule("RR-15", "ALL-4", "ALL-14")
def test_next_season_is_proposed_at_the_office_and_reviewed_on_the_page(service: Service) -> None:
    evenings = Evenings(service)
    ada, bo, cia, dan = (service.register(name) for name in ("Ada Upper", "Bo Upper", "Cia Lower", "Dan Lower"))
    series = evenings.series("League of two")
    place = {"series": {"series": series, "season": 7}}
    first, second = evenings.won(ada, bo, name="Upper", **place), evenings.won(cia, dan, name="Lower", **place)
    ids = [one.rpartition("/")[2] for one in (first, second)]
    asked, page = f"?series={series}&season=7", f"/series/{series}?season=7"
    typed = {"divisions.1.tournament": ids[0], "divisions.1.down": "1", "divisions.1.up": "0"}
    typed |= {"divisions.2.tournament": ids[1], "divisions.2.down": "0", "divisions.2.up": "1"}
    with at_the_office(service) as office:
        office.open(f"/office/do/arrange-divisions{asked}")
        office.done(asked, step="add divisions")
        office.done(asked, step="add divisions")
        offered = re.findall(r'<option value="([0-9a-f-]+)">([^<]*)', office.page)
        assert offered == [(ids[0], "Upper"), (ids[1], "Lower")] * 2, "those of the season, by their names"
        office.done(asked, step="send", reason="Agreed late.", **typed)
        assert eventually(lambda: "propose-next-season" in office.open(f"/office/series/{series}"))
        office.open(page)
        expected = ["Ada Upper Upper 1 stays", "Cia Lower Lower 1 goes up"]
        expected += ["Bo Upper Upper 2 goes down", "Dan Lower Lower 2 stays"]
        assert rows(office.page) == expected
        assert "if the tables stay as they are" in office.page
        office.given("propose-next-season", asked)
        assert "Proposed for the next season" in office.open(page)
        assert "The tables have changed" not in office.page
        client = evenings.client
        client.change(first, "reopening", {"reason": "Typed wrong"})
        turned = {"result": {"kind": "winner", "winner": "second"}, "reason": "Typed wrong"}
        client.change(f"{first}/matches/1", "corrections", turned)
        assert eventually(lambda: "The tables have changed" in office.open(page))
        assert rows(office.page) == expected
        told = client.read(f"/v1/series/{series}/seasons/7/divisions")
        assert told["to_review"]
        assert [[one["persons"][0] for one in each["now"]] for each in told["divisions"]] == [[bo, cia], [ada, dan]]
        again = client.post(f"/v1/series/{series}/seasons/7/next-season", {})
        assert again.json()["type"] == "/v1/problems/division-not-completed"
