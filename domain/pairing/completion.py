"""Whether those who are still unpaired can be paired without a rematch, asked at each choice (SWI-8).

While everyone left has at least half of the others left still unmet, there is a pairing (Dirac 1952), and no more is
looked at. From then on a largest matching of those left is kept, and changed with each choice. A joker in it, who
anybody can meet, stands for the bye in an odd field, and any two more for one rematch; so the question is always
whether everybody has a mate.
"""

from collections.abc import Sequence
from functools import cached_property

from domain.pairing.bits import bit, lowest, positions
from domain.pairing.matching import Matching


def is_assured(count: int, most_met: int) -> bool:
    """Dirac's condition for that many players of whom nobody has met more than `most_met` of the others, with one joker
    where they are odd: True says that they can be paired without a rematch, False says nothing."""
    return count > 2 * most_met


class Completion:
    """Pairs players so that the rest can be paired. They are positions, and sets of them bits; `met` says who each
    has met, and `free` who is left."""

    def __init__(self, met: Sequence[int]) -> None:
        self.free = bit(len(met)) - 1
        self._met = met
        self._most_met = max((those.bit_count() for those in met), default=0)

    @property
    def rematches(self) -> int:
        """The smallest number of rematches with which those left can be paired."""
        return 0 if is_assured(self.free.bit_count(), self._most_met) else self._matching.jokers.bit_count() // 2

    def meet(self, player: int, wishes: Sequence[int]) -> int | None:
        """Pairs the player with the highest of the first wish after whom the rest needs no more rematches than now.

        Wishes are sets, which together hold all players left who the player has not met; None where there are none.
        One of them always can be had: anyone who that one would meet instead could be single in the player's place.
        """
        if not any(wishes):
            return None
        if is_assured(self.free.bit_count() - 2, self._most_met):
            chosen = next(lowest(wish) for wish in wishes if wish)
        else:
            chosen = self._matching.take(player, wishes)
        self.free &= ~(bit(player) | bit(chosen))
        return chosen

    def meet_again(self, player: int, wishes: Sequence[int]) -> int | None:
        """Pairs the player, who has met everybody left, for a rematch; wishes are sets that together hold all of them.
        None where the rest needs none."""
        if not self.rematches:
            return None
        self.leave_over(player)
        chosen = self._matching.take(lowest(self._matching.jokers), wishes)
        self.free &= ~bit(chosen)
        return chosen

    def leave_over(self, player: int) -> None:
        """Gives the player, who has met everybody left, the bye."""
        self._matching.take(player, (self._matching.jokers,))
        self.free &= ~bit(player)

    @cached_property
    def _matching(self) -> Matching:
        """Of those who are left when it is first needed."""
        return Matching({player: self.free & ~self._met[player] & ~bit(player) for player in positions(self.free)})
