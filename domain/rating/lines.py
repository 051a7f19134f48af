"""Input and output of a rating ledger: frozen values."""

from collections.abc import Hashable
from decimal import Decimal
from typing import NamedTuple

from domain.rating.policy import Policy

MatchId = Hashable
"""Any name for a match; the names in one ledger are comparable with each other, such as (tournament, number)."""


class LedgerMatch(NamedTuple):
    """A match as it counts for ratings; ALL-6 has been applied by the caller. Matches sort in the order of ELO-6."""

    played_at: int
    """Microseconds since 1970, UTC."""
    position: int
    """Orders matches played at the same time by their first report: a journal position or a time (ELO-6)."""
    place: Decimal | int
    """The place among those of one tournament and one report. Where it is equal too, the matches' ids decide."""
    match: MatchId
    winner: str
    loser: str
    n: int
    policy: Policy


class RatedLine(NamedTuple):
    """A match with what it did: ratings in micropoints, experiences before the match."""

    match: LedgerMatch
    winner_before: int
    winner_after: int
    loser_before: int
    loser_after: int
    winner_experience: int
    loser_experience: int


class Standing(NamedTuple):
    """Where a player stands: rating in micropoints, experience, and the last match with its change, if any."""

    rating: int
    experience: int
    rating_change: int | None
    last_match: MatchId | None


class Changes(NamedTuple):
    """The changes of a `settle`: matches whose line is new or otherwise, in order; players whose standing is."""

    matches: tuple[MatchId, ...]
    players: tuple[str, ...]
