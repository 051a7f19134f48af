"""Items that a director should look at again, and resolved ones, as values (ALL-14, TD-13)."""

from dataclasses import dataclass
from datetime import datetime

from domain.kernel.personal_text import PersonalText
from domain.tournament.reviews.events import ReviewItem


@dataclass(frozen=True, slots=True)
class ResolvedReview:
    """An item that a director has dealt with; `reason` is None once the person it is about was erased."""

    item: ReviewItem
    by: str
    at: datetime
    reason: PersonalText | None
