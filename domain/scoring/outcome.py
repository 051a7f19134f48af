"""What a result comes to: the rules of scoring, asked when a result is reported, corrected or awarded (GAM-4, GAM-6,
SIX-2, SWI-4, ALL-9).

What they answer is in the event, so that a stricter rule leaves every older match as it was (ALL-11).
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from domain.kernel.refusal import Refused
from domain.kernel.values import Length, Side, Value, other
from domain.problems.matches import (
    GAME_AFTER_END,
    MATCH_UNFINISHED,
    RESULT_FORM,
    SCORE_IMPOSSIBLE,
    SCORE_UNLIKELY,
    TWO_WINNERS,
)
from domain.problems.rulings import CUBE_NOT_IN_PLAY
from domain.scoring.games import GAME_POINTS, Game, GamesPlayed, Outcome
from domain.scoring.modes import GAMES_OF, MOST_IN_ONE_GAME, LeftTable, RoomForm, RoomResult, in_room
from domain.scoring.result import (
    TO_POINTS,
    BestOfThree,
    BothLost,
    Conceded,
    Drawn,
    FinalScore,
    Form,
    MatchScore,
    Result,
    Unplayed,
    WinnerOnly,
)
from domain.scoring.score import LEVEL, Course, Score, ahead, plus
from domain.scoring.six_games import MOST_GAMES, SeatedGame, SixGames, half_points, leader

_ROOM = tuple(GAMES_OF)
_ENOUGH_MATCHES = 2
_TOLD_OF: Mapping[type[Value], tuple[Form, ...]] = {
    FinalScore: TO_POINTS,
    GamesPlayed: ("points", *_ROOM),
    SixGames: ("six-games",),
    BestOfThree: ("best-of-three",),
    LeftTable: _ROOM,
    Drawn: ("points", "six-games"),
}
"""The forms of match that a result speaks of; all others can be said of any. A tie over three games is told by them."""

Rule = Callable[[Result, Length, Form], Outcome]
"""A rule of scoring: what a result comes to in a match of that length and form. Raises Refused where it makes none."""


def outcome(result: Result, length: Length, form: Form = "points") -> Outcome:
    """The outcome of a match of that form, to `length` points where it is to points. Raises Refused where the result
    does not make one (GAM-4, SIX-3), or is told in another form."""
    _require_form(result, form)
    match result:
        case FinalScore():
            return by_score(result.first, result.second, length)
        case GamesPlayed() | LeftTable():
            return _games_outcome(result, length, form)
        case SixGames():
            winner = winner_of_six(result.games)
            return Outcome(winner, None, ended="won" if winner else "drawn")
        case BestOfThree():
            return Outcome(winner_of_three(result.matches, length), None)
        case _:
            return _without_games(result)


def _games_outcome(result: GamesPlayed | LeftTable, length: Length, form: Form) -> Outcome:
    if in_room(form):
        return room_outcome(form, result)
    if isinstance(result, LeftTable):
        raise _told_otherwise(result, form)
    return by_games(result.games, length)


def _without_games(result: WinnerOnly | Conceded | Drawn | Unplayed | BothLost) -> Outcome:
    match result:
        case WinnerOnly():
            return Outcome(result.winner, None)
        case Conceded():
            return Outcome(other(result.loser), None, result.play_began)
        case Drawn():
            return Outcome(None, None, ended="drawn")
        case Unplayed():
            return _default_outcome(result.reported_by)
        case BothLost():
            return Outcome(None, None, result.play_began, ended="both-lost")


def _default_outcome(told: Side | Literal["both"]) -> Outcome:
    if told == "both":
        return Outcome(None, None, play_began=False, ended="drawn-by-default")
    return Outcome(told, None, play_began=False, ended="default")


def _require_form(result: Result, form: Form) -> None:
    if form not in _TOLD_OF.get(type(result), (form,)):
        raise _told_otherwise(result, form)


def _told_otherwise(result: Result, form: Form) -> Refused:
    detail = f"A result of kind {result.kind} does not fit a match of form {form}."
    return Refused(RESULT_FORM, detail, kind=result.kind, form=form)


def outcome_by_itself(rule: Rule, result: Result, length: Length, form: Form, begun: Score) -> Outcome | None:
    """The outcome of a result without the rulings on its match; `begun` is the score it went on at. None where its
    points end the match only with what rulings have given. Raises Refused like `rule`, and where a game follows the
    end."""
    if isinstance(result, GamesPlayed) and form in TO_POINTS:
        result = _score_after(result.games, length, begun)
    if isinstance(result, FinalScore) and form in TO_POINTS and max(result.first, result.second) < length:
        return None
    return rule(result, length, form)


def _score_after(games: Sequence[Game], length: Length, begun: Score) -> FinalScore:
    course = Course(length, games, {1: begun})
    for number, score in course.scores():
        if number <= len(games) and max(score) >= length:
            raise Refused(GAME_AFTER_END, f"Game {number} comes after the end of the match.", game=number)
    first, second = course.score
    return FinalScore(first=first, second=second)


def by_score(first: int, second: int, length: Length) -> Outcome:
    """A match to `length` points that has ended so. Raises Refused where it can't have."""
    said = f"{first}-{second} in a match to {length}"
    high, low = max(first, second), min(first, second)
    if high < length:
        raise Refused(MATCH_UNFINISHED, f"{said}: nobody has reached {length}.", length=length)
    if low >= length:
        raise Refused(TWO_WINNERS, f"{said}: both have reached {length}.", length=length)
    if GAME_POINTS.isdisjoint(range(high - length + 1, high + 1)):
        raise Refused(SCORE_IMPOSSIBLE, f"{said}: no last game leads to that score.", length=length)
    return Outcome("first" if first > second else "second", (first, second))


UNLIKELY_BEYOND = 2
"""*Reading*: with one point to go a doubled game brings its winner one beyond the length. Two need a gammon or a high
cube, and are what the score of another length looks like, so that they are asked once more."""


def require_likely(result: Result, length: Length, form: Form) -> None:
    """Raises Refused where a score that was told is possible, but likely a slip (GAM-3). Games one by one
    say how they came to it."""
    if isinstance(result, FinalScore) and form in TO_POINTS:
        _require_likely(result.first, result.second, length)
    if isinstance(result, BestOfThree):
        for match in result.matches:
            _require_likely(match.first, match.second, length)


def _require_likely(first: int, second: int, length: Length) -> None:
    beyond = max(first, second) - length
    if beyond >= UNLIKELY_BEYOND:
        detail = f"{first}-{second} in a match to {length}: that is {beyond} points beyond it."
        raise Refused(SCORE_UNLIKELY, detail, length=length)


def by_games(games: Sequence[Game], length: Length) -> Outcome:
    """A match to `length` points of these games. Raises Refused where they do not end it, or go on after its end."""
    return by_score(*_sum_of_games(games, length), length)


def _sum_of_games(games: Sequence[Game], length: Length) -> tuple[int, int]:
    points = {"first": 0, "second": 0}
    for number, game in enumerate(games, 1):
        if max(points.values()) >= length:
            raise Refused(GAME_AFTER_END, f"Game {number} comes after the end of the match.", game=number)
        points[game.winner] += game.points
    return points["first"], points["second"]


def winner_of_three(matches: Sequence[MatchScore], length: Length) -> Side:
    """The side that has won two matches to that length. Raises Refused where nobody has, a match goes on after that, or
    one of them can't have ended so."""
    won: Counter[Side] = Counter()
    for number, match in enumerate(matches, 1):
        if max(won.values(), default=0) == _ENOUGH_MATCHES:
            raise Refused(GAME_AFTER_END, f"Match {number} of three comes after the end.", match=number)
        winner = by_score(match.first, match.second, length).winner
        won.update([winner] if winner else [])
    side, times = won.most_common(1)[0]
    if times < _ENOUGH_MATCHES:
        raise Refused(MATCH_UNFINISHED, f"Nobody has won two of {len(matches)} matches.", matches=len(matches))
    return side


def winner_of_six(games: Sequence[SeatedGame]) -> Side | None:
    """The side that has won, None after 3-3 (SIX-2). Raises Refused where the match is undecided or goes on after its
    end."""
    for played in range(1, len(games)):
        if leader(games[:played]) is not None:
            raise Refused(GAME_AFTER_END, f"Game {played + 1} comes after the end of the match.", game=played + 1)
    won = leader(games)
    if won is None and len(games) < MOST_GAMES:
        raise Refused(MATCH_UNFINISHED, f"{_score_text(games)}: the match is not decided.", games=len(games))
    return won


def _score_text(games: Sequence[SeatedGame]) -> str:
    first, second = half_points(games)
    return f"{_points(first)}-{_points(second)} with {len(games)} played"


def _points(halves: int) -> str:
    """The points as they are written, such as 3.5."""
    return f"{halves // 2}.5" if halves % 2 else str(halves // 2)


def room_outcome(form: RoomForm, result: RoomResult) -> Outcome:
    """The outcome of the games of a mode. Raises Refused where they do not end it, go on after its end, or were played
    with a cube that is not in play."""
    if isinstance(result, LeftTable):
        return _leaver_outcome(form, result)
    match form:
        case "normal" | "single":
            return _one_game(result.games)
        case "three-games":
            return _three_games(result.games)
        case "five-points":
            return by_games(result.games, GAMES_OF["five-points"])


def _leaver_outcome(form: RoomForm, result: LeftTable) -> Outcome:
    """STK-4: the opponent wins the match, and in single the potential points."""
    winner = other(result.leaver)
    potential = result.potential if form == "single" else None
    return Outcome(winner, None if potential is None else plus(LEVEL, winner, potential))


def _one_game(games: Sequence[Game]) -> Outcome:
    if len(games) > 1:
        raise Refused(GAME_AFTER_END, "A match of one game can't have a second game.", game=2)
    return Outcome(games[0].winner, plus(LEVEL, games[0].winner, games[0].points))


def _three_games(games: Sequence[Game]) -> Outcome:
    """Ends after the third game, or when the leader can't be caught any more."""
    if len(games) > GAMES_OF["three-games"]:
        raise Refused(
            GAME_AFTER_END, "A match of three games can't have a fourth game.", game=GAMES_OF["three-games"] + 1
        )
    score = _without_cube(games)
    if len(games) < GAMES_OF["three-games"] and abs(score[0] - score[1]) <= MOST_IN_ONE_GAME:
        detail = f"{score[0]}-{score[1]} after {len(games)} of three games: one more can still decide otherwise."
        raise Refused(MATCH_UNFINISHED, detail, games=len(games))
    leader = ahead(score)
    return Outcome(leader, score, ended="won" if leader else "drawn")


def _without_cube(games: Sequence[Game]) -> Score:
    score = LEVEL
    for number, game in enumerate(games, 1):
        if game.cube != 1:
            raise Refused(CUBE_NOT_IN_PLAY, f"Game {number} is reported with the cube at {game.cube}.", game=number)
        score = plus(score, game.winner, game.points)
    return score
