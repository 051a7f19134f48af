"""`make bench` measures all that there is, and tells what fails."""

import importlib
import os
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import psutil
import pytest

from tests.bench import __main__ as bench
from tests.bench import cells
from tests.bench.__main__ import BEGINS, FOLDER, main, names
from tests.bench.growth import growth

HELPERS = {"__init__", "__main__", "database", "growth", "library", "listed", "season", "sizes", "timing"}


def test_bench_runs_every_file_but_helpers() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} - HELPERS == set(names())


@pytest.mark.parametrize("name", names())
def test_bench_can_be_loaded(name: str) -> None:
    assert importlib.import_module(f"tests.bench.{name}").__doc__


def test_bench_prints_one_table_and_ends_with_1_where_one_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    programs = {"rating": "print('10 matches 3 ms\\n\\n20 ms')", "season": "raise ValueError('no')"}
    monkeypatch.setattr(bench, "names", lambda: [*programs])
    monkeypatch.setattr(bench, "command", lambda name: [sys.executable, "-c", programs[name]])
    assert main(["rating"]) == 0
    capsys.readouterr()
    assert main([]) == 1
    head, *table = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"Python [\d.]+, \w+, load [\d.]+ of \d+ cores, (small|full)", head)
    assert all(re.search(r"took \d+ s, load [\d.]+ of \d+ cores$", line) for line in table if "took" in line)
    assert [line.partition("took")[0] for line in table] == [
        "what   | figures",
        "-------+-----------------------------------------",
        "rating | 10 matches 3 ms",
        "       | 20 ms",
        "       | ",
        "season | FAILED with 1: ValueError: no",
        "       | ",
    ]


def test_bench_prints_a_figure_while_the_rest_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = tmp_path / "seen"
    os.mkfifo(seen)
    program = f"print('first')\nprint(open({str(seen)!r}).read())"
    monkeypatch.setattr(bench, "command", lambda _: [sys.executable, "-u", "-c", program])
    figures = bench.measured("rating")
    assert next(figures) == "first"
    seen.write_text("second")
    assert next(figures) == "second"


def test_bench_draws_what_was_measured_at_several_sizes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    figures = [
        "   1000 events: loaded in    35 ms, again in 0.1 ms",
        "dead ends: three circles of friends",
        "    10 players: asked     1.5 ms, paired 2 ms",
        "   100 players: asked    20.5 ms, paired 9 ms (x4.5)",
        "  10,000 events: loaded in   290 ms, again in 0.1 ms",
        "took 3 s, load 1.0 of 2 cores",
    ]
    found = growth("loading", figures)
    assert found == {"loading asked, three circles of friends": [(10, 1.5), (100, 20.5)]}
    monkeypatch.setattr(bench, "PICTURE", tmp_path / "var" / "bench.svg")
    bench.draw({**found, "loading <twice>": [(1_000, 35), (10_000, 290)]})
    drawn = ET.fromstring((tmp_path / "var" / "bench.svg").read_text())  # noqa: S314 -- drawn just now
    lines = drawn.findall("{http://www.w3.org/2000/svg}polyline")
    places = [[tuple(map(float, at.split(","))) for at in line.attrib["points"].split()] for line in lines]
    assert all(a[0] < b[0] and a[1] > b[1] for a, b in places), "larger is to the right, and longer is higher"
    assert "loading <twice>" in [one.text for one in drawn.iter("{http://www.w3.org/2000/svg}text")]


def test_two_cells_are_not_measured_where_cores_are_busy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 5)
    monkeypatch.setattr(psutil, "cpu_percent", lambda _: 22.0)
    cells.main()
    assert capsys.readouterr().out == ("two cells to one: not measured, 3.9 of 5 cores are free, and 4 are needed\n")
    assert cells.compared([(100.0, [90.0, 80.0]), (50.0, [40.0, 40.0]), (90.0, [90.0, 90.0])]) == (
        "one cell 90 events/s, two at once 170 events/s, 1.70 x one"
    )


def test_figures_name_benches_that_there_are_each_with_its_load() -> None:
    rows = re.findall(r"^\| `(\w+)` \|.*\| (\d+) \|$", (FOLDER / "FIGURES.md").read_text(), re.MULTILINE)
    assert {name for name, _ in rows} <= set(names())
    assert len(rows) == (FOLDER / "FIGURES.md").read_text().count("\n| `") - 1, "the head has no load"


def test_bench_refuses_a_name_that_is_none() -> None:
    with pytest.raises(SystemExit, match="nothing is called weather; there are: "):
        main(["weather"])


def test_bench_is_known_by_how_a_program_begins() -> None:
    assert BEGINS in (FOLDER / "rating.py").read_text()
