"""Options of a Monrad."""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from domain.formats.bouts import ResultBoutsInTables
from domain.formats.contract.steps import Terms
from domain.formats.kept_apart import ApartOptions, Rounds
from domain.formats.round_options import HalfByes, RoundOptions
from domain.formats.tie_breaks.field import Fact
from domain.formats.tie_breaks.options import OrderOptions, ResultOrderOptions
from domain.kernel.values import Days, Length, RoundHours
from domain.pairing.bracket import rounds_of


class FirstMonradOptions(ApartOptions):
    """`rounds` are as many as are played, None: ceil(log2 N) for N entrants at the start (SWX-1); with fewer several
    can win. `order` is that within the same points: by the lots of the start, by the order of the table, or by lot in
    each round; `first_round` is how round 1 is paired: neighbours, or the upper half with the lower. `lengths` are the
    match length of each round in points, the last for all that follow.

    `late_entries` says whether players enter after the start: until `late_until` rounds have begun, None: until half of
    them have; of the rounds that they missed the last `late_half` are worth half a win (SWX-5)."""

    after_start: ClassVar[frozenset[str]] = ApartOptions.after_start | {"rounds"}

    asked_first: ClassVar[tuple[str, ...]] = ("lengths", "rounds", "seeding")
    asked_last: ClassVar[tuple[str, ...]] = ("late_entries", "late_until", "late_half", *ApartOptions.asked_last[1:])

    kind: Literal["monrad"]
    rounds: Rounds | None = None
    order: Literal["lots", "table", "random"] = "random"
    first_round: Literal["neighbours", "halves"] = "neighbours"
    lengths: Annotated[tuple[Length, ...], Field(min_length=1, max_length=100)] = (7,)
    late_entries: bool = False
    late_until: Rounds | None = None
    late_half: Annotated[int, Field(strict=True, ge=0, le=99)] = 0
    round_days: Days | None = None
    round_hours: RoundHours | None = None

    @model_validator(mode="after")
    def _pairs_halves_by_an_order(self) -> Self:
        if self.order == "random" and self.first_round == "halves":
            raise ValueError("where each round is drawn by lot, round 1 has no halves: order by lots or by the table")
        return self

    @property
    def report_type(self) -> str:
        """FIL-4."""
        return "Individual: Swiss-System"

    def rounds_announced(self, starters: int) -> int:
        """SWX-1."""
        return self.rounds_for(starters)

    def rounds_for(self, starters: int) -> int:
        """The number of rounds for so many entrants at the start."""
        return rounds_of(starters) if self.rounds is None else self.rounds

    def late_until_round(self, starters: int) -> int:
        """SWX-5: the last round before whose draw somebody can still enter."""
        half = self.rounds_for(starters) // 2 + 1
        return half if self.late_until is None else self.late_until

    def terms_of(self, round_: int) -> Terms:
        """Terms of a match of the round, from 1."""
        return Terms(self.lengths[min(round_, len(self.lengths)) - 1])


class SecondMonradOptions(FirstMonradOptions, ResultOrderOptions):
    """The settings of rules 2: those of rules 1, and `tie_breaks`, the order of the table, None: that of MON-4."""

    after_start: ClassVar[frozenset[str]] = FirstMonradOptions.after_start | OrderOptions.after_start

    @property
    def facts(self) -> frozenset[Fact]:
        """The facts that criteria can rank by."""
        return frozenset({"points", "rounds", "drawn rounds", "scores", "shared ranks", "lots"})


class ThirdMonradOptions(SecondMonradOptions, ResultBoutsInTables):
    """The settings of rules 3: those of rules 2, where matches may be bouts."""

    bouts_since: ClassVar[int] = 3
    after_start: ClassVar[frozenset[str]] = SecondMonradOptions.after_start


class FourthMonradOptions(ThirdMonradOptions, RoundOptions):
    """... `half_byes`, `byes_until` and `tables_by_score`, as all that is played in rounds has them."""

    rounds_since: ClassVar[int] = 4
    after_start: ClassVar[frozenset[str]] = SecondMonradOptions.after_start

    half_byes: HalfByes | None = 0

    @model_validator(mode="after")
    def _gives_byes_until_a_round(self) -> Self:
        if self.half_byes == 0 and self.byes_until is not None:
            raise ValueError("nobody asks for a bye: say how many half_byes each may have, or leave byes_until out")
        return self


class MonradOptions(FourthMonradOptions):
    """`rounds` are as many as are played, None: ceil(log2 N) for N entrants at the start (SWX-1); with fewer several
    can win. `order` is that within the same points: by the lots or seeds of the start, by the order of the table, or by
    lot in each round; `first_round` is how round 1 is paired: neighbours, or the upper half with the lower. `lengths`
    are the match length of each round in points, the last for all that follow.

    `late_entries` says whether players enter after the start: until `late_until` rounds have begun, None: until half of
    them have; of the rounds that they missed the last `late_half` are worth half a win (SWX-5). `tie_breaks` is the
    order of the table, None: that of MON-4. `bout_matches` is how many matches two play against each other in each
    round, the last for all that follow; one, or empty: a single match. `bouts` is how they are counted: best of so
    many, or all of them. `half_byes` is how many byes each may ask for, worth half a win,
    None: any number; `byes_until` is the last round with such byes, None: the last but one. `tables_by_score` says
    whether the pairs of a round are in the order of scores.

    `seeding` is how the field is numbered at the start: by lot, by rating, or by hand. `acceleration` gives the first
    half of the numbers points that count in pairing alone, in the first half of the rounds (SWX-8)."""

    seeds_since: ClassVar[int] = 5

    seeding: Literal["lot", "rating", "by-hand"] = "lot"
    acceleration: Literal["none", "baku"] = "none"

    @property
    def _least_rules(self) -> int:
        is_asked = self.seeding != "lot" or self.acceleration != "none"
        return max(super()._least_rules, self.seeds_since if is_asked else 1)

    @model_validator(mode="after")
    def _seeds_have_an_effect(self) -> Self:
        if self.seeding != "lot" and self.order != "lots" and self.acceleration == "none":
            raise ValueError("the seeds have no effect: order by lots, which are then the seeds, or accelerate")
        return self
