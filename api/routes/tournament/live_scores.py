"""The score of a match while it is played, kept and read by programs (GAM-4, ALL-12): what the pages do."""

from typing import Annotated, Literal, Self

from fastapi import Depends
from pydantic import Field, model_validator
from starlette.responses import Response

from api.examples import calculations
from api.http import parameters
from api.http.command_requests import Accepts, Incoming
from api.http.live_scores import LiveScores
from api.http.problems import (
    LIVE_SCORE_CHANGED,
    LIVE_SCORE_IMPOSSIBLE,
    LIVE_SCORE_NOT_KEPT,
    ROLE_INSUFFICIENT,
    Problem,
)
from api.http.read_requests import Reader, Reads
from api.http.routing import new_router
from api.queries.as_of import state_at
from api.queries.visibility import Sight, sight_of
from domain.backgammon.live_score import KEPT, LiveScore, Standing, live_score_at, text_of
from domain.backgammon.wins import Won
from domain.kernel.ids import MatchNumber
from domain.kernel.values import Side, Value
from domain.kernel.visibility import ONCE_ANNOUNCED, PUBLIC, ForSender, Part, words_for
from domain.match import validity
from domain.match.record import Match
from domain.scoring.result import TO_POINTS, Form
from domain.tournament.guards.lookup import find_match
from domain.tournament.state import announced_settings
from projections.views.tournaments import match_status

router = new_router("matches")

BASE = "/tournaments/{tournament}/matches/{match}/live-score"
Told = Annotated[int, Field(strict=True, ge=0, le=999)]
BothSides = Annotated[tuple[int, ...], Field(min_length=2, max_length=2)]
_MAY_KEEP = Part.PLAYER | Part.STAFF | Part.ADMINISTRATOR
"""Auditors read alone."""


class KeepLiveScore(Value):
    """What has happened: the game was `won` by a `side`, and how (`win`); a `side` `took` a double; what was kept last
    is taken `back`; or keeping is `set` to these `points`, and in a best of three `matches`. `seen` is that of the
    score which the sender has read."""

    step: Literal["won", "took", "back", "set"]
    seen: Annotated[str, Field(max_length=2000)]
    side: Side | None = None
    win: Won = "single"
    points: tuple[Told, Told] = (0, 0)
    matches: tuple[Told, Told] = (0, 0)

    @model_validator(mode="after")
    def _names_its_side(self) -> Self:
        if (self.step in ("won", "took")) != (self.side is not None):
            raise ValueError("name the side that won or took, and none otherwise")
        return self

    def after(self, score: LiveScore, form: Form, length: int) -> LiveScore | None:
        """The score after it, in a match of that form and length; None: nothing of that can happen."""
        if self.step == "back":
            return score.without_last()
        if self.step == "set":
            return live_score_at(self.points, self.matches, form, length)
        if self.side is None or score.standing(form, length).is_over:
            return None
        return score.with_take(self.side) if self.step == "took" else score.with_game(self.side, self.win)


class LiveScoreView(ForSender):
    """Both sides' `points` in what is played, of a best of three the `matches` that each has won, and the `cube` with
    its `holder`. `is_kept` says whether the match is one whose score can be kept now. Once it has a result, the points
    are those of that result, none where it has no score, and it `is_over`. `seen` is for those who keep it."""

    is_kept: bool
    points: BothSides
    matches: BothSides | None
    cube: int
    holder: Side | None
    is_over: bool
    seen: Annotated[str | None, PUBLIC]


KEEPING = Accepts(KeepLiveScore, calculates=True, examples=calculations.LIVE_SCORE)


@router.get(BASE, response_model=LiveScoreView)
def read_live_score(
    reader: Annotated[Reader, Depends(Reads(PUBLIC))],
    tournament: parameters.Tournament,
    match: parameters.Match,
) -> Response:
    """Read the score of a match while it is played (GAM-4, ALL-12)

    Where results wait to be verified, only those who keep it see the game that would end the match. It is not
    recorded, and gone with the report: then this is the score of the result, as far as the reader is told of it.
    """
    position = reader.services.journal.position()
    return reader.answer(_view(sight_of(reader, tournament), match, reader.services_now.live_scores), position)


@router.post(BASE, response_model=LiveScoreView)
def keep_live_score(
    tournament: parameters.Tournament,
    match: parameters.Match,
    incoming: Annotated[Incoming[KeepLiveScore], Depends(KEEPING)],
) -> Response:
    """Keep the score of a match while it is played (GAM-4)

    By the staff or the two sides, step by step. Nothing is recorded, and the result is reported as always. Of two who
    send at once, one is refused: read the score again.
    """
    sight = Sight.of(incoming.caller, state_at(incoming.reading, tournament))
    found = find_match(sight.state, match)
    if not sight.in_match(found) & _MAY_KEEP:
        audience = words_for(_MAY_KEEP)
        raise Problem(ROLE_INSUFFICIENT, f"This is for {audience}.")
    if not _is_kept(found, told=True):
        raise Problem(LIVE_SCORE_NOT_KEPT, f"Match {match} is not being played to points.")
    scores = incoming.services.live_scores
    seen = scores.of(tournament, match)
    after = incoming.body.after(seen, found.form, found.as_played[1])
    if after is None:
        raise Problem(LIVE_SCORE_IMPOSSIBLE, "The match would be over already.")
    if incoming.body.seen != text_of(seen) or not scores.keep(tournament, match, seen, after):
        raise Problem(LIVE_SCORE_CHANGED, "The score that is kept is another than the one seen.")
    return incoming.answered(_view(sight, match, scores))


def _is_kept(match: Match, *, told: bool) -> bool:
    return match.form in KEPT and match_status(match, told=told) == "open"


def _at_the_end(match: Match, *, told: bool) -> Standing | None:
    """What a match that has a result has come to; `told` of one before it is announced. None where there is none."""
    result = validity.counting(match)
    if told and not match.void:
        result = match.effective
    return None if result is None else Standing.at_the_end(result.outcome, result.result)


def _view(sight: Sight, number: MatchNumber, scores: LiveScores) -> LiveScoreView:
    """As the sender sees it. What was kept of a match that has its result is dropped; while that is not announced, the
    public sees what it saw, so that nobody can tell that there is one."""
    match = find_match(sight.state, number)
    part = sight.in_match(match)
    is_kept, keeps = _is_kept(match, told=bool(part & ONCE_ANNOUNCED)), bool(part & _MAY_KEEP)
    if not _is_kept(match, told=False):
        scores.drop(sight.state.id, number)
    score = scores.of(sight.state.id, number) if is_kept else LiveScore()
    waits = announced_settings(sight.state).conditions.verification != "at-once"
    length = match.as_played[1]
    shown = score.before_announcement(match.form, length) if waits and not keeps else score
    ended = None if is_kept else _at_the_end(match, told=bool(part & ONCE_ANNOUNCED))
    standing = ended or shown.standing(match.form, length)
    return LiveScoreView(
        is_kept=is_kept,
        points=standing.points,
        matches=None if match.form in TO_POINTS else standing.matches,
        cube=shown.cube.value,
        holder=shown.cube.holder,
        is_over=standing.is_over,
        seen=text_of(score) if is_kept and keeps else None,
    )
