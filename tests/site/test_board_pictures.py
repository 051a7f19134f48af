"""Boards as pictures and in words: every checker once, within the picture, and none on another (GAM-1, GAM-2)."""

from collections import Counter
from itertools import combinations

import pytest

from api.site.pictures import board
from api.site.replay.shown_game import in_words
from domain.backgammon.checkers import BAR, OFF, STARTS, Position, pips
from domain.backgammon.doubling import Held
from domain.backgammon.situation import Situation
from domain.kernel.values import Side
from tests.backgammon.boards import board as position
from tests.backgammon.boards import boards_by_chance

START = STARTS["backgammon"]


def counted(picture: board.Picture) -> Counter[str]:
    """How many checkers of each side the picture shows, piled ones by the number on top."""
    counts = Counter[str]()
    for one in picture.checkers:
        counts[one.side] += 1
        if one.count is not None:
            x_of = [each for each in picture.checkers if (each.side, each.x) == (one.side, one.x)]
            is_above = one.y < board.TOP + board.TALL + board.MIDDLE // 2
            pile = [each for each in x_of if (each.y < board.TOP + board.TALL + board.MIDDLE // 2) == is_above]
            counts[one.side] += one.count - len(pile)
    for borne in picture.borne:
        counts[borne.side] += borne.count
    return counts


@pytest.mark.rule("GAM-1")
def test_board_shows_every_checker_of_any_position_once() -> None:
    """On three hundred boards, every third of them any distribution at all."""
    for one in boards_by_chance(5, 300):
        picture = board.drawn(Situation(one))
        assert counted(picture) == {"first": sum(one.mine), "second": sum(one.theirs)}
        places = [(each.x, each.y) for each in picture.checkers]
        assert len(set(places)) == len(places)
        for (x, y), (other_x, other_y) in combinations(places, 2):
            assert x != other_x or abs(y - other_y) >= 2 * board.RADIUS
        assert all(board.RADIUS <= x <= board.WIDTH - board.RADIUS for x, _ in places)
        assert all(y - board.RADIUS >= board.TOP and y + board.RADIUS <= board.BOTTOM for _, y in places)


@pytest.mark.rule("GAM-1")
def test_board_has_the_first_side_below_and_its_home_at_the_right() -> None:
    """Worked out by hand: the 6 point of the first side is the sixth from the right, below."""
    picture = board.drawn(Situation(START))
    own = [one for one in picture.checkers if one.side == "first"]
    six = [one for one in own if one.x == board.LEFT + board.POINT * 7 + board.POINT // 2]
    assert [board.BOTTOM - one.y for one in six] == [20, 60, 100, 140, 180]
    assert max(one.x for one in own) == board.LEFT + board.POINT * 12 + board.POINT // 2
    assert [(line.side, line.pips) for line in picture.lines] == [("second", 167), ("first", 167)]


@pytest.mark.rule("GAM-1")
@pytest.mark.parametrize(("on_roll", "right_below"), [("first", 1), ("second", 24)])
def test_points_are_numbered_as_the_side_on_roll_counts(on_roll: Side, right_below: int) -> None:
    picture = board.drawn(Situation(START, on_roll=on_roll))
    below = [one for one in picture.spikes if one.y > board.BOTTOM]
    assert max(below, key=lambda one: one.x).number == right_below
    assert sorted(one.number for one in picture.spikes) == list(range(1, 25))


@pytest.mark.rule("GAM-2")
@pytest.mark.parametrize(
    ("held", "shows", "above_middle"),
    [(Held(), 64, None), (Held(4, "second"), 4, True), (Held(2, "first"), 2, False)],
)
def test_cube_lies_with_its_holder(held: Held, shows: int, above_middle: bool | None) -> None:
    cube = board.drawn(Situation(START, cube=held)).cube
    assert cube is not None
    middle = (board.TOP + board.BOTTOM) // 2
    assert (cube.shows, None if cube.y == middle else cube.y < middle) == (shows, above_middle)


@pytest.mark.rule("GAM-2", "TD-17")
def test_board_has_no_cube_in_the_crawford_game_and_an_offered_one_shows_the_double() -> None:
    assert board.drawn(Situation(START, crawford=True)).cube is None
    offered = board.drawn(Situation(START, cube=Held(2, "first"), offered=True)).cube
    assert offered is not None
    assert (offered.shows, offered.x) == (4, board.LEFT + board.POINT * 3)


@pytest.mark.rule("GAM-1")
def test_ways_of_a_play_go_from_the_top_checker_to_the_next_free_place() -> None:
    """31: 8/5 6/5. The second checker comes to lie on the first."""
    eight, six = board.drawn(Situation(START, roll=(3, 1)), [(8, 5), (6, 5)]).ways
    assert (board.BOTTOM - eight.from_y, board.BOTTOM - eight.to_y) == (100, 20)
    assert (board.BOTTOM - six.from_y, board.BOTTOM - six.to_y) == (180, 60)


@pytest.mark.rule("GAM-1")
def test_position_in_words_names_each_place_and_adds_up() -> None:
    told = in_words(Situation(position("bar:1 24:1 6:3 off:10", "6:5 off:10")))
    assert told[0].points == ((24, 1), (6, 3))
    assert (told[0].bar, told[0].off, told[0].pips) == (1, 10, 67)
    for one in boards_by_chance(7, 100):
        first, second = in_words(Situation(one))
        for side, checkers in ((first, one.mine), (second, one.theirs)):
            assert sum(count for _, count in side.points) + side.bar + side.off == sum(checkers)
            assert (side.bar, side.off, side.pips) == (checkers[BAR], checkers[OFF], pips(checkers))


@pytest.mark.rule("GAM-1")
def test_dice_lie_at_the_right_of_who_has_rolled_with_their_pips() -> None:
    middle = board.LEFT + board.POINT * 13 // 2
    first = board.drawn(Situation(Position(*START), roll=(6, 1))).dice
    second = board.drawn(Situation(Position(*START), on_roll="second", roll=(2, 2))).dice
    assert [len(die.pips) for die in first] == [6, 1]
    assert [len(die.pips) for die in second] == [2, 2]
    assert all(die.x > middle for die in first)
    assert all(die.x + board.DIE < middle for die in second)
