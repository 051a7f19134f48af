"""What a decision may know besides its tournament, and what it comes to."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Unpack

from domain.clubs.state import Club
from domain.federation import state as federation
from domain.federation.state import Federation
from domain.kernel.chance import Commitment, Secrets
from domain.kernel.envelope import Actor, Event
from domain.kernel.facts import Facts
from domain.kernel.ids import FEDERATION, ClubId, PersonId, SeriesId, TournamentId
from domain.kernel.refusal import Refused
from domain.person.state import Person
from domain.problems.clubs import CLUB_UNKNOWN
from domain.problems.persons import SERIES_UNKNOWN
from domain.problems.rounds import DRAW_NOT_SHOWN
from domain.problems.tournament import STALE, TOURNAMENT_STATUS, TOURNAMENT_UNKNOWN
from domain.rating.policy import policy
from domain.series.state import Series
from domain.tournament.lifecycle.events import RatingTerms
from domain.tournament.state import Settings, Status, Tournament

Events = tuple[Event, ...]

CLOCK_DIFFERENCE = timedelta(minutes=5)
"""How far a reporter's clock may run ahead of ours before a match counts as not played yet."""


Ratings = Callable[[RatingTerms, Sequence[PersonId]], tuple[Mapping[PersonId, int], int]]
"""The ratings of persons in a pool, in millionths of a point, and the position of the log they were read at."""


def no_ratings(rating: RatingTerms, persons: Sequence[PersonId]) -> tuple[Mapping[PersonId, int], int]:
    """Where ratings can't be looked up, everybody stands where the policy starts (ELO-1)."""
    start, _ = policy(rating.policy, rating.policy_version).start_in(rating.pool)
    return dict.fromkeys(persons, start), 0


def as_founded() -> Federation:
    """Where the federation can't be looked up, nothing was settled."""
    return federation.initial(FEDERATION)


def no_series(series: SeriesId) -> Series:
    """Where series can't be looked up there is none."""
    raise Refused(SERIES_UNKNOWN, f"There is no series {series}.", series=series)


def no_other(tournament: TournamentId) -> Tournament:
    """Where other tournaments can't be looked up there is none."""
    raise Refused(TOURNAMENT_UNKNOWN, f"There is no tournament {tournament}.", tournament=tournament)


def no_club(club: ClubId) -> Club:
    """Where clubs can't be looked up there is none."""
    raise Refused(CLUB_UNKNOWN, f"There is no club {club}.", club=club)


class Unseen:
    """Stands in for the sealed secrets: it knows none, and the commitment it makes is published nowhere."""

    def commit(self) -> Commitment:
        return "0" * 64

    def secret(self, commitment: Commitment) -> bytes:
        raise Refused(DRAW_NOT_SHOWN, "It would have to draw by lot.", commitment=commitment)


@dataclass(frozen=True, slots=True)
class Shown:
    """The sealed secrets, of a command that was previewed, or that others follow which may be refused: it publishes
    commitments, and draws nothing."""

    secrets: Secrets

    def commit(self) -> Commitment:
        return self.secrets.commit()

    def secret(self, commitment: Commitment) -> bytes:
        return Unseen().secret(commitment)


@dataclass(frozen=True, slots=True)
class Context:
    """The actor who asks, the moment (UTC), a look into the registry of persons, the sealed secrets of draws (ALL-2),
    the ratings as they stand, and looks at the federation's settings, at a series and at another tournament, both
    announced, and at a club."""

    actor: Actor
    now: datetime
    person: Callable[[PersonId], Person]
    secrets: Secrets
    ratings: Ratings = no_ratings
    federation: Callable[[], Federation] = as_founded
    series: Callable[[SeriesId], Series] = no_series
    tournament: Callable[[TournamentId], Tournament] = no_other
    club: Callable[[ClubId], Club] = no_club


def settings_of(state: Tournament) -> Settings:
    """The tournament's settings. Raises Refused if it was never announced."""
    if state.settings is None:
        raise Refused(TOURNAMENT_UNKNOWN, f"There is no tournament {state.id}.", tournament=state.id)
    return state.settings


def require_status(state: Tournament, *allowed: Status) -> Settings:
    """The settings, if the tournament's status is one of those allowed; else raises Refused."""
    settings = settings_of(state)
    if settings.status not in allowed:
        detail = f"The tournament is {settings.status}, and this is done while it is {' or '.join(allowed)}"
        if settings.status in ("completed", "cancelled") and "started" in allowed:
            detail += f": reopen it at /v1/tournaments/{state.id}/reopening"
        raise Refused(TOURNAMENT_STATUS, detail + ".", status=settings.status)
    return settings


def require_seen(revision: int, seen: int | None, /, **facts: Unpack[Facts]) -> None:
    """Raises Refused (412) where the sender looked at another revision of the resource."""
    if seen is not None and seen != revision:
        raise Refused(
            STALE,
            f"The resource is at revision {revision} now, and you saw revision {seen}.",
            **{**facts, "revision": revision, "seen": seen},
        )
