"""Plays and position ids against GNU Backgammon, a program beside, where it is installed (Debian's `gnubg`)."""

import random
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from domain.backgammon.checkers import Position
from domain.backgammon.checking import check_match
from domain.backgammon.gnubg_id import read_position_id, written_position_id
from domain.backgammon.mat_cells import read_moves
from domain.backgammon.mat_reading import read_matches
from domain.backgammon.moves import Roll, plays
from domain.backgammon.wins import is_all_off
from domain.backgammon.written_plays import with_moves_as_written
from tests.backgammon.boards import ROLLS, boards_by_chance
from tests.patience import PROGRAM_SECONDS

GNUBG = shutil.which("gnubg") or shutil.which("/usr/games/gnubg")
SETUP = """\
set confirm new off
set confirm default yes
set player 0 human
set player 1 human
set automatic roll off
set automatic game off
set automatic move off
set automatic bearoff off
set output rawboard on
set evaluation chequerplay evaluation plies 0
new session
set turn 1
"""
_HINT = re.compile(r"^ *\d+\. \S+ \S+ +(\S.*?)  +Eq\.:", re.M)


def told(commands: str, folder: Path) -> str:
    """What the program prints to those commands."""
    (folder / "commands").write_text(commands)
    command = [str(GNUBG), "-t", "-q", "-c", str(folder / "commands")]
    done = subprocess.run(
        command,
        env={"HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PROGRAM_SECONDS,
        check=False,
    )
    return done.stdout


def asked(cases: Sequence[tuple[Position, Roll]], folder: Path) -> list[str]:
    """What the program answers of each."""
    asks = "".join(
        f"set board {written_position_id(position)}\nset dice {roll[0]}{roll[1]}\nhint 9999\n"
        for position, roll in cases
    )
    printed = told(SETUP + asks + "quit\n", folder)
    return re.split(r"^The dice have been set to .*$", printed, flags=re.M)[1:]


def boards_of(answer: str, position: Position) -> set[Position]:
    """The boards after the plays that an answer lists."""
    found = set()
    for listed in _HINT.findall(answer):
        moves = read_moves(listed)
        assert isinstance(moves, tuple), listed
        after = with_moves_as_written(position, moves)
        assert after is not None, listed
        found.add(after)
    return found


@pytest.mark.rule("GAM-1")
def test_plays_are_those_of_gnubg(tmp_path: Path) -> None:
    if GNUBG is None:
        pytest.skip("GNU Backgammon is not installed: apt-get install gnubg; plays are not compared with its own")
    rng = random.Random(200)  # noqa: S311 -- the same boards each time
    under_way = (one for one in boards_by_chance(2026, 1000) if not any(map(is_all_off, one)))
    cases = [(position, rng.choice(ROLLS)) for position, _ in zip(under_way, range(200), strict=False)]
    answers = asked(cases, tmp_path)
    assert len(answers) == 200
    compared = 0
    for (position, roll), answer in zip(cases, answers, strict=True):
        own = set(plays(position, roll))
        if own == {position}:
            assert not _HINT.findall(answer)
            continue
        assert boards_of(answer, position) == own, (position, roll, answer)
        compared += 1
    assert compared > 120


@pytest.mark.rule("GAM-7")
def test_position_id_is_read_as_it_was_written() -> None:
    for position in boards_by_chance(5, 1_000):
        assert read_position_id(written_position_id(position)) == position


@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize(
    "text",
    ["", "4HPwATDgc/ABM", "4HPwATDgc/ABMAA", "!!!!!!!!!!!!!!", "//////////////", "4HPwATDgc/ABMB", "4HPwATDgc_ABMA"],
)
def test_position_id_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="this is no"):
        read_position_id(text)


PLAYS_ITSELF = """\
set confirm new off
set player 0 gnubg
set player 1 gnubg
set player 0 chequerplay evaluation plies 0
set player 1 chequerplay evaluation plies 0
set player 0 cubedecision evaluation plies 0
set player 1 cubedecision evaluation plies 0
set display off
set rng mersenne
"""


@pytest.mark.rule("GAM-7", "GAM-1", "GAM-2", "GAM-3", "GAM-4")
@pytest.mark.parametrize(
    ("variation", "length", "seed"), [("standard", 3, 53), ("standard", 1, 52), ("nackgammon", 5, 55)]
)
def test_match_that_gnubg_played_and_exported_is_read_whole_without_a_finding(
    tmp_path: Path, variation: str, length: int, seed: int
) -> None:
    if GNUBG is None:
        pytest.skip("Debian's gnubg is not installed: its own matches are not read")
    play = f"set variation {variation}\nset seed {seed}\nnew match {length}\n" + "play\n" * 100 * length
    told(f"{PLAYS_ITSELF}{play}export match mat {tmp_path / 'played.mat'}\nquit\n", tmp_path)
    (match,) = read_matches((tmp_path / "played.mat").read_text())
    checked = check_match(match)
    assert (checked.findings, checked.is_over, match.start == "nackgammon") == ((), True, variation == "nackgammon")
    assert checked.checked == checked.plays > 20
