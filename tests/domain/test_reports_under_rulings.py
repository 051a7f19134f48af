"""What is reported and corrected of a match to 7 in which rulings have given points (TD-5, TD-14, GAM-4)."""

import pytest

from domain.scoring.result import FinalScore
from domain.tournament.matches import commands as match_commands
from tests.domain.test_rulings import TWO_POINTS, ruling, started_with
from tests.rounds import RoundsDesk

THREE_POINTS = TWO_POINTS | {"points": 3}


def report(first: int, second: int) -> match_commands.ReportResult:
    return match_commands.ReportResult(match=1, result=FinalScore(first=first, second=second))


def correction(first: int, second: int) -> match_commands.CorrectResult:
    return match_commands.CorrectResult(match=1, result=FinalScore(first=first, second=second), reason="A slip")


def ahead_by_three() -> RoundsDesk:
    """The first has been given three points before the match."""
    desk = started_with(7, "A-B C-D")
    desk.do(ruling(THREE_POINTS))
    return desk


@pytest.mark.rule("TD-5", "TD-14", "GAM-4")
@pytest.mark.parametrize(
    ("first", "second", "answer"),
    [
        (4, 6, ("first", (7, 6))),
        (6, 5, ("first", (9, 5))),
        (3, 7, ("second", (6, 7))),
        (7, 0, ("first", (10, 0))),
        (3, 6, "match-unfinished"),
        (4, 7, "two-winners"),
        (6, 8, "two-winners"),
        (7, 7, "two-winners"),
    ],
)
def test_a_score_is_reported_and_corrected_by_play_and_ends_the_match_with_what_was_given(
    first: int, second: int, answer: object
) -> None:
    desk, corrected = ahead_by_three(), ahead_by_three()
    corrected.do(report(5, 2))
    for one, command in ((desk, report(first, second)), (corrected, correction(first, second))):
        if isinstance(answer, str):
            one.when(command).refused(answer)
        else:
            one.do(command)
            outcome = one.outcome(1)
            assert outcome is not None
            assert (outcome.winner, outcome.points) == answer


@pytest.mark.rule("TD-5", "TD-14")
def test_points_given_after_the_end_let_a_correction_be_what_was_played() -> None:
    desk = started_with(7, "A-B C-D")
    desk.do(report(4, 7))
    desk.do(ruling(THREE_POINTS))
    desk.do(correction(5, 7))
    outcome = desk.outcome(1)
    assert outcome is not None
    assert (outcome.winner, outcome.points) == ("second", (8, 7))
