"""The page on security names no test that is not there."""

import re

from tests.house.source import ROOT


def test_every_attack_that_is_told_is_tried() -> None:
    told = set(re.findall(r"`(test_\w+\.py)`", (ROOT / "ops" / "SECURITY.md").read_text(encoding="utf-8")))
    assert len(told) > 10
    assert told <= {path.name for path in (ROOT / "tests" / "security").glob("test_*.py")}
