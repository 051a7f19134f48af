"""What a command is answered with: what its events changed, by kind and number, each with its revision."""

from collections.abc import Iterator, Sequence
from typing import Literal

from domain.kernel.canonical_json import JSON
from domain.kernel.envelope import Event
from domain.officiating.remedies import Remedy, put_out
from domain.tournament.derived.simulate import foreseen
from domain.tournament.entries.events import EntryEvent
from domain.tournament.guards.context import Context, settings_of
from domain.tournament.match_record.events import ProceedingEvent
from domain.tournament.match_record.recording import meaning
from domain.tournament.matches.events import ConsequencesChosen, MatchesMade, MatchEvent
from domain.tournament.rounds.events import RoundAnnulled, RoundDrawn, RoundPaired
from domain.tournament.rulings import events as ruling_events
from domain.tournament.rulings.events import AppealDecided, RulingGiven
from domain.tournament.rulings.play_started import decided_before_play
from domain.tournament.state import Tournament

Kind = Literal["entries", "matches", "disputes", "rulings", "appeals"]
Changed = Iterator[tuple[Kind, int]]


def changed_by(state: Tournament, event: Event) -> Changed:
    """What such an event changes by itself; `state` is the one that it was decided on. Nothing for other events."""
    match event:
        case ruling_events.DisputeEvent():
            yield "disputes", event.dispute
        case ruling_events.RulingGiven():
            yield "rulings", event.ruling
            if event.dispute is not None:
                yield "disputes", event.dispute
            yield from _reached(event.layers, event.remedies)
        case ruling_events.RulingEvent():
            yield from _of_ruling(state, event.ruling)
        case ruling_events.AppealLodged():
            yield "appeals", event.appeal
            yield "rulings", event.ruling
        case ruling_events.AppealDecided():
            yield "appeals", event.appeal
            yield from _of_ruling(state, state.directing.appeals[event.appeal].ruling)
            yield from _reached(event.layers, event.remedies)
        case ruling_events.AppealWithdrawn():
            yield "appeals", event.appeal
            yield from _of_ruling(state, state.directing.appeals[event.appeal].ruling)
        case ruling_events.AppealEvent():
            yield "appeals", event.appeal


def _of_ruling(state: Tournament, number: int) -> Changed:
    """The ruling, and what it reaches as it was given."""
    yield "rulings", number
    orders = state.directing.rulings[number].orders
    yield from _reached(orders.layers, orders.remedies)


def _reached(layers: tuple[ruling_events.MatchLayer, ...], remedies: tuple[Remedy, ...]) -> Changed:
    for layer in layers:
        yield "matches", layer.match
    for entry in put_out(remedies):
        yield "entries", entry


def matches_of(event: Event) -> tuple[int, ...]:
    """The matches an event itself names as made or changed; what follows from it, the state knows."""
    match event:
        case MatchEvent(match=match):
            return (match,)
        case RoundDrawn(pairings=pairings) | RoundPaired(pairings=pairings):
            return tuple(pairing.match for pairing in pairings)
        case RoundAnnulled(matches=matches):
            return matches
        case ConsequencesChosen():
            made = tuple(pairing.match for pairing in event.pairings)
            return (*event.kept_matches, *event.set_aside_matches, *made)
        case RulingGiven(layers=layers) | AppealDecided(layers=layers):
            return tuple(layer.match for layer in layers)
        case MatchesMade(matches=matches, abandoned=abandoned):
            return (*(one.match for one in abandoned), *(one.match for one in matches))
        case _:
            return ()


def tournament_answer(state: Tournament, events: Sequence[Event], context: Context) -> dict[str, JSON]:
    entries: dict[int, int] = {}
    matches: dict[int, int] = {}
    directing: dict[str, dict[int, int]] = {}
    for revision, event in enumerate(events, state.version + 1):
        if isinstance(event, EntryEvent):
            entries[event.entry] = revision
        matches.update(dict.fromkeys(matches_of(event), revision))
        for kind, number in changed_by(state, event):
            directing.setdefault(kind, {})[number] = revision
    return {
        "tournament": state.id,
        "version": state.version + len(events),
        "entries": _revisions(entries | directing.pop("entries", {})),
        "matches": _revisions(matches | directing.pop("matches", {})),
        **{kind: _revisions(numbers) for kind, numbers in directing.items()},
        **_recorded(state, events),
        **_not_rated(state, events, context),
    }


def _recorded(state: Tournament, events: Sequence[Event]) -> dict[str, JSON]:
    """What was recorded of a match, or asked and answered, by its kind and number, and what it comes to."""
    found = [event for event in events if isinstance(event, ProceedingEvent)]
    return {"recorded": [_recorded_thing(state, event) for event in found]} if found else {}


def _not_rated(state: Tournament, events: Sequence[Event], context: Context) -> dict[str, JSON]:
    """Which matches a ruling decides without play having begun, as far as is known (ALL-6)."""
    matches = [layer.match for event in events if isinstance(event, RulingGiven) for layer in event.layers]
    if not matches or settings_of(state).rating is None:
        return {}
    found = decided_before_play(state, foreseen(state, events, context), matches)
    return {"not_rated": list(found)} if found else {}


def _recorded_thing(state: Tournament, event: ProceedingEvent) -> JSON:
    thing: dict[str, JSON] = {"kind": event.kind, "number": event.number}
    comes_to = meaning(state, event)
    return thing if comes_to is None else {**thing, "comes_to": comes_to.model_dump(mode="json")}


def _revisions(numbers: dict[int, int]) -> JSON:
    return [{"number": number, "revision": revision} for number, revision in numbers.items()]
