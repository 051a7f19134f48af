"""What became of a message that was handed over, whichever way it went."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

Outcome = Literal["sent", "again", "refused", "unclear", "gone"]
"""The other side has it; it can be tried again; it takes it never; the connection broke when it may have had it, and
nobody knows; or there is nobody any more whom it could reach there."""


@dataclass(frozen=True, slots=True)
class Handed:
    """The outcome, and why: the other side's code, or the kind of fault. An address is in neither. `asked_for` is the
    pause that it wants."""

    outcome: Outcome
    why: str
    asked_for: timedelta = timedelta()
