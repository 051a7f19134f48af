"""Which remedies on a match's score make sense for the match as it was recorded (TD-5, TD-10).

Readings: a double can be annulled while its game is in progress or is the newest to have ended; once another has begun
it counts. Where only a score was reported, that game is taken to be the last one. It can have been the Crawford game,
or have had a dead cube, only if the score before it says so. Of what a ruling orders of a score ahead of its own replay
nothing would be left: it is refused.
"""

from collections.abc import Sequence

from domain.kernel.refusal import Refused
from domain.match import layering
from domain.match.effective_result import score_of
from domain.match.record import Match
from domain.officiating.remedies import (
    DoubleAnnulment,
    GameLoss,
    MatchReplay,
    MatchResumption,
    PenaltyPoints,
    Remedy,
    ScoreCorrection,
)
from domain.problems.rulings import DOUBLE_STANDS, NO_DOUBLE_TO_ANNUL, REMEDY_WITHOUT_EFFECT
from domain.scoring.crawford import crawford_game, dead_for, double_stands
from domain.scoring.games import Game, GamesPlayed, Outcome
from domain.scoring.score import Course, Score, plus

_OF_A_PLAYING = (PenaltyPoints, GameLoss, ScoreCorrection, DoubleAnnulment)


def require_sensible(match: Match, remedies: Sequence[Remedy]) -> None:
    """Raises Refused for more penalty points than the match has, a resumption at an ending score, and a correction of
    an unreported result. So it does for a remedy which the same ruling takes away, and a double that was none, or
    counts."""
    length = match.as_played[1]
    for place, remedy in enumerate(remedies):
        match remedy:
            case PenaltyPoints(points=points) if points > length:
                detail = f"{points} penalty points exceed the match length of {length}."
                raise _idle(match, remedy, detail)
            case MatchResumption(first=first, second=second) if max(first, second) >= length:
                detail = f"A match to {length} can't go on at {first}-{second}, where it is over."
                raise _idle(match, remedy, detail)
            case ScoreCorrection() if layering.result_of(match) is None:
                detail = f"Match {match.number} has no reported result."
                raise _idle(match, remedy, detail)
            case DoubleAnnulment():
                _require_double(match, remedy)
        _require_kept(match, remedy, remedies[place + 1 :])


def _require_kept(match: Match, remedy: Remedy, after: Sequence[Remedy]) -> None:
    if isinstance(remedy, _OF_A_PLAYING) and any(isinstance(one, MatchReplay) for one in after):
        detail = f"A {remedy.kind} before the replay of match {match.number} would be lost with it."
        raise _idle(match, remedy, detail)


def _require_double(match: Match, remedy: DoubleAnnulment) -> None:
    length, result = match.as_played[1], layering.result_of(match)
    if isinstance(result, GamesPlayed):
        course = Course(length, result.games, {1: layering.opening_score_of(match)})
        _require_newest(match, remedy, result.games)
        before, first = course.score_before(remedy.game), crawford_game(course) == remedy.game
    else:
        score = _before_last(match, remedy)
        if score is None:
            return
        before, first = score, max(score) == length - 1
    dead = remedy.doubler is not None and dead_for(before, remedy.doubler, remedy.counts_at, length)
    if not (first if remedy.ground == "crawford" else dead):
        detail = f"Game {remedy.game} of a match to {length} began at {before[0]}-{before[1]}: no {remedy.ground}."
        raise Refused(NO_DOUBLE_TO_ANNUL, detail, match=match.number, game=remedy.game)


def _require_newest(match: Match, remedy: DoubleAnnulment, games: Sequence[Game]) -> None:
    """The game is the last of those recorded, or the one after them, and was as the remedy says."""
    ended = games[remedy.game - 1] if remedy.game <= len(games) else None
    if remedy.game > len(games) + 1 or ended != remedy.game_as_scored:
        detail = f"Game {remedy.game} of match {match.number} is recorded differently."
        raise Refused(NO_DOUBLE_TO_ANNUL, detail, match=match.number, game=remedy.game)
    if double_stands(remedy.game, len(games)):
        detail = f"The double in game {remedy.game} stands, since game {len(games)} has been started."
        raise Refused(DOUBLE_STANDS, detail, match=match.number, game=remedy.game, started=len(games))


def _before_last(match: Match, remedy: DoubleAnnulment) -> Score | None:
    """The score before the game, taken to be the newest; None where no score is known."""
    came_to = layering.as_ruled(match).outcome
    if isinstance(came_to, Outcome) and remedy.game_as_scored is None:
        raise Refused(
            NO_DOUBLE_TO_ANNUL, f"Match {match.number} is over and has no game in progress.", match=match.number
        )
    score = score_of(came_to)
    if score is None:
        return None
    before = (
        score
        if remedy.game_as_scored is None
        else plus(score, remedy.game_as_scored.winner, -remedy.game_as_scored.points)
    )
    if remedy.game > sum(before) + 1:
        detail = f"A match at {score[0]}-{score[1]} can't have had {remedy.game} games."
        raise Refused(NO_DOUBLE_TO_ANNUL, detail, match=match.number, game=remedy.game)
    return before


def _idle(match: Match, remedy: Remedy, detail: str) -> Refused:
    return Refused(REMEDY_WITHOUT_EFFECT, detail, match=match.number, remedies=[remedy.kind])
