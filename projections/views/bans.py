"""What the federation is shown of the bans that stand (TD-4)."""

from datetime import datetime

from domain.kernel.envelope import Actor
from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Instant, Value
from domain.person.events import BanKind
from domain.person.state import Ban, BanStatus, Person, ReviewStatus


class BanView(Value):
    """The nth ban in the person's record, until a moment or for good: placed `by` an administrator, or by a ruling of
    theirs. `reasons` are the ruling's or the federation's. `review` is what the federation has made of it, and
    `revision` that of the person's record, for the command that reviews it."""

    person: PersonId
    name: str | None
    number: int
    kind: BanKind
    placed_at: Instant
    until: Instant | None
    by: str | None
    tournament: TournamentId | None
    ruling: int | None
    clause: str | None
    reasons: PersonalText | None
    status: BanStatus
    in_force: bool
    review: ReviewStatus
    reviewed_by: str | None
    reviewed_at: Instant | None
    review_reason: PersonalText | None
    revision: int


def ban_view(person: Person, name: str | None, ban: Ban, reasons: PersonalText | None, now: datetime) -> BanView:
    """One ban, with the reasons of its ruling, where one has ordered it."""
    ordered = ban.ordered
    return BanView(
        person=person.id,
        name=name,
        number=ban.number,
        kind=ban.kind,
        placed_at=ban.placed_at,
        until=ban.until,
        by=_who(ban.by),
        tournament=ordered.tournament if ordered else None,
        ruling=ordered.ruling if ordered else None,
        clause=ordered.clause if ordered else None,
        reasons=reasons if ordered else ban.reason,
        status=ban.standing,
        in_force=ban.in_force(now),
        review=ban.review.status,
        reviewed_by=_who(ban.review.by),
        reviewed_at=ban.review.at,
        review_reason=ban.review.reason,
        revision=person.version,
    )


def _who(actor: Actor | None) -> str | None:
    """The person, or the key where it is for nobody."""
    return None if actor is None else actor.person or actor.key
