"""`scoresheet transcript analyse`: error rates worked out by a program beside it, or read (TD-20) [3.8]."""

from pathlib import Path

import pytest

from api.analysis.gnubg import analyse_match, found_program
from api.analysis.running import AnalysisError
from domain.backgammon.mat_writing import written_mat
from tests.backgammon.playing import match_by_chance
from tests.backgammon.program_files import program_file
from tests.backgammon.test_gnubg_statistics import EXPORTED
from tests.ops.test_transcripts import FAULTY, ran, written
from tests.patience import eventually

SLOW = "#!/bin/sh\necho 'GNU Backgammon 9.9'\ncat > told\nsleep 600 &\necho $! > sleeper\nwait\n"
PRINTS = "#!/bin/sh\necho 'GNU Backgammon 9.9'\ncat > \"$0.told\"\nsed -n '/^Match statistics/,$p' \"$0.export\"\n"


@pytest.fixture
def gnubg() -> None:
    """GNU Backgammon, which the tests need no more than the program does."""
    try:
        found_program()
    except AnalysisError as missing:
        pytest.skip(f"NOT TRIED: {missing}")


def program(folder: Path, script: str) -> str:
    path = folder / "gnubg"
    path.write_text(script)
    path.chmod(0o755)
    (folder / "gnubg.export").write_text(EXPORTED)
    return str(path)


@pytest.mark.rule("TD-20")
@pytest.mark.source("ausbgf 3.8")
def test_analyse_reads_the_rates_of_an_export(tmp_path: Path) -> None:
    result = ran("analyse", written(tmp_path, EXPORTED, "final.txt"))
    assert result.exit_code == 0
    assert "final.txt: GNU Backgammon, 0-ply" in result.output
    assert "  First: 8.737 (lost 2.918 in 167 decisions)" in result.output
    assert "  Second: 4.520 (lost 1.600 in 177 decisions)" in result.output


@pytest.mark.rule("TD-20")
@pytest.mark.source("ausbgf 3.8")
def test_analyse_reads_the_rates_of_an_analysed_program_file(tmp_path: Path) -> None:
    path = tmp_path / "match.xg"
    path.write_bytes(program_file("xg"))
    result = ran("analyse", str(path))
    assert result.exit_code == 0, result.output
    assert "match.xg: eXtreme Gammon, 3ply, counted by gammonview 3.1.0, PR" in result.output
    assert "  Amberdice01: 5.937 (lost 0.5106 in 43 decisions)" in result.output


@pytest.mark.rule("TD-20")
@pytest.mark.usefixtures("gnubg")
def test_analyse_asks_gnubg_and_writes_what_it_says(tmp_path: Path) -> None:
    played = written(tmp_path, written_mat(match_by_chance(11, 3)))
    result = ran("analyse", played, "--engine", "gnubg", "--plies", "0", "--to", str(tmp_path / "analysis.txt"))
    assert result.exit_code == 0, result.output
    assert "game 3 of 3 analysed" in result.output
    assert "GNU Backgammon 1." in result.output
    again = ran("analyse", str(tmp_path / "analysis.txt"))
    assert result.output.partition("Ann: ")[2].split(" ")[0] == again.output.partition("First: ")[2].split(" ")[0]


@pytest.mark.rule("TD-20")
def test_analysis_is_handed_no_name_and_says_program_and_level(tmp_path: Path) -> None:
    """By a program that prints what GNU Backgammon once printed."""
    found = analyse_match(match_by_chance(11, 3), 2, 60, lambda *_: None, program(tmp_path, PRINTS))
    assert (found.program, found.level, found.statistics.first.decisions) == ("GNU Backgammon 9.9", "2-ply", 167)
    assert found.statistics.names == match_by_chance(11, 3).names
    told = (tmp_path / "gnubg.told").read_text()
    assert "set analysis chequerplay evaluation plies 2" in told
    assert told.count("analyse game") == 3


@pytest.mark.rule("TD-20")
def test_analysis_that_takes_too_long_is_ended_with_all_that_it_has_started(tmp_path: Path) -> None:
    slow = program(tmp_path, SLOW.replace("sleeper", str(tmp_path / "sleeper")))
    with pytest.raises(AnalysisError, match="ended after 1 seconds"):
        analyse_match(match_by_chance(11, 3), 2, 1, lambda *_: None, slow)
    assert eventually(lambda: not is_running(int((tmp_path / "sleeper").read_text())))


def is_running(process: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except FileNotFoundError:
        return False


@pytest.mark.rule("TD-20")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("garbage", "no analysis by GNU Backgammon in English"),
        (FAULTY.replace("8/4 6/5", "2/1 2/1"), "plays can be followed"),
        ("x" * 5_000_001, "more than 5000000 bytes"),
    ],
)
def test_analyse_ends_with_2_where_there_is_nothing_to_analyse(tmp_path: Path, text: str, said: str) -> None:
    result = ran("analyse", written(tmp_path, text))
    assert (result.exit_code, said in result.output) == (2, True), result.output


def test_analyse_says_how_the_program_is_installed(tmp_path: Path) -> None:
    with pytest.raises(AnalysisError, match="apt-get install gnubg"):
        found_program(str(tmp_path / "none"))
