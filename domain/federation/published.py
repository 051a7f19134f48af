"""The kinds of published files. Fields are for ever.

A published file holds ids and no names, so that it never has to change.
"""

from datetime import datetime
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field

from domain.kernel.ids import ClubId, TournamentId
from domain.kernel.values import Day, Days, Digest, Instant, Natural, Number, Pool, Value
from domain.rating.classes import ClassName
from domain.rating.listing import EVERYBODY_LISTED, ListingRules

Kind = Literal["rating-list", "standings", "ruling", "report"]
MediaType = Literal["text/csv", "application/json"]


FORM_VERSION = 1
"""The form in which files are written now: columns and members. What was published keeps the form of its event."""


class RatingList(Value):
    """The official list of a pool for a day: what was known, and played, when the day began. On it are those with so
    much experience at least, and of one class where that is named; on the list of a club only who was a member of it
    at that moment (REG-5). Active is who played a rated match in so many days before."""

    kind: Literal["rating-list"] = "rating-list"
    pool: Pool
    date: Day
    minimum_experience: Natural = 0
    rating_class: ClassName | None = None
    club: ClubId | None = None
    active_days: Days = 365


class Standings(Value):
    """The table of a tournament."""

    kind: Literal["standings"] = "standings"
    tournament: TournamentId


class PublishedRuling(Value):
    """A ruling, as everybody may read it."""

    kind: Literal["ruling"] = "ruling"
    tournament: TournamentId
    ruling: Number


class Report(Value):
    """The report of a tournament to the federation (TD-19), for those who may read it."""

    kind: Literal["report"] = "report"
    tournament: TournamentId


class DatedRatingList(RatingList):
    """An official list, with the moment at which its day began: what was played before is on it. `listing` are the
    rules of its pool by then; without any, everybody was on it."""

    played_before: Instant
    listing: Annotated[ListingRules | None, Field(exclude_if=lambda rules: rules is None)] = None

    @classmethod
    def of_day(cls, wanted: RatingList, played_before: datetime, listing: ListingRules) -> Self:
        """The list wanted, with the day and the rules of its pool."""
        rules = None if listing == EVERYBODY_LISTED else listing
        return cls(
            **{name: getattr(wanted, name) for name in RatingList.model_fields},
            played_before=played_before,
            listing=rules,
        )


Wanted: TypeAlias = Annotated[RatingList | Standings | PublishedRuling | Report, Field(discriminator="kind")]
"""What somebody asks to publish."""

Subject: TypeAlias = Annotated[DatedRatingList | Standings | PublishedRuling | Report, Field(discriminator="kind")]
"""What was published."""


class PublishFiles(Value):
    """Publishes files; the files are made of the log as it is."""

    subject: Wanted


class PublishedFile(Value):
    """A file: its form, its SHA-256, and how many bytes it has."""

    media_type: MediaType
    sha256: Digest
    size_bytes: Number
