"""The score of a match while it is played, game by game, by hand (GAM-2 to GAM-4, ALL-12)."""

import pytest

from domain.backgammon.doubling import CENTRED, Held
from domain.backgammon.live_score import LiveScore, Standing
from domain.scoring.score import LEVEL, Score

NOTHING = LiveScore()


def points(kept: LiveScore) -> Score:
    """In a match that is not over yet."""
    return kept.standing("points", 25).points


@pytest.mark.rule("GAM-2", "GAM-3")
def test_game_counts_the_cube_once_twice_or_three_times_and_the_next_begins_without() -> None:
    """A single at 1, then a gammon at 4 of who took twice, then a backgammon: 1–0, 1–8, 4–8."""
    one = NOTHING.with_game("first", "single")
    doubled = one.with_take("second").with_take("first")
    two = doubled.with_game("second", "gammon")
    three = two.with_game("first", "backgammon")
    assert [points(one), points(two), points(three)] == [(1, 0), (1, 8), (4, 8)]
    assert (doubled.cube, two.cube) == (Held(4, "first"), CENTRED)


@pytest.mark.rule("GAM-4")
def test_keeping_that_begins_at_a_score_counts_from_there() -> None:
    begun = LiveScore(begins=(4, 3))
    assert points(begun.with_game("second", "gammon")) == (4, 5)
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
    assert (four.before_announcement("points", 5), won.before_announcement("points", 5)) == (four, four)
    assert won.standing("points", 5) == Standing((4, 5), LEVEL, is_over=True)


@pytest.mark.rule("GAM-4", "ALL-12")
def test_best_of_three_begins_each_match_at_none_and_ends_with_the_second_one_won() -> None:
    """To 3 points each: a backgammon; a gammon and a single; then 2-2, and a single. The last is not shown before."""
    one = NOTHING.with_game("first", "backgammon")
    level = one.with_game("second", "gammon").with_game("second", "single")
    two_each = level.with_game("first", "gammon").with_game("second", "gammon")
    over = two_each.with_game("second", "single")
    said = [one.standing("best-of-three", 3) for one in (one, level, two_each, over)]
    assert said == [
        Standing(LEVEL, (1, 0), is_over=False),
        Standing(LEVEL, (1, 1), is_over=False),
        Standing((2, 2), (1, 1), is_over=False),
        Standing((2, 3), (1, 2), is_over=True),
    ]
    assert over.before_announcement("best-of-three", 3) == two_each
    assert level.before_announcement("best-of-three", 3) == level


@pytest.mark.rule("GAM-4")
def test_keeping_of_a_best_of_three_begins_at_matches_too() -> None:
    begun = LiveScore(begins=(0, 2), begins_matches=(1, 0)).with_game("second", "single")
    assert begun.standing("best-of-three", 3) == Standing(LEVEL, (1, 1), is_over=False)
