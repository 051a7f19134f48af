"""Commands on items that a director should look at again (ALL-14, TD-13)."""

from domain.tournament.command import Command, WithReason
from domain.tournament.reviews.events import ReviewItem


class ResolveReview(WithReason, Command):
    """Settle something that was to be looked at, with the reason (ALL-14, TD-13)

    By the staff. The item is named by what it is about; where its source has changed again, that is another item,
    to be read and resolved again. Nothing else is changed by it: a director enters, pairs or seeds by the commands
    for that.
    """

    item: ReviewItem
