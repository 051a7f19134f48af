"""The player of each board in a match of two teams (TEA-1).

A team plays in the order of its roster until it names another line-up, with reserves. Readings: a smaller team names
all of its players. A line-up out of the roster's order is marked, and a director rules on it. A board rates
those who sit there as it gets its result. Once a board has a result the staff alone replace a player, as one who falls
ill; a board that nobody can take over is conceded.
"""

from collections.abc import Sequence

from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.match.record import Match
from domain.problems.entries import LINE_UP_REFUSED
from domain.problems.tournament import REASON_MISSING
from domain.tournament.derived import bouts
from domain.tournament.derived.sides import empty_sides, line_up_of
from domain.tournament.guards.context import Context, Events
from domain.tournament.guards.lookup import find_entry, find_match
from domain.tournament.guards.permissions import is_staff, require
from domain.tournament.matches.commands import NameLineUp
from domain.tournament.matches.events import LineUpNamed
from domain.tournament.state import Entry, Tournament


def name_line_up(state: Tournament, command: NameLineUp, context: Context) -> Events:
    """TEA-1. Raises Refused where the team has no such players, where a board with a result would change, and where
    nothing would."""
    first = bouts.first_of(state, find_match(state, command.match))
    entry = find_entry(state, command.entry)
    if first.bout is None or not first.bout.boards or entry.number not in first.sides:
        raise Refused(LINE_UP_REFUSED, f"Entry {entry.number} plays on no boards there.", match=first.number)
    before = line_up_of(state, first, entry.number)
    places = _places(entry, command.players, len(before))
    over = _boards_over(state, first)
    _require_changed(entry, before, places, over)
    if over:
        require(is_staff(state, context.actor), "Once a board has a result, the staff change the line-up.")
    if over and command.reason is None:
        raise Refused(REASON_MISSING, f"Boards of match {first.number} have results.", match=first.number)
    return (LineUpNamed(match=first.number, entry=entry.number, places=places, reason=command.reason),)


def _places(entry: Entry, players: Sequence[PersonId], boards: int) -> tuple[int, ...]:
    """Where in the entry they are."""
    others = [person for person in players if person not in entry.persons]
    if others:
        detail = f"Entry {entry.number} has no player {others[0]}."
        raise Refused(LINE_UP_REFUSED, detail, entry=entry.number, person=others[0])
    if len(players) != boards:
        raise Refused(LINE_UP_REFUSED, f"Entry {entry.number} plays on {boards} boards.", entry=entry.number)
    return tuple(entry.persons.index(person) + 1 for person in players)


def _boards_over(state: Tournament, first: Match) -> Sequence[int]:
    """The boards that two have played or given up, and none that was empty."""
    matches = (state.matches[number] for number in bouts.matches_of(state, first))
    played = (match for match in matches if match.phase != "open" and not empty_sides(state, match))
    return [board for match in played if (board := bouts.board_of(state, match)) is not None]


def _require_changed(entry: Entry, before: Sequence[int], after: Sequence[int], over: Sequence[int]) -> None:
    changed = [board for board, (one, other) in enumerate(zip(before, after, strict=True), 1) if one != other]
    if not changed:
        raise Refused(LINE_UP_REFUSED, f"Entry {entry.number} plays so already.", entry=entry.number)
    fixed = next((board for board in changed if board in over), None)
    if fixed is not None:
        raise Refused(LINE_UP_REFUSED, f"Board {fixed} has a result.", entry=entry.number)
