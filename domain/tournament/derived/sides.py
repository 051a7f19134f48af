"""Which side of a match somebody is (ALL-10)."""

from collections.abc import Iterable, Sequence

from domain.kernel.ids import PersonId
from domain.match.record import Match
from domain.tournament.derived import bouts
from domain.tournament.state import Tournament


def side_of(state: Tournament, match: Match, person: PersonId | None) -> int | None:
    """The side that the person is, or is in the team of (ALL-10); None where they do not play it."""
    sides, _ = match.as_played
    return next((side for side in sides if person in state.entries[side].persons), None)


def players_of(state: Tournament, match: Match, side: int) -> tuple[PersonId, ...]:
    """The players of that entry: on a board of two teams one of its roster (TEA-1), else everybody in it."""
    persons, board = state.entries[side].persons, bouts.board_of(state, match)
    places = () if board is None else line_up_of(state, match, side)
    return (persons[places[board - 1] - 1],) if board is not None and board <= len(places) else persons


def line_up_of(state: Tournament, match: Match, side: int) -> Sequence[int]:
    """The places in that entry of its players in this match of two teams, board by board. They are those that were
    named, else the first of its roster (TEA-1)."""
    first = bouts.first_of(state, match)
    boards = 0 if first.bout is None else first.bout.matches
    first_of_roster = range(1, min(boards, len(state.entries[side].persons)) + 1)
    return state.rounds.line_ups.get((first.number, side), tuple(first_of_roster))


def empty_sides(state: Tournament, match: Match) -> tuple[int, ...]:
    """The entries that have nobody for that board of two teams (TEA-4)."""
    board = bouts.board_of(state, match)
    return () if board is None else tuple(side for side in match.sides if board > len(state.entries[side].persons))


def fewest_of_team(boards: int) -> int:
    """The fewest players of a team: for half of the boards, and two (TEA-4)."""
    return max(min(boards, 2), -(-boards // 2))


def sides_played(state: Tournament, match: Match, persons: Iterable[PersonId]) -> tuple[int, ...]:
    """The sides that these persons are, or are in the teams of."""
    found = (side_of(state, match, person) for person in persons)
    return tuple(dict.fromkeys(side for side in found if side is not None))
