"""The answer to a command: all that it changed, by kind and number, each with its revision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from rpds import HashTrieMap

from domain.kernel.canonical_json import JSON
from domain.kernel.entry_keys import matches_in
from domain.kernel.envelope import Event
from domain.tournament.decisions.match_record.recording import meaning
from domain.tournament.decisions.rulings.play_started import decided_before_play
from domain.tournament.guards.context import Effect, settings_of
from domain.tournament.match_record.events import MatchRecordEvent
from domain.tournament.rounds.events import RoundClosed
from domain.tournament.rulings.events import RulingGiven
from domain.tournament.state import Tournament


class Revised(Protocol):
    """A value with a revision."""

    @property
    def revision(self) -> int: ...


def tournament_answer(effect: Effect) -> dict[str, JSON]:
    """The tournament's version, and everything that is another than before."""
    before, after = effect.before.directing, effect.after.directing
    directing = {
        "disputes": _changed_values(before.disputes, after.disputes),
        "rulings": _changed_values(before.rulings, after.rulings),
        "appeals": _changed_values(before.appeals, after.appeals),
    }
    return {
        "tournament": effect.after.id,
        "version": effect.after.version,
        "entries": _revisions({number: effect.after.entries[number] for number in effect.entries}),
        "matches": _revisions({number: effect.after.matches[number] for number in matches_in(effect.laid)}),
        **{kind: _revisions(numbers) for kind, numbers in directing.items() if numbers},
        **_recorded_things(effect.before, effect.events),
        **_not_rated(effect),
        **_left_open(effect),
    }


def _changed_values(before: HashTrieMap[int, Revised], after: HashTrieMap[int, Revised]) -> dict[int, Revised]:
    if before is after:
        return {}
    return {number: one for number, one in sorted(after.items()) if before.get(number) is not one}


def _recorded_things(state: Tournament, events: Sequence[Event]) -> dict[str, JSON]:
    """Records and requests of a match, each with its kind and number, and its consequences."""
    found = [event for event in events if isinstance(event, MatchRecordEvent)]
    return {"recorded": [_recorded_thing(state, event) for event in found]} if found else {}


def _not_rated(effect: Effect) -> dict[str, JSON]:
    """Which matches a ruling decides without play having begun, as far as is known (ALL-6)."""
    matches = [layer.match for event in effect.events if isinstance(event, RulingGiven) for layer in event.layers]
    if not matches or settings_of(effect.after).rating is None:
        return {}
    found = decided_before_play(effect.before, effect.after, matches)
    return {"not_rated": list(found)} if found else {}


def _left_open(effect: Effect) -> dict[str, JSON]:
    """Which matches a round was closed without (SWI-4)."""
    found = [number for event in effect.events if isinstance(event, RoundClosed) for number in event.left_open]
    return {"left_open": [*found]} if found else {}


def _recorded_thing(state: Tournament, event: MatchRecordEvent) -> JSON:
    thing: dict[str, JSON] = {"kind": event.record_kind, "number": event.number}
    comes_to = meaning(state, event)
    return thing if comes_to is None else {**thing, "comes_to": comes_to.model_dump(mode="json")}


def _revisions(changed: Mapping[int, Revised]) -> JSON:
    return [{"number": number, "revision": one.revision} for number, one in changed.items()]
