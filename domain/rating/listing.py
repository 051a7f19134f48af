"""Who is on the official lists of a rating pool: rules that a federation sets as data (ELO-8)."""

from typing import Annotated, Literal

from pydantic import Field

from domain.kernel.values import Natural, Value

SeenDays = Annotated[int, Field(strict=True, ge=1, le=3660)]
"""Within how many days before the list's day a rated match was played."""

OpeningBy = Literal["either", "policy", "office"]
"""What a player begins with in a pool: always what the policy says, always what the office has set, or what the office
has set and else what the policy says."""


class ListingRules(Value):
    """Who is on the official lists of a pool: who has played so many rated matches, the last of them within so many
    days, who is a member of a club on the day where `members_only`, and who has an opening rating of the office where
    `opening` says that everybody needs one."""

    minimum_matches: Natural = 0
    seen_within_days: SeenDays | None = None
    members_only: bool = False
    opening: OpeningBy = "either"


EVERYBODY_LISTED = ListingRules()
"""Where a federation has set nothing."""
