"""Works out old events again in the background, so that a history that was rewritten with care is found by itself."""

import threading
from collections.abc import Callable
from contextlib import suppress

import psycopg

from ops.errors import OperationError
from ops.evidence.key_folder import KeyFolder
from projections.evidence.examination import BATCH, examine

DAY_SECONDS = 86_400.0
SHORTEST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 1.0, 600.0
_NEWEST = "SELECT coalesce(max(position), 0) FROM public.events"
_REACHED = "SELECT reached FROM public.examination"
_NOTE = "SELECT public.scoresheet_note_examination(%s, %s, %s)"


def keep_examining(
    conninfo: str,
    folder: KeyFolder,
    days: int,
    report: Callable[[str], None],
    stop: threading.Event | None = None,
) -> None:
    """Goes through the whole log in so many days, again and again, until `stop` is set; `report` is told what is wrong.
    What can't be looked at now is looked at later."""
    stop = stop or threading.Event()
    while not stop.is_set():
        size = 0
        with suppress(OperationError, LookupError, psycopg.Error), psycopg.connect(conninfo, autocommit=True) as opened:
            found, size = look(opened, folder)
            if found:
                report("; ".join(found))
        stop.wait(pause_seconds(size, days))


def pause_seconds(size: int, days: int) -> float:
    """Between two stretches of a log of that size, so that all of it takes so many days."""
    stretches = max(size // BATCH, 1)
    return min(max(days * DAY_SECONDS / stretches, SHORTEST_PAUSE_SECONDS), LONGEST_PAUSE_SECONDS)


def look(connection: psycopg.Connection, folder: KeyFolder) -> tuple[list[str], int]:
    """Works out the next stretch and notes it: what is wrong in it, and the size of the log. Where something is wrong,
    the same stretch comes next again. `connection` is autocommitting, in the signer's role. Raises LogKeyError."""
    with connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        [[size]] = connection.execute(_NEWEST).fetchall()
        [[reached]] = connection.execute(_REACHED).fetchall()
        looked = examine(connection, folder.head(), min(reached, size), BATCH)
        found = list(looked.problems)
        end = min(reached, size) + BATCH
        is_at_end = not found and end >= size
        connection.execute(_NOTE, (reached if found else min(end, size), found, is_at_end))
    return found, size
