"""Whether what a ruling orders of matches does anything, and is something that can be there (TD-10).

Readings: a result is awarded that could have been reported of that match. What other rulings order may have come to
nothing already; that is not this ruling's matter. Nothing is ordered that leaves the match just as it is. No clock and
no equipment is ordered for a match that is over. A void match can only go on or be played again; where it was voided
without a ruling it is reinstated first. No game is lost in a match that is over. The cube of a lost game is no higher
than the least power of two that wins the match from its beginning. Points beyond that are never needed (GAM-3, GAM-4),
and a higher one is taken for a slip. Penalty points and lost matches are sanctions: a second one changes nothing of the
match, and is given all the same.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import assert_never

from domain.formats.contract.acts import end_of
from domain.kernel.refusal import Refused
from domain.match import layering
from domain.match.effective_result import Void
from domain.match.layer import Layer
from domain.match.record import Match
from domain.officiating.remedies import (
    ClockAdjustment,
    Concession,
    DelayForfeit,
    EquipmentImposition,
    GameLoss,
    MatchReplay,
    MatchResumption,
    Remedy,
    ResultAnnulment,
    ResultAward,
    ScoreCorrection,
)
from domain.problems.rulings import REMEDY_WITHOUT_EFFECT, SIDE_OUT
from domain.scoring.games import Outcome
from domain.tournament.decisions.rulings.score_remedies import require_sensible
from domain.tournament.derived.progress import sides_out
from domain.tournament.derived.stage import stage_of_match
from domain.tournament.guards.context import Context, outcome_ordered
from domain.tournament.rulings.events import MatchLayer
from domain.tournament.state import Tournament

_SAYING = (ScoreCorrection, ResultAward)
"""Remedies that say what a match has come to, and are no sanctions."""


def require_effect(state: Tournament, layers: Sequence[MatchLayer], ruling: int, context: Context) -> tuple[Match, ...]:
    """The matches of these layers with what that ruling orders of them. Raises Refused where a remedy would have no
    effect beside the other rulings in force, or awards a result unknown to the format."""
    return tuple(_with_effect(state, layer, ruling, context) for layer in layers)


def require_sides_in(state: Tournament, ordered: Sequence[Match]) -> None:
    """Raises Refused where the orders would open one of these matches although a side is out and has nothing left to
    play (NXE-8, TD-4)."""
    for match in ordered:
        out = sides_out(state, match)
        if out and _is_open(match) and not _is_open(state.matches[match.number]):
            detail = f"Match {match.number} would be open again, but entry {out[0]} is out."
            raise Refused(SIDE_OUT, detail, match=match.number, entries=out)


def _is_open(match: Match) -> bool:
    match match.phase:
        case "open" | "needs-ruling":
            return True
        case "reported" | "announced" | "abandoned" | "void":
            return False
        case _:
            assert_never(match.phase)


def _with_effect(state: Tournament, layer: MatchLayer, ruling: int, context: Context) -> Match:
    match = state.matches[layer.match]
    require_sensible(match, layer.remedies)
    before = _without(match, ruling)
    for place, remedy in enumerate(layer.remedies, 1):
        after = with_remedies(state, match, layer.remedies[:place], ruling, context)
        _require_change(before, remedy, after)
        before = after
    idle = [one for one in layering.as_ruled(before).idle if any(one is mine for mine in layer.remedies)]
    if idle:
        detail = f"The remedy {idle[0].kind} would change nothing in match {match.number}."
        raise Refused(REMEDY_WITHOUT_EFFECT, detail, remedies=[remedy.kind for remedy in idle])
    if match.abandoned or any(isinstance(remedy, ResultAward) for remedy in layer.remedies):
        _require_known(state, before, _time_given(state, ruling, context))
    return before


def _time_given(state: Tournament, ruling: int, context: Context) -> datetime:
    """When the ruling was given, in whose place an appeal puts its own; the next one is given now."""
    given = state.directing.rulings.get(ruling)
    return context.now if given is None else given.orders.given_at


def _require_known(state: Tournament, match: Match, given_at: datetime) -> None:
    """Raises Refused where the rules of the stage don't know such an end of the match, or it can't have ended then."""
    end = end_of(match, ruled_at=given_at)
    if end is not None:
        stage_of_match(state, match).require(end)


def _require_change(before: Match, remedy: Remedy, after: Match) -> None:
    """Raises Refused where the remedy changes nothing of a match that is so when it comes to it."""
    detail = _idle_because(before, remedy) or _unchanged_outcome(before, remedy, after)
    if detail is not None:
        raise Refused(REMEDY_WITHOUT_EFFECT, detail, match=before.number, remedies=[remedy.kind])


def _idle_because(match: Match, remedy: Remedy) -> str | None:
    came_to = layering.as_ruled(match).outcome
    match remedy:
        case Concession():
            return None
        case _ if match.void_reason is not None:
            return f"Match {match.number} was voided: reinstate it first."
        case MatchResumption() | MatchReplay():
            return None
        case _ if isinstance(came_to, Void):
            return f"Match {match.number} is void: it can only be resumed, or played again."
        case ResultAnnulment() if not (isinstance(came_to, Outcome) or match.sitting.is_reported):
            return f"Match {match.number} has no result to annul."
        case ClockAdjustment() | DelayForfeit() | EquipmentImposition() | GameLoss() if isinstance(came_to, Outcome):
            return f"Match {match.number} is over: a {remedy.kind} comes too late."
        case GameLoss(cube=cube) if cube >= 2 * match.as_played[1]:
            return f"A game at a cube of {cube} is worth more than twice a match to {match.as_played[1]}."
        case _:
            return None


def _unchanged_outcome(before: Match, remedy: Remedy, after: Match) -> str | None:
    said = isinstance(remedy, _SAYING) and layering.as_ruled(after).outcome == layering.as_ruled(before).outcome
    return f"The {remedy.kind} would leave match {before.number} as it is." if said else None


def _without(match: Match, ruling: int) -> Match:
    """The match without what that ruling has ordered so far."""
    layers = tuple(layer for layer in match.layers if layer.ruling != ruling)
    return match if layers == match.layers else layering.with_rulings(match, layers, match.revision)


def with_remedies(state: Tournament, match: Match, remedies: Sequence[Remedy], ruling: int, context: Context) -> Match:
    """The match with these remedies in that ruling's place."""
    layers = [layer for layer in match.layers if layer.ruling != ruling]
    outcome = outcome_ordered(state, match, remedies)
    layers.append(Layer(ruling, "appeal", tuple(remedies), context.now, outcome=outcome))
    return layering.with_rulings(match, tuple(sorted(layers, key=lambda layer: layer.ruling)), match.revision)
