"""Stakes and payments in the room's modes (STK-1..5).

The house keeps a tenth: of both stakes where a match is won or tied, of what changes hands in *single*.

Readings: who lost before play began has staked nothing. Where both lose, or a match that knows no draw has no winner,
the director decides. What is annulled is settled at nothing, so its difference entry gives everything back.
"""

from decimal import Decimal
from typing import Self

from pydantic import model_validator

from domain.kernel.values import Side, Value
from domain.scoring.amount import Amount
from domain.scoring.games import Outcome
from domain.scoring.modes import FivePoints, Mode, Normal, Single, ThreeGames
from domain.scoring.score import Score, points_of
from domain.scoring.undecided import DirectorDecides

_LESS_HOUSE, _HUNDREDTH = Decimal("0.90"), Decimal("0.01")


class Shares(Value):
    """The shares of the first and the second side."""

    first: Amount
    second: Amount

    @property
    def total(self) -> Decimal:
        return self.first + self.second


class Settlement(Value):
    """Stakes in, credits out, and the house's share. Amounts are negative in an entry that takes something back."""

    stakes: Shares
    credits: Shares
    house: Amount

    @model_validator(mode="after")
    def _balances(self) -> Self:
        """STK-5."""
        if self.stakes.total != self.credits.total + self.house:
            raise ValueError("stakes in must equal credits out and the house's share")
        return self


_NOBODY = Shares(first=Decimal(0), second=Decimal(0))
NOTHING = Settlement(stakes=_NOBODY, credits=_NOBODY, house=Decimal(0))
"""The settlement where nothing was staked, or everything goes back."""


def settlement(mode: Mode, outcome: Outcome) -> Settlement | DirectorDecides:
    """The settlement of a match of this mode, by its effective outcome."""
    if isinstance(mode, Normal) or not outcome.play_began:
        return NOTHING
    if outcome.winner is None:
        return _without_winner(mode, outcome)
    match mode:
        case ThreeGames(stake=stake) | FivePoints(stake=stake):
            return _settle(stake, outcome.winner, _less_house(2 * stake), Decimal(0))
        case Single():
            return _single(mode, outcome.winner, outcome.points)


def _without_winner(mode: Mode, outcome: Outcome) -> Settlement | DirectorDecides:
    """STK-2: a tie gives each the stake back less the house's tenth."""
    if isinstance(mode, ThreeGames) and outcome.ended == "drawn":
        back = _less_house(mode.stake)
        return _settle(mode.stake, "first", back, back)
    return DirectorDecides(rule="STK-1", because="no winner")


def _single(mode: Single, winner: Side, points: Score | None) -> Settlement | DirectorDecides:
    """STK-3: the points at their value, at most the limit, go over; the winner's less the house's tenth."""
    if points is None:
        return DirectorDecides(rule="STK-4", because="points not known")
    lost = min(Decimal(mode.point_value * points_of(points, winner)), mode.limit)
    return _settle(mode.limit, winner, mode.limit + _less_house(lost), mode.limit - lost)


def _less_house(amount: Decimal) -> Decimal:
    """Less the house's tenth, to the hundredth."""
    return (amount * _LESS_HOUSE).quantize(_HUNDREDTH)


def _settle(stake: Decimal, winner: Side, to_winner: Decimal, to_loser: Decimal) -> Settlement:
    """Each side stakes the same; what is not paid out is the house's."""
    first, second = (to_winner, to_loser) if winner == "first" else (to_loser, to_winner)
    return Settlement(
        stakes=Shares(first=stake, second=stake),
        credits=Shares(first=first, second=second),
        house=2 * stake - to_winner - to_loser,
    )
