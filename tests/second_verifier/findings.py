"""What a verifier says."""

from dataclasses import dataclass, field

KINDS = (
    "manifest", "signature", "origin", "fork", "root", "leaf", "gap", "event-changed", "event-missing", "event-extra",
    "order", "column", "truncated", "seal", "draw", "table", "file", "cosignatures", "unauthenticated",
)  # fmt: skip
"""The guide's closed list."""


class UnreadableError(Exception):
    """This is no export that can be read."""


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong, at a position of the log where it has one."""

    kind: str
    text: str
    position: int | None = None

    def __str__(self) -> str:
        where = "" if self.position is None else f" at {self.position}"
        return f"{self.kind}{where}: {self.text}"


@dataclass
class Findings:
    """All that was found, in the order in which it was."""

    all: list[Finding] = field(default_factory=list)

    def add(self, kind: str, text: str, position: int | None = None) -> None:
        """Notes one; its kind is of the closed list."""
        if kind not in KINDS:
            raise ValueError(kind)
        self.all.append(Finding(kind, text, position))
