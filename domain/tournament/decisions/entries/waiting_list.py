"""The waiting list of a tournament with a number of places (TD-21).

Who is approved when all places are taken waits, in the order of approval. Before the start a place that becomes free
goes to the next in the same command; who may no longer enter is passed over, and stays on the list. After the start
only the place of an entry that withdraws before its first match goes to the next (SE-12). A director may approve a
waiting entry, where the format takes late entries.
"""

from collections.abc import Iterator
from itertools import islice

from domain.kernel.refusal import Refused
from domain.tournament.decisions.entries.eligibility import admission_of
from domain.tournament.derived.stage import current_stage
from domain.tournament.entries import events as entry_events
from domain.tournament.guards.context import Context, Effect
from domain.tournament.guards.empty_places import place_taken
from domain.tournament.guards.rosters import require_rosters
from domain.tournament.person_effects.snapshots import Admission
from domain.tournament.state import Entry, Settings, Tournament


def free_places(state: Tournament, settings: Settings) -> int | None:
    """The number of free places; None where there is no limit."""
    places = settings.conditions.places
    return None if places is None else max(0, places - state.places_taken)


def waiting(state: Tournament) -> list[Entry]:
    """The entries on the waiting list, the next one first."""
    found = [(entry.waits_since, entry) for entry in state.entries.values() if entry.waits_since is not None]
    return [entry for _, entry in sorted(found, key=lambda one: one[0])]


def with_moved_up(effect: Effect, context: Context) -> Effect:
    """The effect before the start, and the entries that move up by it: where a place became free, or there are more
    now."""
    before, after = effect.before.settings, effect.after.settings
    if before is None or after is None:
        return effect
    left = next((entry for entry in effect.entries if _has_left(effect, entry)), None)
    if left is None and before.conditions == after.conditions:
        return effect
    moved = islice(_able(effect.after, after, context), free_places(effect.after, after))
    approved = (
        entry_events.EntryApproved(entry=entry.number, admission=admission, moved_up=True, in_place_of=left)
        for entry, admission in moved
    )
    return effect.then(approved, context)


def with_places_filled(effect: Effect, context: Context) -> Effect:
    """The effect after the start; where an entry has withdrawn before its first match, the next who waits has its place
    (SE-12). Who had a place before waits for that one."""
    for number in effect.entries:
        settings, entry = effect.after.settings, effect.after.entries[number]
        if settings is None or not entry.place_given_up or effect.before.entries[number].place_given_up:
            continue
        empty = current_stage(effect.after).empty_place(number)
        new = ((one, admission) for one, admission in _able(effect.after, settings, context) if not one.entrant)
        able = next(new, None)
        if empty is not None and able is not None:
            waits, admission = able
            approved = entry_events.EntryApproved(
                entry=waits.number, admission=admission, moved_up=True, in_place_of=number
            )
            effect = effect.then((approved, *place_taken(empty, waits.number)), context)
    return effect


def _has_left(effect: Effect, entry: int) -> bool:
    """Whether the entry had a place, and has it no longer."""
    before, after = effect.before.entries.get(entry), effect.after.entries[entry]
    return before is not None and before.status == "approved" != after.status


def _able(state: Tournament, settings: Settings, context: Context) -> Iterator[tuple[Entry, Admission]]:
    """The waiting entries that may still come in, in order, and what they are let in on."""
    for entry in waiting(state):
        admission = _admission(state, entry, settings, context)
        if admission is not None:
            yield entry, admission


def _admission(state: Tournament, entry: Entry, settings: Settings, context: Context) -> Admission | None:
    """The grounds on which the entry is let in; None where a member was banned or erased since, or a team is too small
    to play."""
    try:
        if settings.status == "started":
            require_rosters(state, (entry,))
        return admission_of(map(context.person, entry.persons), settings.series, context)
    except Refused:
        return None
