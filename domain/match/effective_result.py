"""The effective result of a match after remedies (ALL-3, TD-5, TD-10).

A reported score holds what was won by play; penalty points and lost games are added to it by their rulings, in the
order given. So a match ends when play, or play and additions together, have reached its length.

Readings, where remedies meet:

- A match that is over by play stays over: points added afterwards change the winner only where penalty points alone are
  more than half the length. Nothing that is added later changes what an earlier majority of penalty points has won.
- What a ruling says of the winner (a match lost, a result awarded) holds whatever the points; the last such word holds,
  and a match lost by both sides is lost by both. A lost match has no score, like one that was conceded.
- A side that is put out loses its open match only while nothing else decides the match. Where both sides are put out,
  the one put out first loses it, and both do where one ruling puts out both.
- A corrected score takes the place of whatever was reported. An annulled result leaves the match undecided, without a
  score until it gets another, in a new sitting. A void match is void whatever is awarded besides.
- A resumed match goes on in a new sitting, even one that was void: of what was ruled before only penalty points and
  lost games remain. In one that is replayed nothing does.
- A score that is reported later is the whole score, from the beginning of the match; games reported later are those
  since it was resumed.
- Penalty points and remedies on a score are for matches to points, five points among them; any other match can be
  lost, awarded, annulled, void or replayed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate

from domain.kernel.replacing import replace
from domain.kernel.values import Length, Side, other
from domain.officiating.remedies import (
    OPENERS,
    Awarded,
    Concession,
    DoubleAnnulment,
    GameLoss,
    MatchLoss,
    MatchReplay,
    MatchResumption,
    MatchVoiding,
    Ordered,
    PenaltyPoints,
    Remedy,
    ResultAnnulment,
    ResultAward,
    ScoreCorrection,
)
from domain.scoring.games import GamesPlayed, Outcome
from domain.scoring.lateness import decides
from domain.scoring.result import TO_POINTS, FinalScore, Form, Result
from domain.scoring.score import LEVEL, Course, Score, ahead, plus, points_of, together

_ON_POINTS = (PenaltyPoints, GameLoss, ScoreCorrection, DoubleAnnulment, MatchResumption)


@dataclass(frozen=True, slots=True)
class Undecided:
    """Nobody has won. `played` is the score by play, None where it is not known; `given` is what rulings have added.
    A finished match that a ruling leaves so is to be resumed."""

    played: Score | None
    given: Score = LEVEL


@dataclass(frozen=True, slots=True)
class Void:
    """The match counts nowhere."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """Result of a match's layers, and the remedies among them that find nothing to act on: who gives such a ruling is
    refused, and where a reversal leaves it so the director is shown it. `conceded` says that nothing decides it but
    that a side was put out."""

    outcome: Outcome | Undecided | Void
    idle: tuple[Remedy, ...] = ()
    conceded: bool = False


@dataclass(frozen=True, slots=True)
class _Addition:
    """Points that a ruling gives to a side."""

    side: Side
    points: int
    penalty: bool


@dataclass(frozen=True, slots=True)
class _Standing:
    """The state of the match after some of its layers. `told` is what was reported without a score, `awarded` and
    `losers` are what rulings have said."""

    length: Length
    form: Form
    began: bool
    played: Score | None
    added: tuple[_Addition, ...] = ()
    told: Outcome | None = None
    awarded: Outcome | None = None
    losers: tuple[Side, ...] = ()
    conceded: tuple[Concession, ...] = ()
    void: bool = False
    idle: tuple[Remedy, ...] = ()


def score_of(came_to: Outcome | Undecided | Void) -> Score | None:
    """The points of both sides with what rulings have given; None where they are not known, or count nowhere."""
    match came_to:
        case Outcome(points=points):
            return points
        case Undecided(played=played, given=given) if played is not None:
            return together(played, given)
        case _:
            return None


@dataclass(frozen=True, slots=True)
class Told:
    """A result that is recorded, and what it comes to without rulings as that was decided; None: it takes their points
    to end the match."""

    result: Result
    outcome: Outcome | None


def effective(
    told: Told | None, length: Length, remedies: Sequence[Ordered], form: Form = "points", play_began: bool = False
) -> Ruled:
    """Effective result of a match, from its newest sitting and the remedies in force, in order. `play_began` says so of
    a sitting without a result, since the match was last to be replayed. It asks no rule whether any of it is allowed:
    that was decided when it was recorded."""
    before, since = _split_remedies(remedies)
    standing = _Standing(length, form, play_began, played=LEVEL if form in TO_POINTS and not play_began else None)
    standing = _apply_report(reduce(_apply_earlier, before, standing), told)
    standing = reduce(_apply_remedy, since, standing)
    return _conclude(standing)


def _split_remedies(remedies: Sequence[Ordered]) -> tuple[Sequence[Ordered], Sequence[Ordered]]:
    """Those that the newest sitting left behind or was opened by, and those since; nothing of before a replay."""
    remedies = remedies[_replay_start(remedies) :]
    opener = _newest_opener(remedies)
    return remedies[: opener + 1], remedies[opener + 1 :]


def since_opened(remedies: Sequence[Ordered]) -> Sequence[Ordered]:
    """The remedies that were ruled since the newest sitting was opened."""
    return _split_remedies(remedies)[1]


def _replay_start(remedies: Sequence[Ordered]) -> int:
    """Where the remedies begin that were ruled since the match was last to be replayed; 0: it was not."""
    return max((n for n, remedy in enumerate(remedies, 1) if isinstance(remedy, MatchReplay)), default=0)


@dataclass(frozen=True, slots=True)
class Beginning:
    """The score by play with which the newest sitting of a match began, and the penalty points of its sides."""

    played: Score
    penalties: Score


def beginning(length: Length, remedies: Sequence[Ordered], form: Form = "points") -> Beginning | None:
    """The beginning of a match of which only the games since are known. None where they do not tell how it went on: a
    ruling has given a game that is not among them."""
    added = _additions(length, remedies, form)
    if not all(one.penalty for one in added):
        return None
    return Beginning(opening_score(length, remedies, form), _sum(added))


def opening_score(length: Length, remedies: Sequence[Ordered], form: Form = "points") -> Score:
    """The score by play with which the newest sitting of a match began."""
    return _opening_standing(length, remedies, form).played or LEVEL


def penalties(length: Length, remedies: Sequence[Ordered], form: Form = "points") -> Score:
    """The penalty points of both sides that count: nothing of before a replay does."""
    return _sum([one for one in _additions(length, remedies, form) if one.penalty])


def _opening_standing(length: Length, remedies: Sequence[Ordered], form: Form) -> _Standing:
    before, _ = _split_remedies(remedies)
    return reduce(_apply_earlier, before, _Standing(length, form, began=False, played=LEVEL))


def _additions(length: Length, remedies: Sequence[Ordered], form: Form) -> Sequence[_Addition]:
    _, since = _split_remedies(remedies)
    return reduce(_apply_remedy, since, _opening_standing(length, remedies, form)).added


def _newest_opener(remedies: Sequence[Ordered]) -> int:
    """Where the remedy stands that opened the newest sitting; -1: none did."""
    openers = [n for n, remedy in enumerate(remedies) if isinstance(remedy, OPENERS)]
    return openers[-1] if openers else -1


def _apply_earlier(standing: _Standing, remedy: Ordered) -> _Standing:
    """The standing after a remedy which the newest sitting left behind, or which opened it."""
    match remedy:
        case PenaltyPoints() | GameLoss():
            return _apply_remedy(standing, remedy)
        case MatchResumption():
            return _resume_play(standing, remedy)
        case ResultAnnulment():
            return replace(standing, played=None)
        case _:
            return standing


def _resume_play(standing: _Standing, remedy: MatchResumption) -> _Standing:
    if not _to_points(standing):
        return _idle(standing, remedy)
    resumed = replace(standing, began=True, played=(remedy.first, remedy.second))
    over = _by_majority(resumed) or _winner_on_points(resumed)
    return _idle(resumed, remedy) if over else resumed


def _apply_report(standing: _Standing, told: Told | None) -> _Standing:
    if told is None:
        return standing
    match told.result:
        case FinalScore(first=first, second=second) if _to_points(standing):
            return replace(standing, began=True, played=(first, second))
        case GamesPlayed(games=games) if _to_points(standing):
            score = Course(standing.length, games, {1: standing.played or LEVEL}).score
            return replace(standing, began=True, played=score)
        case _:
            began = told.outcome.play_began if told.outcome else standing.began
            return replace(standing, began=began, told=told.outcome, played=None)


def _apply_remedy(standing: _Standing, remedy: Ordered) -> _Standing:
    """The standing after one more remedy."""
    if isinstance(remedy, _ON_POINTS) and not _to_points(standing):
        return _idle(standing, remedy)
    match remedy:
        case PenaltyPoints():
            return _add(standing, _Addition(remedy.beneficiary, remedy.points, penalty=True))
        case GameLoss():
            return _add(standing, _Addition(other(remedy.loser), remedy.game.points, penalty=False))
        case ScoreCorrection():
            return _with_score(standing, remedy, None)
        case Awarded(award=ScoreCorrection() as set_to, outcome=outcome):
            return _with_score(standing, set_to, outcome)
        case DoubleAnnulment():
            return _without_double(standing, remedy)
        case MatchLoss() | Concession() | ResultAward() | Awarded():
            return _on_winner(standing, remedy)
        case ResultAnnulment():
            return replace(standing, played=None, told=None, awarded=None, losers=(), conceded=())
        case MatchVoiding():
            return replace(standing, void=True)
        case _:
            return standing


def _to_points(standing: _Standing) -> bool:
    return standing.form in TO_POINTS


def _idle(standing: _Standing, remedy: Ordered) -> _Standing:
    idle = remedy.award if isinstance(remedy, Awarded) else remedy
    return replace(standing, idle=(*standing.idle, idle))


def _add(standing: _Standing, added: _Addition) -> _Standing:
    return replace(standing, added=(*standing.added, added))


def _with_score(standing: _Standing, remedy: ScoreCorrection, outcome: Outcome | None) -> _Standing:
    """The standing at that score: it ends the match only if that was decided of it."""
    ends = max(remedy.first, remedy.second) >= standing.length
    if not _to_points(standing) or (ends and outcome is None):
        return _idle(standing, remedy)
    return replace(standing, began=True, played=(remedy.first, remedy.second), told=None)


def _without_double(standing: _Standing, remedy: DoubleAnnulment) -> _Standing:
    """The score without the points that the double brought to the winner of its game."""
    if remedy.game_as_scored is None:
        return standing
    winner = remedy.game_as_scored.winner
    if standing.played is None or points_of(standing.played, winner) < remedy.game_as_scored.points:
        return _idle(standing, remedy)
    return replace(standing, played=plus(standing.played, winner, -remedy.points_taken))


def _on_winner(standing: _Standing, remedy: MatchLoss | Concession | ResultAward | Awarded) -> _Standing:
    """The standing after a word of who has won or lost."""
    match remedy:
        case MatchLoss():
            losers = dict.fromkeys((*standing.losers, remedy.loser))
            return replace(standing, awarded=None, losers=tuple(losers))
        case Concession():
            return replace(standing, conceded=(*standing.conceded, remedy))
        case Awarded(outcome=Outcome() as outcome):
            return replace(standing, awarded=outcome, losers=())
        case _:
            return _idle(standing, remedy)


def _conclude(standing: _Standing) -> Ruled:
    """Concludes by the first that applies: the match is void, rulings on the winner, a majority of penalty points, a
    report without a score, the points, a concession."""
    if standing.void:
        return Ruled(Void(), standing.idle)
    decided = _ruled_outcome(standing) or _by_majority(standing) or standing.told or _on_points(standing)
    conceded = _conceded_outcome(standing) if isinstance(decided, Undecided) else None
    return Ruled(conceded or decided, standing.idle, conceded is not None)


def _ruled_outcome(standing: _Standing) -> Outcome | None:
    return _loss_of(standing, standing.losers) if standing.losers else standing.awarded


def _conceded_outcome(standing: _Standing) -> Outcome | None:
    """By anyone who was put out first."""
    if not standing.conceded:
        return None
    first = standing.conceded[0].ruling
    return _loss_of(standing, [one.loser for one in standing.conceded if one.ruling == first])


def _loss_of(standing: _Standing, losers: Sequence[Side]) -> Outcome:
    if len(set(losers)) > 1:
        return Outcome(None, None, standing.began, ended="both-lost")
    return Outcome(other(losers[0]), None, standing.began)


def _by_majority(standing: _Standing) -> Outcome | None:
    penalties = [one for one in standing.added if one.penalty]
    for number, newest in enumerate(penalties, 1):
        given = points_of(_sum(penalties[:number]), newest.side)
        if decides(given, standing.length):
            return Outcome(newest.side, _total(standing), standing.began)
    return None


def _on_points(standing: _Standing) -> Outcome | Undecided:
    winner = _winner_on_points(standing)
    if winner is None:
        return Undecided(standing.played, _sum(standing.added))
    return Outcome(winner, _total(standing), standing.began)


def _winner_on_points(standing: _Standing) -> Side | None:
    """The side that was the first to reach the length: by play, else by what was added, in order."""
    if standing.played is None:
        return None
    scores = accumulate(standing.added, _with, initial=standing.played)
    return next((ahead(score) for score in scores if max(score) >= standing.length), None)


def _total(standing: _Standing) -> Score | None:
    return None if standing.played is None else together(standing.played, _sum(standing.added))


def _sum(added: Sequence[_Addition]) -> Score:
    return reduce(_with, added, LEVEL)


def _with(score: Score, added: _Addition) -> Score:
    return plus(score, added.side, added.points)
