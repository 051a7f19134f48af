"""Working alone on what several processes share. A lock goes with the process that has it, even by `kill -9`."""

import contextlib
import fcntl
import os
from collections.abc import Iterator


@contextlib.contextmanager
def alone_with(opened: int) -> Iterator[None]:
    """Within it, this process alone has the file or folder opened so, which is closed at the end; waits for others."""
    try:
        fcntl.flock(opened, fcntl.LOCK_EX)
        yield
    finally:
        os.close(opened)
