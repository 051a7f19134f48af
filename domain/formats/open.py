"""Open play (OPN-1): a club's season or an online ladder.

Nobody is paired. Any two entrants report a match when they like, as often as they like, of any length announced,
and newcomers may enter at any time. The table counts wins, losses, and points for and against; the rating change
over the season stands beside it, from the rating ledger.

Reading: the rules name what the table shows but no order. It is ranked by most wins, fewest losses, the points
difference, then points for; entrants equal in all of them share the rank.
"""

from typing import Annotated, Literal

from pydantic import Field

from domain.errors import Refused
from domain.formats.protocol import (
    Act,
    AskForBye,
    CorrectMatch,
    Done,
    EndMatch,
    EnterLate,
    Facts,
    Format,
    Leave,
    Options,
    PairThemselves,
    Step,
    TellDirector,
    Wait,
)
from domain.problems import LENGTH_NOT_ALLOWED, NO_DRAWS, NOT_PAIRED
from domain.scoring.result import Outcome
from domain.standings.ranking import Criterion, Table, rank
from domain.standings.tally import Tally
from domain.values import Length

CRITERIA = (
    Criterion("wins"),
    Criterion("losses", better="less"),
    Criterion("points_difference"),
    Criterion("points_for"),
)


class OpenOptions(Options):
    """`lengths` are the match lengths allowed, in points; None allows any."""

    kind: Literal["open"]
    rules: Literal[1] = 1
    lengths: Annotated[tuple[Length, ...], Field(min_length=1, max_length=100)] | None = None


class OpenPlay(Format[OpenOptions]):
    """The format itself."""

    def refuse(self, options: OpenOptions, facts: Facts, act: Act) -> Refused | None:
        """Only a match of a length that was not announced is refused; parties may be corrected."""
        match act:
            case EnterLate() | Leave():
                return None
            case AskForBye() | TellDirector():
                return Refused(NOT_PAIRED, "Players pair themselves.")
            case EndMatch(outcome=Outcome(how="drawn" | "both-told")):
                return Refused(NO_DRAWS, "A match goes on until it is won.")
            case EndMatch():
                return None
            case PairThemselves(length=length) | CorrectMatch(length=length):
                return _refuse_length(options, length)

    def step(self, options: OpenOptions, facts: Facts) -> Step:
        """There is nothing to wait for but results that are out."""
        return Wait(tuple(facts.awaited)) if facts.awaited else Done()

    def table(self, options: OpenOptions, facts: Facts) -> Table:
        """Wins, losses, points; every entrant is in it, those who withdrew too."""
        return rank({e.number: _values(facts.tally(e.number)) for e in facts.entrants}, CRITERIA)


def _refuse_length(options: OpenOptions, length: int) -> Refused | None:
    if options.lengths is None or length in options.lengths:
        return None
    allowed = ", ".join(map(str, options.lengths))
    return Refused(LENGTH_NOT_ALLOWED, f"A match to {length} is not played here; lengths are {allowed}.", length=length)


def _values(tally: Tally) -> dict[str, int]:
    return {
        "wins": tally.wins,
        "losses": tally.losses,
        "points_for": tally.points_for,
        "points_against": tally.points_against,
        "points_difference": tally.points_for - tally.points_against,
        "unscored": tally.unscored,
    }
