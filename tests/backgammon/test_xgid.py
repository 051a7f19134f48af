"""XGIDs in and out."""

import random

import pytest

from domain.backgammon.checkers import STARTS
from domain.backgammon.doubling import Held
from domain.backgammon.situation import Situation
from domain.backgammon.xgid import read_xgid, written_xgid
from domain.kernel.values import Side
from domain.scoring.result import Cube
from tests.backgammon.boards import boards_by_chance

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"


@pytest.mark.rule("GAM-7")
def test_xgid_of_the_start_is_that_of_other_programs() -> None:
    assert written_xgid(Situation(STARTS["backgammon"])) == START
    assert read_xgid(START) == Situation(STARTS["backgammon"])


@pytest.mark.rule("GAM-7")
def test_xgid_tells_cube_dice_score_and_crawford() -> None:
    read = read_xgid("XGID=aB--a-C-C---dE---c-e----B-:2:-1:-1:52:3:4:1:5:10")
    assert (read.cube, read.on_roll, read.roll, read.score) == (Held(4, "second"), "second", (5, 2), (3, 4))
    assert (read.crawford, read.length, read.offered) == (True, 5, False)
    assert read.board.theirs[25] == 1
    assert read.board.mine[1] == 2


@pytest.mark.rule("GAM-7")
def test_xgid_is_read_as_it_was_written() -> None:
    rng = random.Random(1)  # noqa: S311 -- the same each time
    cubes: tuple[Cube, ...] = (1, 2, 4, 8, 16, 32, 64)
    sides: tuple[Side, ...] = ("first", "second")
    for board in boards_by_chance(8, 1_000):
        cube = Held(rng.choice(cubes), rng.choice((*sides, None)))
        roll = rng.choice((None, (rng.randint(1, 6), rng.randint(1, 6))))
        situation = Situation(board, rng.choice(sides), roll, cube, (rng.randint(0, 6), 2), 7, offered=False)
        assert read_xgid(written_xgid(situation)) == situation


@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize(
    "text",
    [
        *("", "XGID=", START[:-20], START.replace("E-C", "O-O"), START.replace(":0:0:1:00", ":9:0:1:00")),
        *(START.replace(":00:", ":70:"), START.replace("-b-", "-x-"), START.replace("=-", "=é")),
        *(START.replace("=-", "=A"), START.replace("B-:", "Ba:"), START * 2, START.replace(":00:", ":\u0660\u0660:")),
        *("XGID=" + "o" * 26 + START[31:], START.replace(":0:0:1:", ":7:0:1:"), START.replace(":0:0:1:", ":0:0:0:")),
    ],
)
def test_xgid_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no XGID|no board|goes to 64|no dice"):
        read_xgid(text)
