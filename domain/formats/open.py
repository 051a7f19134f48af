"""Open play (OPN-1): a club's season or an online ladder.

Nobody is paired. Any two entrants report a match when they like, as often as they like, of any length announced,
and newcomers may enter at any time. The table counts wins, losses, and points for and against; the rating change
over the season is beside it, from the rating ledger.

It may announce the modes of the online room beside matches to points, or in their place, and that they are played for
stakes (GAM-6, STK-1). Only three games can end in a tie, and then the table counts draws too; matches to points where
`drawn_matches` are announced, as of a tournament that was played elsewhere, whose list may have rounds and byes too.

Reading: the rules name what the table shows but no order. It is ranked by most wins, fewest losses, the points
difference, then points for; entrants equal in all of them share the rank.
"""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from domain.formats.contract import acts
from domain.formats.contract.protocol import Facts, Format, Options
from domain.formats.contract.steps import Done, Step, Wait
from domain.kernel.refusal import Refused
from domain.kernel.values import FIRST_POOLS, Length, Pool
from domain.match.validity import Tally
from domain.problems.matches import LENGTH_NOT_ALLOWED, MATCH_NOT_PLAYED_HERE, NO_DRAWS
from domain.problems.rounds import NOT_PAIRED
from domain.scoring.games import Outcome
from domain.scoring.modes import STAKES, RoomForm, in_room, pool_of_mode
from domain.scoring.result import LENGTH_OF, Form
from domain.standings.ranking import Criterion, Table, rank

CRITERIA = (
    Criterion("wins"),
    Criterion("losses", better="less"),
    Criterion("points_difference"),
    Criterion("points_for"),
)


class OpenOptions(Options):
    """`lengths` are the match lengths allowed, in points; None allows any. `forms` are what is played, `stakes` says
    that it may be for a stake. `crawford` is the room's option for five points (TD-17). With `drawn_matches` one to
    points may end drawn: a list kept elsewhere may tell of games that can."""

    asked_first: ClassVar[tuple[str, ...]] = ("lengths", "forms")

    kind: Literal["open"]
    lengths: Annotated[tuple[Length, ...], Field(min_length=1, max_length=100)] | None = None
    forms: Annotated[tuple[Literal["points"] | RoomForm, ...], Field(min_length=1, max_length=5)] = ("points",)
    stakes: bool = False
    crawford: bool = False
    drawn_matches: bool = False

    @model_validator(mode="after")
    def _goes_together(self) -> Self:
        if self.lengths is not None and "points" not in self.forms:
            raise ValueError("lengths are for matches to points")
        if self.stakes and not any(form in STAKES for form in self.forms):
            raise ValueError("no form is played for stakes")
        if self.crawford and "five-points" not in self.forms:
            raise ValueError("crawford is an option of five points")
        if self.drawn_matches and "points" not in self.forms:
            raise ValueError("matches that are drawn are matches to points")
        return self

    @property
    def leaves_crawford_out(self) -> bool:
        return "five-points" in self.forms and not self.crawford

    @property
    def pools_of_modes(self) -> tuple[Pool, ...]:
        """Both where there are stakes, else that of play for nothing (ELO-1)."""
        if not any(in_room(form) for form in self.forms):
            return ()
        return FIRST_POOLS if self.stakes else (pool_of_mode(stake=None),)


class OpenPlay(Format[OpenOptions]):
    """The format itself."""

    settings = OpenOptions

    follows = False
    whole_season = True
    has_rounds = False
    is_paired = False

    def takes_late_entries(self, options: OpenOptions, announced_end: bool) -> bool:
        """Newcomers come when they come."""
        return True

    def refuse_start(self, options: OpenOptions, facts: Facts) -> Refused | None:
        """An evening may begin with nobody: players come when they come."""
        return None

    def refuse(self, options: OpenOptions, facts: Facts, act: acts.Act) -> Refused | None:
        """Only a match of a length or form that was not announced is refused; parties may be corrected."""
        match act:
            case acts.EnterLate() | acts.Leave() | acts.SitOut():
                return None
            case acts.AskForBye() | acts.ReportNoTimeAgreed():
                return Refused(NOT_PAIRED, "Players pair themselves.")
            case acts.EndMatch(outcome=Outcome(ended="drawn", points=(_, _))):
                return None  # a tie over three games: no other draw has a score
            case acts.EndMatch(outcome=Outcome(ended="drawn" | "drawn-by-default")) if not options.drawn_matches:
                return Refused(NO_DRAWS, "A match goes on until it is won.")
            case acts.EndMatch():
                return None
            case acts.PairThemselves():
                return _refuse_form(options, act) or _refuse_length(options, act.length, act.form)
            case acts.CorrectSides():
                return Refused(
                    NOT_PAIRED, "Nobody was paired here: correct the sides of a match together with its result."
                )
            case acts.CorrectMatch(length=length, form=form):
                return _refuse_length(options, length, form)

    def crawford(self, options: OpenOptions, form: Form) -> bool:
        """In matches to points; in the room as announced (TD-17)."""
        return form == "points" or options.crawford

    def step(self, options: OpenOptions, facts: Facts) -> Step:
        """There is nothing to wait for but results that are out."""
        return Wait(tuple(facts.awaited)) if facts.awaited else Done()

    def table(self, options: OpenOptions, facts: Facts) -> Table:
        """Wins, losses, points; every entrant is in it, those who withdrew too."""
        return rank({e.number: _values(options, facts.tally(e.number)) for e in facts.entrants}, CRITERIA)


def _refuse_form(options: OpenOptions, match: acts.PairThemselves) -> Refused | None:
    if match.form not in options.forms:
        detail = f"A match of form {match.form} is not played here; forms are {', '.join(options.forms)}."
        return Refused(MATCH_NOT_PLAYED_HERE, detail, form=match.form)
    if match.stake is not None and not options.stakes:
        return Refused(MATCH_NOT_PLAYED_HERE, "Matches are not played for stakes here.", stake=str(match.stake))
    return None


def _refuse_length(options: OpenOptions, length: int, form: Form) -> Refused | None:
    lengths = options.lengths if form == "points" else (LENGTH_OF[form],)
    if lengths is None or length in lengths:
        return None
    allowed = ", ".join(map(str, lengths))
    return Refused(LENGTH_NOT_ALLOWED, f"A match to {length} is not played here; lengths are {allowed}.", length=length)


def _values(options: OpenOptions, tally: Tally) -> dict[str, int]:
    draws = {"draws": tally.draws} if "three-games" in options.forms or options.drawn_matches else {}
    return draws | {
        "wins": tally.wins,
        "losses": tally.losses,
        "points_for": tally.points_for,
        "points_against": tally.points_against,
        "points_difference": tally.points_for - tally.points_against,
        "unscored": tally.unscored,
    }
