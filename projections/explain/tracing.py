"""Which events of a tournament's history concern a match, a bye, an entry or an opening: those that name it, and those
after which it is otherwise."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from domain.ids import StreamName
from domain.journal.journal import Stored
from domain.tournament.events import matches_of
from domain.tournament.state import Tournament, evolve, initial
from projections.explain.views import EventName


class Watched(NamedTuple):
    """Something of a tournament's state, by its number."""

    kind: Literal["match", "bye", "entry", "opening", "rating"]
    number: int


RATING = Watched("rating", 0)
"""The tournament's being rated, and how."""

Traces = Mapping[Watched, tuple[EventName, ...]]
"""The events that concern each, in their order."""


def traced(stream: StreamName, history: Sequence[Stored], watched: Collection[Watched]) -> Traces:
    """The events of a whole history, from its first on, that concern each of these."""
    found: dict[Watched, list[EventName]] = {one: [] for one in watched}
    for before, stored, after in steps(stream, history):
        named = matches_of(stored.recorded.event)
        for one, events in found.items():
            if (one.kind == "match" and one.number in named) or _seen(before, one) != _seen(after, one):
                events.append(event_name(stored))
    return {one: tuple(events) for one, events in found.items()}


def steps(stream: StreamName, history: Sequence[Stored]) -> Iterator[tuple[Tournament, Stored, Tournament]]:
    """Each event, with the state before and after it."""
    state = initial(stream)
    for stored in history:
        after = evolve(state, stored.recorded)
        yield state, stored, after
        state = after


def event_name(stored: Stored) -> EventName:
    """The event by its stream, version and topic."""
    recorded = stored.recorded
    return EventName(
        stream=recorded.stream,
        version=recorded.version,
        position=stored.position,
        topic=recorded.topic,
        recorded_at=recorded.recorded_at,
    )


def _seen(state: Tournament, watched: Watched) -> object:
    """What of the state tells whether it is otherwise."""
    rounds, number = state.rounds, watched.number
    match watched.kind:
        case "match":
            return state.matches.get(number), rounds.stood.get(number)
        case "bye":
            return rounds.byes.get(number)
        case "entry":
            return state.entries.get(number), rounds.lots.get(number), rounds.seeds.get(number)
        case "opening":
            return rounds.openings[number - 1 : number]
        case "rating":
            return state.settings and (state.settings.rating, state.settings.status == "cancelled")


def together(traces: Traces, watched: Collection[Watched]) -> tuple[EventName, ...]:
    """The events that concern any of these, each once, in their order."""
    found = {event.version: event for one in watched for event in traces[one]}
    return tuple(event for _, event in sorted(found.items()))
