"""The stepladder (LAD-1, LAD-2): the last two seeds meet, the winner meets the next one up, and so on to the first.

One match after another, each with the result before. `start` seeds may share the first step, as their own knockout.
Readings. A drawn match is played again. Who leaves loses the match they have, or leaves it to the opponent without one.
Nobody enters late: each place is somebody's.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from domain.formats.brackets.shared import BoutsInBrackets, BracketsOptions, InBrackets
from domain.formats.contract.protocol import Facts
from domain.pairing.brackets import Brackets
from domain.pairing.stepladder import stepladder
from domain.pairing.wiring import LADDER, Wiring


class FirstStepladderOptions(BracketsOptions):
    """`lengths` is the match length of each step; `start` is how many seeds share the first one."""

    kind: Literal["stepladder"]
    seeding: Literal["lot", "entry-order", "rating", "by-hand"] = "entry-order"
    start: Annotated[int, Field(strict=True, ge=2, le=64)] = 2


class StepladderOptions(FirstStepladderOptions, BoutsInBrackets):
    """... as of all brackets of bouts."""

    bouts_in: ClassVar[str] = LADDER
    bouts_since: ClassVar[int] = 2
    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = 2


class Stepladder(InBrackets[StepladderOptions]):
    """The format itself."""

    settings = StepladderOptions
    earlier = (FirstStepladderOptions,)

    rule = "LAD-1"
    begins_in = LADDER

    def wiring(self, options: StepladderOptions, entrants: int) -> Wiring:
        """LAD-1, LAD-2."""
        return stepladder(entrants, options.start)

    def honours(self, brackets: Brackets) -> Mapping[int, str]:
        """The loser of the last match."""
        held = [brackets.contents_of(brackets.slot(name)) for name in brackets.wiring.finals]
        return {one.loser: "finalist" for one in held if one and one.loser is not None}

    def in_order(
        self, options: StepladderOptions, facts: Facts, brackets: Brackets, entries: Sequence[int]
    ) -> Sequence[int]:
        """By seed: who waits higher up has the better place for sure, and who has climbed up to somebody is not above
        them before they have met."""
        seeds = {entry: seed for seed, entry in enumerate(self.by_seed(options, facts))}
        return sorted(entries, key=lambda entry: (seeds.get(entry, len(seeds)), entry))

    def takes_late_entries(self, options: StepladderOptions, announced_end: bool) -> bool:
        """None."""
        return False
