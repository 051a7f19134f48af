"""Documents of the layers of a match's result: reported, corrected, ruled (ALL-3)."""

from typing import Literal

from domain.kernel.values import Value
from domain.match import layer_history
from domain.match.layer_history import Opened
from domain.match.record import Match
from domain.scoring.games import EndedAs


class ResultLayerView(Value):
    """The result of a match with this layer on top of those before: `ended` is None where it was undecided, `void`
    where it counted nowhere; `points` is the score so far, at which an undecided one is resumed (TD-10); `ruling` is
    whose layer it is."""

    layer: Literal["reported", "corrected", "ruled"]
    ruling: int | None
    ended: EndedAs | Literal["void"] | None
    winner: int | None
    points: tuple[int, int] | None


def layer_views(match: Match) -> tuple[ResultLayerView, ...]:
    """Each layer, the report first; none where no more than a report lies in the match."""
    return tuple(map(_layer, layer_history.layers_of(match)))


def _layer(opened: Opened) -> ResultLayerView:
    come_to = opened.effective
    ended = "void" if opened.void else come_to.outcome.ended if come_to else None
    return ResultLayerView.from_attributes(opened, ended=ended, winner=come_to.winner if come_to else None)


def resuming_ruling(match: Match) -> int | None:
    """The ruling that has opened the newest sitting; None where it is the first."""
    opener = match.sitting.opened_by
    return next((layer.ruling for layer in match.layers if layer.key == opener), None)
