"""Bans of a person, as the events make them (TD-4)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from domain.kernel.envelope import Actor
from domain.kernel.personal_text import PersonalText
from domain.person import events as person_events
from domain.person.events import BanKind

BanStatus = Literal["in-force", "suspended", "reversed", "lifted"]
ReviewStatus = Literal["waiting", "confirmed", "suspended"]


@dataclass(frozen=True, slots=True)
class Ordered:
    """The ruling that has ordered a ban, and the clause it names."""

    tournament: str
    ruling: int
    clause: str


@dataclass(frozen=True, slots=True)
class BanReview:
    """The federation's review of a ban, by which actor, when and why; an erased person's has no reason. `waiting`: it
    has not looked at it yet."""

    status: ReviewStatus = "waiting"
    by: Actor | None = None
    at: datetime | None = None
    reason: PersonalText | None = None


WAITING = BanReview()


@dataclass(frozen=True, slots=True)
class Ban:
    """A ban until a moment or for good (TD-4), placed `by` the federation, or `ordered` by a ruling that they gave.
    `reason` is the federation's, an erased person's has none; `since` is when it came to its `status`, and `version`
    that of the person's stream when it last changed. The federation may suspend it in its `review`, whatever becomes of
    the ruling; then it suspends what the same persons order or place again, too."""

    number: int
    kind: BanKind
    placed_at: datetime
    until: datetime | None
    since: datetime
    reason: PersonalText | None = None
    ordered: Ordered | None = None
    status: BanStatus = "in-force"
    version: int = 0
    by: Actor | None = None
    review: BanReview = WAITING

    @property
    def standing(self) -> BanStatus:
        """The status of the ban, by its ruling and by its review."""
        suspended = self.status == "in-force" and self.review.status == "suspended"
        return "suspended" if suspended else self.status

    def in_force(self, now: datetime) -> bool:
        """Whether it bans the person at that moment."""
        return self.standing == "in-force" and not self.over(now)

    def over(self, now: datetime) -> bool:
        """Whether it has ended by then: by its time, by its ruling's reversal, or as it was lifted."""
        return self.status in ("reversed", "lifted") or (self.until is not None and self.until <= now)

    def may_be_by(self, actor: Actor) -> bool:
        """Whether nobody knows that another has placed or ordered it."""
        return self.by is None or not actor.is_another_than(self.by)

    def of(self, event: person_events.OfRuling) -> bool:
        """Whether that ruling has ordered it."""
        return self.ordered is not None and (self.ordered.tournament, self.ordered.ruling) == (
            event.tournament,
            event.ruling,
        )
