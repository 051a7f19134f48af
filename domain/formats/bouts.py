"""Options of formats whose matches may be bouts: several matches between the same two (SER-1, SE-7)."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from domain.formats.contract.protocol import Options
from domain.formats.tie_breaks.options import AnyOrderOptions
from domain.match.bout import BoutKind, Terms

MOST_MATCHES = 25

Matches = Annotated[int, Field(strict=True, ge=1, le=MOST_MATCHES)]
Points = Annotated[int, Field(strict=True, ge=2, le=2 * MOST_MATCHES)]


class AnyBoutOptions(Options):
    """The options of all bouts."""

    bouts_since: ClassVar[int] = 1
    """The rules since which it has them."""

    bouts_are_decisive: ClassVar[bool | None] = True

    bouts: BoutKind = "best-of"
    bout_matches: Annotated[tuple[Matches, ...], Field(max_length=100)] = ()

    @model_validator(mode="after")
    def _bouts_make_sense(self) -> Self:
        """Options that contradict each other are refused with what would work."""
        told = self.all_bout_matches
        if not told and self.bouts != "best-of":
            raise ValueError("say in bout_matches how many matches a bout has")
        if self.rules_version < self.bouts_since and told:
            raise ValueError(f"rules {self.rules_version} of it know no bouts: leave rules_version out")
        if self.bouts == "best-of" and any(number % 2 == 0 for number in told):
            raise ValueError("a best of has an odd number of matches: 1, 3, 5 and so on")
        if self.bout_matches and getattr(self, "replay_lengths", ()):
            raise ValueError("in a bout the next match follows a drawn one: leave replay_lengths out")
        return self

    @property
    def all_bout_matches(self) -> tuple[int, ...]:
        """The number of matches in a bout, wherever bouts are played."""
        return self.bout_matches

    @property
    def has_bouts(self) -> bool:
        """As announced."""
        return bool(self.all_bout_matches)

    @property
    def points_of_bouts(self) -> tuple[int, ...]:
        """Round by round to how many points bouts are played; empty: they are not to points."""
        return ()

    def bout_at(self, slot: str | None, round_: int) -> Terms | None:
        """Terms of the bout in that place; None: a single match."""
        round_of_bouts = self.round_of_bouts(slot, round_) if self.bout_matches else None
        if round_of_bouts is None:
            return None
        matches = in_round(self.bout_matches, round_of_bouts)
        points = in_round(self.points_of_bouts, round_of_bouts) if self.points_of_bouts else None
        return Terms(self.bouts, matches, points, bool(self.bouts_are_decisive)) if matches > 1 else None

    def round_of_bouts(self, slot: str | None, round_: int) -> int | None:
        """Which of `bout_matches` is that of the place; None: single matches are played there."""
        return round_


class ResultBoutOptions(AnyBoutOptions):
    """... `bout_matches` is how many matches two play against each other in each round, the last for all that follow;
    one, or empty: a single match. `bouts` is how they are counted: best of so many, or all of them."""

    bouts: Literal["best-of", "all"] = "best-of"


class BoutOptions(AnyBoutOptions):
    """... `bout_matches` is how many matches two play against each other in each round, the last for all that follow;
    one, or empty: a single match. `bouts` is how they are counted: best of so many, all of them, or to the
    `bout_points` of that round, of which each match has two: for its winner, and for the lower error rate."""

    bout_points: Annotated[tuple[Points, ...], Field(max_length=100)] = ()

    @model_validator(mode="after")
    def _points_make_sense(self) -> Self:
        if not self.bout_matches and self.bout_points:
            raise ValueError("say in bout_matches how many matches a bout has")
        if (self.bouts == "points") != bool(self.bout_points):
            raise ValueError("bout_points belong to bouts to points, and these need them")
        self._require_points_in_reach()
        return self

    def _require_points_in_reach(self) -> None:
        rounds = max(len(self.bout_matches), len(self.bout_points)) if self.bout_points else 0
        for round_ in range(1, rounds + 1):
            matches, points = in_round(self.bout_matches, round_), in_round(self.bout_points, round_)
            if matches > 1 and not matches < points <= 2 * matches:
                raise ValueError(f"{matches} matches are played to {matches + 1} to {2 * matches} points")

    @property
    def points_of_bouts(self) -> tuple[int, ...]:
        """As announced."""
        return self.bout_points


class AnyBoutsInTables(AnyBoutOptions, AnyOrderOptions):
    """The same where a table ranks, and a bout may be drawn (SER-4). It has the rules that know bouts where there are
    some."""

    bouts_are_decisive: ClassVar[bool | None] = False

    @property
    def _least_rules(self) -> int:
        return max(super()._least_rules, self.bouts_since if self.has_bouts else 1)


class ResultBoutsInTables(ResultBoutOptions, AnyBoutsInTables):
    """Bouts by results alone, in a table."""


class BoutsInTables(BoutOptions, AnyBoutsInTables):
    """Any bouts in a table."""


def in_round(told: Sequence[int], round_: int) -> int:
    """The value for that round, the last for all that follow."""
    return told[min(round_, len(told)) - 1]


LAST = 1000
"""The round of what is played last, whichever it is."""
