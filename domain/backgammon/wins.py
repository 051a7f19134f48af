"""Games won by play, and what they count (GAM-1, GAM-3) [room 9]."""

from typing import Literal

from domain.backgammon.checkers import BAR, HOME, OFF, Checkers, across

Won = Literal["single", "gammon", "backgammon"]


def is_all_off(checkers: Checkers) -> bool:
    """GAM-1, room 9: who first bears off all checkers "wins the game". A side that began with fewer has them all off as
    soon as none is left [4.2.4]."""
    return not any(checkers[1:])


def kind_of_loss(checkers: Checkers) -> Won:
    """GAM-3: what the game counts by the loser's checkers. A gammon where none is borne off; a backgammon where besides
    one is on the bar or in the winner's home. Those who began with fewer can lose either too [4.2.4]."""
    if checkers[OFF]:
        return "single"
    far_back = checkers[BAR] or any(checkers[across(point)] for point in HOME)
    return "backgammon" if far_back else "gammon"
