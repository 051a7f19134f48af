"""What can be asked of what a director should look at again (ALL-14, TD-13)."""

from domain.tournament.lifecycle.commands import Command, WithReason
from domain.tournament.reviews.events import ReviewItem


class SettleReview(WithReason, Command):
    """By a director, of the item as he was shown it."""

    item: ReviewItem
