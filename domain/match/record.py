"""The record of a match: the layers of its result and the effective one (ALL-3), and what it hangs on (ALL-4).

What a match has come to is what is effective; what was reported is looked at only where it is the matter: to lay
something into the record, to announce it, to show it layer by layer.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from domain.kernel.ids import PersonId
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Side, Why
from domain.match.bout import Terms as BoutTerms
from domain.match.effective_result import Ruled, Void
from domain.match.layer import Layer
from domain.match.sitting import Invitation, Sitting
from domain.match.verdict import Basis, DerivedKey, Ended
from domain.officiating.remedies import Ordered
from domain.scoring.games import Outcome
from domain.scoring.modes import PointValue
from domain.scoring.result import Form, Result

Verification = Literal["confirmed", "by-director", "at-once"]
"""How a report comes to count (TD-14): the opponent confirms it, a director verifies it, or it does at once."""


@dataclass(frozen=True, slots=True)
class Effective:
    """The result of all layers of a match. `winner` is an entry number, None where neither side has won; `result` is
    what was reported, None where rulings alone have ended the match."""

    sides: tuple[int, int]
    length: int
    result: Result | None
    outcome: Outcome
    played_at: datetime
    place: Decimal
    reported_at: datetime
    announced_at: datetime | None

    @property
    def winner(self) -> int | None:
        if self.outcome.winner is None:
            return None
        return self.sides[0] if self.outcome.winner == "first" else self.sides[1]

    @property
    def loser(self) -> int | None:
        """The other side, where one has won."""
        if self.outcome.winner is None:
            return None
        return self.sides[1] if self.outcome.winner == "first" else self.sides[0]

    @property
    def ended(self) -> Ended:
        return Ended(self.outcome.ended, self.winner, self.played_at)


Status = Literal["valid", "void", "in-vain", "lapsed", "set-aside"]
"""How what was made from earlier results now stands. It is `valid` while they still are the effective ones, or a
decision keeps it, and else has `lapsed`, to come back with them; `set-aside` it is for good (ALL-4). A match is `void`
by a voiding or a ruling on itself, and played `in-vain` where what alone had made that possible is so no longer
(RNG-6)."""


Phase = Literal["open", "needs-ruling", "reported", "announced", "abandoned", "void"]
"""How far a match is. `open`: it
is to be played, or goes on. `needs-ruling`: it has a report that by the rulings now in force does not end it; a ruling
resumes it, or its result is corrected to what was played on (TD-10, TD-13). `reported`: its result is not announced
(TD-14). `announced`: its result is known, and counts. `abandoned`: it has none because of other results. `void`: it
counts nowhere and takes no new results, for whatever reason (ALL-4)."""


@dataclass(frozen=True, slots=True)
class Paired:
    """The sides as paired, before a correction of who met; and what the place is `also` made from since: what the
    others were made from that were corrected with it. What it was made from itself, as they were, is `shared`. It is
    `undone` once a late entry has taken a place on which one of them hung: nobody changes seats by it any more."""

    entries: tuple[int, ...]
    also: Basis = ()
    shared: Basis = ()
    undone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Made:
    """A match, bye or opening made from earlier results, `made_from`; it stays on those of `kept_on` too. What is
    `rewound` has lapsed until somebody chooses that it comes back. Its status is kept up to date by anyone who lays
    results. `paired` is None unless it was corrected who met."""

    paired: Paired | None = None
    made_from: Basis = ()
    kept_on: Basis = ()
    status: Status = "valid"
    rewound: bool = False

    @property
    def valid(self) -> bool:
        """Whether it counts."""
        return self.status == "valid"

    @property
    def live(self) -> bool:
        """Whether what it was made from still is so, or a decision keeps it."""
        return self.status not in ("lapsed", "set-aside")

    @property
    def possible(self) -> bool:
        """Whether it could be made, and played, by what results have come to (ALL-4, RNG-6)."""
        return self.status in ("valid", "void")


@dataclass(frozen=True, slots=True)
class Abandonment:
    """The abandonment of a match because of these outcomes; `holds` while they still are so, or it is kept."""

    because_of: Basis
    holds: bool = True


@dataclass(frozen=True, slots=True)
class Match(_Made):
    """A match between two entries, to `length` points; `round` is None where the format has none.

    `why` says why the two were paired; `revision` is the stream version that last changed it. `slot` is its place in a
    bracket or ring; `stage` that of the tournament it belongs to, and `opening` the opening of it, 0 for the first
    stage. `abandonments` say what it was abandoned because of. `layers` are the rulings in force, in the order given;
    `came_to` is what they and the newest sitting give, None before anything was laid into it, and `effective` who has
    won by it, and when. `stake` is what each side stakes, `point_value` what a point is worth, `tied_to` the outcomes
    it was played by; `table` is where it is or was played (REG-6). `open_since` is when its newest sitting was last
    opened: made, ordered, or without a result again. `directors_link_confirms` is as the conditions had it then;
    `code_denied` says that a player has denied a word by a code of theirs, so that none confirms it any more. Where
    it begins a `bout`, `bout_ended` is what that came to; a later match of a bout was `begun_by` that one (SER-1).
    `bout_score` is the bout's with this match, in half points, as its sides are, and `nth_of_bout` which of those that
    count in it this one is, from 1."""

    number: int
    sides: tuple[int, int]
    length: int
    revision: int
    sittings: tuple[Sitting, ...] = (Sitting(),)
    void_reason: PersonalText | None = None
    effective: Effective | None = None
    round: int | None = None
    why: Why | None = None
    form: Form = "points"
    stage: int = 1
    opening: int = 0
    slot: str | None = None
    abandonments: tuple[Abandonment, ...] = ()
    layers: tuple[Layer, ...] = ()
    came_to: Ruled | None = None
    stake: Decimal | None = None
    verification: Verification = "by-director"
    point_value: PointValue | None = None
    tied_to: Basis = ()
    table: int | None = None
    open_since: datetime | None = None
    directors_link_confirms: bool = False
    code_denied: bool = False
    bout: BoutTerms | None = None
    bout_ended: Ended | None = None
    bout_score: tuple[int, int] | None = None
    nth_of_bout: int = 1
    begun_by: int | None = None

    @property
    def key(self) -> DerivedKey:
        return "match", self.number

    @property
    def played_at(self) -> datetime | None:
        """When it was played, where it has come to something."""
        return self.effective.played_at if self.effective else None

    @property
    def announced_at(self) -> datetime | None:
        """When what it has come to was announced."""
        return self.effective.announced_at if self.effective else None

    @property
    def sides_paired(self) -> tuple[int, int]:
        """The sides as paired, before a correction of who met."""
        if self.paired is None:
            return self.sides
        first, second = self.paired.entries
        return first, second

    @property
    def phase(self) -> Phase:
        """Its phase."""
        if self.void or self.voided:
            return "void"
        if self.effective is not None:
            return "reported" if self.effective.announced_at is None else "announced"
        if self.abandoned:
            return "abandoned"
        return "open" if self.sitting.report is None else "needs-ruling"

    @property
    def ruled_void(self) -> bool:
        """Whether by the rulings in force it counts nowhere."""
        return self.came_to is not None and isinstance(self.came_to.outcome, Void)

    @property
    def voided(self) -> bool:
        """Whether a decision on the match itself makes it void."""
        return self.void_reason is not None or self.ruled_void

    @property
    def void(self) -> bool:
        """Whether it counts nowhere and takes no new results, for whatever reason (ALL-4)."""
        return not self.valid

    @property
    def abandoned(self) -> bool:
        """Whether anything that it was abandoned because of still is so."""
        return bool(self.abandonments) and any(one.holds for one in self.abandonments)

    @property
    def remedies(self) -> tuple[Ordered, ...]:
        """Those of all rulings in force, in the order given."""
        return tuple(remedy for layer in self.layers for remedy in layer.ordered)

    @property
    def shown(self) -> tuple[int, ...]:
        """The places of the sittings that are not hidden, in the order of the rulings that opened them."""
        if len(self.sittings) == 1:
            return (0,)
        opened = {sitting.opened_by: place for place, sitting in enumerate(self.sittings)}
        return (0, *(opened[layer.key] for layer in self.layers if layer.opens))

    @property
    def sitting(self) -> Sitting:
        """The newest sitting that is not hidden."""
        return self.sittings[0] if len(self.sittings) == 1 else self.sittings[self.shown[-1]]

    @property
    def nth_sitting(self) -> int:
        """Which of its sittings that is, hidden ones counted: the first is 1."""
        return self.shown[-1] + 1

    @property
    def unannounced(self) -> bool:
        """Whether a report in it has not been announced: only the staff and the two sides see what it says (ALL-12)."""
        return any(sitting.is_unannounced for sitting in self.sittings)

    @property
    def by_link_of(self) -> PersonId | None:
        """The director who plays it, and by whose link alone their opponent has confirmed the result that counts; None
        where somebody else has said so too (TD-9)."""
        report = self.sitting.report
        return None if report is None or report.announced_at is None else report.by_link_of

    @property
    def by_code_of(self) -> PersonId | None:
        """The player by whose chosen code the result that counts was confirmed; None where it was confirmed otherwise
        (TD-9)."""
        report = self.sitting.report
        return None if report is None or report.announced_at is None else report.by_code_of

    @property
    def left_undecided(self) -> bool:
        """Whether it has a report that by the rulings now in force does not end it: it takes no other, and is resumed
        by a ruling or corrected to what was played on (TD-10, TD-13)."""
        return self.effective is None and self.sitting.report is not None and not (self.ruled_void or self.abandoned)

    @property
    def outcome(self) -> Outcome | None:
        """Its outcome, announced or not, whatever has become of its sources; None: none yet."""
        return None if self.effective is None else self.effective.outcome

    @property
    def is_announced(self) -> bool:
        """Whether what it has come to is announced, whatever has become of what it was made from."""
        return self.effective is not None and self.effective.announced_at is not None

    @property
    def is_decided(self) -> bool:
        """Whether something decides the match itself, whatever has become of what it was made from."""
        return self.effective is not None or self.voided

    @property
    def as_played(self) -> tuple[tuple[int, int], int]:
        """Its sides and length as settled and corrected: what is said of these holds for every later sitting too."""
        sides, length = self.sides, self.length
        for sitting in (self.sittings[place] for place in self.shown):
            length = sitting.played_to.length if sitting.played_to else length
            for correction in sitting.corrections:
                sides = correction.sides or sides
                length = correction.length or length
        return sides, length

    @property
    def length_from_game(self) -> int | None:
        """The game of its newest sitting from which a wrong length was corrected; None: from none (TD-16)."""
        played_to = self.sitting.played_to
        return played_to.from_game if played_to else None

    @property
    def invitation(self) -> Invitation | None:
        """The newest invitation to its newest sitting (NXE-5)."""
        return self.sitting.invitation

    @property
    def acknowledged(self) -> bool:
        """Whether that was acknowledged: its newest sitting is being played (NXE-5)."""
        return self.sitting.acknowledged

    @property
    def no_time_agreed(self) -> tuple[Side, ...]:
        """The sides that have told the director that no time could be agreed for its newest sitting (SWI-4)."""
        return self.sitting.no_time_agreed

    @property
    def started(self) -> bool:
        """Whether it is being played, or has been: somebody has reported a result, acknowledged the invitation (NXE-5),
        or found in a ruling that play had begun."""
        shown = (self.sittings[place] for place in self.shown)
        played = any(sitting.report is not None or sitting.acknowledged for sitting in shown)
        ruled = self.effective is not None or any(layer.play_began for layer in self.layers)
        return played or ruled


@dataclass(frozen=True, slots=True)
class Bye(_Made):
    """A round without an opponent; made from earlier results like a match (ALL-4). `requested` where it was asked
    for; a `slot` makes it a walkover in a bracket."""

    number: int
    entry: int
    round: int
    revision: int
    why: Why | None = None
    stage: int = 1
    opening: int = 0
    slot: str | None = None
    requested: bool = False

    @property
    def key(self) -> DerivedKey:
        return "bye", self.number


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An entry that a ruling had put out while others were paired, or went up to the next stage."""

    entry: int
    ruling: int


@dataclass(frozen=True, slots=True)
class Opening(_Made):
    """A later stage opened with its field, the first seed first; made from all results of the stage before (ALL-4).
    `rounds_before` are the rounds of the stages before it, `version` the stream's when it was opened, `at` the moment;
    `coin_flips` are the groups that a coin put in order, `reason` is why the field was named by hand; `left_out` had
    been put out."""

    number: int
    stage: int
    seeds: tuple[int, ...]
    rounds_before: int
    version: int
    at: datetime
    coin_flips: tuple[tuple[int, ...], ...] = ()
    reason: PersonalText | None = None
    left_out: tuple[LeftOut, ...] = ()

    @property
    def key(self) -> DerivedKey:
        return "opening", self.number


Derived = Match | Bye | Opening
"""All that is made from earlier results (ALL-4)."""
