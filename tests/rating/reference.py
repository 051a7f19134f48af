"""The formula of ELO-3 to ELO-5 at forty digits, written from the rulebook and sharing nothing with the engine."""

import json
import os
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import mpmath
import pytest

from domain.rating.policy import POLICIES, Policy

DATA = Path(os.environ.get("SCORESHEET_TEST_DATA", "../shared/data"))
DIGITS = 40

Inputs = tuple[Policy, int, int, int, int, int]
"""Policy, n, winner's and loser's rating in micropoints, winner's and loser's experience."""


def published_data(name: str) -> Path:
    """The file of that name among the published data; skips the test where there is none."""
    path = DATA / name
    if not path.exists():
        pytest.skip(f"{name} is not in {DATA}; set SCORESHEET_TEST_DATA to the folder that has it")
    return path


def published_changes() -> list[dict[str, Any]]:
    """The rows of `elo_published.json`."""
    rows: list[dict[str, Any]] = json.loads(published_data("elo_published.json").read_text())["rows"]
    return rows


def k_hundredths(policy: Policy, experience: int) -> int:
    """100·K by name of the policy, as ELO-4 and ELO-8 put it."""
    return max(100, 500 - experience) if policy.name == "room" else 100


def reference(inputs: Inputs) -> tuple[int, int]:
    """Both ratings after the match in micropoints; right wherever forty digits decide, which `inputs` here do."""
    policy, n, winner, loser, winner_experience, loser_experience = inputs
    with mpmath.workdps(DIGITS):
        share = 1 / (mpmath.exp((winner - loser) * _steepness(n)) + 1)
        stake = share * _stake(policy.name, n)
        gain = int(mpmath.nint(stake * k_hundredths(policy, winner_experience)))
        loss = int(mpmath.nint(stake * k_hundredths(policy, loser_experience)))
    return winner + gain, loser - loss


@cache
def _steepness(n: int) -> Any:  # noqa: ANN401 -- mpmath has no types
    return mpmath.sqrt(n) * mpmath.log(10) / (2000 * 10**6)


@cache
def _stake(policy: str, n: int) -> Any:  # noqa: ANN401 -- mpmath has no types
    """The change in micropoints for 100·K = 1 and P = 1."""
    return 10**4 * mpmath.mpf(n) if policy == "denmark" else 4 * 10**4 * mpmath.sqrt(n)


def random_inputs(seed: int, count: int) -> list[Inputs]:
    """Ratings between 0 and 3000 points, usual and unusual lengths, all policies; the same for the same seed."""
    draw = Random(seed)  # noqa: S311 -- test inputs, not secrets
    policies = list(POLICIES.values())
    return [
        (
            draw.choice(policies),
            draw.choice((draw.randint(1, 25), draw.randint(1, 1000))),
            draw.randint(0, 3000 * 10**6),
            draw.randint(0, 3000 * 10**6),
            draw.randint(0, 600),
            draw.randint(0, 600),
        )
        for _ in range(count)
    ]


def points(rating: int) -> Fraction:
    """A rating or change in points, exactly."""
    return Fraction(rating, 10**6)
