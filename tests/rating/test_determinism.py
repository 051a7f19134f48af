"""One ledger, one digest: whatever the hash seed, the time zone, the locale and the mathematical library."""

import math
import os
import subprocess
import sys
from pathlib import Path

import pytest

from domain.rating import elo, ledger
from tests.rating.digest import corrected_league, digest
from tests.rating.leagues import settled

DIGEST = "ff6e1238910520c02d8c74f84ec99a0e09c63a4e3bfa0a48d7784ccad7371d5f"
"""Of `tests.rating.digest`; changes only with the league generated there."""

ROOT = Path(__file__).parents[2]


@pytest.mark.rule("ALL-1", "ELO-7")
@pytest.mark.parametrize(
    ("seed", "zone", "locale"),
    [("0", "UTC", "C"), ("1", "Pacific/Kiritimati", "C.UTF-8"), ("4242", "America/St_Johns", "tr_TR.UTF-8")],
)
def test_the_digest_of_a_large_ledger_is_one_constant(seed: str, zone: str, locale: str) -> None:
    surroundings = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": locale}
    command = [sys.executable, "-m", "tests.rating.digest"]
    printed = subprocess.run(command, cwd=ROOT, env=surroundings, check=True, capture_output=True, text=True)
    assert printed.stdout.strip() == DIGEST


@pytest.mark.rule("ALL-1", "ELO-7")
@pytest.mark.parametrize("error", [2.0**-50, -(2.0**-44)])
def test_the_digest_survives_another_exponential_function(monkeypatch: pytest.MonkeyPatch, error: float) -> None:
    for module in (elo, ledger):
        monkeypatch.setattr(module, "exp", lambda x: math.exp(x) * (1 + error))
    assert digest(corrected_league()) == DIGEST


def test_the_digest_sees_a_single_micropoint() -> None:
    one = settled([], {"p007": (1_500_000_000, 0)})
    other = settled([], {"p007": (1_500_000_001, 0)})
    assert digest(one) != digest(other)
