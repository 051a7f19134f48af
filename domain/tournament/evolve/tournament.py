"""A tournament as its events make it: `evolve` applies one recorded event to a frozen state.

It is total: every event that can be read can be applied. Nothing is refused here, and no rule is asked whether
something is allowed: what a decision took to make is in the event. What an event says of something that is not there
changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from typing import Any

from rpds import HashTrieSet

from domain.kernel.envelope import Event, Recorded
from domain.kernel.replacing import replace
from domain.tournament.derived.open_since import with_openings
from domain.tournament.derived.settlements import post_changes
from domain.tournament.evolve import entries as entry_evolve
from domain.tournament.evolve import hall as hall_evolve
from domain.tournament.evolve import imports as import_evolve
from domain.tournament.evolve import lifecycle as lifecycle_evolve
from domain.tournament.evolve import match_record as match_record_evolve
from domain.tournament.evolve import matches as match_evolve
from domain.tournament.evolve import merges as merge_evolve
from domain.tournament.evolve import reporting as report_evolve
from domain.tournament.evolve import reviews as review_evolve
from domain.tournament.evolve import rounds as round_evolve
from domain.tournament.evolve import rulings as ruling_evolve
from domain.tournament.lifecycle.events import DirectorReleased
from domain.tournament.matches import events as match_events
from domain.tournament.merges.events import RecordEvent
from domain.tournament.rounds import events as round_events
from domain.tournament.state import Entry, EntryStatus, Settings, Status, Tournament, announced_settings, initial

__all__ = ["Entry", "EntryStatus", "Settings", "Status", "Tournament", "announced_settings", "evolve", "initial"]

_DRAWN_FIRST: Set[type[Event]] = {
    round_events.LotsDrawn,
    round_events.FieldSeeded,
    round_events.FieldSeededByErrorRates,
    match_events.MatchesMade,
}
"""Events of draws as a tournament starts; later, these follow from results, or concern nobody's next match."""
_DRAWN: Set[type[Event]] = {
    round_events.RoundDrawn,
    round_events.RoundPaired,
    round_events.StageOpened,
    round_events.PlayOffsDrawn,
    round_events.BracketDrawn,
    *_DRAWN_FIRST,
}

_NOTHING_LAID: HashTrieSet[int] = HashTrieSet()


def evolve(state: Tournament, recorded: Recorded[Any]) -> Tournament:
    """The state after one more event of its stream."""
    known = _apply_event(state, recorded)
    if known.apart is None:
        return known
    if isinstance(recorded.event, RecordEvent):
        return replace(known, apart=_post_settlements(known.apart, recorded))
    return replace(known, apart=_apply_event(known.apart, merge_evolve.of_record(known.apart, recorded)))


def _apply_event(state: Tournament, recorded: Recorded[Any]) -> Tournament:
    if state.laid:
        state = replace(state, laid=_NOTHING_LAID)
    laid = _post_settlements(_EVOLVE[type(recorded.event)](state, recorded.event, recorded), recorded)
    laid = import_evolve.with_recorders(state, with_openings(state, laid, recorded.recorded_at), recorded)
    laid = ruling_evolve.with_decision(_with_staff(laid, recorded), recorded)
    return _holding(state, laid, recorded.event) if type(recorded.event) in _DRAWN else laid


def _with_staff(state: Tournament, recorded: Recorded[Any]) -> Tournament:
    """The state that knows who has acted as staff last when, and who then was released (TD-1)."""
    actor, event = recorded.actor, recorded.event
    acted = actor.person if actor.role == "administrator" or actor.staff_of == state.id else None
    left = event.person if isinstance(event, DirectorReleased) else None
    for person in (acted, left):
        if person is not None:
            state = replace(state, served=state.served.insert(person, recorded.recorded_at))
    return state


def _holding(before: Tournament, after: Tournament, drawn: Event) -> Tournament:
    """The state after an event that draws, which holds the one before it where that is not shown at once."""
    settings = after.settings
    if after.held is not None or settings is None or settings.conditions.pairings_shown == "at-once":
        return after
    is_first = before.started and not before.matches
    return replace(after, held=before) if is_first or type(drawn) not in _DRAWN_FIRST else after


def _post_settlements(state: Tournament, recorded: Recorded[Any]) -> Tournament:
    """The state with what the event has changed of settlements posted (STK-5)."""
    if not state.settlements.moved:
        return state
    ledger = post_changes(state.settlements, state.matches, recorded.version, recorded.recorded_at)
    return replace(state, settlements=ledger)


_EVOLVE: Mapping[type[Event], Callable[[Tournament, Any, Recorded[Any]], Tournament]] = {
    **lifecycle_evolve.EVOLVE,
    **entry_evolve.EVOLVE,
    **match_evolve.EVOLVE,
    **round_evolve.EVOLVE,
    **ruling_evolve.EVOLVE,
    **report_evolve.EVOLVE,
    **review_evolve.EVOLVE,
    **match_record_evolve.EVOLVE,
    **import_evolve.EVOLVE,
    **hall_evolve.EVOLVE,
    **merge_evolve.EVOLVE,
}
