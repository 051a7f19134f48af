"""How checkers are moved, sentence by sentence of the source (GAM-1)."""

import pytest

from domain.backgammon.checkers import HOME, STARTS, faults_of, is_open, pips
from domain.backgammon.moves import Step, after_step, plays, single_steps
from domain.backgammon.wins import is_all_off, kind_of_loss
from tests.backgammon.boards import ROLLS, board, boards_by_chance, side
from tests.backgammon.second_generator import slow_plays
from tests.properties import PROFILE

FAR = "off:15"
"""The other side out of the way."""


def after(mine: str, roll: tuple[int, int], theirs: str = "24:2") -> set[bytes]:
    """What the side's own checkers can be after a roll."""
    return {one.mine for one in plays(board(mine, theirs), roll)}


@pytest.mark.rule("GAM-1", "GAM-5")
@pytest.mark.source("room 1")
def test_start_has_30_checkers_15_of_each_side_and_2_dice_are_rolled() -> None:
    start = STARTS["backgammon"]
    assert [sum(one) for one in start] == [15, 15]
    assert sum(map(sum, start)) == 30
    assert [pips(one) for one in start] == [167, 167]
    assert all(len(roll) == 2 for roll in ROLLS)
    assert faults_of(start) == []


@pytest.mark.rule("NXE-1")
@pytest.mark.source("nxe 3")
def test_nackgammon_start_has_two_more_checkers_far_back() -> None:
    assert STARTS["nackgammon"].mine == side("24:2 23:2 13:4 8:3 6:4")


@pytest.mark.rule("GAM-1")
@pytest.mark.source("room 2", "room 3")
def test_checker_moves_only_to_open_points_by_the_numbers_rolled() -> None:
    """From 24, with 6 and 5: point 18 is held by two, 19 by one; so 5 first, then 6."""
    held = board("24:1 1:14", "7:2 6:1 1:12")
    assert (is_open(held, 18), is_open(held, 19), is_open(held, 20)) == (False, True, True)
    assert {one.mine for one in plays(held, (6, 5))} == {side("13:1 1:14")}
    assert [list(single_steps(held, die)) for die in (6, 5)] == [[], [Step(24, 19)]]


@pytest.mark.rule("GAM-1")
@pytest.mark.source("room 3")
@pytest.mark.parametrize(("opposing", "is_it_open"), [(0, True), (1, True), (2, False), (5, False)])
def test_point_is_open_with_at_most_1_opposing_checker_and_closed_from_2_on(opposing: int, is_it_open: bool) -> None:
    assert is_open(board("24:2", f"5:{opposing} 1:2"), 20) is is_it_open


@pytest.mark.rule("GAM-1")
@pytest.mark.source("room 3")
def test_point_with_own_checkers_is_open_whatever_their_number() -> None:
    assert side("6:9 off:6") in after("8:1 7:1 6:7 off:6", (2, 1))


@pytest.mark.rule("GAM-1")
@pytest.mark.source("room 2")
def test_player_decides_the_order_and_distribution_of_the_numbers() -> None:
    """2 and 1 with checkers on 13 and 8: one checker moves both ways, or each moves one number. From 13 alone, with 11
    held by others only 1 can begin, and with 12 held only 2."""
    assert after("13:1 8:1 off:13", (2, 1)) == {
        side(f"{rest} off:13") for rest in ("10:1 8:1", "13:1 5:1", "11:1 7:1", "12:1 6:1")
    }
    assert [after("13:1 off:14", (2, 1), f"{held}:2") for held in (14, 13)] == [{side("10:1 off:14")}] * 2


@pytest.mark.rule("GAM-1")
@pytest.mark.source("room 2")
def test_all_possible_moves_must_be_made_where_one_order_plays_both() -> None:
    """From 24, where 18 is held, only the 5 can begin: 24/19/13. From 13 either can."""
    assert after("24:1 off:14", (6, 5), "7:2") == {side("13:1 off:14")}
    assert after("13:1 off:14", (6, 5), FAR) == {side("2:1 off:14")}


@pytest.mark.rule("GAM-1")
@pytest.mark.source("room 2")
def test_larger_number_is_played_where_only_one_of_both_can_be() -> None:
    """One checker on 8: 8/2 and 8/7 are open, but 8/7/1 and 8/2/1 are not: the 6 is played."""
    assert after("8:1 off:14", (6, 1), "24:2 1:2") == {side("2:1 off:14")}


@pytest.mark.rule("GAM-1")
@pytest.mark.source("room 2")
def test_smaller_number_is_played_where_the_larger_never_can_be() -> None:
    assert after("24:1 off:14", (6, 1), "7:2 8:2") == {side("23:1 off:14")}


@pytest.mark.rule("GAM-1")
@pytest.mark.source("room 2")
def test_number_that_cannot_be_played_expires() -> None:
    """Nothing is left of it: the board is as it was."""
    closed = board("bar:1 off:14", "1:2 2:2 3:2 4:2 5:2 6:2")
    assert dict(plays(closed, (6, 5))) == {closed: ()}


@pytest.mark.rule("GAM-1")
@pytest.mark.source("room 4")
def test_doubles_are_moved_4_times_by_the_number_that_2_dice_show() -> None:
    assert after("24:1 off:14", (3, 3)) == {side("12:1 off:14")}
    assert all(pips(one) == 167 - 4 * 2 for one in after("24:2 13:5 8:3 6:5", (2, 2), FAR))


@pytest.mark.rule("GAM-1")
@pytest.mark.source("room 4")
def test_doubles_are_moved_as_often_as_they_can_be() -> None:
    assert after("24:1 off:14", (3, 3), "10:2") == {side("18:1 off:14")}


@pytest.mark.rule("GAM-1")
@pytest.mark.source("room 5")
def test_checker_is_hit_where_it_is_the_only_1_on_its_point() -> None:
    hit = [one.theirs for one in plays(board("8:1 off:14", "18:1 off:14"), (1, 1))]
    assert hit == [side("bar:1 off:14")]


@pytest.mark.rule("GAM-1")
@pytest.mark.source("room 5")
def test_checker_is_hit_only_by_a_move_to_exactly_its_point() -> None:
    """7 is passed by a checker that comes from 8 by 2 at once; by 1 and 1 it would have been hit."""
    boards = plays(board("8:1 off:14", "18:1 off:14"), (2, 4))
    assert {one.theirs for one in boards} == {side("18:1 off:14")}


@pytest.mark.rule("GAM-1")
@pytest.mark.source("room 6")
def test_hit_checker_enters_before_any_other_moves() -> None:
    assert after("bar:1 13:1 off:13", (3, 1), FAR) == {
        side(f"{rest} off:13") for rest in ("22:1 12:1", "21:1 13:1", "24:1 10:1")
    }


@pytest.mark.rule("GAM-1")
@pytest.mark.source("room 6")
def test_hit_checker_enters_the_quadrant_where_checkers_start() -> None:
    assert {die: after("bar:1 off:14", (die, die), FAR) for die in (1, 6)} == {
        1: {side("21:1 off:14")},
        6: {side("1:1 off:14")},
    }


@pytest.mark.rule("GAM-1")
@pytest.mark.source("room 6")
def test_hit_checker_that_meets_only_blocked_points_waits_and_nothing_else_moves() -> None:
    position = board("bar:1 13:5 off:9", "6:2 5:2 1:2")
    assert list(plays(position, (6, 5))) == [position]


@pytest.mark.rule("GAM-1")
@pytest.mark.source("room 6")
def test_two_hit_checkers_both_enter_before_any_other_moves() -> None:
    assert after("bar:2 13:5 off:8", (6, 5), "6:2") == {side("bar:1 20:1 13:5 off:8")}


@pytest.mark.rule("GAM-1")
@pytest.mark.source("room 7")
def test_bearing_off_waits_until_all_15_are_in_the_last_6_points() -> None:
    assert [*HOME] == [1, 2, 3, 4, 5, 6]
    assert [Step(6, 0) in single_steps(board(f"{last}:1 6:2 off:12", FAR), 6) for last in (8, 7, 6)] == [
        *(False, False, True)
    ]
    assert after("7:1 6:14", (6, 1), FAR) >= {side("6:14 off:1")}


@pytest.mark.rule("GAM-1")
@pytest.mark.source("room 8")
@pytest.mark.parametrize("number", HOME)
def test_checker_is_borne_off_from_the_point_its_number_names(number: int) -> None:
    full = board("6:1 5:1 4:1 3:1 2:1 1:1 off:9", FAR)
    assert Step(number, 0) in single_steps(full, number)


@pytest.mark.rule("GAM-1")
@pytest.mark.source("room 8")
def test_6_bears_off_from_point_5_where_no_checker_is_on_6() -> None:
    assert after("5:2 off:13", (6, 6)) == {side("off:15")}
    assert after("6:1 5:1 off:13", (6, 5)) == {side("off:15")}


@pytest.mark.rule("GAM-1")
@pytest.mark.source("room 8")
def test_higher_number_bears_off_nothing_lower_while_a_checker_stands_higher() -> None:
    """With 5 and a checker on 6 it moves; nothing comes off from 4."""
    assert set(single_steps(board("6:1 4:1 off:13", FAR), 5)) == {Step(6, 1)}
    assert set(single_steps(board("6:1 4:1 off:13", "24:2"), 5)) == set()
    assert set(single_steps(board("4:1 3:1 off:13", FAR), 5)) == {Step(4, 0)}


@pytest.mark.rule("GAM-1")
@pytest.mark.source("room 9")
def test_first_with_all_15_off_wins() -> None:
    assert is_all_off(side("off:15"))
    assert not is_all_off(side("1:1 off:14"))


@pytest.mark.rule("GAM-1", "GAM-3")
@pytest.mark.source("ausbgf 4.2.4")
@pytest.mark.parametrize(
    ("loser", "won"),
    [
        ("6:14 off:1", "single"),
        ("6:15", "gammon"),
        ("18:15", "gammon"),
        ("19:1 6:14", "backgammon"),
        ("bar:1 6:14", "backgammon"),
        ("24:1 6:13 off:1", "single"),
        ("24:1 6:13", "backgammon"),
        ("6:14", "gammon"),
    ],
)
def test_game_is_lost_by_where_the_loser_s_checkers_are(loser: str, won: str) -> None:
    """The last two began with fourteen."""
    assert kind_of_loss(side(loser)) == won


BOARDS = 100 if PROFILE == "test" else 10_000


@pytest.mark.rule("GAM-1")
@pytest.mark.longer
def test_plays_of_all_21_rolls_are_those_of_a_second_generator() -> None:
    """On boards that come up in play and on any others; in `make proof` on ten thousand."""
    differing = [
        (position, roll)
        for position in boards_by_chance(39, BOARDS)
        for roll in ROLLS
        if set(plays(position, roll)) != slow_plays(position, roll)
    ]
    assert differing == []


@pytest.mark.rule("GAM-1")
def test_steps_of_a_play_lead_to_its_board() -> None:
    for position in boards_by_chance(7, 60):
        for roll in ROLLS:
            for reached, steps in plays(position, roll).items():
                at = position
                for step in steps:
                    at = after_step(at, step)
                assert at == reached
