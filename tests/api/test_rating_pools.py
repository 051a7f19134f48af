"""Rating pools over HTTP: announced as data, rated apart, and named wherever a pool is (ELO-1, ELO-8)."""

from itertools import count

import pytest

from tests.api.support import Client, Service, refusal, score, season

KEYS = (f"online-{number}" for number in count(1))


def announced(office: Client, **said: object) -> str:
    """The key of a pool that no other test has announced."""
    key = next(KEYS)
    names = [{"language": "en", "name": f"matches {key}"}, {"language": "da", "name": f"kampe {key}"}]
    office.done("/v1/rating-pools", {"pool": key, "names": names, "reason": "As voted.", **said})
    return key


def in_pool(pool: str) -> dict[str, object]:
    return {"pool": pool, "policy": "room", "policy_version": 1}


@pytest.mark.rule("ELO-1")
def test_pools_that_are_announced_are_listed_after_the_first(service: Service) -> None:
    office = service.administrator()
    key = announced(office, policy={"policy": "club", "policy_version": 1})
    pools = {one["pool"]: one for one in office.read("/v1/rating-pools")["items"]}
    assert list(pools)[:2] == ["normal", "price"]
    one = pools[key]
    assert (one["version"], one["policy"]["policy"], one["names"][1]["language"]) == (1, "club", "da")
    said = {name: one[name] for name in ("pool", "names", "policy")}
    again = office.post("/v1/rating-pools", {**said, "reason": "As voted."})
    assert refusal(again) == (409, "rating-pool-unchanged")


@pytest.mark.rule("ELO-1", "ELO-4", "ELO-6")
def test_matches_in_an_announced_pool_are_rated_apart_everywhere(service: Service) -> None:
    """By hand: K is 5, both are even, so a match of 4 points moves either by 4 · 5 · 2 / 2 = 20 points; with an
    opening rating of 1600 and 400 experience in the pool, K is 1."""
    office, key = service.administrator(), announced(service.administrator())
    played = season(service, 2, rating=in_pool(key))
    played.play(length=4, result=score(4, 1))
    winner, loser = played.persons
    read = played.director.read
    [line] = read(f"/v1/ratings/{key}/{winner}/history")["items"]
    assert (line["pool"], line["rating_after"]) == (key, "1520.000000")
    assert [one["rating"] for one in read(f"/v1/ratings/{key}")["items"]] == ["1520.000000", "1480.000000"]
    assert read(f"/v1/ratings/{key}/players")["count"] == 2
    assert refusal(played.director.get(f"/v1/ratings/normal/{winner}")) == (404, "rating-unknown")
    assert read(f"/v1/tournaments/{played.id}")["pools"] == [key]
    rows = read(f"{played.path}/standings")["rows"]
    assert [row["rating_changes"] for row in rows] == [{key: "20.000000"}, {key: "-20.000000"}]
    service.wait_for_feeds()
    told = [one["data"] for one in office.read("/v1/feeds/ratings", limit=500) if one["data"]["pool"] == key]
    assert sorted(one["rating"] for one in told) == [1_480_000_000, 1_520_000_000]
    opening = {"pool": key, "rating": "1600", "experience": 400, "reason": "From the former server."}
    office.change(f"/v1/persons/{loser}", "opening-ratings", opening)
    rated = office.read(f"/v1/ratings/{key}/{loser}")
    assert (rated["rating"], rated["experience"]) != ("1480.000000", 4)
    assert office.read("/v1/persons/particulars", persons=loser)["items"][0]["ratings"] == {key: rated["rating"]}
    tried = {"policy": {"kind": "announced", "policy": "club", "policy_version": 1}, "pool": key}
    [trial] = office.done("/v1/ratings/trials", tried).json()["pools"]
    assert (trial["pool"], trial["matches"]) == (key, 1)


@pytest.mark.rule("ELO-1")
def test_unknown_pool_is_refused_with_the_pools_there_are(service: Service) -> None:
    office = service.administrator()
    [person] = service.register_all(["Somebody"])
    opening = {"pool": "no-such", "rating": "1600", "experience": 0, "reason": "None."}
    asked = [
        office.post("/v1/tournaments", {"name": "Cup", "format": {"kind": "open"}, "rating": in_pool("no-such")}),
        office.post(f"/v1/persons/{person}/opening-ratings", opening, seen='"person-1"'),
        office.get("/v1/ratings/no-such"),
        office.get("/v1/ratings/no-such/classes"),
        office.get("/v1/ratings/no-such/players"),
        office.get("/v1/ratings/no-such/changes"),
        office.get(f"/v1/ratings/no-such/{person}"),
        office.get(f"/v1/ratings/no-such/{person}/history"),
        office.get(f"/v1/ratings/no-such/{person}/explain"),
    ]
    assert {refusal(one) for one in asked} == {(422, "rating-pool-unknown")}
    assert {one.json()["detail"].partition("pools are ")[2][:13] for one in asked} == {"normal, price"}
