"""What an officer of a club does for whoever plays for it (REG-5).

Readings: an officer enters members for the club, withdraws such an entry, records that it resigns, and reports what
its matches came to. A report of theirs is that of the side in whose name they give it: the opponent confirms it, or
takes it back, and the side itself does not. Whoever plays the match, or is staff, speaks for themselves.
"""

from collections.abc import Collection

from domain.kernel.ids import EntryNumber
from domain.match.record import Match
from domain.tournament.guards.context import Context
from domain.tournament.guards.lookup import sides_played
from domain.tournament.guards.permissions import acts_for, is_staff
from domain.tournament.state import Entry, Tournament


def keeps(entry: Entry, context: Context) -> bool:
    """Whether the actor is an officer of the club that the entry stands for."""
    return entry.club is not None and context.club(entry.club).is_kept_by(context.actor)


def speaks_for(state: Tournament, sides: Collection[EntryNumber], context: Context) -> EntryNumber | None:
    """The side in whose name the actor speaks, as an officer of its club; None where they are staff, or a side."""
    entries = [state.entries[side] for side in sides if side in state.entries]
    if is_staff(state, context.actor) or any(acts_for(context.actor, entry) for entry in entries):
        return None
    return next((entry.number for entry in entries if keeps(entry, context)), None)


def sides_told(state: Tournament, match: Match, context: Context) -> tuple[int, ...]:
    """The sides that the actor is, or in whose name they speak."""
    spoken_for = speaks_for(state, match.as_played[0], context)
    return sides_played(state, match, context.actor.persons) or (() if spoken_for is None else (spoken_for,))
