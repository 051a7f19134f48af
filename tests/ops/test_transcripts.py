"""`scoresheet transcript`: what it says of files, and what it ends with."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from domain.backgammon.mat_writing import written_mat
from ops.command_line.transcripts import app
from tests.backgammon.playing import match_by_chance
from tests.backgammon.program_files import ENDINGS, program_file

SOUND = """\
 1 point match

 Game 1
 Ann : 0                          Ben : 0
  1) 31: 8/5 6/5                 52: 13/8 13/11
  2)  Resigns
"""
FAULTY = SOUND.replace("8/5 6/5", "8/4 6/5")


def ran(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


def written(folder: Path, text: str, name: str = "match.mat") -> str:
    path = folder / name
    path.write_text(text)
    return str(path)


@pytest.mark.rule("GAM-7")
def test_transcript_check_names_game_move_and_rule_and_ends_with_1(tmp_path: Path) -> None:
    result = ran("check", written(tmp_path, FAULTY))
    assert result.exit_code == 1
    assert "2 of 2 plays in 1 games checked, 2 findings" in result.output
    assert "game 1, move 1, first: GAM-1 [4.2.3]: No legal play of 31" in result.output


@pytest.mark.rule("GAM-7")
def test_transcript_check_ends_with_0_where_nothing_is_found(tmp_path: Path) -> None:
    result = ran("check", written(tmp_path, written_mat(match_by_chance(3, 3))))
    assert (result.exit_code, result.output.count("\n")) == (0, 1)
    assert result.output.endswith("games checked, 0 findings\n")


@pytest.mark.rule("GAM-7")
def test_transcript_check_ends_with_2_where_a_file_is_unreadable_and_says_why(tmp_path: Path) -> None:
    result = ran(
        "check", written(tmp_path, FAULTY), written(tmp_path, "garbage", "other.mat"), str(tmp_path / "none.mat")
    )
    assert result.exit_code == 2
    assert "other.mat: unreadable: No line of the file begins a game" in result.output
    assert "none.mat: unreadable: The file can't be opened" in result.output
    assert "GAM-1 [4.2.3]" in result.output


@pytest.mark.rule("GAM-7")
def test_transcript_check_takes_the_start_that_was_announced(tmp_path: Path) -> None:
    result = ran("check", "--start", "nackgammon", written(tmp_path, SOUND))
    assert "[4.2.4]" in result.output


@pytest.mark.rule("GAM-7")
def test_transcript_show_lists_games_and_draws_the_board_of_a_move(tmp_path: Path) -> None:
    path = written(tmp_path, SOUND)
    assert "Game 1, at 0–0: Ben wins a single game with the cube at 1, 1 points" in ran("show", path).output
    shown = ran("show", path, "--game", "1", "--move", "1")
    assert "Game 1, move 1, Ben: 52: 13/8 13/11" in shown.output
    assert "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:1:10" in shown.output
    assert "Position ID 4HPwATDgc/ABMA" in shown.output
    assert ran("show", path, "--game", "2").exit_code == 2


@pytest.mark.rule("GAM-7")
def test_transcript_show_writes_mat_that_is_read_again(tmp_path: Path) -> None:
    again = written(tmp_path, ran("show", "--mat", written(tmp_path, SOUND)).output, "again.mat")
    assert "2 of 2 plays" in ran("check", again).output


@pytest.mark.rule("GAM-7")
def test_transcript_show_draws_an_xgid_and_refuses_what_is_none() -> None:
    shown = ran("show", "XGID=-b----E-C---eE---c-e----B-:0:0:1:63:0:0:0:5:10")
    assert shown.exit_code == 0
    assert "First rolled 63; cube 1 in the middle" in shown.output
    refused = ran("show", "XGID=nothing")
    assert refused.exit_code == 2
    assert "this is no XGID" in refused.output


@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize("ending", ENDINGS)
def test_transcript_check_and_show_take_files_of_programs(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"match.{ending}"
    path.write_bytes(program_file(ending))
    result = ran("check", str(path))
    assert (result.exit_code, "88 of 88 plays in 3 games checked, 0 findings" in result.output) == (0, True)
    assert "Game 3, at 0–2: Jade1 wins a single game with the cube at 4, 4 points" in ran("show", str(path)).output


@pytest.mark.rule("GAM-7")
def test_transcript_check_of_a_spoilt_program_file_ends_with_2_and_says_what_to_export(tmp_path: Path) -> None:
    path = tmp_path / "match.xg"
    path.write_bytes(program_file("xg")[:12_000])
    result = ran("check", str(path))
    assert (result.exit_code, "Export the match from eXtreme Gammon as text" in result.output) == (2, True)


@pytest.mark.rule("GAM-7")
def test_transcript_show_draws_a_position_id() -> None:
    shown = ran("show", "4HPwATDgc/ABMA")
    assert shown.exit_code == 0
    assert "Position ID 4HPwATDgc/ABMA" in shown.output
    assert ran("show", "//////////////").exit_code == 2
