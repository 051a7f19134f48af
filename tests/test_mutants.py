"""A mutant changes one place of one file, and the same seed names the same ones."""

import ast
from pathlib import Path

import pytest

from tests import mutants
from tests.named_mutants import NAMED, Named

SOURCE = """def late(now, closes, left):
    return now >= closes and not left
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    made = tmp_path / "late.py"
    made.write_text(SOURCE)
    return made


def test_mutants_change_an_operator_each(file: Path) -> None:
    made = {one.applied(SOURCE.encode()).decode().splitlines()[1].strip() for one in mutants.mutants(file)}
    assert made == {
        "return now > closes and not left",
        "return now >= closes or not left",
        "return now >= closes and left",
    }


def test_mutants_of_a_seed_are_the_same_and_can_be_read() -> None:
    few = mutants.chosen(5, 7)
    assert few == mutants.chosen(5, 7)
    for one in few:
        ast.parse(one.applied((mutants.ROOT / one.file).read_bytes()))


def test_mutant_keeps_its_lot_while_its_line_is_the_same(file: Path) -> None:
    before = [mutants.lot_of(one, 7) for one in mutants.mutants(file)]
    mutants._source.cache_clear()
    file.write_text(f"def soon():\n    return 1\n\n\n{SOURCE}")
    assert ([mutants.lot_of(one, 7) for one in mutants.mutants(file)], len({*before})) == (before, 3)


@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.file)
def test_named_mutant_changes_one_place_and_names_a_test_that_is_there(named: Named) -> None:
    assert mutants.compiles(mutants.mutant_of(named))
    file, _, test = named.test.partition("::")
    assert f"def {test}" in (mutants.ROOT / file).read_text()


def test_mutant_that_is_not_decided_in_time_counts_as_not_noticed(file: Path) -> None:
    first = next(mutants.mutants(file))
    assert [*mutants.tried([(first, [["no_test_is_begun.py"]])], minutes=0)] == [None]


def test_nearest_tests_of_a_mutant_are_tried_first() -> None:
    first, folder, *others = mutants.tests_of("domain/backgammon/game.py")
    assert "tests/backgammon/test_games.py" in first
    assert (folder, [[f"tests/{one}" for one in mutants.TESTS]]) == (["tests/backgammon"], others)
    assert "tests/formats/test_bouts.py" in mutants.nearest("domain/tournament/derived/bouts.py")


def test_seeded_mutants_can_be_tried_by_their_numbers_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[mutants.Mutant] = []

    def tried(wanted: list[tuple[mutants.Mutant, object]], **_limits: float) -> list[bool]:
        asked.extend(one for one, _ in wanted)
        return [True, False]

    monkeypatch.setattr(mutants, "tried", tried)
    assert mutants.main("only", "3", "5") == 1
    seeded = mutants.chosen(mutants.HOW_MANY, mutants.SEED)
    assert asked == [seeded[2], seeded[4]]
    assert f"survived: #5 {seeded[4].file}" in capsys.readouterr().out


def test_tests_that_show_a_file_by_a_tournament_are_among_its_nearest() -> None:
    for file, test in mutants.SHOWN_BY.items():
        assert (mutants.ROOT / file).exists()
        assert mutants.nearest(file)[0] == test
        assert (mutants.ROOT / test).exists()
