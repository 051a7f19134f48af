"""Rating policies over HTTP: announced as data, pinned by tournaments, and rated by for ever (ELO-8)."""

from itertools import count
from typing import Any

import pytest

from tests.api.support import Season, Service, score, season

NAMES = (f"national-{number}" for number in count(1))


def national(**changes: object) -> dict[str, object]:
    """A policy with a name that no other test has announced."""
    return {
        "name": next(NAMES),
        "start": "1400",
        "k": {"kind": "bands", "bands": [{"from_experience": 0, "k": "2"}, {"from_experience": 5, "k": "1"}]},
        "factor": "4",
        "scale": "2000",
        "shortest": 5,
        "smallest_field": 3,
        "reason": "As the assembly decided.",
        **changes,
    }


def terms(policy: dict[str, object], version: int = 1) -> dict[str, object]:
    return {"pool": "normal", "policy": policy["name"], "policy_version": version}


def prospects(played: Season) -> Any:  # noqa: ANN401 -- JSON
    """What a match of 5 points would do to ratings; None where it would not be rated."""
    answer = played.director.done(f"{played.path}/calculations/prospects", {"sides": [1, 2], "length": 5})
    return answer.json()["rating"]


@pytest.mark.rule("ELO-8", "ALL-11")
def test_policies_that_are_announced_are_listed_with_version_and_digest(service: Service) -> None:
    office, policy = service.administrator(), national()
    office.done("/v1/rating-policies", policy)
    office.done("/v1/rating-policies", policy | {"factor": "3"})
    listed = [one for one in office.read("/v1/rating-policies")["items"] if one["name"] == policy["name"]]
    assert [(one["version"], one["factor"], one["smallest_field"], one["k"]) for one in listed] == [
        (1, "4", 3, policy["k"]),
        (2, "3", 3, policy["k"]),
    ]
    events = [one["data"] for one in office.read("/v1/federation/history", limit=500)["items"]]
    digests = [event["digest"] for event in events if event.get("policy") == policy["name"]]
    assert digests == [one["digest"] for one in listed]


@pytest.mark.rule("ELO-8")
def test_policies_are_refused_where_they_say_nothing_new_or_can_not_rate(service: Service) -> None:
    office, policy = service.administrator(), national()
    office.done("/v1/rating-policies", policy)
    again = office.post("/v1/rating-policies", policy)
    assert (again.status_code, again.json()["type"].rpartition("/")[2]) == (409, "rating-policy-unchanged")
    refused = office.post("/v1/rating-policies", policy | {"factor": "0"})
    assert refused.status_code == 422
    assert "greater than 0" in refused.text
    unknown = office.post(
        "/v1/tournaments", {"name": "Cup", "format": {"kind": "open"}, "rating": terms(policy, version=2)}
    )
    assert (unknown.status_code, unknown.json()["type"].rpartition("/")[2]) == (422, "rating-policy-unknown")


@pytest.mark.rule("ELO-8", "ELO-2", "ELO-5")
def test_matches_are_rated_by_the_announced_policy_alone(service: Service) -> None:
    """By hand: K is 2 at first, so even players in 5 points move by 4 · 2 · √5 / 2 = 8.944272. A match of 4 points is
    too short for it."""
    policy = national()
    service.administrator().done("/v1/rating-policies", policy)
    played = season(service, 3, rating=terms(policy))
    for length in (5, 4):
        played.play(length=length, result=score(length, 1))
    [line] = played.director.read(f"/v1/ratings/normal/{played.persons[0]}/history")["items"]
    assert (line["policy"], line["n"], line["rating_before"]) == (policy["name"], 5, "1400.000000")
    assert line["rating_after"] == "1408.944272"
    explained = played.director.read(f"/v1/ratings/normal/{played.persons[0]}/explain")["items"][0]
    assert (explained["k"], explained["unrounded"]) == ("2", "8.94427190999915878564")
    assert prospects(played)["policy"] == policy["name"]


@pytest.mark.rule("ELO-8")
def test_matches_are_rated_once_the_smallest_field_is_there(service: Service) -> None:
    policy = national()
    service.administrator().done("/v1/rating-policies", policy)
    played = season(service, 2, rating=terms(policy))
    played.play(length=5, result=score(5, 1))
    history = f"/v1/ratings/normal/{played.persons[0]}/history"
    assert played.director.read(history)["items"] == []
    assert prospects(played) is None
    [third] = service.register_all(["A third"])
    entry = played.director.done(f"{played.path}/entries", {"person": third}).json()["entries"][0]["number"]
    played.director.change(f"{played.path}/entries/{entry}", "approval")
    [line] = played.director.read(history)["items"]
    assert (line["match"], line["rating_after"]) == (1, "1408.944272")
