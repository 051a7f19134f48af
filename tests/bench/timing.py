"""How long a piece of work takes: by the clock, or of the processor's time, which others at work change less."""

import time
from collections.abc import Callable


def seconds(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """By the clock."""
    begun = clock()
    work()
    return clock() - begun


def milliseconds(work: Callable[[], object]) -> float:
    """By the clock."""
    return 1000 * seconds(work)


def processor_seconds(work: Callable[[], object]) -> float:
    """Of the processor's time."""
    return seconds(work, time.process_time)


def processor_milliseconds(work: Callable[[], object]) -> float:
    """Of the processor's time."""
    return 1000 * processor_seconds(work)
