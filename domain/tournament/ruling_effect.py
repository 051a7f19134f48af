"""Whether what a ruling orders of matches does anything, and is something that can be there (TD-10).

Readings: a result is awarded that could have been reported of that match. What other rulings order may have come to
nothing already; that is not this ruling's matter.
"""

from collections.abc import Sequence

from domain import record_changes
from domain.directing.remedies import Remedy, ResultAward
from domain.errors import Refused
from domain.formats.acts import EndMatch
from domain.problems.rulings import REMEDY_IDLE
from domain.record import Layer, Match
from domain.scoring.result import outcome
from domain.tournament.context import Context
from domain.tournament.model import Tournament
from domain.tournament.ruling_events import MatchLayer
from domain.tournament.score_remedies import require_sensible
from domain.tournament.stage import stage_of_match


def require_effect(state: Tournament, layers: Sequence[MatchLayer], ruling: int, context: Context) -> None:
    """Raises Refused where a remedy of that ruling would find nothing to act on, given all other rulings that are in
    force, or awards a result that the format does not know."""
    for layer in layers:
        match = state.matches[layer.match]
        require_sensible(match, layer.remedies)
        for remedy in layer.remedies:
            if isinstance(remedy, ResultAward):
                _require_known(state, match, remedy, context)
        idle = _idle(match, layer.remedies, ruling, context)
        if idle:
            detail = f"There is nothing in match {match.number} for {idle[0].kind} to act on."
            raise Refused(REMEDY_IDLE, detail, remedies=[remedy.kind for remedy in idle])


def _require_known(state: Tournament, match: Match, award: ResultAward, context: Context) -> None:
    sides, length = match.as_played
    awarded = outcome(award.result, length, match.form)
    played_at = match.effective.played_at if match.effective else context.now
    stage_of_match(state, match).require(EndMatch(match.number, sides, awarded, played_at))


def _idle(match: Match, remedies: Sequence[Remedy], ruling: int, context: Context) -> list[Remedy]:
    after = _with(match, remedies, ruling, context)
    return [one for one in record_changes.as_ruled(after).idle if any(one is mine for mine in remedies)]


def _with(match: Match, remedies: Sequence[Remedy], ruling: int, context: Context) -> Match:
    """The match with these remedies in that ruling's place."""
    layers = [layer for layer in match.layers if layer.ruling != ruling]
    layers.append(Layer(ruling, "appeal", tuple(remedies), context.now))
    return record_changes.ruled(match, tuple(sorted(layers, key=lambda layer: layer.ruling)), match.revision)
