"""Rules for who is on the official lists of a rating pool: rules that a federation sets as data (ELO-8)."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from domain.kernel.ids import ClubId
from domain.kernel.values import Natural, Value

SeenDays = Annotated[int, Field(strict=True, ge=1, le=3660)]
"""Within how many days before the list's day a rated match was played."""

OpeningBy = Literal["either", "policy", "office"]
"""What a player begins with in a pool: always what the policy says, always what the office has set, or what the office
has set and else what the policy says."""


NamedClubs = Annotated[tuple[ClubId, ...], Field(max_length=100)]


class ListingRules(Value):
    """The rules by which persons are on the official lists of a pool: who has played so many rated matches, the last of
    them within so many days, who is a member of a club on the day where `members_only`, of one of the `clubs` where
    some are named, and who has an opening rating of the office where `opening` says that everybody needs one."""

    minimum_matches: Natural = 0
    seen_within_days: SeenDays | None = None
    members_only: bool = False
    opening: OpeningBy = "either"
    clubs: Annotated[NamedClubs, Field(exclude_if=lambda clubs: not clubs)] = ()

    @model_validator(mode="after")
    def _names_clubs_of_members(self) -> Self:
        require_clubs_of_members(self.clubs, members_only=self.members_only)
        return self


def require_clubs_of_members(clubs: NamedClubs, *, members_only: bool) -> None:
    """Raises ValueError where clubs are named and nobody has to be a member, or one is named twice."""
    if clubs and not members_only:
        raise ValueError("the clubs say of which one somebody is a member: list members only, or name no club")
    if len(set(clubs)) < len(clubs):
        raise ValueError("a club is named more than once")


EVERYBODY_LISTED = ListingRules()
"""Where a federation has set nothing."""
