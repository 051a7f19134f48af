"""The layers of a match opened up: what it had come to with each (ALL-3)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from domain.kernel.replacing import replace
from domain.match import layering
from domain.match.effective_result import score_of
from domain.match.record import Effective, Match
from domain.scoring.score import Score


@dataclass(frozen=True, slots=True)
class Opened:
    """A layer, and what those up to it give together: nothing while the match is undecided, or void by them. `points`
    is the score so far, where it is known."""

    layer: Literal["reported", "corrected", "ruled"]
    ruling: int | None
    effective: Effective | None
    void: bool
    points: Score | None


def layers_of(match: Match) -> Iterator[Opened]:
    """From what was reported first to the newest ruling; nothing where no more than a report lies in the match that has
    ended it."""
    if not match.left_undecided and not match.layers and not any(sitting.corrections for sitting in match.sittings):
        return
    first = match.sittings[0]
    if first.report is not None:
        yield _up_to(replace(match, sittings=(replace(first, corrections=()),)), 0, "reported")
    if first.corrections:
        yield _up_to(match, 0, "corrected")
    for number in range(1, len(match.layers) + 1):
        yield _up_to(match, number, "ruled")


def _up_to(match: Match, layers: int, kind: Literal["reported", "corrected", "ruled"]) -> Opened:
    so_far = layering.with_rulings(match, match.layers[:layers], match.revision)
    ruling = match.layers[layers - 1].ruling if layers else None
    come_to = layering.as_ruled(so_far).outcome
    points = so_far.effective.outcome.points if so_far.effective else score_of(come_to)
    return Opened(kind, ruling, so_far.effective, so_far.ruled_void, points)
