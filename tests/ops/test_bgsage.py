"""The engine of the extra `analysis`: a match is analysed in a process of its own, within bounds (TD-20) [3.8]."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from api.analysis import bgsage
from api.analysis.running import Analysis, AnalysisError, Cancelling
from domain.backgammon.mat_reading import TranscriptError
from domain.backgammon.mat_writing import written_mat
from domain.backgammon.turns import WrittenMatch
from tests.backgammon.playing import match_by_chance
from tests.ops.test_analyse import is_running
from tests.ops.test_transcripts import ran, written
from tests.patience import eventually

MATCH = match_by_chance(11, 3)
SIDES = [{"decisions": 20, "lost": 0.5}, {"decisions": 10, "lost": "0.021"}]
ANSWER = json.dumps({"engine": "gv-bgsage/9", "level": "deep@2", "printed": "The games", "sides": SIDES})


def require_bgsage() -> None:
    """Skips where the engine is missing, which the tests need no more than the program does."""
    try:
        bgsage.require_installed()
    except AnalysisError as missing:
        pytest.skip(f"NOT TRIED: {missing}")


def analysed(
    script: str, match: WrittenMatch = MATCH, seconds: float = 60, plies: int = 2
) -> tuple[Analysis, list[int]]:
    """By a process that carries out this script, and the games that it said were done."""
    done = list[int]()
    command = (sys.executable, "-c", script)
    found = bgsage.analyse_match(match, plies, seconds, lambda games, _: done.append(games), command=command)
    return found, done


@pytest.mark.rule("TD-20")
@pytest.mark.source("ausbgf 3.8")
def test_engine_says_both_figures_with_its_version_and_its_level(tmp_path: Path) -> None:
    require_bgsage()
    one = written(tmp_path, written_mat(replace(MATCH, games=MATCH.games[:1])))
    result = ran("analyse", one, "--engine", "bgsage", "--plies", "0", "--to", str(tmp_path / "analysis.txt"))
    assert result.exit_code == 0, result.output
    assert "game 1 of 1 analysed" in result.output
    assert ": gv-bgsage/2." in result.output
    assert ", 1ply, counted by gammonview 3." in result.output
    printed = (tmp_path / "analysis.txt").read_text()
    assert "First                PR:" in printed
    assert "Ann" not in printed


@pytest.mark.rule("TD-20")
def test_process_is_handed_no_name_and_tells_each_game() -> None:
    script = f"import sys; text = sys.stdin.read(); assert 'Ann' not in text; print('games done: 1'); print('{ANSWER}')"
    found, done = analysed(script)
    assert (found.program, found.level, found.printed, done) == ("gv-bgsage/9", "deep@2", "The games", [1])
    assert found.statistics.names == MATCH.names
    assert [str(side.rate) for side in (found.statistics.first, found.statistics.second)] == ["12.500", "1.050"]


@pytest.mark.rule("TD-20")
@pytest.mark.parametrize("script", ["", "print('{}')", "print('garbage')", "import os; os.kill(os.getpid(), 9)"])
def test_process_that_ends_without_an_answer_is_an_error(script: str) -> None:
    with pytest.raises(AnalysisError, match="without an answer"):
        analysed(script)


@pytest.mark.rule("TD-20")
def test_process_is_ended_when_its_time_is_over_when_it_is_cancelled_and_when_it_prints_too_much(
    tmp_path: Path,
) -> None:
    alive = tmp_path / "alive"
    waits = f"import os, time; open({str(alive)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    with pytest.raises(AnalysisError, match=r"ended after 1\.5 seconds"):
        analysed(waits, seconds=1.5)
    assert not alive.exists() or eventually(lambda: not is_running(int(alive.read_text())))
    cancelling = Cancelling()
    cancelling.cancel()
    with pytest.raises(AnalysisError, match="cancelled"):
        bgsage.analyse_match(MATCH, 2, 60, lambda *_: None, cancelling, (sys.executable, "-c", waits))
    with pytest.raises(AnalysisError, match="more than an analysis has"):
        analysed("while True: print('x' * 1000)")


@pytest.mark.rule("TD-20")
def test_match_that_the_engine_can_not_analyse_is_refused_before_it_is_begun() -> None:
    with pytest.raises(AnalysisError, match="at most 3 plies"):
        analysed("", plies=4)
    with pytest.raises(AnalysisError, match="no nackgammon"):
        analysed("", replace(match_by_chance(2, 1, "nackgammon")))
    game = MATCH.games[0]
    lost = replace(MATCH, games=[replace(game, turns=[turn for turn in game.turns if turn.move != 3])])
    with pytest.raises(TranscriptError, match="plays can be followed"):
        analysed("", lost)


@pytest.mark.rule("TD-20")
def test_real_process_ends_where_it_needs_more_time_than_it_may() -> None:
    """The processor's time is bounded in the process itself, also where nobody is left to end it."""
    require_bgsage()
    command = (
        sys.executable,
        "-c",
        "import sys; sys.argv[2] = '1'; from api.analysis.bgsage_process import main; main()",
    )
    with pytest.raises(AnalysisError, match="without an answer"):
        bgsage.analyse_match(match_by_chance(3, 15), 3, 300, lambda *_: None, command=command)


def test_engine_says_how_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bgsage, "_IS_INSTALLED", False)
    with pytest.raises(AnalysisError, match=r"install scoresheet\[analysis\]"):
        bgsage.require_installed()
