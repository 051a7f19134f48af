"""What everybody starts with in a rating pool over HTTP: as the policy says of it (ELO-1)."""

import pytest

from tests.api.support import Service, score, season

LEAGUE = {
    "start": "1500",
    "pools": [{"pool": "price", "rating": "1200.5", "experience": 300}],
    "k": {"kind": "falling", "start": "5", "slope": "0.01", "floor": "1"},
    "factor": "4",
    "scale": "2000",
    "reason": "As the league decided.",
}
"""A policy under which everybody starts otherwise in the pool `price`."""


@pytest.mark.rule("ELO-1", "ELO-4")
@pytest.mark.parametrize(("pool", "start", "experience"), [("price", "1200.500000", 300), ("normal", "1500.000000", 0)])
def test_a_policy_says_for_each_pool_what_everybody_starts_with(
    service: Service, pool: str, start: str, experience: int
) -> None:
    name = f"league-{pool}"
    service.administrator().done("/v1/rating-policies", LEAGUE | {"name": name})
    played = season(service, 2, rating={"pool": pool, "policy": name, "policy_version": 1})
    played.director.done(f"{played.path}/matches", {"sides": [1, 2], "length": 4, "result": score(4, 1)})
    [line] = played.director.read(f"/v1/ratings/{pool}/{played.persons[0]}/history")["items"]
    assert (line["rating_before"], line["experience"], line["opponent_before"]) == (start, experience, start)
    opening = played.director.read(f"/v1/ratings/{pool}/{played.persons[0]}/explain")["opening"]
    assert (opening["rating"], opening["experience"]) == (start, experience)
