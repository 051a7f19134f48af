"""The matches of a tournament that are rated (ALL-6), and their order (ELO-6)."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import NamedTuple

from domain.kernel.ids import PersonId
from domain.kernel.values import Pool
from domain.match import validity
from domain.match.record import Effective, Match
from domain.rating.policy import FEWEST, Policy
from domain.rating.teams import rated_id
from domain.scoring.modes import in_room, pool_of_mode
from domain.tournament.derived.sides import players_of
from domain.tournament.lifecycle.events import RatingTerms
from domain.tournament.state import Tournament


class RatedMatch(NamedTuple):
    """One match as the rating ledger takes it. `n` is the policy's for its length (ELO-2). Among matches of one moment
    those of several tournaments are in the order of `reported_at`: when it was first reported. Where a correction has
    given it another place, it is when the result of that place was (ELO-6)."""

    pool: Pool
    policy: Policy
    tournament: str
    match: int
    n: int
    winner: PersonId
    loser: PersonId
    played_at: datetime
    place: Decimal
    reported_at: datetime


def pool_of(announced: RatingTerms, match: Match) -> Pool:
    """The pool a match is rated in (ELO-1): that of the mode in the room, where it is one, else the announced."""
    return pool_of_mode(match.stake) if in_room(match.form) else announced.pool


def as_rated_match(state: Tournament, match: Match) -> RatedMatch | None:
    """The match as it is rated, or None where it is not (ALL-6, ALL-12, ALL-13, ELO-5).

    Readings: a match of teams that play as one side each is rated where the policy says so. The teams are its two
    players (ALL-10, TEA-8); a board of two teams is that of the two who play it (TEA-6). What counts by a director's
    link alone is in no pool of prices until somebody else confirms it (TD-9).
    """
    terms, result = terms_of(state), validity.counting(match)
    if terms is None or result is None or not result.outcome.play_began:
        return None
    return _with_n(state, terms, match, result)


def terms_of(state: Tournament) -> RatingTerms | None:
    """By what the tournament's matches are rated; None where none of them is: it is not rated, or cancelled, or has
    fewer persons entered than the policy asks for (ELO-8)."""
    settings = state.settings
    if settings is None or settings.rating is None or settings.status == "cancelled":
        return None
    return settings.rating if _has_field(state, settings.rating.pinned.smallest_field) else None


def _has_field(state: Tournament, smallest: int) -> bool:
    """Readings: persons are counted, those of a team too (ALL-10), who left included (ALL-7), and who entered again
    once (SE-10); a match has two."""
    if smallest <= FEWEST:
        return True
    return len({one for entry in state.entries.values() if entry.entrant for one in entry.persons}) >= smallest


def _with_n(state: Tournament, announced: RatingTerms, match: Match, result: Effective) -> RatedMatch | None:
    winner = result.winner
    if winner is None:
        return None
    pinned = announced.pinned
    n = pinned.n_of(match.form, result.length)
    if n is None or (match.by_link_of is not None and pool_of(announced, match) == "price"):
        return None
    first, second = result.sides
    players = {side: rated_id(pinned, players_of(state, match, side)) for side in (first, second)}
    won, lost = players[winner], players[second if winner == first else first]
    if won is None or lost is None or won == lost:
        return None  # alike: of two records that were merged (REG-2)
    return RatedMatch(
        pool=pool_of(announced, match),
        policy=pinned,
        tournament=state.id,
        match=match.number,
        n=n,
        winner=won,
        loser=lost,
        played_at=result.played_at,
        place=result.place,
        reported_at=_report_time(state, match, result),
    )


def _report_time(state: Tournament, match: Match, result: Effective) -> datetime:
    """Of a place between two the earlier one's, of one beyond the last the last one's."""
    if match.number not in state.placed or result.result is None:
        return result.reported_at
    return state.reported[max(1, min(int(result.place), len(state.reported)))]


def placed_beyond(state: Tournament, reports: int) -> Sequence[int]:
    """The matches with a place beyond the first so many reports: they move on with each further one (ELO-6)."""
    counting = ((number, state.matches[number].effective) for number in sorted(state.placed))
    return [number for number, result in counting if result is not None and result.place > reports]
