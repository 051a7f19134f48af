"""The guide to auditing has the constants of every policy and the formula, and they give the service's own ratings."""

import json
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from hashlib import sha256
from math import sqrt
from typing import Any

import pytest

from domain.rating.elo import rate
from domain.rating.pinned import CONSTANTS as CONSTANTS_OF_EVENTS
from domain.rating.policy import MICROPOINTS, POLICIES, made_policy
from tests.house.source import ROOT

PAGE = (ROOT / "api" / "guides" / "AUDITING.md").read_text()
ROWS = {
    (name, int(version)): [cell.strip() for cell in cells.strip(" |").split(" | ")]
    for name, version, cells in re.findall(r"^\| `([a-z-]+)` (\d+) (\|.+)\|$", PAGE, re.MULTILINE)
}
POWERS: Mapping[str, Callable[[int], float]] = {
    "sqrt": sqrt,
    "three-quarters": lambda n: n**0.75,
    "linear": float,
    "none": lambda _: 1.0,
}


def by_the_page(key: tuple[str, int], n: int, winner: float, loser: float, experience: int) -> float:
    """What the winner gains, in points, worked out in floats from the row of the table alone."""
    _, k, factor, scale, p, q, _ = ROWS[key]
    start, slope, floor = map(float, k.split(", ")) if k != "none" else (1.0, 0.0, 1.0)
    chance = 1 / (10 ** ((winner - loser) * POWERS[p](n) / float(scale)) + 1)
    return float(factor) * max(floor, start - slope * experience) * POWERS[q](n) * chance


@pytest.mark.rule("ELO-8")
def test_policies_of_the_guide_are_those_that_are_published() -> None:
    assert ROWS.keys() == POLICIES.keys()
    for key, policy in POLICIES.items():
        start, k, _, _, _, _, modes = ROWS[key]
        assert Decimal(start) == policy.start
        assert (k == "none") == (policy.k is None)
        assert modes == (", ".join(f"{name} {n}" for name, n in policy.modes) or "none")


@pytest.mark.rule("ELO-3", "ELO-4", "ELO-5")
@pytest.mark.parametrize("key", ROWS)
@pytest.mark.parametrize(
    ("n", "winner", "loser", "experience"), [(5, 1500, 1500, 0), (7, 1450, 1720, 130), (1, 1810, 1490, 900)]
)
def test_formula_of_the_guide_gives_the_ratings_of_the_service(
    key: tuple[str, int], n: int, winner: int, loser: int, experience: int
) -> None:
    after, _ = rate(POLICIES[key], n, winner * MICROPOINTS, loser * MICROPOINTS, experience, experience)
    assert after / MICROPOINTS - winner == pytest.approx(by_the_page(key, n, winner, loser, experience), abs=2e-6)


CONSTANTS = [
    json.loads(line)["event"]
    for line in (ROOT / "tests" / "histories" / "v1" / "rating_policies.jsonl").read_text().splitlines()
]
"""What events of an export say of policies."""
LEFT_OUT = {"pools": [], "common_k": False, "smallest_field": 2, "teams": "not-rated"}


def k_by_the_page(said: dict[str, Any], ratings: tuple[int, int], experience: int) -> float:
    k = said["k"]
    if k is None:
        return 1.0
    if "bands" in k:
        return float([band["k"] for band in k["bands"] if band["from_experience"] <= experience][-1])
    if "slope_of_mean" in k:
        falling = float(k["start"]) - float(k["slope_of_mean"]) * sum(ratings) / 2
        return min(max(float(k["floor"]), falling), float(k["ceiling"]))
    return max(float(k["floor"]), float(k["start"]) - float(k["slope"]) * experience)


@pytest.mark.rule("ELO-8")
@pytest.mark.parametrize("event", CONSTANTS, ids=lambda event: f"{event['policy']}-{event['policy_version']}")
def test_digest_of_the_guide_is_that_of_the_event(event: dict[str, Any]) -> None:
    said = {name: value for name, value in event["constants"].items() if name not in ("kind", "version")}
    kept = {name: value for name, value in said.items() if name not in LEFT_OUT or value != LEFT_OUT[name]}
    whole = kept | {"name": event["policy"], "version": event["policy_version"]}
    written = json.dumps(whole, sort_keys=True, separators=(",", ":"))
    assert sha256(written.encode()).hexdigest() == event["digest"]


@pytest.mark.rule("ELO-3", "ELO-4", "ELO-5", "ELO-8")
@pytest.mark.parametrize("event", CONSTANTS, ids=lambda event: f"{event['policy']}-{event['policy_version']}")
@pytest.mark.parametrize(
    ("n", "winner", "loser", "experience"), [(5, 1500, 1500, 0), (7, 1450, 1720, 130), (9, 1810, 1490, 900)]
)
def test_events_alone_give_the_ratings_of_the_service(
    event: dict[str, Any], n: int, winner: int, loser: int, experience: int
) -> None:
    """Worked out in floats from what the event says, as the guide has it, for two players of the same experience."""
    said = event["constants"]
    chance = 1 / (10 ** ((winner - loser) * POWERS[said["length_in_chance"]](n) / float(said["scale"])) + 1)
    k = k_by_the_page(said, (winner, loser), experience)
    change = float(said["factor"]) * k * POWERS[said["length_in_change"]](n) * chance
    constants = CONSTANTS_OF_EVENTS.read(said)
    policy = made_policy(event["policy"], event["policy_version"], constants)
    after, _ = rate(policy, n, winner * MICROPOINTS, loser * MICROPOINTS, experience, experience)
    assert after / MICROPOINTS - winner == pytest.approx(change, abs=2e-6)
