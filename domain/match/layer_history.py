"""The layers of a match opened up: what it had come to with each (ALL-3)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from domain.match import layering
from domain.match.record import Effective, Match


@dataclass(frozen=True, slots=True)
class Opened:
    """A layer, and what those up to it give together: nothing while the match is undecided, or void by them."""

    layer: Literal["reported", "corrected", "ruled"]
    ruling: int | None
    effective: Effective | None
    void: bool


def opened_up(match: Match) -> Iterator[Opened]:
    """From what was reported first to the newest ruling; nothing where no more than a report lies in the match."""
    if not match.layers and not any(sitting.corrections for sitting in match.sittings):
        return
    first = match.sittings[0]
    if first.report is not None:
        yield _up_to(replace(match, sittings=(replace(first, corrections=()),)), 0, "reported")
    if first.corrections:
        yield _up_to(match, 0, "corrected")
    for number in range(1, len(match.layers) + 1):
        yield _up_to(match, number, "ruled")


def _up_to(match: Match, layers: int, kind: Literal["reported", "corrected", "ruled"]) -> Opened:
    so_far = layering.ruled(match, match.layers[:layers], match.revision)
    ruling = match.layers[layers - 1].ruling if layers else None
    return Opened(kind, ruling, so_far.effective, so_far.ruled_void)
