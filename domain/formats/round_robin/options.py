"""Options where everyone meets everyone, and the matches that are then due."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from domain.formats.bouts import BoutsInTables, Matches, ResultBoutsInTables, in_round
from domain.formats.contract import steps
from domain.formats.contract.protocol import Options
from domain.formats.tie_breaks.field import Fact
from domain.formats.tie_breaks.options import (
    AnyOrderOptions,
    ChosenOrder,
    OrderOfAllOptions,
    ResultOrderOptions,
    TieBreaks,
)
from domain.kernel.values import Days, Length, RoundHours
from domain.match.bout import Terms as BoutTerms
from domain.pairing.berger import table
from domain.pairing.rolling import round_in_bracket
from domain.scoring.six_games import MOST_GAMES

Rounds = Annotated[int, Field(strict=True, ge=1, le=99)]


class EveryoneMeetsOptions(Options):
    """`cycles` is how often each two meet; `pace` whether rounds follow one another, of which `rounds_open` may be open
    at once, or all matches are there from the start. `leaving` is what becomes of the matches of who leaves: the rest
    is lost and all counts if half of them were played, else nothing counts; or always the one, or the other. `seeding`
    says how everybody's number comes about; `lengths` is the match length of each round in points, the last for all
    that follow."""

    asked_first: ClassVar[tuple[str, ...]] = ("lengths", "form", "rounds", "cycles", "seeding")
    asked_last: ClassVar[tuple[str, ...]] = (
        *("bouts", "bout_matches", "bout_points", "error_rate_point", "tie_breaks", "round_days", "round_hours"),
    )

    cycles: Annotated[int, Field(strict=True, ge=1, le=8)] = 1
    pace: Literal["rounds", "at-once"] = "rounds"
    rounds_open: Rounds = 1
    leaving: Literal["half", "count-all", "count-none"] = "half"
    seeding: Literal["lot", "entry-order", "rating", "by-hand"] = "lot"
    form: Literal["points", "six-games"] = "points"
    lengths: Annotated[tuple[Length, ...], Field(min_length=1, max_length=100)] = (7,)
    round_days: Days | None = None
    round_hours: RoundHours | None = None

    def terms_of(self, round_: int) -> steps.Terms:
        """Terms of a match of the round."""
        if self.form == "six-games":
            return steps.Terms(MOST_GAMES, self.form)
        return steps.Terms(self.lengths[min(round_, len(self.lengths)) - 1])

    @property
    def facts(self) -> frozenset[Fact]:
        """The facts that criteria can rank by: everybody has points, meets everybody and has a lot."""
        rounds: frozenset[Fact] = frozenset({"rounds"} if self.pace == "rounds" else ())
        scores: frozenset[Fact] = frozenset({"scores"} if self.form == "points" else ())
        return rounds | scores | {"points", "everybody meets", "lots"}

    @property
    def cut(self) -> int | None:
        """After how many rounds it ends; None: all are played (RR-14)."""
        return None

    @property
    def rest_is_a_win(self) -> bool:
        """Whether who rests has the points of a win (RR-4, RR-14)."""
        return False


class FirstRoundRobinOptions(EveryoneMeetsOptions):
    """`rounds` ends it after so many rounds of the one cycle, None: after all; `byes` is what a rest is worth."""

    kind: Literal["round-robin"]
    rounds: Rounds | None = None
    byes: Literal["rest", "win"] = "rest"

    @model_validator(mode="after")
    def _cuts_one_cycle(self) -> Self:
        if self.rounds is not None and self.cycles > 1:
            raise ValueError("a round robin of several cycles is played to its end: leave the rounds out")
        return self

    @property
    def cut(self) -> int | None:
        """RR-14."""
        return self.rounds

    @property
    def rest_is_a_win(self) -> bool:
        """RR-14."""
        return self.byes == "win"


class ErrorRateOptions(AnyOrderOptions):
    """`error_rate_point`: the lower error rate of a match is worth as many match points as its win, an equal one gives
    them to both."""

    error_rate_point: bool = False

    @property
    def uses_error_rates(self) -> bool:
        """... or gives points."""
        return self.error_rate_point or super().uses_error_rates


class SecondRoundRobinOptions(FirstRoundRobinOptions, ResultOrderOptions):
    """The settings of rules 2: those of rules 1, and `tie_breaks`, the order of the table, None: that of RR-7."""


class SharedRanksOptions(FirstRoundRobinOptions, ErrorRateOptions):
    """Those of one group, where error rates may count."""

    @property
    def facts(self) -> frozenset[Fact]:
        """... and ranks may be shared."""
        return super().facts | {"shared ranks", "error rates"}


class ThirdRoundRobinOptions(SharedRanksOptions):
    """The settings of rules 3: those of rules 2, where error rates may count."""

    tie_breaks: ChosenOrder | None = None


class BoutsWhereAllMeet(BoutsInTables, ErrorRateOptions):
    """Bouts, and error rates, which count in one way."""

    bouts_since: ClassVar[int] = 4

    @model_validator(mode="after")
    def _counts_error_rates_once(self) -> Self:
        if self.bout_points and self.error_rate_point:
            raise ValueError("bouts to points count the lower error rate already: leave error_rate_point out")
        return self


class FourthRoundRobinOptions(SharedRanksOptions, BoutsWhereAllMeet):
    """The settings of rules 4: those of rules 3, where matches may be bouts."""

    tie_breaks: ChosenOrder | None = None


class RoundRobinOptions(SharedRanksOptions, BoutsWhereAllMeet, OrderOfAllOptions):
    """`rounds` ends it after so many rounds of the one cycle, None: after all; `byes` is what a rest is worth.
    `tie_breaks` is the order of the table, None: that of RR-7. `error_rate_point`: the lower error rate of a match is
    worth as many match points as its win. `bout_matches` is how many matches two play against each other in each round,
    the last for all that follow; one, or empty: a single match. `bouts` is how they are counted: best of so many, all
    of them, or to the `bout_points` of that round, of which each match has two: for its winner, and for the lower error
    rate."""

    tied_since: ClassVar[int] = 5


RULES_THAT_COMPARE = 5
"""The rules of groups since which they are compared by the results that count alone (GRP-6)."""


class DealtOptions(EveryoneMeetsOptions):
    """The options of a field in groups."""

    asked_first: ClassVar[tuple[str, ...]] = ("lengths", "form", "cycles", "groups", "group_size", "dealing", "seeding")

    groups: Annotated[int, Field(strict=True, ge=1, le=64)] | None = None
    group_size: Annotated[int, Field(strict=True, ge=2, le=64)] | None = None
    dealing: Literal["snake", "deal", "pots"] = "snake"
    clubs_apart: bool = False

    @model_validator(mode="after")
    def _says_one_of_them(self) -> Self:
        if self.groups is not None and self.group_size is not None:
            raise ValueError("give either the number of groups or the size of one, not both")
        return self

    def groups_of(self, entrants: int) -> int:
        """GRP-1: how many groups so many entrants are dealt to; of four where nothing is said."""
        size = 4 if self.group_size is None else self.group_size
        return self.groups or max(1, -(-entrants // size))


class FirstGroupsOptions(DealtOptions):
    """Either how many `groups` there are, or how many at most are in one (`group_size`). `dealing` is how the seeds
    come into them, `clubs_apart` whether those of a club do not meet in them where that can be avoided."""

    kind: Literal["groups"]


class SecondGroupsOptions(FirstGroupsOptions, ResultOrderOptions):
    """The settings of rules 2: those of rules 1, and `tie_breaks`, the order within each group, None: that of RR-7."""


class AnalysedGroupsOptions(FirstGroupsOptions, ErrorRateOptions):
    """Those of groups, where error rates may count."""

    @property
    def facts(self) -> frozenset[Fact]:
        """... and error rates."""
        return super().facts | {"error rates"}


class ThirdGroupsOptions(AnalysedGroupsOptions):
    """The settings of rules 3: those of rules 2, where error rates may count."""

    tie_breaks: ChosenOrder | None = None


class FourthGroupsOptions(AnalysedGroupsOptions, BoutsWhereAllMeet):
    """The settings of rules 4: those of rules 3, where matches may be bouts."""

    tie_breaks: ChosenOrder | None = None


class ComparedGroupsOptions(AnalysedGroupsOptions, BoutsWhereAllMeet):
    """Those of groups that may be compared with each other for all places."""

    order_rest: bool = False

    @property
    def _least_rules(self) -> int:
        return max(super()._least_rules, RULES_THAT_COMPARE if self.order_rest else 1)


class FifthGroupsOptions(ComparedGroupsOptions):
    """The settings of rules 5: those of rules 4, where groups may be compared for all places."""

    tie_breaks: ChosenOrder | None = None


class GroupsOptions(ComparedGroupsOptions, OrderOfAllOptions):
    """Either how many `groups` there are, or how many at most are in one (`group_size`). `dealing` is how the seeds
    come into them, `clubs_apart` whether those of a club do not meet in them where that can be avoided. `tie_breaks` is
    the order within each, None: that of RR-7; it ends with the lots (GRP-7). `error_rate_point`: the lower error rate
    of a match is worth as many match points as its win. `bout_matches` is how many matches two play against each other
    in each round, the last for all that follow; one, or empty: a single match. `bouts` is how they are counted: best of
    so many, all of them, or to the `bout_points` of that round, of which each match has two: for its winner, and for
    the lower error rate. `order_rest`: those with the same place in their groups are put in order by comparing
    them across the groups, and do not share a rank (GRP-6, GRP-11)."""

    tied_since: ClassVar[int] = 6


class RollingOptions(DealtOptions, AnyOrderOptions):
    """Those of groups that fill a bracket."""

    after_start: ClassVar[frozenset[str]] = Options.after_start

    kind: Literal["rolling-groups"]
    go_on: Annotated[int, Field(strict=True, ge=1, le=8)] = 2
    bracket_lengths: Annotated[tuple[Length, ...], Field(max_length=100)] = ()

    @property
    def error_rate_point(self) -> bool:
        """It knows none: a place is filled as soon as the results are there."""
        return False

    @property
    def _least_rules(self) -> int:
        """They have known a chosen order from the first."""
        return 1

    def terms_in_bracket(self, round_: int) -> steps.Terms:
        """Terms of a match of that round of the bracket."""
        lengths = self.bracket_lengths or self.lengths[-1:]
        return self.terms_of(1) if self.form == "six-games" else steps.Terms(in_round(lengths, round_))


class FirstRollingGroupsOptions(RollingOptions):
    """As of groups; and of each the first so many `go_on` to a bracket, each as soon as their own group is finished.
    `bracket_lengths` is the match length of each round of the bracket in points, the last for all that follow; empty:
    that of the last round of the groups. `tie_breaks` is the order within each group, None: that of RR-7; who goes on
    hangs on it, so that it stays as it was at the start."""

    tie_breaks: TieBreaks | None = None


class RollingGroupsOptions(RollingOptions, ResultBoutsInTables, OrderOfAllOptions):
    """As of groups; and of each the first so many `go_on` to a bracket, each as soon as their own group is finished.
    `bracket_lengths` is the match length of each round of the bracket in points, the last for all that follow; empty:
    that of the last round of the groups. `tie_breaks` is the order within each group, None: that of RR-7; who goes on
    hangs on it, so that it stays as it was at the start. `bout_matches` is how many matches two play against each other
    in each round of the groups, `bracket_bout_matches` in each of the bracket, the last for all that follow; one, or
    empty: a single match. `bouts` is how they are counted: best of so many, or all of them; a level bout is drawn in a
    group, and goes on in the bracket."""

    bouts_since: ClassVar[int] = 2
    tied_since: ClassVar[int] = 2

    bracket_bout_matches: Annotated[tuple[Matches, ...], Field(max_length=100)] = ()

    @property
    def _least_rules(self) -> int:
        return self.tied_since if self.has_bouts or "TIED" in self.chosen_order else 1

    @property
    def all_bout_matches(self) -> tuple[int, ...]:
        """In groups and bracket."""
        return (*self.bout_matches, *self.bracket_bout_matches)

    def is_decisive_at(self, slot: str | None) -> bool:
        """In the bracket alone."""
        return round_in_bracket(slot) is not None

    def bout_at(self, slot: str | None, round_: int) -> BoutTerms | None:
        """By the round of the group, or of the bracket."""
        in_bracket = round_in_bracket(slot)
        told = self.bout_matches if in_bracket is None else self.bracket_bout_matches
        matches = in_round(told, in_bracket or round_) if told else 1
        return BoutTerms(self.bouts, matches, decisive=in_bracket is not None) if matches > 1 else None


GroupOptions = RoundRobinOptions | GroupsOptions | RollingGroupsOptions
"""The settings of a format in whose groups everyone meets everyone."""


@dataclass(frozen=True, slots=True)
class Due:
    """One slot of a round in the table of a group: a match of two, or the rest of one."""

    slot: str
    round: int
    sides: tuple[int, ...]


@dataclass(frozen=True)
class Group:
    """A group, its entries by number; `name` is empty where it is the whole field."""

    options: GroupOptions
    name: str
    entries: Sequence[int]

    @cached_property
    def due(self) -> Sequence[Due]:
        """RR-3: all of it, round by round; a group of one has nothing."""
        if len(self.entries) < 2:
            return ()
        rounds = enumerate(table(len(self.entries), self.options.cycles, self.options.cut), 1)
        return [self._due(round_, board, pair) for round_, pairs in rounds for board, pair in enumerate(pairs, 1)]

    def _due(self, round_: int, board: int, pair: tuple[int, int]) -> Due:
        sides = tuple(self.entries[number - 1] for number in pair if number <= len(self.entries))
        return Due("-".join(filter(None, (self.name, str(round_), str(board)))), round_, sides)

    @cached_property
    def sides(self) -> dict[str | None, tuple[int, ...]]:
        """By slot who meets there."""
        return {one.slot: one.sides for one in self.due}

    @cached_property
    def matches_of(self) -> dict[int, int]:
        """The number of matches that each entry has in it."""
        pairs = [one.sides for one in self.due if len(one.sides) == 2]
        return {entry: sum(entry in sides for sides in pairs) for entry in self.entries}
