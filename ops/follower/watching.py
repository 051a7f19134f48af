"""Looks at a log again and again, and says in a line each time what it saw."""

import time
from collections.abc import Callable

from domain.evidence.exported.findings import printable
from ops.errors import ExitCode, LogUnreachableError
from ops.follower.rounds import Follower, Looked

_SHOWN_DIGITS = 16


def watch(follower: Follower, say: Callable[[str], None], pause_seconds: float | None) -> ExitCode:
    """Looks until something is wrong, which is named; once where there is no pause, and then anyone who does not answer
    is an error. Raises LogUnreachableError, DataFolderError."""
    failures, said_later = 0, ""
    while True:
        try:
            looked = follower.look()
        except LogUnreachableError as fault:
            failures += 1
            if pause_seconds is None:
                raise
            say(f"not reached, {failures} times in a row: {fault}")
        else:
            failures = 0
            for finding in looked.findings:
                say(finding.line)
            if looked.findings:
                return ExitCode.CHECKS_FAILED
            say(_line(looked, time.time() - follower.folder.newest_at()))
            if looked.later and looked.later != said_later:
                said_later = looked.later
                say(f"this log has ended: it began again, with another key, and is read at {printable(looked.later)}")
        if pause_seconds is None:
            return ExitCode.DONE
        time.sleep(pause_seconds)


def _line(looked: Looked, age_seconds: float) -> str:
    found = looked.checkpoint
    if found is None:
        return "no checkpoint"
    root = found.root.hex()[:_SHOWN_DIGITS]
    return f"{found.size} events, root {root}…, first seen {age_seconds:.0f} s ago, answered in {looked.seconds:.2f} s"
