"""The score of a match while it is played, game by game, by hand (GAM-2 to GAM-4, ALL-12)."""

import pytest

from domain.backgammon.doubling import CENTRED, Held
from domain.backgammon.live_score import LiveScore

NOTHING = LiveScore()


@pytest.mark.rule("GAM-2", "GAM-3")
def test_game_counts_the_cube_once_twice_or_three_times_and_the_next_begins_without() -> None:
    """A single at 1, then a gammon at 4 of who took twice, then a backgammon: 1–0, 1–8, 4–8."""
    one = NOTHING.with_game("first", "single")
    doubled = one.with_take("second").with_take("first")
    two = doubled.with_game("second", "gammon")
    three = two.with_game("first", "backgammon")
    assert [one.score, two.score, three.score] == [(1, 0), (1, 8), (4, 8)]
    assert (doubled.cube, two.cube) == (Held(4, "first"), CENTRED)


@pytest.mark.rule("GAM-4")
def test_keeping_that_begins_at_a_score_counts_from_there() -> None:
    begun = LiveScore(begins=(4, 3))
    assert begun.with_game("second", "gammon").score == (4, 5)
    assert begun.with_game("first", "single").without_last() == begun


@pytest.mark.rule("GAM-2")
def test_step_back_takes_the_cube_before_the_last_game() -> None:
    kept = NOTHING.with_game("first", "gammon").with_take("second")
    assert kept.without_last() == NOTHING.with_game("first", "gammon")
    assert kept.without_last().without_last() == NOTHING
    assert NOTHING.without_last() == NOTHING


@pytest.mark.rule("ALL-12", "GAM-4")
def test_game_that_would_end_the_match_is_not_shown_before_it_is_announced() -> None:
    four = LiveScore(begins=(4, 4))
    won = four.with_game("second", "single")
    assert (four.before_announcement(5), won.is_over(5), won.before_announcement(5)) == (four, True, four)
