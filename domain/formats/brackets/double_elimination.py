"""Double elimination (DE-1 to DE-12): who loses in the upper bracket drops into the lower; who loses there is out.

Any number of entrants from two; with two the loser of the only upper match is the lower bracket's winner. The losers of
a round are spread over the lower bracket so that few meet again (DE-3). At the end the winners of both meet: twice, if
the lower bracket's wins the first (DE-6, DE-7).
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from domain.formats.brackets.shared import BracketsOptions, InBrackets, LengthsOrNone
from domain.pairing.brackets import Brackets
from domain.pairing.wiring import GRAND, LOWER, UPPER, Grand, Wiring, double_elimination


class DoubleEliminationOptions(BracketsOptions):
    """`lengths` is the match length of each round of the upper bracket, `lower_lengths` of the lower and
    `grand_lengths` of the matches at the end; empty: as long as the longest before. `grand` is how it ends: with two
    matches where the lower bracket's winner wins the first, with one, or with none."""

    kind: Literal["double-elimination"]
    lower_lengths: LengthsOrNone = ()
    grand_lengths: LengthsOrNone = ()
    grand: Grand = "double"

    def lengths_in(self, section: str) -> Sequence[int]:
        """DE-11."""
        lower = self.lower_lengths or self.lengths
        return {UPPER: self.lengths, LOWER: lower, GRAND: self.grand_lengths or self.lengths[-1:]}[section]


class DoubleElimination(InBrackets[DoubleEliminationOptions]):
    """The format itself."""

    settings = DoubleEliminationOptions

    rule = "DE-2"
    begins_in = UPPER

    def wiring(self, options: DoubleEliminationOptions, entrants: int) -> Wiring:
        """DE-1 to DE-6."""
        return double_elimination(entrants, options.grand)

    def honours(self, brackets: Brackets) -> Mapping[int, str]:
        """Who has lost the last match of both winners."""
        named = (brackets.place(name) for name in brackets.wiring.finals)
        finals = [brackets.filled(place) for place in named if place.section == GRAND]
        lost = [held.loser for held in finals if held and held.decided and held.loser]
        return {lost[-1]: "finalist"} if lost else {}
