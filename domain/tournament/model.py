"""A tournament's state: frozen values, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from rpds import HashTrieMap, HashTrieSet

from domain import record
from domain.chance import Commitment
from domain.formats.protocol import AnyFormat, Decided, Entrant, Place
from domain.formats.registry import FormatOptions, format_of
from domain.ids import PersonId, StreamName
from domain.record import Bye, Effective, Match
from domain.standings.tally import Tally
from domain.tournament.conditions import Conditions
from domain.tournament.events import Rating

Status = Literal["announced", "started", "completed", "cancelled"]
EntryStatus = Literal["requested", "approved", "refused", "withdrawn", "resigned"]


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry. `entrant` is true once it was approved, for good (ALL-7). `reason` is text about the person."""

    number: int
    person: PersonId
    status: EntryStatus
    revision: int
    entrant: bool = False
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """What was announced, and how far the tournament is. `revision` is the stream version that last changed it;
    `ended_at` is when it was completed or cancelled, None while it is neither."""

    name: str
    format: FormatOptions
    rating: Rating | None
    conditions: Conditions
    time_zone: str
    directors: tuple[PersonId, ...]
    status: Status
    announced_at: datetime
    revision: int
    ended_at: datetime | None = None

    @property
    def rules(self) -> AnyFormat:
        """The format the tournament is played by."""
        return format_of(self.format)


@dataclass(frozen=True, slots=True)
class Committed:
    """A commitment to a secret, and the secret once it is revealed (ALL-2), both in hexadecimal digits."""

    commitment: Commitment
    secret: str | None = None


@dataclass(frozen=True, slots=True)
class Stood:
    """A change of a result that stands without consequence for who goes on (ALL-4): while `now` is the winner, the
    advancement is as it was when it was `then`. None: nobody."""

    then: int | None
    now: int | None


@dataclass(frozen=True, slots=True)
class Rounds:
    """What formats with rounds add. `matches_from` and `byes_from` hold, by match, what was made from it; `drawn`
    how often each round was drawn; `bye_counts` the byes that count."""

    byes: HashTrieMap[int, Bye] = field(default_factory=HashTrieMap)
    matches_from: HashTrieMap[int, tuple[int, ...]] = field(default_factory=HashTrieMap)
    byes_from: HashTrieMap[int, tuple[int, ...]] = field(default_factory=HashTrieMap)
    bye_counts: HashTrieMap[int, int] = field(default_factory=HashTrieMap)
    drawn: HashTrieMap[int, int] = field(default_factory=HashTrieMap)
    stood: HashTrieMap[int, Stood] = field(default_factory=HashTrieMap)
    decisions: HashTrieMap[str, Decided] = field(default_factory=HashTrieMap)
    committed: tuple[Committed, ...] = ()


@dataclass(frozen=True, slots=True)
class Tournament:
    """The state. `settings` is None until the tournament is announced; `awaiting` are the matches without an
    announced result; maps have no order, so whoever lists them sorts by number."""

    stream: StreamName
    version: int = 0
    settings: Settings | None = None
    entries: HashTrieMap[int, Entry] = field(default_factory=HashTrieMap)
    entry_of: HashTrieMap[PersonId, int] = field(default_factory=HashTrieMap)
    matches: HashTrieMap[int, Match] = field(default_factory=HashTrieMap)
    tallies: HashTrieMap[int, Tally] = field(default_factory=HashTrieMap)
    awaiting: HashTrieSet[int] = field(default_factory=HashTrieSet)
    rounds: Rounds = field(default_factory=Rounds)

    @property
    def id(self) -> str:
        return self.stream.removeprefix("tournament-")

    @property
    def started(self) -> bool:
        """Whether it has been started; no longer, once it has been cancelled (ALL-13)."""
        return self.settings is not None and self.settings.status in ("started", "completed")

    @property
    def entrants(self) -> Sequence[Entrant]:
        """Everyone who was approved, by entry number."""
        numbers = sorted(number for number, entry in self.entries.items() if entry.entrant)
        return [_entrant(self.entries[number]) for number in numbers]

    @property
    def awaited(self) -> Sequence[int]:
        """Matches that are not void and have no announced result."""
        return sorted(self.awaiting)

    @property
    def places(self) -> Sequence[Place]:
        """The matches of rounds and the byes that are not void; matches first, each by number."""
        return [*self._match_places(), *self._bye_places()]

    def _match_places(self) -> Iterator[Place]:
        for number in sorted(self.matches):
            match = self.matches[number]
            if match.round is not None and not match.void:
                yield Place(match.round, match.sides, number)

    def _bye_places(self) -> Iterator[Place]:
        for number in sorted(self.rounds.byes):
            bye = self.rounds.byes[number]
            if bye.live:
                yield Place(bye.round, (bye.entry,), None)

    def tally(self, entry: int) -> Tally:
        """What the entry's counting matches add up to."""
        return self.tallies.get(entry, Tally())

    def byes(self, entry: int) -> int:
        """How many byes the entry has."""
        return self.rounds.bye_counts.get(entry, 0)

    def setbacks(self, entry: int) -> int:
        """The losses that decide whether the entry goes on (ALL-4)."""
        return self.tally(entry).losses + sum(self._spared(number, entry) for number in self.rounds.stood)

    def _spared(self, number: int, entry: int) -> int:
        """What a standing change of that match adds to the entry's losses: 1, 0 or -1."""
        stood, match = self.rounds.stood[number], self.matches[number]
        if self.winner(number) != stood.now or entry not in match.sides:
            return 0
        return _lost(entry, stood.then) - _lost(entry, stood.now)

    def decision(self, question: str) -> Decided | None:
        """What a director has decided on this question (ALL-5)."""
        return self.rounds.decisions.get(question)

    def counting(self, match: Match) -> Effective | None:
        """The match's effective result where it counts."""
        return record.counting(match)

    def winner(self, number: int) -> int | None:
        """Who has won that match, as far as it counts."""
        result = record.counting(self.matches[number])
        return None if result is None else result.winner

    @property
    def commitment(self) -> Committed | None:
        """The commitment in force: the latest, unless its secret is revealed (ALL-2)."""
        committed = self.rounds.committed
        return committed[-1] if committed and committed[-1].secret is None else None


def _entrant(entry: Entry) -> Entrant:
    """Who has asked again, and is not approved again, is as if he were still away."""
    return Entrant(entry.number, entry.person, entry.status != "approved", entry.status == "resigned")


def _lost(entry: int, winner: int | None) -> int:
    return int(winner is not None and winner != entry)


def initial(stream: StreamName) -> Tournament:
    """The state before the first event."""
    return Tournament(stream)


def announced_settings(state: Tournament) -> Settings:
    """The settings of a tournament that has been announced; ValueError if it has not."""
    if state.settings is None:
        raise ValueError(f"{state.stream} has not been announced")
    return state.settings
