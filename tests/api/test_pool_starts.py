"""What everybody starts with in a rating pool over HTTP: as the policy says of it (ELO-1)."""

from decimal import Decimal

import pytest

from domain.rating import policy as policies
from domain.rating.policy import POLICIES, PoolStart
from domain.tournament.lifecycle import lifecycle
from tests.api.support import Service, score, season

LEAGUE = POLICIES["room", 1].model_copy(
    update={"name": "league", "pools": (PoolStart(pool="price", rating=Decimal("1200.5"), experience=300),)}
)


@pytest.fixture
def league(monkeypatch: pytest.MonkeyPatch) -> None:
    """A further policy, under which everybody starts otherwise in the pool `price`."""
    published = {**POLICIES, LEAGUE.key: LEAGUE}
    for module in (policies, lifecycle):
        monkeypatch.setattr(module, "POLICIES", published)


@pytest.mark.rule("ELO-1", "ELO-4")
@pytest.mark.usefixtures("league")
@pytest.mark.parametrize(("pool", "start", "experience"), [("price", "1200.500000", 300), ("normal", "1500.000000", 0)])
def test_a_policy_says_for_each_pool_what_everybody_starts_with(
    service: Service, pool: str, start: str, experience: int
) -> None:
    played = season(service, 2, rating={"pool": pool, "policy": "league", "policy_version": 1})
    played.director.done(f"{played.path}/matches", {"sides": [1, 2], "length": 4, "result": score(4, 1)})
    [line] = played.director.read(f"/v1/ratings/{pool}/{played.persons[0]}/history")["items"]
    assert (line["rating_before"], line["experience"], line["opponent_before"]) == (start, experience, start)
    opening = played.director.read(f"/v1/ratings/{pool}/{played.persons[0]}/explain")["opening"]
    assert (opening["rating"], opening["experience"]) == (start, experience)
