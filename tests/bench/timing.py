"""How long a piece of work takes: by the clock, or of the processor's time, which others at work change less."""

import sys
import time
from collections.abc import Callable, Iterable, Mapping


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


def print_growth(sizes: Iterable[int], measured: Callable[[int], Mapping[str, float]], of: str) -> None:
    """Prints the milliseconds of each size, and how many times as long they are as those of the size before."""
    before: Mapping[str, float] = {}
    for size in sizes:
        found = measured(size)
        times = {name: f" (x{ms / before[name]:.1f})" if before else "" for name, ms in found.items()}
        parts = (f"{name} {ms:9.3f} ms{times[name]}" for name, ms in found.items())
        sys.stdout.write(f"{size:6d} {of}: {', '.join(parts)}\n")
        sys.stdout.flush()
        before = found
