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
"""

from collections.abc import Mapping, Sequence

from domain.kernel.values import Why
from domain.pairing.bits import bit, higher_than, lowest
from domain.pairing.completion import Completion, is_assured
from domain.pairing.players import Field, Player, earlier_opponents, most_met
from domain.pairing.reasons import Ground, LeftOver, Paired, Pairing, PassedOver

RULE = "SWI-8"


def can_be_paired(players: Sequence[Player]) -> bool:
    """Whether a pairing without a rematch exists; one is left over where they are odd. Their order does not matter."""
    return is_assured(len(players), most_met(players)) or Completion(earlier_opponents(players)).rematches == 0


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
        self._met = earlier_opponents(players)
        self._field = Field(players, window)
        self.completion = Completion(self._met)

    def pairing(self) -> Pairing:
        """The pairing by everybody's choice, with the fewest rematches."""
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
        return self._pair_with(player, opponent, _passed_by_ground(wishes, opponent, met=met & higher_than(opponent)))

    def _choice_again(self, player: int, met: int) -> Paired | LeftOver:
        """The choice of a player who has met everybody left."""
        wishes = self._field.wishes(player, met)
        opponent = self.completion.meet_again(player, wishes)
        if opponent is None:
            return self._leave_over(player, met)
        return self._pair_with(player, opponent, _passed_by_ground(wishes, opponent))

    def _pair_with(self, player: int, opponent: int, passed: Mapping[Ground, int]) -> Paired:
        passed_over = PassedOver(self._field.entries, passed)
        why = Why(rule=RULE, counts=self._criteria(player, opponent) | passed_over.counts())
        return Paired((self._field.entries[player], self._field.entries[opponent]), why, passed_over)

    def _leave_over(self, player: int, met: int) -> LeftOver:
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


def _passed_by_ground(wishes: tuple[int, int, int], opponent: int, *, met: int = 0) -> dict[Ground, int]:
    """Those who were passed over, a bit each, by ground: `met` on that of having met, and anyone who of those in the
    wishes would have been chosen before the opponent."""
    across, near, far = wishes
    higher = higher_than(opponent)
    if across & bit(opponent):
        return {"met": met, "colour": near & higher, "rest": across & higher}
    if near & bit(opponent):
        return {"met": met, "colour": 0, "rest": across | near & higher}
    return {"met": met, "colour": 0, "rest": across | near | far & higher}
