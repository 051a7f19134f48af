"""Values that a tournament's decisions took from elsewhere, as they are in their events: value, source, version
(ALL-14)."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from domain.federation.events import ResignationLimit
from domain.kernel.ids import PersonId, Season, SeriesId, TournamentId
from domain.kernel.values import Name, Natural, Value
from domain.person.details import Year
from domain.person.events import BanNumber
from domain.person.state import Person

Version = Natural
"""That of a stream when it was read; 0: it had no events."""

Total = Natural


class SeriesPlace(Value):
    """The series a tournament belongs to, and the season of it."""

    series: SeriesId
    season: Season


class QualifyingWins(Value):
    """The organisers whose tournaments, won in these years, are the credits of an entry (CHM-1). The date of the win is
    that in the time zone of the tournament that was won."""

    series: SeriesId
    years: Annotated[tuple[Year, ...], Field(min_length=1, max_length=100)]


class ClonedFrom(Value):
    """The tournament whose settings were taken, and its version then."""

    tournament: TournamentId
    tournament_version: Version


class Flight(Value):
    """Another tournament that is offered instead, under the name it had (TD-2)."""

    tournament: TournamentId
    name: Name


class Credits(Value):
    """The number of qualifying tournaments that the entry's members had won (CHM-1). A team's are counted once."""

    value: Total
    qualifying: QualifyingWins


def credits_of(persons: Sequence[Person], qualifying: QualifyingWins) -> Credits:
    """CHM-1: the credits that the members have between them."""
    won = {
        win.tournament
        for person in persons
        for win in person.wins
        if win.series == qualifying.series and win.year in qualifying.years
    }
    return Credits(value=len(won), qualifying=qualifying)


class CheckedMember(Value):
    """Facts of a member at the version read: resignations towards the limit (ALL-8), and the tournament that asked them
    to sit out (SWI-5)."""

    person: PersonId
    person_version: Version
    resignations: Total
    asked_to_sit_out_by: TournamentId | None


class Admission(Value):
    """Facts looked at before an entry was taken: each member, and the federation's limit of resignations at the version
    read."""

    members: tuple[CheckedMember, ...]
    resignation_limit: ResignationLimit
    federation_version: Version


TurnedAwayFor = Literal["person-banned", "resigned-too-often"]
"""Reasons that keep a person from entering, by the slug of the problem in the refusal (TD-4, ALL-8)."""


class TurnedAway(Value):
    """The reason why the service has not let an entry in. `member` is the one who may not enter, `bans` are the numbers
    of the member's bans then in force."""

    member: PersonId
    because: TurnedAwayFor
    bans: tuple[BanNumber, ...]
