"""Faults of an export: a closed list, each finding named by where it is."""

from dataclasses import dataclass
from typing import Literal, get_args

Kind = Literal[
    "manifest",
    "leaf",
    "root",
    "gap",
    "event-changed",
    "event-missing",
    "event-extra",
    "order",
    "column",
    "truncated",
    "seal",
    "origin",
    "signature",
    "fork",
    "draw",
    "table",
    "file",
    "cosignatures",
    "unauthenticated",
]
"""api/guides/EXPORTS.md says of each when it is given, and what it shows."""

KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong: of which kind, what it is, and of which event, as far as it is of one."""

    kind: Kind
    detail: str
    position: int | None = None
    stream: str | None = None
    version: int | None = None

    @property
    def line(self) -> str:
        """The finding as `verify` prints it."""
        place = "" if self.position is None else f"event {self.position}"
        event = "" if self.stream is None else f"{self.stream}@{self.version}"
        where = f"{place} ({event})" if place and event else place or event
        return printable(f"{self.kind}: {where}: {self.detail}" if where else f"{self.kind}: {self.detail}")


def printable(text: str) -> str:
    """The text as a terminal takes it, which does as control characters tell it; further lines are indented. So what
    somebody else has written is never taken for what this program says."""
    shown = (one if one.isprintable() or one == "\n" else one.encode("unicode_escape").decode() for one in text)
    return "".join(shown).replace("\n", "\n      ")
