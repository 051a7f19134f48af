"""Which side of a match somebody is (ALL-10)."""

from collections.abc import Iterable

from domain.kernel.ids import PersonId
from domain.match.record import Match
from domain.tournament.state import Tournament


def side_of(state: Tournament, match: Match, person: PersonId | None) -> int | None:
    """The side that the person is, or is in the team of (ALL-10); None where they do not play it."""
    sides, _ = match.as_played
    return next((side for side in sides if person in state.entries[side].persons), None)


def sides_played(state: Tournament, match: Match, persons: Iterable[PersonId]) -> tuple[int, ...]:
    """The sides that these persons are, or are in the teams of."""
    found = (side_of(state, match, person) for person in persons)
    return tuple(dict.fromkeys(side for side in found if side is not None))
