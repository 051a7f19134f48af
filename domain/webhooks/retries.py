"""When a delivery is tried again that was not accepted: soon, then ever more rarely, as Standard Webhooks 1.0.0 has it;
then daily, until it is given up."""

from datetime import datetime, timedelta
from typing import Literal

Outcome = Literal[
    "accepted", "refused", "gone", "address-not-public", "name-unknown", "unreachable", "timed-out", "broken-off"
]
"""What becomes of an attempt: accepted is each status from 200 to 299, gone is 410, refused any other, also what leads
elsewhere. The rest got no status: the name leads to no public address, or to none; nobody takes the connection, or its
certificate is not sound; it took too long; or what came was no answer of HTTP."""

PAUSES = tuple(timedelta(seconds=seconds) for seconds in (5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400))
"""After the first attempt, after the second, and so on; the last of them again and again."""

GIVEN_UP_AFTER = timedelta(days=14)
"""So long after the first attempt of a delivery that nothing was accepted of, the webhook is disabled."""

LONGEST_ASKED_FOR = timedelta(days=1)
"""A receiver may ask for a longer pause, and is not left alone for longer than this."""


def next_attempt(failed: int, now: datetime, asked_for: timedelta | None) -> datetime:
    """When to try again what has failed so often, from 1, now for the last time. The receiver may have asked for a
    pause."""
    pause = PAUSES[min(failed, len(PAUSES)) - 1]
    return now + max(pause, min(asked_for or pause, LONGEST_ASKED_FOR))


def is_given_up(first_failed_at: datetime, now: datetime) -> bool:
    """Whether it was tried for long enough."""
    return now - first_failed_at >= GIVEN_UP_AFTER
