"""How much is measured: little, so that the whole table takes minutes; with SCORESHEET_TEST_BENCH=full, all."""

import os
from typing import TypeVar

T = TypeVar("T")

IS_FULL = os.environ.get("SCORESHEET_TEST_BENCH") == "full"


def sized(small: T, full: T) -> T:
    """Which of the two sizes is measured."""
    return full if IS_FULL else small
