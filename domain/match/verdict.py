"""What a match came to, and how what was made from it remembers that (ALL-4)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, cast

from domain.scoring.games import EndedAs

Ending = EndedAs | Literal["abandoned"]
"""How a match ended, whether or not it has a result."""

Verdict = int | str | None
"""What a match came to, as what is made from it remembers it: the entry that has won; `default-7` where 7 has won since
only 7 told the director; `drawn`, `drawn-by-default`, `both-lost`, `abandoned` or `void`; None while nothing counts."""

Basis = tuple[tuple[int, Verdict], ...]
"""Earlier matches, each with what it had come to."""

_DEFAULT = "default-"
VOID = "void"
"""The verdict of a match that was voided: it is told apart from one that is still open, so that what was made in its
place goes when it is reinstated."""

LAPSED = "lapsed"
"""What a match now is that hangs on what is so no longer. What is made from it remembers that nothing counts."""


@dataclass(frozen=True, slots=True)
class Ended:
    """What a match came to, in entries; `winner` is None where neither side has won."""

    how: Ending
    winner: int | None = None
    played_at: datetime | None = None

    @property
    def verdict(self) -> Verdict:
        if self.how == "default":
            return f"{_DEFAULT}{self.winner}"
        return self.winner if self.how == "won" else self.how

    def lost(self, entry: int) -> bool:
        """Whether the entry, one of the sides, has lost by it."""
        return self.how == "both-lost" or self.winner not in (None, entry)


def ended_as(verdict: Verdict) -> Ended | None:
    """What was remembered as this verdict; None where nothing counted."""
    if verdict is None or verdict == VOID:
        return None
    if isinstance(verdict, int):
        return Ended("won", verdict)
    if verdict.startswith(_DEFAULT):
        return Ended("default", int(verdict.removeprefix(_DEFAULT)))
    return Ended(cast("Ending", verdict))
