"""The garbage collector, kept out of the way.

States and events are trees of frozen values without cycles: counting references frees them. Looking through them for
cycles every few hundred allocations, as is the default, takes nearly half of the time of following the log.
"""

import ctypes
import gc
from collections.abc import Iterator
from contextlib import contextmanager

_THRESHOLDS = (1_000_000, 50, 100)


@contextmanager
def few_collections() -> Iterator[None]:
    """Within it, cycles are looked for seldom, in the whole process."""
    former = gc.get_threshold()
    gc.set_threshold(*_THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*former)


@contextmanager
def no_collections() -> Iterator[None]:
    """Within it, cycles are not looked for: a program that keeps all it makes until it ends would find none in it."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def return_memory() -> None:
    """Returns free memory to the system after much work, where its library can do that."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
