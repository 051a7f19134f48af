"""Events of items that a director should look at again (ALL-14, TD-13). Topics and fields are for ever."""

import hashlib
from typing import ClassVar, Literal

from domain.kernel import canonical_json
from domain.kernel.envelope import Event
from domain.kernel.ids import EntryNumber, PersonId, TournamentId
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Count, Value
from domain.kernel.visibility import FOR_STAFF, Part
from domain.tournament.person_effects.snapshots import Total, Version

Kind = Literal[
    "credits-changed",
    "resignations-changed",
    "rating-changed",
    "error-rates-changed",
    "banned-since",
    "asked-to-sit-out",
    "kept-out",
    "place-lost",
    "round-missed",
    "stage-missed",
    "outcome-kept",
    "pairing-kept",
    "walkover-kept",
    "game-abandoned",
    "sitting-hidden",
    "match-of-one-person",
]


class ReviewItem(Value):
    """Something to look at. `recorded_value` is the value in this tournament's event, `current_value` that of its
    source today. It is credits, counting resignations, a rating in millionths of a point, or the sum of error rates in
    thousandths. The last is of so many `recorded_matches` and `current_matches`. `person` is the member concerned,
    `source_version` that of the source as it last changed. The source is the person's record, or after a ruling this
    tournament.

    `tournament` has asked the person to sit out, or its reversed `ruling` had banned the person; without it the ruling
    is this tournament's own. A reversed ruling, or without a `ruling` a resignation that was taken back, left something
    behind. That is a `round`, `stage` or place (which `other_entry` has instead) that the entry missed; a `match` whose
    former outcome is kept for who goes on; a match or a walkover (in a round) that stays, though it was made while the
    entry was out; a game of the entry's that stays abandoned, against `other_entry` where neither was put out; a
    `ruling` that was given in a sitting of its `match` which a reversal has hidden since, and acts on another now. A
    `match` of one person is one whose sides were two records of theirs, which have been merged since (REG-2)."""

    kind: Kind
    entry: EntryNumber
    person: PersonId | None = None
    recorded_value: Total | None = None
    current_value: Total | None = None
    recorded_matches: Count | None = None
    current_matches: Count | None = None
    source_version: Version | None = None
    tournament: TournamentId | None = None
    ruling: Count | None = None
    round: Count | None = None
    stage: Count | None = None
    match: Count | None = None
    other_entry: EntryNumber | None = None

    @property
    def key(self) -> str:
        """The item's name, made from all that it is about: 32 hexadecimal digits. When its source changes again, that
        is another item."""
        return hashlib.sha256(canonical_json.encode(self.model_dump(mode="json", exclude_none=True))).hexdigest()[:32]


class ReviewResolved(Event):
    """A director has dealt with the item as it was shown; the reason is text about the person, and sealed."""

    TOPIC: ClassVar[str] = "tournament.review-resolved.v2"
    SEEN: ClassVar[Part] = FOR_STAFF
    item: ReviewItem
    text_about: PersonId
    reason: PersonalText | None


REVIEW_EVENTS: tuple[type[Event], ...] = (ReviewResolved,)
