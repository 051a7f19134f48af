"""The disputes, rulings and appeals of a tournament (TD-9 to TD-13)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from rpds import HashTrieMap

from domain.kernel.envelope import Actor
from domain.kernel.ids import PersonId
from domain.kernel.personal_text import PersonalText
from domain.kernel.replacing import replace
from domain.match.layer import LayerKey, OrderedBy
from domain.officiating.committees import CommitteeVerdict, Vote
from domain.officiating.remedies import Remedy, entries_put_out, persons_named
from domain.officiating.sanction_catalogue import Flag
from domain.scoring.disputes import ScoreSheet
from domain.tournament.rulings.events import About, MatchLayer, StatementKind
from domain.tournament.rulings.in_game import InGame

RulingStatus = Literal["in-force", "suspended", "upheld", "reversed", "replaced", "withdrawn"]


@dataclass(frozen=True, slots=True)
class Statement:
    """Something said or asked for in a dispute, as `by` has recorded it. `statement` is None once its person was
    erased; `score_sheet` is a score sheet handed in with it (TD-15), `committee` are those who an agreement names."""

    kind: StatementKind
    person: PersonId
    statement: PersonalText | None
    at: datetime
    by: Actor
    score_sheet: ScoreSheet | None = None
    committee: tuple[PersonId, ...] = ()

    @property
    def is_own(self) -> bool:
        """Whether the person has recorded it, by a key that nobody else may know."""
        return self.by.persons == (self.person,)


@dataclass(frozen=True, slots=True)
class Dispute:
    """A matter, before any ruling on it; `in_game` is where in its match it is (GAM-7)."""

    number: int
    on: About
    matter: PersonalText | None
    parties: tuple[int, ...]
    opened_at: datetime
    revision: int
    statements: tuple[Statement, ...] = ()
    ruling: int | None = None
    in_game: InGame | None = None


@dataclass(frozen=True, slots=True)
class Orders:
    """The orders of a ruling, or of what an appeal has put in its place. `layers` are what it means for matches."""

    remedies: tuple[Remedy, ...]
    layers: tuple[MatchLayer, ...]
    given_at: datetime

    @property
    def matches(self) -> tuple[int, ...]:
        """The matches that it reaches."""
        return tuple(layer.match for layer in self.layers)

    @property
    def put_out(self) -> tuple[int, ...]:
        """The entries that it puts out."""
        return entries_put_out(self.remedies)

    def also(self, layers: tuple[MatchLayer, ...]) -> Orders:
        """The same, of further matches too."""
        return replace(self, layers=(*self.layers, *layers))


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling. `claimed` are the remedies of a claim that it dismissed; `instead` is what an appeal has put in its
    place. `parties` are entry numbers; `clause` is the rule it names; `flags` say in what its remedies depart from what
    was permitted (TD-22); `agreed_by` are the parties that chose the `committee`, and `votes` its. `appeal_deadline` is
    when the window for appeals closes, by the conditions under which the ruling was given; None: never (TD-11).
    `withdrawn_because` is why it should not have been given. `given_in` are its matches that were then in a sitting
    that a ruling had opened, with whose layer that was (ALL-3). It was `given` with that version of the tournament,
    `previewed` where its giver went by a preview; `decision` is the version of what was decided without a ruling, and
    is one since it was appealed (5.2). `in_game` is where in its match it is (GAM-7)."""

    number: int
    on: About
    dispute: int | None
    clause: str
    facts: PersonalText | None
    reasons: PersonalText | None
    parties: tuple[int, ...]
    orders: Orders
    claimed: tuple[Remedy, ...]
    play_began: bool
    given_by: Actor
    committee: tuple[PersonId, ...]
    status: RulingStatus
    revision: int
    given: int
    previewed: bool
    instead: Orders | None = None
    precedents: tuple[int, ...] = ()
    flags: tuple[Flag, ...] = ()
    agreed_by: tuple[int, ...] = ()
    votes: tuple[Vote, ...] = ()
    appeal_deadline: datetime | None = None
    withdrawn_because: PersonalText | None = None
    given_in: tuple[tuple[int, LayerKey], ...] = ()
    decision: int | None = None
    in_game: InGame | None = None

    @property
    def in_force(self) -> Orders | None:
        """The orders in force now."""
        if self.status in ("in-force", "upheld"):
            return self.orders
        return self.instead if self.status in ("reversed", "replaced") else None

    @property
    def at_issue(self) -> tuple[Remedy, ...]:
        """The remedies that it has ordered, and those it has dismissed."""
        return (*self.orders.remedies, *self.claimed)

    @property
    def named(self) -> tuple[PersonId, ...]:
        """The persons who its remedies name, who are parties whether or not they play here (TD-11)."""
        return persons_named(self.at_issue)

    @property
    def judges(self) -> tuple[PersonId, ...]:
        """The persons who have given it: its committee, which somebody else may have recorded, or its director."""
        director = self.given_by.person
        return self.committee or (() if director is None else (director,))

    @property
    def ordered_by(self) -> OrderedBy:
        """By what it orders that."""
        return "appeal" if self.status in ("reversed", "replaced") else "ruling"


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of staff without a ruling, by the event of that version and topic. It says on what, by which clause,
    who and when, and why, as far as they said (5.2)."""

    version: int
    topic: str
    on: About
    clause: str
    by: Actor
    at: datetime
    reason: PersonalText | None


@dataclass(frozen=True, slots=True)
class Alternative:
    """A decision that a committee puts forward in place of a ruling."""

    number: int
    remedies: tuple[Remedy, ...]


@dataclass(frozen=True, slots=True)
class Appeal:
    """An appeal of a ruling by a party: an entry, or where `by` is None a `lodged_by` who it names.

    `decision` is None until it is decided. `reason` is why it was lodged, `decided_because` the committee's reasons.
    `allowed` are members who an administrator allowed although they had served, and `allowed_because` says why.
    `carried_out`: the staff have done what it takes of a decision that is no more (5.2)."""

    number: int
    ruling: int
    entry: int | None
    lodged_by: PersonId
    lodged_at: datetime
    late: bool
    reason: PersonalText | None
    revision: int
    members: tuple[PersonId, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    votes: tuple[Vote, ...] = ()
    decision: CommitteeVerdict | Literal["no-majority", "withdrawn"] | None = None
    decided_because: PersonalText | None = None
    allowed: tuple[PersonId, ...] = ()
    allowed_because: PersonalText | None = None
    carried_out: bool = False


@dataclass(frozen=True, slots=True)
class Directing:
    """All of it, by number from 1; `decisions` are those without a ruling, by the version they were recorded with."""

    disputes: HashTrieMap[int, Dispute] = field(default_factory=HashTrieMap)
    rulings: HashTrieMap[int, Ruling] = field(default_factory=HashTrieMap)
    appeals: HashTrieMap[int, Appeal] = field(default_factory=HashTrieMap)
    decisions: HashTrieMap[int, Decision] = field(default_factory=HashTrieMap)

    @property
    def undecided(self) -> tuple[int, ...]:
        """The disputes that no ruling has decided, or one that was taken back."""
        given = {dispute.number: self.rulings.get(dispute.ruling or 0) for dispute in self.disputes.values()}
        return tuple(sorted(number for number, one in given.items() if one is None or one.status == "withdrawn"))

    def appeal_of(self, ruling: int) -> Appeal | None:
        """The newest appeal of a ruling, unless it was withdrawn."""
        found = [a for _, a in sorted(self.appeals.items()) if a.ruling == ruling and a.decision != "withdrawn"]
        return found[-1] if found else None
