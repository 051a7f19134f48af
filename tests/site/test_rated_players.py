"""Players by their ratings, on pages and over HTTP: ranks, what they have played, and who is not found by name."""

import re
from typing import Any

import pytest

from tests.api.played import Played, announced
from tests.api.support import Service, score
from tests.patience import eventually
from tests.site.browsing import links

Json = dict[str, Any]
NAMES = ("Ada Abel", "Bo Berg", "Cy Carl", "Di Dorn")


@pytest.fixture(scope="module")
def season(service: Service) -> Played:
    """Ada has won two of three; Bo has won the newest match; Di has played none."""
    made = announced(service, {"kind": "open"}, rating={"pool": "normal", "policy": "room", "policy_version": 1})
    made.enter_all(service.register_all(list(NAMES)))
    made.do("start")
    for number, (sides, won) in enumerate((((1, 3), 5), ((1, 3), 5), ((2, 1), 5)), 1):
        body = {"sides": sides, "length": 5, "result": score(won, 1), "played_at": f"2026-0{number}-02T19:00:00Z"}
        made.director.done(f"{made.path}/matches", body)
    made.read("standings")
    return made


def players(service: Service, made: Played, **query: str | int) -> dict[str, Json]:
    """Those of the season among all, by name."""
    found = service.http.get("/v1/ratings/normal/players", params=query).raise_for_status().json()
    mine = {person: name for person, name in found["names"].items() if person in made.persons}
    return {mine[one["person"]]: one for one in found["items"] if one["person"] in mine}


@pytest.mark.rule("ELO-1", "ELO-9")
def test_players_have_rank_matches_share_won_and_trend(service: Service, season: Played) -> None:
    found = players(service, season, search="a")
    assert list(found) == ["Ada Abel", "Cy Carl"]
    ada, cy = found["Ada Abel"], found["Cy Carl"]
    assert (ada["matches"], ada["won"], ada["last_played"]) == (3, 2, "2026-03-02T19:00:00Z")
    assert (cy["matches"], cy["won"]) == (2, 0)
    history = season.director.read(f"/v1/ratings/normal/{season.persons[0]}/history")["items"]
    assert ada["recent"] == [one["rating_after"] for one in reversed(history)]
    changes = sum(float(one["change"]) for one in history)
    assert float(str(ada["trend"])) == pytest.approx(changes)


@pytest.mark.parametrize(("sort", "first"), [("rating", NAMES[:2]), ("matches", NAMES[:1]), ("last-played", NAMES[:2])])
def test_players_are_ordered_as_asked(service: Service, season: Played, sort: str, first: tuple[str, ...]) -> None:
    found = players(service, season, sort=sort)
    by = sort.replace("-", "_")
    told = [one[by] if sort != "rating" else float(str(one[by])) for one in found.values()]
    assert told == sorted(told, reverse=True)
    assert next(iter(found)) in first


def test_equal_ratings_share_a_rank(service: Service, season: Played) -> None:
    """Ranks are those of a competition: as many as have a higher rating stand before."""
    items = service.http.get("/v1/ratings/normal/players").json()["items"]
    assert season.persons[0] in {one["person"] for one in items}
    for one in items:
        assert one["rank"] == 1 + sum(float(other["rating"]) > float(one["rating"]) for other in items)


@pytest.mark.rule("REG-4")
def test_withheld_name_finds_nobody_in_public(service: Service, season: Played) -> None:
    administrator = service.administrator()
    person = season.persons[1]
    assert "Bo Berg" in players(service, season, search="Berg")
    administrator.change(f"/v1/persons/{person}", "publication-consent", {"granted": False})
    season.director.read(f"/v1/persons/{person}")
    assert eventually(lambda: players(service, season, search="Berg") == {})
    assert "Bo Berg" not in service.http.get("/search?search=Berg").text
    assert "Bo Berg" not in service.http.get("/ratings").text


def test_search_finds_players_tournaments_and_says_where_nothing_is(service: Service, season: Played) -> None:
    page = service.http.get("/search?search=Abel").text
    assert f"/persons/{season.persons[0]}" in page
    assert "Nothing was found." in service.http.get("/search?search=qqqqq").text
    assert season.path.removeprefix("/v1") in service.http.get("/search?search=evening").text


def test_head_to_head_counts_the_matches_of_two(service: Service, season: Played) -> None:
    one, other = season.persons[0], season.persons[2]
    page = service.http.get(f"/persons/{one}/against/{other}").text
    assert "2–0" in page
    assert "2–0" not in service.http.get(f"/persons/{other}/against/{one}").text
    assert re.search(r'>Ada Abel</td><td class="short">5–1</td>', page)
    assert f'<a href="{season.path.removeprefix("/v1")}">' in page
    nobody = service.http.get(f"/persons/{one}/against/{season.persons[3]}").text
    assert "They have played no rated match with each other." in nobody


def test_person_shows_the_newest_match_first_with_its_score(service: Service, season: Played) -> None:
    page = service.http.get(f"/persons/{season.persons[0]}").text
    shown = page[page.index("<h2>Matches</h2>") :]
    assert re.findall(r'class="note short">([^<]+)<', shown) == ["2 Mar 2026", "2 Feb 2026", "2 Jan 2026"]
    assert re.findall(r">(\d–\d)<", shown) == ["1–5", "5–1", "5–1"], "the own score first"
    assert re.findall(r'class="won">([^<]+)<', shown) == ["5–1", "5–1"]
    assert "Ada Abel" not in shown, "the page is that player's"


@pytest.mark.rule("ELO-9")
@pytest.mark.usefixtures("season")
def test_distribution_shows_how_many_players_each_class_has(service: Service) -> None:
    page = service.http.get("/ratings").text
    there = service.http.get("/v1/ratings/normal/classes").json()["items"]
    assert sum(one["players"] for one in there) >= 3, "everybody who has played"
    shown = re.findall(r'<meter min="0" max="(\d+)" value="(\d+)"', page)
    assert [int(players) for _, players in shown] == [one["players"] for one in there]
    assert {int(most) for most, _ in shown} == {max(one["players"] for one in there)}
    address = re.findall(r'<tr><th scope="row"><a href="(/ratings/normal\?class=[^"]+)"', page)
    assert len(address) == len(there)
    for link, one in zip(address, there, strict=True):
        assert (">Nothing was found.<" in service.http.get(link).text) == (one["players"] == 0), one["name"]


def test_curve_tells_the_date_the_rating_and_the_change_of_each_match(service: Service, season: Played) -> None:
    page = service.http.get(f"/persons/{season.persons[0]}").text
    told = re.findall(r'<circle class="at"[^>]*><title>([^<]+)</title>', page)
    assert [one.partition(":")[0] for one in told] == ["2 Jan 2026", "2 Feb 2026", "2 Mar 2026"]
    history = service.http.get(f"/v1/ratings/normal/{season.persons[0]}/history").json()["items"]
    for one, line in zip(told, reversed(history), strict=True):
        rating, change = re.findall(r"[+−-]?[\d,]+\.\d", one.partition(":")[2])
        assert float(rating.replace(",", "")) == pytest.approx(float(line["rating_after"]), abs=0.06)
        assert float(change.replace("−", "-")) == pytest.approx(float(line["change"]), abs=0.06)


@pytest.mark.parametrize("order", ["rating", "matches", "won", "last-played"])
@pytest.mark.usefixtures("season")
def test_heads_of_columns_order_the_players(service: Service, order: str) -> None:
    page = service.http.get("/ratings/normal?search=A&order=matches").text
    (head,) = [one for one in links(page.partition("<thead>")[2].partition("</thead>")[0]) if f"order={order}" in one]
    assert "search=A" in head
    ordered = service.http.get(head).raise_for_status().text
    assert ordered.count("aria-sort=") == 1
    wanted = service.http.get("/v1/ratings/normal/players", params={"search": "A", "sort": order}).json()
    assert re.findall(r'<th scope="row"><a href="/persons/([^"]+)"', ordered) == [
        one["person"] for one in wanted["items"]
    ]


def test_share_won_orders_the_players(service: Service, season: Played) -> None:
    items = players(service, season, sort="won")
    shares = [one["won"] / one["matches"] for one in items.values() if one["matches"]]
    assert shares == sorted(shares, reverse=True)
    assert all(one["matches"] for one in [*items.values()][: len(shares)])


@pytest.mark.rule("TD-14")
def test_matches_of_a_person_are_found_by_the_opponent(season: Played) -> None:
    ada, bo, cy, di = season.persons
    path = f"/v1/persons/{ada}/matches"
    for opponent, numbers in ((bo, [3]), (cy, [1, 2]), (di, []), (ada, [])):
        found = season.director.read(path, opponent=opponent)["items"]
        assert [one["number"] for one in found] == numbers
        then = season.director.read(path, opponent=opponent, as_of=season.director.position)["items"]
        assert [one["number"] for one in then] == numbers


def test_points_of_the_curve_tell_their_numbers_to_the_keyboard(service: Service, season: Played) -> None:
    page = service.http.get(f"/persons/{season.persons[0]}").text
    told = re.findall(r'<g class="point" tabindex="0" role="img" aria-label="([^"]+)"', page)
    assert [one.partition(":")[0] for one in told] == ["2 Jan 2026", "2 Feb 2026", "2 Mar 2026"]
    assert re.findall(r'<text class="says"[^>]*>([^<]+)</text>', page) == told
