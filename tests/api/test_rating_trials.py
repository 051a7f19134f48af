"""What ratings would be under another policy, over HTTP: worked out beside those in force (ELO-8)."""

from typing import Any

import pytest

from tests.api.support import Season, Service, score, season
from tests.api.test_rating_policies import national, terms

PLAYED = ((1, 2, 5), (2, 3, 7), (3, 1, 4), (2, 1, 9), (1, 3, 5))
"""First side, who wins; second side; length."""


def played_out(service: Service, **announced: object) -> Season:
    made = season(service, 3, **announced)
    for first, second, length in PLAYED:
        made.play(first, second, length=length, result=score(length, 1))
    return made


def ratings(played: Season) -> list[str]:
    read = played.director.read
    return [read(f"/v1/ratings/normal/{person}")["rating"] for person in played.persons]


def tried(service: Service, played: Season, asked: dict[str, object]) -> dict[str, Any]:
    """What the trial says of the players of the season, by person."""
    office = service.administrator()
    office.position = played.director.position
    answer = office.done("/v1/ratings/trials", {"policy": asked, "pool": "normal", "players": 500}).json()
    [pool] = answer["pools"]
    return {one["person"]: one for one in pool["players"] if one["person"] in played.persons}


@pytest.mark.rule("ELO-8")
def test_trial_gives_the_ratings_of_those_who_are_rated_by_the_policy(service: Service) -> None:
    """The same matches of others, in a tournament that was announced under the policy, are the measure."""
    policy = national(smallest_field=2)
    service.administrator().done("/v1/rating-policies", policy)
    as_is, under_it = played_out(service), played_out(service, rating=terms(policy))
    wanted = ratings(under_it)
    named = {"kind": "announced", "policy": policy["name"], "policy_version": 1}
    said = {name: value for name, value in policy.items() if name != "reason"} | {"kind": "new", "name": "unknown"}
    for asked in (named, said):
        found = tried(service, as_is, asked)
        assert [found[person]["after"] for person in as_is.persons] == wanted
        assert [found[person]["before"] for person in as_is.persons] == ratings(as_is)
    assert ratings(as_is) != wanted


@pytest.mark.rule("ELO-8", "ELO-9")
def test_trial_counts_who_gains_and_who_loses_class_by_class(service: Service) -> None:
    played_out(service)
    answer = service.administrator().done(
        "/v1/ratings/trials", {"policy": {"kind": "announced", "policy": "club", "policy_version": 1}}
    )
    [pool] = [one for one in answer.json()["pools"] if one["pool"] == "normal"]
    compared = [one for one in pool["players"] if one["change"] is not None]
    assert len(compared) + pool["left_out"] >= 3
    counted = sum(one["gain"] + one["lose"] + one["stay"] for one in pool["classes"])
    assert counted == sum(one["players"] for one in pool["changes"]) > 0
    assert pool["matches"] >= len(PLAYED)
    by_class = [sum(bar["players"] for bar in one["changes"]) for one in pool["classes"]]
    assert by_class == [one["gain"] + one["lose"] + one["stay"] for one in pool["classes"]]


@pytest.mark.rule("ELO-8")
def test_trial_is_for_administrators_and_records_nothing(service: Service) -> None:
    played = played_out(service)
    asked = {"policy": {"kind": "announced", "policy": "denmark", "policy_version": 1}}
    before = played.director.read("/v1/federation")["revision"]
    assert played.director.post("/v1/ratings/trials", asked).status_code == 403
    unknown = {"policy": {"kind": "announced", "policy": "denmark", "policy_version": 9}}
    assert service.administrator().post("/v1/ratings/trials", unknown).json()["type"].endswith("rating-policy-unknown")
    service.administrator().done("/v1/ratings/trials", asked)
    assert played.director.read("/v1/federation")["revision"] == before


@pytest.mark.rule("ELO-8")
def test_trial_tells_of_members_of_named_clubs_alone(service: Service) -> None:
    played, office = played_out(service), service.administrator()
    office.position = played.director.position
    club = office.done("/v1/clubs", {"name": "Dale"}).json()["club"]
    office.done(f"/v1/clubs/{club}/members", {"person": played.persons[0], "since": "2020-01-01"})
    policy = {"kind": "announced", "policy": "club", "policy_version": 1}
    asked = {"policy": policy, "pool": "normal", "clubs": [club]}
    [pool] = office.done("/v1/ratings/trials", asked).json()["pools"]
    assert [one["person"] for one in pool["players"]] == [played.persons[0]]
    unknown = office.post("/v1/ratings/trials", {**asked, "clubs": ["00000000-0000-4000-8000-0000000000c9"]})
    assert (unknown.status_code, unknown.json()["type"].rpartition("/")[2]) == (404, "club-unknown")


@pytest.mark.rule("ELO-8")
@pytest.mark.parametrize("told", [{}, {"pool": "price"}, {"pool": "normal", "openings_from": "no-such"}])
def test_trial_of_a_pool_that_begins_from_no_other_is_refused(service: Service, told: dict[str, object]) -> None:
    policy = {"kind": "announced", "policy": "club", "policy_version": 1}
    answer = service.administrator().post("/v1/ratings/trials", {"policy": policy, "openings_from": "price", **told})
    assert answer.status_code in (404, 409, 422)
    assert answer.json()["advice"]
