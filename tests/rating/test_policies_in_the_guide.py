"""The guide to auditing has the constants of every policy and the formula, and they give the service's own ratings."""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from math import sqrt

import pytest

from domain.rating.elo import rate
from domain.rating.policy import MICROPOINTS, POLICIES
from tests.house.source import ROOT

PAGE = (ROOT / "api" / "guides" / "AUDITING.md").read_text()
ROWS = {
    (name, int(version)): [cell.strip() for cell in cells.strip(" |").split(" | ")]
    for name, version, cells in re.findall(r"^\| `([a-z-]+)` (\d+) (\|.+)\|$", PAGE, re.MULTILINE)
}
POWERS: Mapping[str, Callable[[int], float]] = {"sqrt": sqrt, "linear": float, "none": lambda _: 1.0}


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
