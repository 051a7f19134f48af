"""A layer of a match: what a ruling in force, or an appeal in its place, orders of it (ALL-3, TD-13)."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from domain.officiating.remedies import (
    OPENERS,
    Awarded,
    MatchReplay,
    MatchResumption,
    Ordered,
    Remedy,
    ResultAward,
    ScoreCorrection,
)
from domain.scoring.games import Outcome
from domain.scoring.score import Score

OrderedBy = Literal["ruling", "appeal"]
"""Whether a ruling has ordered it itself, or an appeal in its place."""

LayerKey = tuple[int, OrderedBy]
"""Whose layer it is: that of the ruling with this number, or of its appeal."""


@dataclass(frozen=True, slots=True)
class Layer:
    """The orders for a match of a ruling in force, or of the appeal `by` which it was replaced. `play_began` says that
    play had begun when it was given, `outcome` what a result comes to that it awards, or a score that it sets;
    `ruled_at` is when its ruling was given, in whose place an appeal puts its own, None: with it. `if_undecided` says
    that a match is resumed by it only where it leaves that undecided (TD-10), `resumed_at` at which score it then is;
    None: it is not."""

    ruling: int
    by: OrderedBy
    remedies: tuple[Remedy, ...]
    given_at: datetime
    play_began: bool = False
    outcome: Outcome | None = None
    ruled_at: datetime | None = None
    if_undecided: bool = False
    resumed_at: Score | None = None

    @property
    def acting(self) -> Iterator[Remedy]:
        """Its remedies, as they act by what was ruled before."""
        foreseen = (MatchResumption,) if self.if_undecided else ()
        yield from (one for one in self.remedies if not isinstance(one, foreseen))
        if self.resumed_at is not None:
            yield MatchResumption(first=self.resumed_at[0], second=self.resumed_at[1])

    @property
    def ordered(self) -> Iterator[Ordered]:
        """Its remedies, with what was decided of them."""
        for remedy in self.acting:
            yield Awarded(remedy, self.outcome) if isinstance(remedy, ResultAward | ScoreCorrection) else remedy

    @property
    def key(self) -> LayerKey:
        return self.ruling, self.by

    @property
    def opens(self) -> bool:
        """Whether it opens a sitting on top of the others."""
        return any(isinstance(remedy, OPENERS) for remedy in self.acting)

    @property
    def replays(self) -> bool:
        """Whether by it the match is played again from its beginning."""
        return any(isinstance(remedy, MatchReplay) for remedy in self.remedies)
