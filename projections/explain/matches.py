"""How a match came to its score: what was reported, corrected and ruled, and what it had come to after each (ALL-3)."""

from collections.abc import Sequence
from typing import Literal

from domain.history import Event
from domain.journal.journal import Stored
from domain.record import Match
from domain.tournament.events import matches_of
from domain.tournament.match_events import ResultCorrected, ResultReported, ResultVerified
from domain.tournament.ruling_events import AppealDecided, AppealWithdrawn, RulingEvent, RulingGiven
from domain.tournament.state import Tournament
from projections.explain.tracing import event_name, steps
from projections.explain.views import CameTo, LayerView, MatchExplained
from projections.views import match_status

LayerName = Literal["reported", "corrected", "ruled", "other"]


def match_explained(state: Tournament, history: Sequence[Stored], number: int, *, seen: bool) -> MatchExplained:
    """Every event of the whole history that concerns the match. `seen`: the reader sees results that are not
    announced."""
    now = state.matches[number]
    shown = seen or now.effective is None or now.effective.announced_at is not None
    return MatchExplained(
        tournament=state.id,
        version=state.version,
        match=number,
        made_from=tuple(origin for origin, _ in now.made_from),
        layers=tuple(
            _layer(now, stored, before, after, shown=shown)
            for before, stored, after in steps(state.stream, history)
            if _concerns(stored.recorded.event, before, after, number)
        ),
    )


def _concerns(event: Event, before: Tournament, after: Tournament, number: int) -> bool:
    """Whether the event names the match, has changed it, or says more of a ruling that reaches it."""
    if number in matches_of(event) or before.matches.get(number) != after.matches.get(number):
        return True
    ruling = _ruling(event, before)
    return ruling is not None and any(one.match == number for one in after.directing.rulings[ruling].orders.layers)


def _layer(now: Match, stored: Stored, before: Tournament, after: Tournament, *, shown: bool) -> LayerView:
    """What one event laid on the match."""
    event, then = stored.recorded.event, after.matches[now.number]
    ruling = _ruling(event, before)
    layer = _name(event, then, ruling)
    return LayerView(
        event=event_name(stored),
        layer=layer,
        in_force=_in_force(now, layer, event, ruling, then.shown[-1]),
        ruling=ruling,
        came_to=_came_to(then) if shown else None,
    )


def _name(event: Event, then: Match, ruling: int | None) -> LayerName:
    match event:
        case ResultReported(match=number) | ResultVerified(match=number) if number == then.number:
            return "reported"
        case ResultCorrected(match=number) if number == then.number:
            return "corrected"
        case RulingGiven() | AppealDecided() if any(layer.ruling == ruling for layer in then.layers):
            return "ruled"
        case _:
            return "other"


def _ruling(event: Event, before: Tournament) -> int | None:
    """The ruling that the event gave, or that it says more of."""
    match event:
        case RulingEvent(ruling=number):
            return number
        case AppealDecided(appeal=number) | AppealWithdrawn(appeal=number):
            return before.directing.appeals[number].ruling
        case _:
            return None


def _in_force(now: Match, layer: LayerName, event: Event, ruling: int | None, sitting: int) -> bool:
    """Whether what it laid still is part of what the match comes to: of the sitting that counts, or of the rulings in
    force."""
    if layer in ("reported", "corrected"):
        return sitting == now.shown[-1]
    by = "appeal" if isinstance(event, AppealDecided) else "ruling"
    return layer == "ruled" and any(one.key == (ruling, by) for one in now.layers)


def _came_to(match: Match) -> CameTo:
    result = match.effective
    return CameTo(
        status=match_status(match, told=True),
        sides=result.sides if result else match.sides,
        length=result.length if result else match.length,
        result=result.result if result else None,
        how=result.outcome.how if result else None,
        winner=result.winner if result else None,
        points=result.outcome.points if result else None,
        sitting=match.shown[-1] + 1,
    )
