"""Irregularities of a match that are flagged and count all the same: a doubled Crawford game (TD-17, TD-10), and an
agreed outcome (TD-18).

Readings: penalty points count from the first game on, since when they were given is not among the games; where a ruling
has given a game, those that were played don't tell which was the Crawford game, and nothing is flagged. Nor is it in a
match resumed with a side one point from winning: its Crawford game is over. A double that a ruling has annulled is
settled.
"""

from domain.match.effective_result import beginning
from domain.match.record import Match
from domain.officiating.remedies import DoubleAnnulment
from domain.scoring.crawford import DoubledCrawford, doubled_crawford
from domain.scoring.disputes import ScoreSheet
from domain.scoring.endings import MatchFlag, agreed_outcomes
from domain.scoring.games import GamesPlayed
from domain.scoring.result import TO_POINTS
from domain.scoring.score import Course, Score, together
from domain.tournament.derived.stage import stage_of_match
from domain.tournament.state import Tournament


def flags_of(state: Tournament, match: Match) -> tuple[MatchFlag, ...]:
    """The flags of a match by its effective result: the Crawford game first, then what was agreed, by game."""
    result = match.effective
    told = None if result is None else result.result
    if result is None or told is None:
        return ()
    agreed = agreed_outcomes(told)
    if not isinstance(told, GamesPlayed):
        return tuple(agreed)
    doubled = _crawford_double(state, match, Course(result.length, told.games), len(told.games))
    return (doubled, *agreed) if doubled else tuple(agreed)


def flag_of_sheet(state: Tournament, match: Match, sheet: ScoreSheet) -> DoubledCrawford | None:
    """The flag of a side's sheet, where its Crawford game was doubled."""
    _, length = match.as_played
    return _crawford_double(state, match, Course(length, sheet.games), sheet.newest_started)


def _crawford_double(state: Tournament, match: Match, course: Course, newest_started: int) -> DoubledCrawford | None:
    """The flag of these games, played since the newest sitting of the match began."""
    if match.form not in TO_POINTS or not stage_of_match(state, match).crawford(match.form):
        return None
    if any(isinstance(one, DoubleAnnulment) and one.ground == "crawford" for one in match.remedies):
        return None
    begun = beginning(course.length, match.remedies, match.form)
    if begun is None or max(begun.played) >= course.length - 1 > 0:
        return None
    given = {1: together(begun.played, begun.penalties)}
    return _by_play(doubled_crawford(Course(course.length, course.games, given), newest_started), begun.penalties)


def _by_play(flag: DoubledCrawford | None, penalties: Score) -> DoubledCrawford | None:
    """The flag with the score by play: penalty points are no part of it (ALL-3)."""
    if flag is None or flag.without is None:
        return flag
    first, second = flag.without
    return flag.model_copy(update={"without": (first - penalties[0], second - penalties[1])})
