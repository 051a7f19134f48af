"""Options of a Swiss."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from domain.formats.bouts import ResultBoutsInTables
from domain.formats.contract.protocol import Options
from domain.formats.contract.steps import Terms
from domain.formats.round_options import RoundOptions
from domain.formats.tie_breaks.field import Fact
from domain.formats.tie_breaks.options import OrderOptions, ResultOrderOptions
from domain.kernel.values import Days, Length, RoundHours
from domain.pairing.bracket import rounds_of
from domain.scoring.result import Form
from domain.scoring.six_games import MOST_GAMES

DEFAULT_LENGTH = 5


class FirstSwissOptions(Options):
    """`rounds` are as many as SWI-1 has unless they are given. A match is to points, `lengths` being that of each
    round, the last for all that follow, or a six-game match (SIX-1), which has no length of its own. `late_entries`
    says whether one may enter after the start: a late entry plays from the next round on, and the rounds before give
    neither points nor opponents. `round_days` and `last_round_days` are how long a round is open, None: no
    limit; `round_hours` is at what time of day it opens and closes."""

    after_start: ClassVar[frozenset[str]] = Options.after_start | {"rounds"}

    asked_first: ClassVar[tuple[str, ...]] = ("lengths", "form", "rounds")

    kind: Literal["swiss"]
    rounds: Annotated[int, Field(strict=True, ge=1, le=99)] | None = None
    form: Form = "points"
    lengths: Annotated[tuple[Length, ...], Field(min_length=1, max_length=100)] | None = None
    late_entries: bool = False
    round_days: Days | None = 7
    last_round_days: Days | None = 14
    round_hours: RoundHours | None = None

    @model_validator(mode="after")
    def _six_games_have_no_length(self) -> "FirstSwissOptions":
        if self.form == "six-games" and self.lengths is not None:
            raise ValueError("a six-game match has no length: leave the lengths out")
        if self.form == "best-of-three":
            raise ValueError("best of three is a form of a knockout's match")
        return self

    @property
    def report_type(self) -> str:
        """FIL-4."""
        return "Individual: Swiss-System"

    def rounds_announced(self, starters: int) -> int:
        """SWI-1."""
        return self.rounds_for(starters)

    def rounds_for(self, starters: int) -> int:
        """The number of rounds for so many entrants at the start (SWI-1)."""
        return rounds_of(starters) if self.rounds is None else self.rounds

    def terms_of(self, round_: int) -> Terms:
        """Terms of a match of the round, from 1."""
        if self.form == "six-games":
            return Terms(MOST_GAMES, self.form)
        lengths = self.lengths or (DEFAULT_LENGTH,)
        return Terms(lengths[min(round_, len(lengths)) - 1])


class SecondSwissOptions(FirstSwissOptions, ResultOrderOptions):
    """The settings of rules 2: those of rules 1, and `tie_breaks`, the order of the table, and in which players go up,
    None: those of SWI-7 and SEL-1."""

    after_start: ClassVar[frozenset[str]] = FirstSwissOptions.after_start | OrderOptions.after_start


class ThirdSwissOptions(FirstSwissOptions, OrderOptions):
    """The settings of rules 3: those of rules 2, where error rates may rank."""

    after_start: ClassVar[frozenset[str]] = FirstSwissOptions.after_start | OrderOptions.after_start

    @property
    def facts(self) -> frozenset[Fact]:
        """The facts that criteria can rank by; the points of six games are none of a match."""
        scores: frozenset[Fact] = frozenset({"scores"} if self.form == "points" else ())
        return scores | {"points", "rounds", "drawn rounds", "error rates", "shared ranks", "lots"}


class FourthSwissOptions(ThirdSwissOptions, ResultBoutsInTables):
    """The settings of rules 4: those of rules 3, where matches may be bouts."""

    bouts_since: ClassVar[int] = 4


class SwissOptions(FourthSwissOptions, RoundOptions):
    """`rounds` are as many as SWI-1 has unless they are given. A match is to points, `lengths` being that of each
    round, the last for all that follow, or a six-game match (SIX-1), which has no length of its own. `late_entries`
    says whether one may enter after the start: a late entry plays from the next round on, and the rounds before give
    neither points nor opponents. `round_days` and `last_round_days` are how long a round is open, None: no
    limit; `round_hours` is at what time of day it opens and closes. `tie_breaks` is the order of the table, and in
    which players go up, None: those of SWI-7 and SEL-1. `bout_matches` is how many matches two play against each other
    in each round, the last for all that follow; one, or empty: a single match. `bouts` is how they are counted: best of
    so many, or all of them. `half_byes` is how many byes each may ask for,
    worth half a win, None: any number; `byes_until` is the last round with such byes, None: the last but one.
    `tables_by_score` says whether the pairs of a round are in the order of scores."""

    rounds_since: ClassVar[int] = 5
