"""`make bench` measures all that there is, and tells what fails."""

import importlib
import subprocess

import pytest

from tests.bench import __main__ as bench
from tests.bench.__main__ import BEGINS, FOLDER, main, names

HELPERS = {"__init__", "__main__", "database", "library", "listed", "season"}


def test_bench_runs_every_file_but_helpers() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} - HELPERS == set(names())


@pytest.mark.parametrize("name", names())
def test_bench_can_be_loaded(name: str) -> None:
    assert importlib.import_module(f"tests.bench.{name}").__doc__


def test_bench_prints_one_table_and_ends_with_1_where_one_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = {"rating": (0, "10 matches 3 ms\n\n20 ms\n", ""), "season": (1, "", "Traceback\nValueError: no\n")}

    def run(command: list[str], **_: object) -> "subprocess.CompletedProcess[str]":
        return subprocess.CompletedProcess(command, *ended[command[-1].rpartition(".")[2]])

    monkeypatch.setattr(bench, "names", lambda: [*ended])
    monkeypatch.setattr(subprocess, "run", run)
    assert main(["rating"]) == 0
    capsys.readouterr()
    assert main([]) == 1
    assert [line.partition("took")[0] for line in capsys.readouterr().out.splitlines()] == [
        "what   | figures",
        "-------+-----------------------------------------",
        "rating | 10 matches 3 ms",
        "       | 20 ms",
        "       | ",
        "season | FAILED with 1: ValueError: no",
        "       | ",
    ]


def test_bench_refuses_a_name_that_is_none() -> None:
    with pytest.raises(SystemExit, match="nothing is called weather; there are: "):
        main(["weather"])


def test_bench_is_known_by_how_a_program_begins() -> None:
    assert BEGINS in (FOLDER / "rating.py").read_text()
