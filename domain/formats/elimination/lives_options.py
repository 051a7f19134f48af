"""Options of lives (MON-6), and of wins that put a player through (SWX-9)."""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from domain.formats.bouts import ResultBoutOptions
from domain.formats.elimination.shared import EliminationOptions
from domain.formats.kept_apart import ApartOptions
from domain.kernel.values import Days, RoundHours

Number = Annotated[int, Field(strict=True, ge=1, le=999)]


class FirstLivesOptions(ApartOptions, EliminationOptions):
    """`lives` is N. `end` says when it ends, with `left` as the number of places or the sum of lives. `late_entries`
    says whether players enter after the start, with a loss for each round that they missed, or with none."""

    asked_first: ClassVar[tuple[str, ...]] = (*EliminationOptions.asked_first, "lives", "wins", "end", "left")
    asked_last: ClassVar[tuple[str, ...]] = ("late_entries", "late_losses", *ApartOptions.asked_last[1:])

    kind: Literal["lives"]
    lives: Annotated[int, Field(strict=True, ge=1, le=99)] = 3
    end: Literal["one-below", "last", "places", "sum"] = "one-below"
    left: Number | None = None
    late_entries: bool = False
    late_losses: Literal["one-each-round", "no-loss"] = "one-each-round"
    round_days: Days | None = None
    round_hours: RoundHours | None = None

    @model_validator(mode="after")
    def _says_how_many_are_left(self) -> Self:
        if self.end in ("places", "sum") and self.left is None:
            raise ValueError("say how many are left at the end: so many places, or so many lives in all")
        if self.end in ("one-below", "last") and self.left is not None:
            raise ValueError("this end is not by a number: leave out how many are left")
        if self.end == "one-below" and self.lives == 1:
            raise ValueError("with one life everybody who is left has no loss: end with the last")
        return self


class SecondLivesOptions(FirstLivesOptions, ResultBoutOptions):
    """`lives` is N. `end` says when it ends, with `left` as the number of places or the sum of lives. `late_entries`
    says whether players enter after the start, with a loss for each round that they missed, or with none.
    `bout_matches` is how many matches two play against each other in each round, the last for all that follow; one, or
    empty: a single match. `bouts` is how they are counted: best of so many, or all of them, and as many more as it
    takes."""

    bouts_since: ClassVar[int] = 2
    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = 2


Pace = Literal["rounds", "continuous", "batches"]
AnyPace = Literal[Pace, "by-finish"]
RULES_WITH_PACE, RULES_BY_FINISH, RULES_WITH_SHARED_RANKS = 3, 5, 6


class PacedOptions(SecondLivesOptions):
    """... `pace` says when pairs are drawn (MON-10)."""

    pace: AnyPace = "rounds"
    batch_minutes: Annotated[int, Field(strict=True, ge=1, le=600)] | None = None

    @model_validator(mode="after")
    def _paces_make_sense(self) -> Self:
        if self.rules_version < RULES_WITH_PACE and self.pace != "rounds":
            raise ValueError(f"rules {self.rules_version} of it play round by round: leave rules_version out")
        if (self.pace == "batches") != (self.batch_minutes is not None):
            raise ValueError("batches are drawn every so many minutes: say how many, and only for them")
        if self.pace == "by-finish":
            self._require_one_life()
        return self

    def _require_one_life(self) -> None:
        if self.rules_version < RULES_BY_FINISH:
            raise ValueError(f"rules {self.rules_version} of it know no pairs by finish: leave rules_version out")
        if self.lives > 1:
            raise ValueError("winners alone are paired by finish: give one life, or choose the continuous pace")


class ThirdLivesOptions(PacedOptions):
    """... `pace` says when pairs are drawn: round by round, as soon as two are free, or of those who are free every
    `batch_minutes` (MON-10). Each draw then counts as a round."""

    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = 3
    pace: Pace = "rounds"


RULES_WITH_WINS = 4


class ThroughOptions(PacedOptions):
    """... with so many `wins` a player is through (SWX-9)."""

    wins: Annotated[int, Field(strict=True, ge=1, le=99)] | None = None
    tables_by_score: bool = False

    @model_validator(mode="after")
    def _wins_make_sense(self) -> Self:
        if self.rules_version < RULES_WITH_WINS and (self.wins is not None or self.tables_by_score):
            raise ValueError(f"rules {self.rules_version} of it know less than is asked: leave rules_version out")
        if self.wins is not None and self.end != "last":
            raise ValueError("where wins put players through it goes on until nobody is left: end with the last")
        if self.wins is not None and self.pace == "by-finish":
            raise ValueError("by finish winners play on to the last: leave wins out")
        return self


class FourthLivesOptions(ThroughOptions):
    """The settings of rules 4: those of rules 3, where wins may put players through, and tables be by score."""

    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = 4
    pace: Pace = "rounds"


class FifthLivesOptions(ThroughOptions):
    """The settings of rules 5: those of rules 4, where winners may be paired by finish."""

    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = RULES_BY_FINISH


class LivesOptions(ThroughOptions):
    """`lives` is N. `end` says when it ends, with `left` as the number of places or the sum of lives. With so many
    `wins` a player is through, and paired no more, until nobody is left; None: nobody is (SWX-9). `late_entries` says
    whether players enter after the start, with a loss for each round that they missed, or with none. `bout_matches` is
    how many matches two play against each other in each round, the last for all that follow; one, or empty: a single
    match. `bouts` is how they are counted: best of so many, or all of them, and as many more as it takes. `pace` says
    when pairs are drawn: round by round; as soon as two are free; of those who are free every `batch_minutes`; or, with
    one life, winners of a round in the order in which they finish (MON-10). Each draw then counts as a round.
    `tables_by_score` says whether the pairs of a round are in the order of losses, the fewest first (SWX-12)."""

    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = RULES_WITH_SHARED_RANKS
