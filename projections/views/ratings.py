"""Documents of ratings. Ratings and changes are decimal strings with six places (ELO-7)."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.values import Instant, Place, Pool, Value
from domain.rating.classes import rating_class
from domain.rating.lines import RatedLine, Standing
from domain.rating.policy import MICROPOINTS
from projections.ratings.pools import as_match, moment


class MatchName(Value):
    """A match by its tournament and its number there."""

    tournament: TournamentId
    match: int


class RatingView(Value):
    """Where a player is in a pool. `last_match` and the `change` in it are None for who has only an opening
    rating; `rating_class` is the player's class (ELO-9)."""

    pool: Pool
    person: PersonId
    rating: str
    experience: int
    change: str | None
    rating_class: str
    last_match: MatchName | None


class RatedMatchView(Value):
    """One rated match of a player, from that player's side; experience is the one before it."""

    pool: Pool
    tournament: TournamentId
    match: int
    played_at: Instant
    place: Place
    reported_at: Instant
    opponent: PersonId
    won: bool
    n: int
    policy: str
    policy_version: int
    rating_before: str
    rating_after: str
    change: str
    experience: int
    opponent_before: str


class ClassView(Value):
    """A rating class, from its lowest rating on, and how many players of the pool are in it (ELO-9)."""

    name: str
    lowest: str | None
    players: int


def points(micropoints: int) -> str:
    """A rating or a change, in points: 1523456789 reads 1523.456789."""
    whole, fraction = divmod(abs(micropoints), MICROPOINTS)
    return f"{'-' if micropoints < 0 else ''}{whole}.{fraction:06d}"


def changes_view(pools: Sequence[Pool], changes: Mapping[Pool, int]) -> dict[Pool, str]:
    """The changes of a player's ratings over a tournament, in each of its pools."""
    return {pool: points(changes.get(pool, 0)) for pool in pools}


def rating_view(pool: Pool, person: PersonId, standing: Standing) -> RatingView:
    """A player's standing as it is shown."""
    last = None if standing.last_match is None else as_match(standing.last_match)
    return RatingView(
        pool=pool,
        person=person,
        rating=points(standing.rating),
        experience=standing.experience,
        change=None if standing.rating_change is None else points(standing.rating_change),
        rating_class=rating_class(standing.rating).name,
        last_match=MatchName(tournament=last[0], match=last[1]) if last else None,
    )


def rated_match_view(pool: Pool, person: PersonId, line: RatedLine) -> RatedMatchView:
    """A line of the ledger as one of its two players saw it."""
    match = line.match
    tournament, number = as_match(match.match)
    won = match.winner == person
    winner = line.winner_before, line.winner_after, line.winner_experience
    loser = line.loser_before, line.loser_after, line.loser_experience
    before, after, experience = winner if won else loser
    return RatedMatchView(
        pool=pool,
        tournament=tournament,
        match=number,
        played_at=moment(match.played_at),
        place=Decimal(match.place),
        reported_at=moment(match.position),
        opponent=match.loser if won else match.winner,
        won=won,
        n=match.n,
        policy=match.policy.name,
        policy_version=match.policy.version,
        rating_before=points(before),
        rating_after=points(after),
        change=points(after - before),
        experience=experience,
        opponent_before=points(line.loser_before if won else line.winner_before),
    )
