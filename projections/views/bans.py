"""Bans in force, as the federation sees them (TD-4)."""

from datetime import datetime
from typing import Any

from domain.kernel.envelope import Actor
from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Instant, Value
from domain.person.bans import Ban, BanStatus, ReviewStatus
from domain.person.events import BanKind
from domain.person.state import Person


class BanTold(Value):
    """The part of a ban that its readers see: by which ruling it was ordered, how it stands, and what its `review` has
    come to; suspended by that, it bans nobody."""

    number: int
    kind: BanKind
    placed_at: Instant
    until: Instant | None
    status: BanStatus
    in_force: bool
    tournament: TournamentId | None
    ruling: int | None
    clause: str | None
    review: ReviewStatus
    reviewed_at: Instant | None
    review_reason: PersonalText | None


class BanView(BanTold):
    """The nth ban in the person's record, until a moment or for good: placed `by` an administrator, or by a ruling of
    theirs. `reasons` are the ruling's or the federation's. `review` is what the federation has made of it, and
    `revision` that of the person's record, for the command that reviews it."""

    person: PersonId
    name: str | None
    by: str | None
    reasons: PersonalText | None
    reviewed_by: str | None
    revision: int


def ban_view(person: Person, name: str | None, ban: Ban, reasons: PersonalText | None, now: datetime) -> BanView:
    """One ban, with the reasons of its ruling, where one has ordered it."""
    return BanView.from_attributes(
        ban,
        **told_of_ban(ban),
        person=person.id,
        name=name,
        by=_who(ban.by),
        reasons=reasons if ban.ordered else ban.reason,
        in_force=ban.in_force(now),
        reviewed_by=_who(ban.review.by),
        revision=person.version,
    )


def told_of_ban(ban: Ban) -> dict[str, Any]:
    """The fields shown of every ban: by which ruling it was ordered, how it stands, and what its review has come to."""
    ordered, review = ban.ordered, ban.review
    return {
        "tournament": ordered.tournament if ordered else None,
        "ruling": ordered.ruling if ordered else None,
        "clause": ordered.clause if ordered else None,
        "status": ban.standing,
        "review": review.status,
        "reviewed_at": review.at,
        "review_reason": review.reason,
    }


def _who(actor: Actor | None) -> str | None:
    """The person, or the key where it is for nobody."""
    return None if actor is None else actor.person or actor.key
