"""A pairing, with the reason for each pair."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from domain.kernel.ids import EntryNumber
from domain.kernel.values import Why
from domain.pairing.bits import positions

Ground = Literal["met", "colour", "rest"]
"""Why a player was not chosen: they have met before, the colour is not the other one, or the rest could not have been
paired then, or only with more rematches. A player too many match points away counts as lower than all others, and so is
never passed over."""


@dataclass(frozen=True, slots=True)
class PassedOver:
    """Those left who would have been chosen before the one who was, but for one ground each: who stands higher, and,
    on the ground of the rest, also who would have suited better.

    In a large field they may be many; so they are sets of positions in `order`, as bits, until they are asked for.
    """

    order: tuple[EntryNumber, ...] = field(repr=False)
    sets: Mapping[Ground, int]

    def entries(self, ground: Ground) -> Sequence[EntryNumber]:
        """Those passed over on that ground, the highest first."""
        return [self.order[position] for position in positions(self.sets.get(ground, 0))]

    def counts(self) -> dict[str, int]:
        """The number on each ground."""
        return {f"passed_{ground}": those.bit_count() for ground, those in self.sets.items()}


@dataclass(frozen=True, slots=True)
class Paired:
    """Two who meet; the first is the one who was to choose.

    The counts of `why`: the `score_difference` in match points and the `window` it should be within; `other_colour`
    and `rematch`, 1 if so and 0 if not; and how many were passed over on each ground.
    """

    sides: tuple[EntryNumber, EntryNumber]
    why: Why
    passed_over: PassedOver


@dataclass(frozen=True, slots=True)
class LeftOver:
    """The player with the bye of an odd field, who has met all others left, mostly nobody; `why` counts them."""

    entry: EntryNumber
    why: Why
    passed_over: PassedOver


@dataclass(frozen=True, slots=True)
class Pairing:
    """Everybody once: the pairs in the order in which they were chosen, and who is left over."""

    pairs: tuple[Paired, ...]
    left_over: LeftOver | None
