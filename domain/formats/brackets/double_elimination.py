"""Double elimination (DE-1 to DE-14): who loses in the upper bracket drops into the lower; who loses there is out.

Any number of entrants from two; with two the loser of the only upper match is the lower bracket's winner. The losers of
a round are spread over the lower bracket so that few meet again (DE-3). At the end the winners of both meet: twice, if
the lower bracket's wins the first (DE-6, DE-7).

With three lives the losers of the lower bracket come into a third, round by round (DE-14). With `merge` no bracket is
played to its end: of each so many are left, the undefeated and the fighters, and they play a knockout in which a loss
is final (DE-13). Readings: the undefeated have the first seats of it, so that each meets one of the others, and who
meets who is laid with the start, so that few meet again; where all are seated by lot, that is by lot too. Without
merging the third bracket ends with a winner of its own, who meets nobody.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from domain.formats.brackets.shared import (
    BoutsInBrackets,
    BracketsOptions,
    ByesAndReplays,
    InBrackets,
    LengthsOrNone,
    ListedByes,
    ends,
    is_known_to,
)
from domain.formats.contract.protocol import Announced, Facts
from domain.kernel.refusal import Refused
from domain.pairing.bracket import rounds_of
from domain.pairing.brackets import Brackets
from domain.pairing.eliminations import MERGED, THIRD, elimination
from domain.pairing.wiring import GRAND, LOWER, UPPER, Drop, Grand, Wiring
from domain.problems.tournament import OPTION_WITHOUT_EFFECT, TOO_FEW_ENTRANTS


def _halves(left: int) -> int:
    if left & (left - 1):
        raise ValueError("so many are left of a bracket: 1, 2, 4, 8 and so on")
    return left


Left = Annotated[int, Field(strict=True, ge=1, le=256), AfterValidator(_halves)]


class FirstDoubleEliminationOptions(BracketsOptions):
    """`lengths` is the match length of each round of the upper bracket, `lower_lengths` of the lower and
    `grand_lengths` of the matches at the end; empty: as long as the longest before. `grand` is how it ends: with two
    matches where the lower bracket's winner wins the first, with one, or with none."""

    asked_first: ClassVar[tuple[str, ...]] = ("lengths", "form", "lives", "seeding")

    kind: Literal["double-elimination"]
    lower_lengths: LengthsOrNone = ()
    grand_lengths: LengthsOrNone = ()
    grand: Grand = "double"


class SecondDoubleEliminationOptions(FirstDoubleEliminationOptions, ByesAndReplays):
    """... `lives` is 2 or 3: after how many losses a player is out. `merge` is how many are left of each bracket for
    the knockout at the end, whose lengths are the `grand_lengths`; empty: there is none. `third_lengths` is the match
    length of each round of the third bracket; empty: as in the lower."""

    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = 2
    lives: Annotated[int, Field(strict=True, ge=2, le=3)] = 2
    merge: Annotated[tuple[Left, ...], Field(max_length=3)] = ()
    third_lengths: LengthsOrNone = ()

    @model_validator(mode="after")
    def _are_of_its_rules(self) -> Self:
        if not is_known_to(EARLIER, self):
            raise ValueError(f"rules {self.rules_version} of it do not know all these options: leave rules_version out")
        return self

    @model_validator(mode="after")
    def _merges_what_there_is(self) -> Self:
        if self.merge and not 2 <= len(self.merge) <= self.lives:
            raise ValueError("say of two brackets how many are left, or with three lives of three")
        if list(self.merge) != sorted(self.merge, reverse=True):
            raise ValueError("no more are left of a bracket than of the one above it")
        return self

    def lengths_in(self, section: str) -> Sequence[int]:
        """DE-11."""
        lower = self.lower_lengths or self.lengths
        told = {UPPER: self.lengths, LOWER: lower, THIRD: self.third_lengths or lower}
        return told.get(section, self.grand_lengths or self.lengths[-1:])


class ThirdDoubleEliminationOptions(SecondDoubleEliminationOptions, BoutsInBrackets):
    """... as of all brackets of bouts."""

    bouts_in: ClassVar[str] = UPPER
    bouts_since: ClassVar[int] = 3
    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = 3


class FourthDoubleEliminationOptions(ThirdDoubleEliminationOptions):
    """... `drops` is how the losers of each round of the upper bracket from 2 on are put on the places below, the last
    for all that follow; empty: spread. With `half_in_lower` the worse seed of each first pair begins in the lower
    bracket, as if beaten."""

    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = 4
    drops: Annotated[tuple[Drop, ...], Field(max_length=20)] = ()
    half_in_lower: bool = False


class FifthDoubleEliminationOptions(FourthDoubleEliminationOptions, ListedByes):
    """... `first_byes` are the entries that have byes before all others, by lot among them (SE-3)."""

    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = 5


class DoubleEliminationOptions(FifthDoubleEliminationOptions):
    """... who leaves is beaten wherever they would have come."""

    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = 6


EARLIER = (
    FirstDoubleEliminationOptions,
    SecondDoubleEliminationOptions,
    ThirdDoubleEliminationOptions,
    FourthDoubleEliminationOptions,
    FifthDoubleEliminationOptions,
)
"""The first rules knew two lives, played to the end; the second no bouts; the third no drops but spread ones; the
fourth no entries whose byes come first. By the fifth who left had the rank of the place in which they would have come
next."""


class DoubleElimination(InBrackets[DoubleEliminationOptions]):
    """The format itself."""

    settings = DoubleEliminationOptions
    earlier = EARLIER

    rule = "DE-2"
    begins_in = UPPER
    beaten_since = 6

    def refuse_announcement(self, options: DoubleEliminationOptions, announced: Announced) -> Refused | None:
        """... a third bracket has lengths only with three lives, and a knockout at the end takes the place of the
        match of both winners."""
        if options.lives == 2 and options.third_lengths:
            detail = "There is no third bracket with two lives, so its lengths have no effect."
            return Refused(OPTION_WITHOUT_EFFECT, detail, option="third_lengths")
        if options.merge and options.grand != "double":
            detail = "A knockout ends it, so the winners of both brackets do not meet apart from it."
            return Refused(OPTION_WITHOUT_EFFECT, detail, option="grand")
        if options.half_in_lower and (options.byes_to != "seeds" or options.first_byes):
            detail = "Round 1 of the upper bracket is not played, so it has no byes to give."
            return Refused(
                OPTION_WITHOUT_EFFECT, detail, option="first_byes" if options.byes_to == "seeds" else "byes_to"
            )
        return super().refuse_announcement(options, announced)

    def takes_late_entries(self, options: DoubleEliminationOptions, announced_end: bool) -> bool:
        """SE-9: not where round 1, which would have the empty places, is not played; nor where losers come into a third
        bracket, since who comes in from where was laid with the start."""
        return announced_end and not options.half_in_lower and options.lives == 2

    def refuse_start(self, options: DoubleEliminationOptions, facts: Facts) -> Refused | None:
        """DE-13: somebody has to lose before the undefeated are so few."""
        undefeated = options.merge[0] if options.merge else 1
        begin_above = (
            1 << rounds_of(facts.starters) >> 1 if options.half_in_lower and facts.starters > 2 else facts.starters
        )
        if begin_above <= undefeated:
            detail = (
                f"With {facts.starters} entrants nobody would lose before {undefeated} are undefeated:"
                " approve more entries, or announce fewer who are left."
            )
            return Refused(TOO_FEW_ENTRANTS, detail, entrants=facts.starters)
        return super().refuse_start(options, facts)

    def wiring(self, options: DoubleEliminationOptions, entrants: int) -> Wiring:
        """DE-1 to DE-6, DE-13, DE-14."""
        return elimination(
            entrants,
            options.grand,
            options.lives,
            options.merge,
            options.drops,
            half_in_lower=options.half_in_lower,
        )

    def honours(self, brackets: Brackets) -> Mapping[int, str]:
        """The loser of the last match, and the winner of the third bracket where it has one of its own."""
        named = (brackets.slot(name) for name in brackets.wiring.finals)
        finals = [brackets.contents_of(place) for place in named if place.section in (GRAND, MERGED)]
        lost = [held.loser for held in finals if held and held.decided and held.loser]
        third = _winner_of_third(brackets)
        own = {} if third is None else {third: "third-bracket-winner"}
        return {**own, **({lost[-1]: "finalist"} if lost else {})}


def _winner_of_third(brackets: Brackets) -> int | None:
    """The winner of the third bracket, where nobody goes on from it."""
    rounds = brackets.wiring.sections().get(THIRD, ())
    return ends(brackets, THIRD)[1] if rounds and not brackets.above(rounds[-1][0]) else None
