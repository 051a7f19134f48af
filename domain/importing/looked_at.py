"""A list as it is looked over: what it is, and what becomes of each of its lines."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from domain.importing.whom import Meant, Register
from domain.kernel.envelope import Actor
from domain.kernel.ids import PersonId, TournamentId
from domain.tournament.guards.context import Ratings

Becomes = Literal["taken", "before", "left-out", "refused", "noted"]
"""`before`: it stands there already. `noted`: it is taken, and something in it is odd."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A list to import by `actor`, in that person's name: its text, what its tournament is called, or which one its
    entries are for, where it comes from, and on which terms the matches of a report file are taken."""

    text: str
    name: str
    source: str
    actor: Actor
    person: PersonId | None
    register: Register
    ratings: Ratings
    now: datetime
    tournament: TournamentId | None = None
    length: int = 1
    rated: bool = False

    @property
    def lines(self) -> list[str]:
        """The text line by line, with the ends of lines as they are."""
        return self.text.splitlines(keepends=True)


@dataclass(frozen=True, slots=True)
class LookedAt:
    """A line of the list, what stands there, and what becomes of it; why, where it is not simply taken."""

    line: int
    text: str
    becomes: Becomes
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Looked:
    """What a list comes to: in which tournament, its lines, and whom its names stand for."""

    tournament: TournamentId
    lines: Sequence[LookedAt]
    persons: Sequence[Meant] = ()

    @property
    def wrong(self) -> Sequence[LookedAt]:
        """The lines that keep all of it from being recorded."""
        return [one for one in self.lines if one.becomes == "refused"]
