"""What events around disputes, rulings and appeals change, by kind and number: what answers and tables show anew."""

from collections.abc import Iterator
from typing import Literal

from domain.directing.remedies import Remedy, put_out
from domain.history import Event
from domain.tournament import ruling_events as happened
from domain.tournament.model import Tournament

Kind = Literal["entries", "matches", "disputes", "rulings", "appeals"]
Changed = Iterator[tuple[Kind, int]]


def changed_by(state: Tournament, event: Event) -> Changed:
    """What such an event changes by itself; `state` is the one that it was decided on. Nothing for other events."""
    match event:
        case happened.DisputeEvent():
            yield "disputes", event.dispute
        case happened.RulingGiven():
            yield "rulings", event.ruling
            if event.dispute is not None:
                yield "disputes", event.dispute
            yield from _reached(event.layers, event.remedies)
        case happened.RulingEvent():
            yield from _of_ruling(state, event.ruling)
        case happened.AppealLodged():
            yield "appeals", event.appeal
            yield "rulings", event.ruling
        case happened.AppealDecided():
            yield "appeals", event.appeal
            yield from _of_ruling(state, state.directing.appeals[event.appeal].ruling)
            yield from _reached(event.layers, event.remedies)
        case happened.AppealWithdrawn():
            yield "appeals", event.appeal
            yield from _of_ruling(state, state.directing.appeals[event.appeal].ruling)
        case happened.AppealEvent():
            yield "appeals", event.appeal


def _of_ruling(state: Tournament, number: int) -> Changed:
    """The ruling, and what it reaches as it was given."""
    yield "rulings", number
    orders = state.directing.rulings[number].orders
    yield from _reached(orders.layers, orders.remedies)


def _reached(layers: tuple[happened.MatchLayer, ...], remedies: tuple[Remedy, ...]) -> Changed:
    for layer in layers:
        yield "matches", layer.match
    for entry in put_out(remedies):
        yield "entries", entry
