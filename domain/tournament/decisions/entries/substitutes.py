"""A substitute: the place of an entry goes to another person before its first match has begun (SE-12).

Number, seed and club stay; a walkover is no match begun. Readings: who waits for a place withdraws first. Who had the
place can have it back in the same way. A re-entry is its own player's alone. Where entries bring credits, a substitute
is taken before the start only, since places were drawn by them.
"""

from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.problems.entries import ENTRY_STATUS, SUBSTITUTE_REFUSED
from domain.tournament.decisions.entries.eligibility import admission_of, require_members
from domain.tournament.decisions.entries.to_play import has_begun
from domain.tournament.derived.stage import current_stage
from domain.tournament.entries import commands as entry_commands
from domain.tournament.entries import events as entry_events
from domain.tournament.guards.context import Context, Events, settings_of
from domain.tournament.guards.lookup import find_entry
from domain.tournament.person_effects.snapshots import Credits, credits_of
from domain.tournament.state import Entry, Tournament


def substitute(state: Tournament, command: entry_commands.SubstitutePlayer, context: Context) -> Events:
    """SE-12. Raises Refused where the entry has begun to play, or that person can't have its place."""
    entry = find_entry(state, command.entry)
    instead_of = command.instead_of or entry.person
    _require_place(state, entry, instead_of)
    _require_newcomer(state, entry, command.person)
    if entry.club is not None:
        require_members((command.person,), entry.club, context)
    persons = [context.person(command.person if one == instead_of else one) for one in entry.persons]
    admission = admission_of(persons, settings_of(state).series, context)
    substituted = entry_events.PlayerSubstituted(
        entry=entry.number,
        person=command.person,
        instead_of=instead_of,
        credits=_credits(state, entry, command.person, instead_of, context),
        admission=admission,
        reason=command.reason,
    )
    return (substituted,)


def _require_place(state: Tournament, entry: Entry, instead_of: PersonId) -> None:
    if entry.gone:
        detail = f"Entry {entry.number} is {entry.status}, and has no place to give."
        raise Refused(ENTRY_STATUS, detail, entry=entry.number, status=entry.status)
    if instead_of not in entry.persons:
        raise Refused(SUBSTITUTE_REFUSED, f"Entry {entry.number} is not of that person.", entry=entry.number)
    if entry.again_of is not None:
        detail = f"Entry {entry.number} is the re-entry of a player who has lost."
        raise Refused(SUBSTITUTE_REFUSED, detail, entry=entry.number)
    if has_begun(state, entry):
        raise Refused(SUBSTITUTE_REFUSED, f"Entry {entry.number} has begun to play.", entry=entry.number)
    if state.started and current_stage(state).rules.plays_for_credits:
        detail = "The places were drawn by the credits of the players."
        raise Refused(SUBSTITUTE_REFUSED, detail, entry=entry.number)


def _require_newcomer(state: Tournament, entry: Entry, person: PersonId) -> None:
    """Raises Refused where the person holds a place here or a request for one, or held a place other than this."""
    others = [state.entries[number] for number in state.entries_of(person)]
    live = next((one for one in others if one.entrant or one.status in ("requested", "waiting")), None)
    if live is not None:
        detail = f"The person is in entry {live.number}."
        raise Refused(SUBSTITUTE_REFUSED, detail, entry=live.number, status=live.status)
    elsewhere = (one for one in state.entries.values() if person in one.held_before and one.number != entry.number)
    held = min((one.number for one in elsewhere), default=None)
    if held is not None:
        raise Refused(SUBSTITUTE_REFUSED, f"The person has given up the place of entry {held}.", entry=held)


def _credits(
    state: Tournament, entry: Entry, person: PersonId, instead_of: PersonId, context: Context
) -> Credits | None:
    """CHM-1. Raises Refused where these bring too few."""
    qualifying = settings_of(state).qualifying
    if qualifying is None:
        return None
    known = [context.person(person if one == instead_of else one) for one in entry.persons]
    brought = credits_of(known, qualifying)
    current_stage(state).require_admitted(brought.value)
    return brought
