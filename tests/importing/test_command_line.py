"""`scoresheet import club` and `scoresheet demo` as they are typed."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from domain.importing.errors import ImportStoppedError, ListUnreadableError
from ops.command_line import app, demo
from ops.database import DatabaseUrls
from ops.demonstration.demo import demonstrate
from ops.errors import ExitCode

AT = "2025-02-10T21:00:45+07:00"


def written(folder: Path, *revisions: dict[str, Any]) -> str:
    """The path of a list of these revisions."""
    path = folder / "list.jsonl"
    lines = (json.dumps({"revision": number, "at": AT, **each}) for number, each in enumerate(revisions))
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)


@pytest.fixture
def runner(database: DatabaseUrls, monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    """Types commands that work on the test's own database."""
    monkeypatch.setenv("SCORESHEET_DATABASE_URL", database.owner)
    return CliRunner()


def test_the_report_of_an_import(runner: CliRunner, tmp_path: Path) -> None:
    """A first match between newcomers to 5 points moves 4·√5/2 = 4.472 points, so the 4.6 published is another."""
    path = written(
        tmp_path,
        {"keep": 0, "append": [["2025-2-8", "A", "B", 5]], "ratings": {"A": [1804, 4.5, 5], "B": [1796, -4.5, 5]}},
        {"keep": 1, "append": [["2025-2-9", "C", "C", 5]]},
        {"keep": 0, "append": [["2025-2-8", "B", "A", 5]], "ratings": {"A": [1796, -4.6, 5], "C": [1800, 0.0, 0]}},
    )
    result = runner.invoke(app, ["import", "club", path, "--check"])
    assert result.exit_code == ExitCode.CHECKS_FAILED
    table, report = result.stdout.split("revision 2: A ", 1)
    assert [line.split() for line in table.splitlines()] == [
        ["revision", "players", "agree", "differ"],
        ["0", "2", "2", "0"],
        ["2", "2", "0", "3"],
    ]
    *lines, timed, agreeing = report.splitlines()
    assert lines == [
        "is published as 1796, -4.6, 5, here as 1796, -4.5, 5",
        "revision 2: B is published as nobody, here as 1804, +4.5, 5",
        "revision 2: C is published as 1800, +0.0, 0, here as nobody",
        "revision 1: refused as self-pairing: 2025-02-09 C beats C to 5",
    ]
    assert timed.startswith("3 revisions in ")
    assert timed.endswith(" s: 1 results, 1 corrections, 0 placed in the list, 0 voided, 1 refused")
    assert agreeing == "1 of 2 published ratings agree for every player"


def test_an_import_without_check(runner: CliRunner, tmp_path: Path) -> None:
    path = written(tmp_path, {"keep": 0, "append": [["2025-2-8", "A", "B", 5]], "ratings": {}})
    result = runner.invoke(app, ["import", "club", path, "--name", "Another club"])
    assert (result.exit_code, len(result.stdout.splitlines())) == (0, 1)
    again = runner.invoke(app, ["import", "club", path, "--name", "Another club"])
    assert " 0 results, 0 corrections, 0 placed in the list, 0 voided, 0 refused" in again.stdout


def test_an_import_in_the_name_of_somebody_unknown_is_refused(runner: CliRunner, tmp_path: Path) -> None:
    path = written(tmp_path, {"keep": 0, "append": [["2025-2-8", "A", "B", 5]]})
    unknown = "00000000-0000-0000-0000-00000000002a"
    refused = runner.invoke(app, ["import", "club", path, "--by", unknown])
    assert isinstance(refused.exception, ImportStoppedError)
    assert unknown in str(refused.exception)


def test_a_row_of_length_0_is_reported_and_the_others_are_imported(runner: CliRunner, tmp_path: Path) -> None:
    path = written(tmp_path, {"keep": 0, "append": [["2025-2-8", "A", "B", 0], ["2025-2-8", "A", "B", 5]]})
    result = runner.invoke(app, ["import", "club", path])
    refused, counted = result.stdout.splitlines()
    assert (result.exit_code, refused) == (0, "revision 0: refused as length-not-allowed: 2025-02-08 A beats B to 0")
    assert ": 1 results, " in counted
    assert counted.endswith(" 1 refused")


def test_the_demonstration(runner: CliRunner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, {"keep": 0, "append": [["2025-2-8", "A", "B", 5]]})
    monkeypatch.delenv("SCORESHEET_PORT")
    monkeypatch.setattr(demo, "demonstrate", partial(demonstrate, parts=()))
    result = runner.invoke(app, ["demo", "--if-empty", "--data", path])
    assert result.exit_code == 0
    assert "curl http://127.0.0.1:8000/v1/tournaments\n" in result.stdout
    missing = runner.invoke(app, ["demo", "--data", str(tmp_path / "nothing")])
    assert isinstance(missing.exception, ListUnreadableError)


def test_columns_of_a_list_are_said_once(runner: CliRunner, tmp_path: Path) -> None:
    path = tmp_path / "matches.csv"
    path.write_bytes("Datum;Gewinner;Verlierer;Punkte\n01-03-2025;Kai Said;Νίκος Said;5\n".encode("cp1253"))
    named = [f"--columns={one}" for one in ("Datum=date", "Gewinner=winner", "Verlierer=loser", "Punkte=length")]
    said = ["--encoding", "cp1253", "--days", "day-first", *named]
    command = ["import", "matches", str(path), "--name", "Said once"]
    tried = runner.invoke(app, [*command, *said, "--dry-run"])
    assert tried.exit_code == 0, tried.output
    assert "kept with the list: encoding cp1253\n" in tried.stdout
    assert "kept with the list: Gewinner=winner\n" in tried.stdout
    assert " 1 results," in runner.invoke(app, [*command, *said]).stdout
    again = runner.invoke(app, [*command, "--dry-run"])
    assert ("line 2: before: " in again.stdout, "Νίκος Said is " in again.stdout) == (True, True), again.output
    assert "read as cp1253: look at the names" in again.stderr
    persons = tmp_path / "persons.csv"
    persons.write_text("Navn;name;rating;experience\nx;Ida Said;1.523,5;10\n", encoding="utf-8")
    one = ["import", "persons", str(persons), "--name", "Said persons"]
    assert runner.invoke(app, [*one, "--columns=Navn=", "--decimals", "comma"]).exit_code == 0
    later = runner.invoke(app, [*one, "--dry-run"])
    assert "line 2: before: Ida Said" in later.stdout, later.output
    refused = runner.invoke(app, [*command, "--columns=Datum"])
    assert "'Datum' is not NAMED=COLUMN" in refused.stderr
