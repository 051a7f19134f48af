"""What is shown of things to be looked at again (ALL-14, TD-13)."""

from typing import Literal

from domain.kernel.ids import PersonId
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Instant, Value
from domain.tournament.reviews.events import ReviewItem
from domain.tournament.reviews.review_items import Review


class ReviewResolution(Value):
    """The person who has dealt with it, when and why; a machine's key is named by itself. No reason is left of a person
    erased."""

    by: PersonId | str
    at: Instant
    reason: PersonalText | None


class ReviewDocument(ReviewItem):
    """An item; `item` names it where it is resolved."""

    item: str
    status: Literal["open", "resolved"]
    resolution: ReviewResolution | None


def review_document(review: Review) -> ReviewDocument:
    """The item as it is shown."""
    done = review.resolution
    resolution = None if done is None else ReviewResolution(by=done.by, at=done.at, reason=done.reason)
    status: Literal["open", "resolved"] = "open" if done is None else "resolved"
    return ReviewDocument(**dict(review.item), item=review.item.key, status=status, resolution=resolution)
