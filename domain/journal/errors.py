"""Refusals of the journal, and faults of the log itself."""

from eventsourcing.persistence import OperationalError

from domain.kernel.refusal import conflict, invalid, unknown

IDEMPOTENCY_KEY_REUSED = invalid("idempotency-key-reused").says(
    "This idempotency key was used for another request", "Send the new request under a key of its own."
)
FIRST_ANSWER_GONE = conflict("first-answer-gone").says(
    "This command was carried out before, and its answer has been deleted",
    "Read the histories for what it recorded, and send any new command under a new idempotency key.",
)
VERSION_UNKNOWN = unknown("version-unknown").says(
    "The stream has no such version yet", "Ask for a version from 0 up to the stream's newest."
)


POSITION_UNKNOWN = unknown("position-unknown").says(
    "The log has no such position yet",
    "Ask for a position from 0 up to the newest, or leave `as_of` out for what is now.",
)


class Unavailable(OperationalError):  # noqa: N818 -- said of the log, not of a fault in it
    """The log can't be reached, or it can't be known yet whether the command was recorded.

    Sending the command again under the same idempotency key is safe and settles it.
    """


class Held(Unavailable):
    """Nothing is appended until the operator decides, since the log lacks what was acknowledged; to try again does not
    help before that."""


class Corrupt(Exception):  # noqa: N818 -- said of what is stored
    """The stored data contradict each other or don't read as an event; nobody may build on it."""


class UnknownTopic(Corrupt):
    """An event of a kind that is not registered; it is refused, in writing and in reading."""


class Unfolded(Exception):  # noqa: N818 -- said of a stream
    """A stream of a kind nobody folds, or a fold that does not count versions: a fault of the program."""
