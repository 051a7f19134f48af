"""What can have happened to what a director should look at again (ALL-14, TD-13). Topics and fields are for ever."""

from typing import ClassVar

from domain.kernel.envelope import Event
from domain.kernel.ids import PersonId
from domain.kernel.values import Reason
from domain.tournament.reviews.state import ReviewItem


class ReviewSettled(Event):
    """A director has dealt with the item as he saw it; the reason is text about the person, and sealed."""

    TOPIC: ClassVar[str] = "tournament.review-settled.v1"
    SEALED: ClassVar[dict[str, str]] = {"reason": "person"}
    FOR_STAFF: ClassVar[frozenset[str]] = frozenset({"item", "person"})
    item: ReviewItem
    person: PersonId
    reason: Reason | None


REVIEW_EVENTS: tuple[type[Event], ...] = (ReviewSettled,)
