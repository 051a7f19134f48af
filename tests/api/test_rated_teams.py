"""Doubles over HTTP and on pages: a pair is rated as one side, beside its members (TEA-8, ELO-8)."""

from itertools import count
from typing import Any

import pytest

from tests.api.support import Season, Service, score, season
from tests.api.test_rating_policies import national, terms
from tests.patience import eventually
from tests.site.browsing import browsing

POOLS = (f"doubles-{number}" for number in count(1))


@pytest.fixture
def doubles(service: Service) -> tuple[Season, str]:
    """Two pairs in a pool of their own, of which the first has won by 7-4; who they are is `pairs`."""
    office, pool = service.administrator(), next(POOLS)
    policy = national(teams="as-one", smallest_field=2, name=f"of-{pool}")
    office.done("/v1/rating-policies", policy)
    named = {"names": [{"language": "en", "name": pool}], "reason": "Voted."}
    office.done("/v1/rating-pools", {"pool": pool, **named})
    made = season(service, 0, rating=terms(policy) | {"pool": pool})
    made.persons = service.register_all(["Ada One", "Bert Two", "Cleo Three", "Dirk Four"])
    rows = [
        {"entry": {"person": made.persons[first], "members": [made.persons[first + 1]], "approved": True}}
        for first in (0, 2)
    ]
    made.director.done(f"{made.path}/bulk", {"rows": rows})
    made.play(1, 2, length=7, result=score(7, 4))
    return made, pool


def ratings_in(played: Season, pool: str) -> Any:  # noqa: ANN401 -- JSON
    found = played.director.read(f"/v1/ratings/{pool}")
    return [(found["names"].get(one["person"]), one["rating"]) for one in found["items"]]


@pytest.mark.rule("TEA-8", "ELO-8")
def test_pair_is_rated_as_one_side_and_its_members_are_not(doubles: tuple[Season, str]) -> None:
    """4 times 2 times the root of 7 times a half, 10.58 points, by the K of new players in this policy."""
    played, pool = doubles
    assert ratings_in(played, pool) == [
        ("Ada One & Bert Two", "1410.583005"),
        ("Cleo Three & Dirk Four", "1389.416995"),
    ]
    first = played.director.read(f"/v1/ratings/{pool}")["items"][0]["person"]
    team = played.director.read(f"/v1/rating-teams/{first}")
    assert (team["id"], set(team["persons"])) == (first, set(played.persons[:2]))
    of_member = played.director.read(f"/v1/persons/{played.persons[1]}/rating-teams")["items"]
    assert [one["id"] for one in of_member] == [first]
    history = played.director.read(f"/v1/ratings/{pool}/{first}/history")
    assert [(one["n"], one["change"]) for one in history["items"]] == [(7, "10.583005")]
    assert "Cleo Three & Dirk Four" in history["names"].values()
    explained = played.director.read(f"/v1/ratings/{pool}/{first}/explain")
    assert (explained["opening"]["rating"], explained["items"][0]["k"]) == ("1400.000000", "2")
    assert played.director.get(f"/v1/rating-teams/{played.persons[0]}").status_code == 404


@pytest.mark.rule("TEA-8", "OPN-1", "ELO-5")
def test_table_and_prospects_of_pairs_tell_their_rating_changes(doubles: tuple[Season, str]) -> None:
    played, pool = doubles
    table = played.director.read(f"{played.path}/standings")["rows"]
    assert [row["rating_changes"][pool] for row in table] == ["10.583005", "-10.583005"]
    explained = played.director.read(f"{played.path}/standings/1/explain/rating_changes")
    assert [one["change"] for one in explained["items"]] == ["10.583005"]
    asked = {"sides": [1, 2], "length": 7}
    told = played.director.done(f"{played.path}/calculations/prospects", asked).json()["rating"]
    assert [one["rating"] for one in told["sides"]] == ["1410.583005", "1389.416995"]


@pytest.mark.rule("TEA-8", "ELO-4")
def test_rating_of_a_pair_follows_a_correction(doubles: tuple[Season, str]) -> None:
    played, pool = doubles
    body = {"result": score(4, 7), "reason": "Read wrongly."}
    tried = {"command": body | {"kind": "correct-result", "match": 1}}
    shown = played.director.done(f"{played.path}/previews", tried).json()
    played.director.change(f"{played.path}/matches/1", "corrections", body | {"expected": shown["digest"]})
    assert ratings_in(played, pool)[0] == ("Cleo Three & Dirk Four", "1410.583005")


@pytest.mark.rule("TEA-8")
def test_pair_has_a_page_that_leads_to_its_members(service: Service, doubles: tuple[Season, str]) -> None:
    played, pool = doubles
    with browsing(service) as browser:
        assert eventually(lambda: "Ada One &amp; Bert Two" in browser.open(f"/ratings/{pool}?language=en"))
        team = played.director.read(f"/v1/ratings/{pool}")["items"][0]["person"]
        page = browser.open(f"/persons/{team}?language=en")
        assert "Rated as one side where they play together" in page
        assert f'href="/persons/{played.persons[0]}"' in page
        assert "Ada One &amp; Bert Two" in browser.open(f"/persons/{played.persons[0]}?language=en")
        tournament = browser.open(f"/tournaments/{played.id}?language=en")
        assert "each team is rated as one side" in tournament
        assert "+10.58" in browser.open(f"/tournaments/{played.id}/standings?language=en")


@pytest.mark.rule("TEA-8", "REG-3")
def test_pair_is_hidden_with_a_member_whose_name_is_withheld(service: Service, doubles: tuple[Season, str]) -> None:
    """Its id follows from theirs, so the id is told to nobody either who is told no names."""
    played, pool = doubles
    office = service.administrator()
    office.position = played.director.position
    team = office.read(f"/v1/ratings/{pool}")["items"][0]["person"]
    assert service.client().get(f"/v1/rating-teams/{team}").status_code == 200
    office.change(f"/v1/persons/{played.persons[0]}", "publication-consent", {"granted": False})
    public = service.client()
    public.position = office.position
    assert team not in [one["person"] for one in public.read(f"/v1/ratings/{pool}")["items"]]
    assert public.get(f"/v1/rating-teams/{team}").status_code == 404
