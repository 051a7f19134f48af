"""Persons as CSV: what each line comes to, and the same file twice."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from domain.importing.clerk import Clerk
from domain.importing.errors import ImportStoppedError, ListUnreadableError
from domain.importing.person_list import import_persons
from domain.kernel.envelope import Actor
from ops.command_line import app
from ops.database import DatabaseUrls
from ops.errors import ExitCode
from ops.importing.files import read_persons, require_right
from tests.importing.memory import MemoryLog

HEADER = "name,birth_year,rating,experience,reference\n"


def nobody(_: str) -> bool:
    return False


def written(folder: Path, text: str) -> Path:
    path = folder / "members.csv"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.rule("ELO-1", "ALL-1")
def test_persons_come_with_their_ratings_once(tmp_path: Path) -> None:
    log = MemoryLog()
    clerk = Clerk(log, "import Persons", Actor(key="import Persons", role="administrator"))
    path = written(tmp_path, f"{HEADER}Anna,1980,1623.5,250,7\nBert,,,,8\n")
    lines = require_right(list(read_persons(path, nobody)))
    for registered, before in ((2, 0), (0, 2)):
        done = import_persons(clerk, lines)
        assert (done.registered, done.before) == (registered, before)
    anna = next(state for state in log.states.values() if state.opening_ratings)
    opening = anna.opening_ratings["normal"]
    assert (opening.rating, opening.experience) == (1_623_500_000, 250)
    assert len(log.states) == 2


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (",,,,", "name:"),
        ("Anna,80,,,", "birth_year:"),
        ("Anna,x,,,", "birth_year must be a whole number"),
        ("Anna,,strong,,", "rating must be a number"),
        ("Anna,,1500.1234567,,", "more than six places"),
        ("Anna,,NaN,,", "rating must be a number"),
        ("Anna,,99999999,,", "rating_millionths:"),
        ("Anna,,,5,", "beside a rating"),
        ("Bert,,,,1", "the same person as line 2"),
    ],
)
def test_a_line_that_is_wrong_is_named(tmp_path: Path, line: str, problem: str) -> None:
    lines = list(read_persons(written(tmp_path, f"{HEADER}Carl,,,,1\n{line}\n"), nobody))
    assert problem in (lines[1].problem or "")
    with pytest.raises(ListUnreadableError, match="line 3"):
        require_right(lines)


def test_a_dry_run_names_who_is_perhaps_the_same(
    database: DatabaseUrls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCORESHEET_DATABASE_URL", database.owner)
    path = str(written(tmp_path, f"{HEADER}Ánna,,1500,,\nBert,,,,\n"))
    done = CliRunner().invoke(app, ["import", "persons", path])
    assert (done.exit_code, done.stdout) == (0, "2 persons registered, 0 had been before\n"), done.output
    dry = CliRunner().invoke(app, ["import", "persons", path, "--dry-run"])
    assert dry.stdout.splitlines()[0] == "line 2: Ánna was registered by an earlier import"
    written(tmp_path, f"{HEADER}Ánna,,1600,,\n")
    other = CliRunner().invoke(app, ["import", "persons", path])
    assert isinstance(other.exception, ImportStoppedError)
    assert str(other.exception).startswith("line 2: Ánna was imported otherwise before")
    written(tmp_path, f"{HEADER}Anna,,1500,,\nBert,x,,,\n")
    dry = CliRunner().invoke(app, ["import", "persons", path, "--dry-run", "--name", "Another list"])
    first, second, counted = dry.stdout.splitlines()
    assert first.startswith("line 2: Anna would be registered with 1500.000000; perhaps ")
    assert second.startswith("line 3: refused: birth_year must be")
    assert counted == "1 persons would be registered, 1 lines refused; nothing was recorded"
    assert dry.exit_code == ExitCode.CHECKS_FAILED
