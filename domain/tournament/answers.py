"""What events around disputes, rulings and appeals change, by kind and number: what answers and tables show anew."""

from collections.abc import Iterator
from typing import Literal

from domain.kernel.envelope import Event
from domain.officiating.remedies import Remedy, put_out
from domain.tournament.rulings import events as ruling_events
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
