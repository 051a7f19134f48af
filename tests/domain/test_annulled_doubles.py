"""The remedy that an invalid double of a transcript calls for (TD-10, GAM-7) [4.4.4, 4.4.7]."""

import pytest

from domain.backgammon.checking import check_match
from domain.backgammon.mat_reading import read_matches
from domain.officiating.remedies import DoubleAnnulment
from domain.scoring.games import Game
from domain.tournament.decisions.rulings.annulled_doubles import annulment_of

CRAWFORD = """ 3 point match

 Game 1
 Ann : 2                          Ben : 0
  1) 31: 8/5 6/5                    Doubles => 2
  2) Takes                          42: 8/4 6/4
  3)                                Wins 2 points
"""
DEAD = """ 3 point match

 Game 1
 Ann : 0                          Ben : 0
  1) Doubles => 2                   Takes
  2) 31: 8/5 6/5                    Doubles => 4
  3) Takes                          42: 8/4 6/4
  4) Doubles => 8                   Takes
  5) 31: 24/23 13/10
"""


def annulments(text: str) -> dict[tuple[int, str], DoubleAnnulment]:
    """By move and side of the double."""
    (match,) = read_matches(text)
    game = check_match(match).games[0]
    found = ((turn, annulment_of(game, place)) for place, turn in enumerate(game.turns, 1))
    return {(turn.move, turn.side): remedy for turn, remedy in found if remedy is not None}


@pytest.mark.rule("TD-10", "GAM-7", "TD-17")
@pytest.mark.source("ausbgf 4.4.4")
def test_double_in_the_crawford_game_is_annulled_as_it_was_scored() -> None:
    """Ben wins a game that was given up, and 2 points are written: a single at the cube that Ann has taken."""
    scored = Game(winner="second", cube=2, ending="agreed")
    remedy = DoubleAnnulment(ground="crawford", game=1, counts_at=1, game_as_scored=scored)
    assert annulments(CRAWFORD) == {(1, "second"): remedy}


@pytest.mark.rule("TD-10", "GAM-7")
@pytest.mark.source("ausbgf 4.4.7")
def test_double_with_a_dead_cube_is_annulled_in_the_game_under_way() -> None:
    """To 3: the cube at 4 wins the match for Ann, who holds it and turns it."""
    remedy = DoubleAnnulment(ground="dead-cube", game=1, counts_at=4, doubler="first")
    assert annulments(DEAD) == {(4, "first"): remedy}


@pytest.mark.rule("TD-10", "GAM-7")
@pytest.mark.parametrize(("points", "kind"), [("2", "single"), ("4", "gammon"), ("6", "backgammon"), ("3", None)])
def test_annulled_game_is_of_the_kind_that_its_points_are_at_the_cube(points: str, kind: str | None) -> None:
    told = CRAWFORD.replace("Wins 2 points", f"Wins {points} points")
    (remedy,) = annulments(told).values()
    scored = remedy.game_as_scored
    assert (scored and scored.won) == kind
    assert scored is None or scored.cube == 2


@pytest.mark.rule("TD-10", "GAM-7")
def test_double_that_was_passed_changes_no_score_and_one_that_counts_is_not_annulled() -> None:
    (remedy,) = annulments(CRAWFORD.replace("Takes                          42: 8/4 6/4", "Drops")).values()
    assert remedy.game_as_scored is None
    assert annulments(CRAWFORD.replace("Ann : 2", "Ann : 1")) == {}


@pytest.mark.rule("TD-10", "GAM-7")
def test_game_that_is_recorded_is_annulled_as_it_is_recorded() -> None:
    (match,) = read_matches(CRAWFORD)
    game = check_match(match).games[0]
    for recorded, scored in ((Game(winner="second", cube=4), True), (Game(winner="first"), False)):
        remedy = annulment_of(game, 2, (recorded,))
        assert remedy is not None
        assert remedy.game_as_scored == (recorded if scored else None)
