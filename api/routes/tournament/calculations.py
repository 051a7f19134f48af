"""What the rules give for a match as it is, worked out without recording anything; the director decides.

Anyone who has a key may ask: what goes into the answer is public, or sent with the question.
"""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal, Self

from fastapi import Depends
from pydantic import Field, model_validator
from starlette.responses import Response

from api.examples import calculations
from api.http import parameters
from api.http.command_requests import Accepts, Incoming
from api.http.routing import new_router
from api.queries.as_of import state_at
from domain.kernel.values import GivenInstant, Points, Side, Value
from domain.kernel.visibility import ForSender
from domain.match.effective_result import penalties
from domain.match.record import Match
from domain.scoring.clock import ClockTerms, allotment
from domain.scoring.crawford import DeadDouble, GameNumber, without_crawford_double, without_dead_double
from domain.scoring.disputes import (
    AskedAfterGame,
    CubePosition,
    CubeStands,
    LengthCorrected,
    LengthStands,
    ScoreStands,
    Sheet,
    cube_in_dispute,
    score_in_dispute,
)
from domain.scoring.games import Game
from domain.scoring.lateness import Lateness, lateness, won_by_lateness
from domain.scoring.score import Course, Score, ahead
from domain.scoring.undecided import DirectorDecides
from domain.tournament.decisions.match_record.recording import announced_start, clock_terms_of
from domain.tournament.decisions.matches.wrong_length import resolved_length
from domain.tournament.guards.lookup import find_match
from domain.tournament.matches import commands as match_commands

router = new_router("rulings")

BASE = "/tournaments/{tournament}/matches/{match}/calculations"


class ArrivalTimes(Value):
    """When each side was there; None: it is not there yet. `due_at` is when the match was to begin, where that is not
    the announced starting time of its round [2.2.1]."""

    first_at: GivenInstant | None = None
    second_at: GivenInstant | None = None
    due_at: GivenInstant | None = None


class ScoreView(ForSender):
    """The points of both sides."""

    first: int
    second: int


class LatenessView(ForSender):
    """What may be awarded for each side that is late (TD-5). `given_before` are the penalty points of both sides by
    rulings in force. With them `won_by` would win the match: the side whose points pass half the length first. At the
    same moment the director decides, and `decided` says so."""

    awards: tuple[Lateness, ...]
    given_before: ScoreView
    won_by: Side | None
    decided: DirectorDecides | None


class ClockAsked(Value):
    """The score with penalty points; the terms, where they are not those announced, or the default of singles."""

    first: Points
    second: Points
    terms: ClockTerms | None = None


class AllotmentView(ForSender):
    """What each player's clock is set to, and the delay in each turn, in seconds (TD-7)."""

    seconds_each: int
    delay_seconds: int


class DoubleAsked(Value):
    """The games that have ended, and the number of the newest that has been started; of a dead cube, which double."""

    ground: Literal["crawford", "dead-cube"]
    games: Annotated[tuple[Game, ...], Field(min_length=1, max_length=500)]
    newest_started: GameNumber
    double: DeadDouble | None = None

    @model_validator(mode="after")
    def _names_a_dead_cube(self) -> Self:
        if (self.ground == "dead-cube") != (self.double is not None):
            raise ValueError("name the double where the cube was dead, and only there")
        return self


class DoubleView(ForSender):
    """The score as it was reckoned and as it is without the double; `over` says whether the match still is over, and
    `winner` who has won it then. Otherwise it is to be resumed at that score (TD-10)."""

    reckoned: ScoreView
    without: ScoreView
    over: bool
    winner: Side | None


class ScoreAsked(Value):
    """The score sheets of both sides; None: that side kept none."""

    first: Sheet | None = None
    second: Sheet | None = None


class ScoreDecidedView(ForSender):
    """The score that stands, with whose sheet says so and why; or that the director decides (TD-15)."""

    decided: Annotated[ScoreStands | DirectorDecides, Field(discriminator="kind")]


class CubeAsked(Value):
    """The cube as it is, and as the disputing side has shown it to be; None: nothing was shown."""

    as_it_stands: CubePosition
    shown: CubePosition | None = None


class CubeDecidedView(ForSender):
    """The cube as it counts, and whether that is as it stood or as it was shown to be (TD-15)."""

    decided: CubeStands


class WrongLengthView(ForSender):
    """What becomes of a match that is played to a wrong length (TD-16)."""

    resolution: Annotated[LengthStands | LengthCorrected | AskedAfterGame, Field(discriminator="kind")]


ARRIVALS = Accepts(ArrivalTimes, calculates=True, examples=calculations.LATENESS)
CLOCK = Accepts(ClockAsked, calculates=True, examples=calculations.CLOCK)
DOUBLE = Accepts(DoubleAsked, calculates=True, examples=calculations.DOUBLE)
SCORE = Accepts(ScoreAsked, calculates=True, examples=calculations.SCORE)
CUBE = Accepts(CubeAsked, calculates=True, examples=calculations.CUBE)
LENGTH = Accepts(match_commands.WrongLength, calculates=True, examples=calculations.LENGTH)


@router.post(f"{BASE}/lateness", response_model=LatenessView)
def calculate_lateness(
    tournament: parameters.Tournament,
    match: parameters.Match,
    incoming: Annotated[Incoming[ArrivalTimes], Depends(ARRIVALS)],
) -> Response:
    """Work out what may be awarded for a late start or return (TD-5)

    One point when 5 minutes have passed in full since the announced starting time, one more for each further 5. Each
    side's own lateness counts; a side that is not there yet is late up to now. While neither is there none is computed.
    """
    state, body = state_at(incoming.reading, tournament), incoming.body
    found = find_match(state, match)
    due = body.due_at or announced_start(state, found)
    late = lateness(due, body.first_at, body.second_at, datetime.now(UTC))
    length = found.as_played[1]
    given = penalties(length, found.remedies, found.form)
    match won_by_lateness(late, given, length):
        case DirectorDecides() as decided:
            shown = LatenessView(awards=late, given_before=_score_view(given), won_by=None, decided=decided)
        case won_by:
            shown = LatenessView(awards=late, given_before=_score_view(given), won_by=won_by, decided=None)
    return incoming.answered(shown)


@router.post(f"{BASE}/clock", response_model=AllotmentView)
def calculate_clock_time(
    tournament: parameters.Tournament,
    match: parameters.Match,
    incoming: Annotated[Incoming[ClockAsked], Depends(CLOCK)],
) -> Response:
    """Work out what the clocks of a match are set to (TD-7)

    Half the points both still need, times the match time per player and point: as the conditions announce it, else the
    default of singles. For doubles the director has to say the terms, here or in the conditions.
    """
    state = state_at(incoming.reading, tournament)
    found, body = find_match(state, match), incoming.body
    terms = body.terms or clock_terms_of(state, found)
    allotted = allotment(found.as_played[1], (body.first, body.second), terms)
    return incoming.answered(AllotmentView(seconds_each=allotted.seconds_each, delay_seconds=allotted.delay_seconds))


@router.post(f"{BASE}/double", response_model=DoubleView)
def calculate_double(
    tournament: parameters.Tournament,
    match: parameters.Match,
    incoming: Annotated[Incoming[DoubleAsked], Depends(DOUBLE)],
) -> Response:
    """Work out whether a double can still be annulled, and what the score is then (TD-10, TD-17)

    It can while its game is in progress, and after it until another game has been started; refused where it stands, or
    where there was none.
    """
    course = Course(_match(incoming, tournament, match).as_played[1], incoming.body.games)
    without = _without(course, incoming.body).score
    over = max(without) >= course.length
    winner = ahead(without) if over else None
    shown = {"reckoned": _score_view(course.score), "without": _score_view(without)}
    return incoming.answered(DoubleView(**shown, over=over, winner=winner))


@router.post(f"{BASE}/score", response_model=ScoreDecidedView)
def calculate_disputed_score(
    tournament: parameters.Tournament,
    match: parameters.Match,
    incoming: Annotated[Incoming[ScoreAsked], Depends(SCORE)],
) -> Response:
    """Work out which score stands by the sheets of both sides (TD-15)

    The sheet of who is behind, if it is clear; if only one was kept, that one. Where they are level, or disagree on who
    is behind, the director decides. Sheets that were handed in are looked at with their dispute.
    """
    _match(incoming, tournament, match)
    decided = score_in_dispute(incoming.body.first, incoming.body.second)
    return incoming.answered(ScoreDecidedView(decided=decided))


@router.post(f"{BASE}/cube", response_model=CubeDecidedView)
def calculate_disputed_cube(
    tournament: parameters.Tournament,
    match: parameters.Match,
    incoming: Annotated[Incoming[CubeAsked], Depends(CUBE)],
) -> Response:
    """Work out where the cube counts as being, and at what value (TD-15)

    As it stands, unless anyone who disputes it has shown it to be otherwise.
    """
    _match(incoming, tournament, match)
    return incoming.answered(CubeDecidedView(decided=cube_in_dispute(incoming.body.as_it_stands, incoming.body.shown)))


@router.post(f"{BASE}/length", response_model=WrongLengthView)
def calculate_wrong_length(
    tournament: parameters.Tournament,
    match: parameters.Match,
    incoming: Annotated[Incoming[match_commands.WrongLength], Depends(LENGTH)],
) -> Response:
    """Work out what becomes of a match that is played to a wrong length (TD-16)

    It is corrected from the next game, unless it is finished, or the correct length has been reached. While a game is
    in progress that may end it, ask again after it. Nothing is recorded: `matches/{match}/length` does that.
    """
    found = _match(incoming, tournament, match)
    return incoming.answered(WrongLengthView(resolution=resolved_length(found, incoming.body)))


def _without(course: Course, body: DoubleAsked) -> Course:
    if body.double is None:
        return without_crawford_double(course, body.newest_started)
    return without_dead_double(course, body.double, body.newest_started)


def _score_view(score: Score) -> ScoreView:
    return ScoreView(first=score[0], second=score[1])


def _match(incoming: Incoming[Any], tournament: str, number: int) -> Match:
    return find_match(state_at(incoming.reading, tournament), number)
