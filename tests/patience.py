"""How long tests wait for what other processes and threads do.

A test that passes never waits for as long: the number only ends those that would hang, and no load outruns it. There is
one for all, so no test has a number of its own.
"""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE_SECONDS = 180.0
PROGRAM_SECONDS = 1_800.0
"""For a program that does what a person does in an evening: all commands of the guides, making an environment."""
PAUSE_SECONDS = 0.02
LONGER = 1.25
"""To ask takes time from what is waited for: so each pause is a quarter longer than the one before, up to ten times as
long as the first."""


def patiently(ask: Callable[[], T], is_enough: Callable[[T], bool], pause_seconds: float = PAUSE_SECONDS) -> T:
    """The first answer that is enough; where patience ends before, the last one."""
    end, longest = time.monotonic() + PATIENCE_SECONDS, 10 * pause_seconds
    while not is_enough(answer := ask()) and time.monotonic() < end:
        time.sleep(pause_seconds)
        pause_seconds = min(LONGER * pause_seconds, longest)
    return answer


def eventually(condition: Callable[[], bool], pause_seconds: float = PAUSE_SECONDS) -> bool:
    """Whether the condition comes true before patience ends."""
    return patiently(condition, bool, pause_seconds)
