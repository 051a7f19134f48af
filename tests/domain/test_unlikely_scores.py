"""Scores that are possible, but likely a slip, are asked once more, by whichever way a result is entered (GAM-3)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.open import OpenOptions
from domain.kernel.refusal import Refused
from domain.problems.matches import SCORE_UNLIKELY
from domain.scoring.games import Game, GamesPlayed
from domain.scoring.outcome import by_score, require_likely
from domain.scoring.result import BestOfThree, FinalScore, MatchScore, Result
from domain.tournament.command import Command
from domain.tournament.lifecycle.commands import AnnounceTournament, StartTournament
from domain.tournament.matches import commands as match_commands
from tests.desk import Desk, entered
from tests.reaching import reached

SLIP = FinalScore(first=7, second=2)


@pytest.fixture
def desk() -> Desk:
    """Two, who have agreed on match 1, to five points, and have played match 2 to 5-3."""
    made = Desk()
    made.do(AnnounceTournament(name="Season", format=OpenOptions(kind="open")))
    entered(made, "AB")
    made.do(StartTournament())
    made.do(match_commands.MakeMatch(sides=(1, 2), length=5))
    made.do(match_commands.MakeMatch(sides=(1, 2), length=5, result=FinalScore(first=5, second=3)))
    return made


WAYS: tuple[tuple[type[Command], dict[str, Any]], ...] = (
    (match_commands.MakeMatch, {"sides": (1, 2), "length": 5, "result": SLIP}),
    (match_commands.ReportResult, {"match": 1, "result": SLIP}),
    (match_commands.CorrectResult, {"match": 2, "result": SLIP, "reason": "Slip"}),
)


@pytest.mark.rule("GAM-3", "TD-14", "ALL-3")
@pytest.mark.parametrize(("way", "told"), WAYS, ids=lambda one: getattr(one, "__name__", ""))
def test_unlikely_score_is_asked_once_more(desk: Desk, way: type[Command], told: dict[str, Any]) -> None:
    desk.when(way.model_validate(told)).refused("score-unlikely")
    desk.do(way.model_validate({**told, "score_checked": True}))
    assert sum(match.effective is not None and match.effective.result == SLIP for match in desk.state.matches.values())


@pytest.mark.rule("GAM-3")
def test_unlikely_score_in_a_list_is_named_by_its_row(desk: Desk) -> None:
    likely = match_commands.ExistingMatch(match=1, result=FinalScore(first=6, second=4))
    slip = match_commands.PlayedMatch(sides=(1, 2), length=5, result=SLIP)
    desk.when(match_commands.EnterResults(results=(likely, slip))).refused(SCORE_UNLIKELY, row=2)
    desk.when(match_commands.EnterResults(results=(likely, slip.model_copy(update={"score_checked": True})))).then()


@pytest.mark.rule("GAM-3")
def test_length_corrected_below_the_score_is_asked_about(desk: Desk) -> None:
    shorter = match_commands.CorrectResult(match=2, length=3, reason="Slip", result=FinalScore(first=5, second=2))
    desk.when(shorter).refused("score-unlikely")


@pytest.mark.rule("GAM-3")
@given(st.integers(1, 25), st.integers(0, 60), st.integers(0, 24))
def test_scores_are_asked_about_from_two_points_beyond_the_length(length: int, beyond: int, low: int) -> None:
    told = FinalScore(first=length + beyond, second=min(low, length - 1))
    try:
        by_score(told.first, told.second, length)
    except Refused:
        return
    reached()
    assert asked(told, length) == (beyond >= 2)


def asked(result: Result, length: int) -> bool:
    """Whether it is asked about, and for nothing else refused."""
    try:
        require_likely(result, length, "best-of-three" if isinstance(result, BestOfThree) else "points")
    except Refused as refusal:
        return refusal.problem is SCORE_UNLIKELY
    return False


@pytest.mark.rule("GAM-3")
def test_each_match_of_a_best_of_three_is_looked_at_and_games_never_are() -> None:
    plain, slip = MatchScore(first=5, second=3), MatchScore(first=1, second=9)
    assert asked(BestOfThree(matches=(plain, slip, plain)), 5)
    assert not asked(BestOfThree(matches=(plain, plain)), 5)
    assert not asked(GamesPlayed(games=(Game(winner="first", won="backgammon", cube=4),)), 5)
