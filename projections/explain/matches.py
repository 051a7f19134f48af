"""The course of a match's score: what was reported, corrected and ruled, and what it had come to after each (ALL-3)."""

from collections.abc import Sequence
from typing import Any, Literal, TypeVar

from domain.journal.journal import Stored
from domain.kernel.envelope import Event, Recorded
from domain.kernel.visibility import ONCE_ALL_ANNOUNCED, PUBLIC, Part, hidden_fields
from domain.match.record import Match
from domain.tournament.evolve.tournament import evolve
from domain.tournament.matches.events import (
    MadeMatch,
    MatchesMade,
    Paired,
    PairingsAdjusted,
    ResultCorrected,
    ResultReported,
    ResultVerified,
)
from domain.tournament.rounds.events import PairingsCorrected, RoundDrawn, RoundPaired
from domain.tournament.rulings.events import AppealDecided, RulingGiven
from domain.tournament.state import Tournament
from projections.explain.causes import Trail, Watched, event_name, ruling_of
from projections.explain.documents import LayerView, MatchExplained, ResultSoFar
from projections.explain.numbers import Past
from projections.views.tournaments import match_status, points_of

Made = TypeVar("Made", Paired, MadeMatch)
LayerName = Literal["reported", "corrected", "ruled", "other"]


def match_explained(state: Tournament, number: int) -> MatchExplained:
    """The match, without what was laid on it."""
    made_from = tuple(origin for origin, _ in state.matches[number].made_from)
    return MatchExplained(tournament=state.id, version=state.version, match=number, made_from=made_from)


def layers(past: Past, number: int, versions: Sequence[int], part: Part = PUBLIC) -> Sequence[LayerView]:
    """The layers that the events of these versions laid on the match, and its outcome. `part` is the reader's part in
    the match: an event of a match that they don't see is left out."""
    now, shown = past.state.matches[number], bool(part & ONCE_ALL_ANNOUNCED)
    return [
        _layer(now, stored, past.at(stored.recorded.version - 1), shown=shown)
        for stored in map(past.event, versions)
        if "match" not in hidden_fields(part, type(stored.recorded.event))
    ]


def concerning(state: Tournament, trail: Trail, number: int) -> Sequence[int]:
    """The versions of the events that name the match, have changed it, or say more of a ruling that reaches it."""
    rulings = [
        Watched("ruling", ruling.number)
        for _, ruling in sorted(state.directing.rulings.items())
        if any(one.match == number for one in ruling.orders.layers)
    ]
    return trail.versions([Watched("match", number), *rulings], state.version)


def after(before: Tournament, recorded: Recorded[Any], number: int) -> Match:
    """The match as the event has left it. What an event makes hangs on what was before it, and on nothing else that it
    makes: so of a draw, which makes hundreds of matches, this one alone is laid."""
    event: Event = recorded.event
    match event:
        case RoundDrawn() | RoundPaired() | PairingsAdjusted():
            event = event.model_copy(update={"pairings": _only(event.pairings, number)})
        case MatchesMade():
            event = event.model_copy(update={"matches": _only(event.matches, number)})
    return evolve(before, recorded.model_copy(update={"event": event})).matches[number]


def _only(made: Sequence[Made], number: int) -> tuple[Made, ...]:
    return tuple(one for one in made if one.match == number)


def _layer(now: Match, stored: Stored, before: Tournament, *, shown: bool) -> LayerView:
    """The layer that one event laid on the match."""
    event, then = stored.recorded.event, after(before, stored.recorded, now.number)
    ruling = ruling_of(event, before)
    layer = _name(event, then, ruling)
    return LayerView(
        event=event_name(stored),
        layer=layer,
        in_force=_in_force(now, then, layer, event, ruling),
        ruling=ruling,
        came_to=_came_to(then) if shown else None,
    )


def _name(event: Event, then: Match, ruling: int | None) -> LayerName:
    match event:
        case ResultReported(match=number) | ResultVerified(match=number) if number == then.number:
            return "reported"
        case ResultCorrected(match=number) if number == then.number:
            return "corrected"
        case PairingsCorrected(matches=matches) if any(one.match == then.number for one in matches):
            return "corrected"
        case RulingGiven() | AppealDecided() if any(layer.ruling == ruling for layer in then.layers):
            return "ruled"
        case _:
            return "other"


def _in_force(now: Match, then: Match, layer: LayerName, event: Event, ruling: int | None) -> bool:
    """Whether what it laid still is part of what the match comes to: of the sitting that counts, or of the rulings in
    force. What somebody conceded by resigning is gone once they have taken that back."""
    if layer == "reported":
        return now.sitting.is_reported and _place(now) == _place(then)
    if layer == "corrected":
        return now.shown[-1] == then.shown[-1]
    by = "appeal" if isinstance(event, AppealDecided) and not event.keeps_ruling else "ruling"
    return layer == "ruled" and any(one.key == (ruling, by) for one in now.layers)


def _place(match: Match) -> int | None:
    """Which of the tournament's reports the one that counts is (ELO-6)."""
    return match.sitting.place


def _came_to(match: Match) -> ResultSoFar:
    sides, length = match.as_played
    result = match.effective
    return ResultSoFar(
        status=match_status(match, told=True),
        sides=sides,
        length=length,
        result=result.result if result else None,
        ended=result.outcome.ended if result else None,
        winner=result.winner if result else None,
        points=points_of(match),
        sitting=match.shown[-1] + 1,
    )
