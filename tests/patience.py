"""How long tests wait for what other processes and threads do.

A test that passes never waits for as long: the number only ends those that would hang, and no load outruns it. There is
one for all, so no test has a number of its own.
"""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE_SECONDS = 180.0
PAUSE_SECONDS = 0.02


def patiently(ask: Callable[[], T], is_enough: Callable[[T], bool]) -> T:
    """The first answer that is enough; where patience ends before, the last one."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not is_enough(answer := ask()) and time.monotonic() < end:
        time.sleep(PAUSE_SECONDS)
    return answer


def eventually(condition: Callable[[], bool]) -> bool:
    """Whether the condition comes true before patience ends."""
    return patiently(condition, bool)
