"""The Swiss pairing (SWI-8).

The walk goes down the order. The highest player still unpaired meets the highest of those not met before who are
(2) within the window of match points and (3) of the other colour; failing that, (2); failing that, anybody. A choice is
taken only if the rest can still be paired without a rematch, with one left over where they are odd; if not, the next
choice in the same order of preference. Only when no opponent is possible is the player at hand the one left over.

Readings: a player without a colour has nobody of the other colour. Where no pairing without a rematch exists and the
director allows some, there are as few as possible: each choice is taken only if no more are needed in all. Who has
met everybody left meets one again, by (2) and (3) in the same order, or is the one left over where the rest needs no
rematch. So of the pairings with the fewest rematches it is the first by the letter's order of choices. How often two
have met, or how long ago, makes no difference, and neither does an earlier bye.

Whether those who are still unpaired can be paired without a rematch, asked at each choice (SWI-8).

While everyone left has at least half of the others left still unmet, there is a pairing (Dirac 1952), and no more is
looked at. From then on a largest matching of those left is kept, and changed with each choice. A joker in it, whom
anybody can meet, stands for the bye in an odd field, and any two more for one rematch; so the question is always
whether everybody has a mate.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

from domain.kernel.values import Why
from domain.pairing.bits import bit, higher_than, lowest, positions
from domain.pairing.matching import Matching
from domain.pairing.players import Field, Player, met_before, most_met
from domain.pairing.reasons import Ground, LeftOver, Paired, Pairing, PassedOver

RULE = "SWI-8"


def can_be_paired(players: Sequence[Player]) -> bool:
    """Whether a pairing without a rematch exists; one is left over where they are odd. Their order does not matter."""
    return assured(len(players), most_met(players)) or Completion(met_before(players)).rematches == 0


def pair(players: Sequence[Player], window: int) -> Pairing | None:
    """The pairing without rematches, or None where there is none.

    `players` are in their order (SWI-7), by match points first; `window` is the difference in match points that two who
    meet should not exceed. Raises ValueError where an entry is there twice.
    """
    walk = _Walk(players, window)
    return walk.pairing() if walk.completion.rematches == 0 else None


def pair_with_rematches(players: Sequence[Player], window: int) -> Pairing:
    """The pairing with the fewest rematches. Takes and raises what `pair` does."""
    return _Walk(players, window).pairing()


class _Walk:
    """Goes down the order once. Players are positions in it, and sets of them bits."""

    def __init__(self, players: Sequence[Player], window: int) -> None:
        self._met = met_before(players)
        self._field = Field(players, window)
        self.completion = Completion(self._met)

    def pairing(self) -> Pairing:
        """What everybody chooses, with the fewest rematches."""
        pairs, left_over = [], None
        while self.completion.free:
            chosen = self._choice(lowest(self.completion.free))
            if isinstance(chosen, Paired):
                pairs.append(chosen)
            else:
                left_over = chosen
        return Pairing(tuple(pairs), left_over)

    def _choice(self, player: int) -> Paired | LeftOver:
        others = self.completion.free & ~bit(player)
        met, unmet = others & self._met[player], others & ~self._met[player]
        wishes = self._field.wishes(player, unmet)
        opponent = self.completion.meet(player, wishes)
        if opponent is None:
            return self._choice_again(player, met)
        return self._paired(player, opponent, _passed(wishes, opponent, met=met & higher_than(opponent)))

    def _choice_again(self, player: int, met: int) -> Paired | LeftOver:
        """The choice of a player who has met everybody left."""
        wishes = self._field.wishes(player, met)
        opponent = self.completion.meet_again(player, wishes)
        if opponent is None:
            return self._left_over(player, met)
        return self._paired(player, opponent, _passed(wishes, opponent))

    def _paired(self, player: int, opponent: int, passed: Mapping[Ground, int]) -> Paired:
        passed_over = PassedOver(self._field.entries, passed)
        why = Why(rule=RULE, counts=self._criteria(player, opponent) | passed_over.counts())
        return Paired((self._field.entries[player], self._field.entries[opponent]), why, passed_over)

    def _left_over(self, player: int, met: int) -> LeftOver:
        self.completion.leave_over(player)
        passed_over = PassedOver(self._field.entries, {"met": met})
        return LeftOver(self._field.entries[player], Why(rule=RULE, counts=passed_over.counts()), passed_over)

    def _criteria(self, player: int, opponent: int) -> dict[str, int]:
        field = self._field
        return {
            "score_difference": abs(field.points[player] - field.points[opponent]),
            "window": field.window,
            "other_colour": int(field.differ_in_colour(player, opponent)),
            "rematch": int(self._met[player] & bit(opponent) != 0),
        }


def _passed(wishes: tuple[int, int, int], opponent: int, *, met: int = 0) -> dict[Ground, int]:
    """Those who were passed over, a bit each, by ground: `met` on that of having met, and whoever of those in the
    wishes would have been chosen before the opponent."""
    across, near, far = wishes
    higher = higher_than(opponent)
    if across & bit(opponent):
        return {"met": met, "colour": near & higher, "rest": across & higher}
    if near & bit(opponent):
        return {"met": met, "colour": 0, "rest": across | near & higher}
    return {"met": met, "colour": 0, "rest": across | near | far & higher}


def assured(count: int, most_met: int) -> bool:
    """Dirac's condition for that many players of whom nobody has met more than `most_met` of the others, with one joker
    where they are odd: True says that they can be paired without a rematch, False says nothing."""
    return count > 2 * most_met


class Completion:
    """Pairs players so that the rest can be paired. They are positions, and sets of them bits; `met` says whom each
    has met, and `free` who is left."""

    def __init__(self, met: Sequence[int]) -> None:
        self.free = bit(len(met)) - 1
        self._met = met
        self._most_met = max((those.bit_count() for those in met), default=0)

    @property
    def rematches(self) -> int:
        """The smallest number of rematches with which those left can be paired."""
        return 0 if assured(self.free.bit_count(), self._most_met) else self._matching.jokers.bit_count() // 2

    def meet(self, player: int, wishes: Sequence[int]) -> int | None:
        """Pairs the player with the highest of the first wish after whom the rest needs no more rematches than now.

        Wishes are sets, which together hold all players left whom the player has not met; None where there are none.
        One of them always can be had: whoever that one would meet instead could be single in the player's place.
        """
        if not any(wishes):
            return None
        if assured(self.free.bit_count() - 2, self._most_met):
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
