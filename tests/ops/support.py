"""What the tests of running processes share."""

import os
import time
from collections.abc import Callable
from pathlib import Path

DEADLINE_SECONDS = 30.0


def eventually(condition: Callable[[], bool]) -> bool:
    """Whether the condition comes true before the deadline."""
    deadline = time.monotonic() + DEADLINE_SECONDS
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def is_alive(process_id: int) -> bool:
    """Whether the process runs; one that has ended and only waits to be noticed doesn't."""
    if Path("/proc/self/stat").exists():
        try:
            return Path(f"/proc/{process_id}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
        except (FileNotFoundError, ProcessLookupError):
            return False
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    return True
