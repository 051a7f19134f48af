"""Who has won a points match, and which scores are none (GAM-3, GAM-4)."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from domain.kernel.refusal import Refused
from domain.kernel.values import Side
from domain.scoring.games import Game, GamesPlayed, Outcome
from domain.scoring.outcome import outcome
from domain.scoring.result import Conceded, FinalScore, Result, WinnerOnly


def slug(result: Result, length: int) -> str:
    with pytest.raises(Refused) as refusal:
        outcome(result, length)
    return refusal.value.problem.slug


@pytest.mark.rule("GAM-1", "GAM-3")
@pytest.mark.parametrize("fields", [{}, {"winner": None}, {"winner": "both"}, {"winner": "first", "won": "triple"}])
def test_a_game_is_won_by_who_bears_off_first_and_by_nobody_else(fields: dict[str, object]) -> None:
    """What is kept at the board; the service takes what comes of it."""
    with pytest.raises(ValidationError):
        Game.model_validate(fields)


@pytest.mark.rule("GAM-4")
@pytest.mark.parametrize(
    ("first", "second", "length", "winner"),
    [(5, 3, 5, "first"), (3, 5, 5, "second"), (1, 0, 1, "first"), (8, 4, 5, "first"), (196, 4, 5, "first")],
)
def test_first_to_reach_the_length_wins_and_the_points_stay_as_scored(
    first: int, second: int, length: int, winner: Side
) -> None:
    assert outcome(FinalScore(first=first, second=second), length) == Outcome(winner, (first, second))


@pytest.mark.rule("GAM-4")
@pytest.mark.parametrize(
    ("first", "second", "problem"),
    [
        (4, 3, "match-unfinished"),
        (0, 0, "match-unfinished"),
        (5, 5, "two-winners"),
        (7, 6, "two-winners"),
        (197, 0, "score-impossible"),  # from 4 points, one game of 64 × 3 = 192 makes 196 at most
        (55, 2, "score-impossible"),  # from 0 to 4 points 51 to 55 are wanting, and games bring 48 or 64
        (21, 0, "score-impossible"),  # 17 to 21 are wanting, and games bring 16 or 24
    ],
)
def test_a_score_that_ends_no_match_to_five_is_refused(first: int, second: int, problem: str) -> None:
    assert slug(FinalScore(first=first, second=second), 5) == problem


@pytest.mark.rule("GAM-3")
@pytest.mark.parametrize(
    ("won", "cube", "points"),
    [
        ("single", 1, 1),
        ("gammon", 1, 2),
        ("backgammon", 1, 3),
        ("single", 4, 4),
        ("gammon", 2, 4),
        ("backgammon", 64, 192),
    ],
)
def test_a_won_game_counts_the_cube_once_twice_or_three_times(won: str, cube: int, points: int) -> None:
    assert Game.model_validate({"winner": "first", "won": won, "cube": cube}).points == points


def games(*lines: str) -> GamesPlayed:
    """Games from `first gammon 2`."""
    rows = [line.split() for line in lines]
    return GamesPlayed.model_validate({"games": [{"winner": w, "won": k, "cube": int(c)} for w, k, c in rows]})


@pytest.mark.rule("GAM-3", "GAM-4")
def test_games_add_up_to_the_score() -> None:
    # A wins 1, B wins a gammon on a 2-cube (4), A a backgammon (3) and a single on a 2-cube (2): A 6, B 4, to 5.
    played = games("first single 1", "second gammon 2", "first backgammon 1", "first single 2")
    assert outcome(played, 5) == Outcome("first", (6, 4))


@pytest.mark.rule("GAM-4")
def test_a_game_after_the_end_is_refused() -> None:
    assert slug(games("first single 4", "first single 1", "second single 1"), 5) == "game-after-end"


@pytest.mark.rule("GAM-4")
def test_games_that_do_not_reach_the_length_are_refused() -> None:
    assert slug(games("first single 4"), 5) == "match-unfinished"


@pytest.mark.rule("ALL-6")
def test_the_winner_alone_and_a_concession_make_an_outcome_without_points() -> None:
    assert outcome(WinnerOnly(winner="second"), 7) == Outcome("second", None)
    assert outcome(Conceded(loser="second", play_began=False), 7) == Outcome("first", None, play_began=False)


@pytest.mark.rule("GAM-3", "GAM-4")
@given(
    st.integers(1, 25),
    st.lists(
        st.builds(
            Game,
            winner=st.sampled_from(["first", "second"]),
            won=st.sampled_from(["single", "gammon", "backgammon"]),
            cube=st.sampled_from([1, 2, 4]),
        ),
        min_size=60,
        max_size=60,
    ),
)
def test_games_cut_at_the_end_of_the_match_give_the_same_as_their_sum(length: int, played: Sequence[Game]) -> None:
    sums = {"first": 0, "second": 0}
    cut: list[Game] = []
    for game in played:
        if max(sums.values()) < length:
            cut.append(game)
            sums[game.winner] += game.points
    by_score = outcome(FinalScore(first=sums["first"], second=sums["second"]), length)
    assert outcome(GamesPlayed(games=tuple(cut)), length) == by_score
    assert by_score.points == (sums["first"], sums["second"])
