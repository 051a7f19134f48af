"""A list as it is looked over: what it is, and what becomes of each of its lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Literal

from domain.importing.desk import Desk, DrawId
from domain.importing.match_lists.club_list import Row
from domain.importing.together import Together
from domain.importing.whom import Meant, Register
from domain.kernel.envelope import Actor
from domain.kernel.ids import PersonId, TournamentId
from domain.lists.events import Choice
from domain.lists.reading import Reading
from domain.tournament.guards.context import Ratings
from domain.tournament.lifecycle.events import RatingTerms

Becomes = Literal["taken", "before", "changed", "changed-here", "conflict", "gone", "left-out", "refused", "noted"]
"""`before`: it is there already, as the list said before. `changed`: the list says it otherwise now, and that is
taken. `changed-here`: the list says what it said, and something else is here, which stands. `conflict`: it was changed
on both sides, and waits for somebody to choose. `gone`: the list does not have it any more. `noted`: it is taken, and
something in it is odd."""

Choices = Mapping[int | PersonId, Choice]
"""What was chosen of what was changed on both sides: by the number of the match, or by the person."""


def of_matches(choices: Choices) -> Mapping[int, Choice]:
    """Those of them that are of matches."""
    return {match: choice for match, choice in choices.items() if isinstance(match, int)}


JobState = Literal["running", "done", "refused", "cancelled", "interrupted"]
"""How far an import is that goes on while nobody waits for it. `interrupted`: the database was away for too long, or
something failed; it can be gone on with."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A list to import by `actor`, in that person's name: its text, what its tournament is called, or which one its
    entries are for, and what its file is called. Nobody's acts are the import's own. `choices` are what was chosen
    of conflicts; `most` new rows of a match list are taken at once. `says` is how it is read as anyone who imports
    it says, `kept` as it is kept with the list; `rating` by what the matches of a new list are rated, if at all;
    `day` when a report file without a day was played. `read` keeps what its lines come to, where parts of it are
    looked over one after the other."""

    text: str
    name: str
    file: str
    actor: Actor | None
    person: PersonId | None
    register: Register
    ratings: Ratings
    now: datetime
    draw: DrawId
    tournament: TournamentId | None = None
    choices: Choices = field(default_factory=dict)
    says: Reading = field(default_factory=Reading)
    kept: Reading = field(default_factory=Reading)
    rating: RatingTerms | None = None
    day: date | None = None
    most: int | None = None
    read: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def lines(self) -> list[str]:
        """The text line by line, with the ends of lines as they are."""
        return self.text.splitlines(keepends=True)

    @property
    def reading(self) -> Reading:
        """The way it is read."""
        return self.kept.with_changes(self.says)

    @property
    def source(self) -> str:
        """Where it comes from."""
        return self.reading.source or self.file

    def desk(self, log: Together) -> Desk:
        """Where it is imported."""
        return Desk(log, self.draw, self.actor, self.ratings)


@dataclass(frozen=True, slots=True)
class LookedAt:
    """A line of the list, what is there, and what becomes of it; why, where it is not simply taken. Where it is
    compared with a match that is here, there is its number (`match`), what the list said before, and what is here; of
    somebody there is their id (`person`) instead. What is gone is line 0."""

    line: int
    text: str
    becomes: Becomes
    why: str | None = None
    match: int | None = None
    before: str | None = None
    here: str | None = None
    person: PersonId | None = None


@dataclass(frozen=True, slots=True)
class Left:
    """New rows of a match list that are left to enter, and the list's version when they were found to be new."""

    rows: Sequence[Row] = ()
    version: int = 0


@dataclass(frozen=True, slots=True)
class Looked:
    """The result of a list: in which tournament, where there is one; its lines; who its names stand for; and who acted.
    `left` is what was not laid, where no more was wanted at once. `rating` is by what its matches are rated, if at all,
    `reading` how the list is read."""

    tournament: TournamentId | None
    lines: Sequence[LookedAt]
    persons: Sequence[Meant]
    acted: Actor
    left: Left = field(default_factory=Left)
    rating: RatingTerms | None = None
    reading: Reading = field(default_factory=Reading)

    @property
    def wrong(self) -> Sequence[LookedAt]:
        """The lines that keep all of it from being recorded."""
        return [one for one in self.lines if one.becomes == "refused"]
