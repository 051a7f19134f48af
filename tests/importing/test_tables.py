"""What becomes of a list as tables, one of them for those who keep the list."""

import csv
import io
from pathlib import Path

import pytest
from typer.testing import CliRunner

from domain.importing.looked_at import LookedAt
from domain.importing.tables import ADVICE, COLUMNS, Given, own_columns, reply, table
from domain.lists.reading import NamedColumn, Reading
from ops.command_line import app
from ops.database import DatabaseUrls
from ops.errors import ExitCode

LINES = [
    LookedAt(2, "2025-02-01 A – B (5)", "taken"),
    LookedAt(
        3, "2025-02-01 C – D (5)", "changed-here", "match 2 was changed here, and stays as it is", 2, None, "void"
    ),
    LookedAt(4, "2025-02-02 A – C (5)", "changed-here", "match 3 was changed here", 3, None, "2025-02-02 A – C (7)"),
    LookedAt(
        5, "2025-02-03 A – D (9)", "conflict", "choose what holds", 4, "2025-02-03 A – D (5)", "2025-02-03 D – A (5)"
    ),
    LookedAt(6, "=A", "refused", "length must be a whole number, not 'x'"),
    LookedAt(0, "2025-01-01 B – D (3)", "gone", match=1),
]


def rows(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode(), newline="")))


def test_table_has_every_line_with_what_becomes_of_it() -> None:
    first, *told = rows(table(LINES))
    assert tuple(first) == COLUMNS
    assert [(one[0], one[2]) for one in told] == [(str(one.line or ""), one.becomes) for one in LINES]
    assert told[3][5:] == ["2025-02-03 A – D (5)", "2025-02-03 D – A (5)"]
    assert told[4][1] == "'=A"


def test_reply_names_what_the_other_end_should_mend_and_nothing_else() -> None:
    first, *told = rows(reply(LINES, Given()))
    assert first == ["line", "says", "here", "mend"]
    assert [(one[0], one[3]) for one in told] == [
        ("3", "remove the line, or tell the office that it was played"),
        ("4", "write what is here, or tell the office that it is wrong"),
        ("5", "agree with the office what holds"),
        ("6", "correct the line: length must be a whole number, not 'x'"),
    ]
    assert told[1][2] == "2025-02-02 A – C (7)"


GERMAN = """Saison 2025
Datum;Sieger;Verlierer;Länge;Ort
2025-02-01;C;D;5;Graz
2025-02-02;A;C;5;=Wien
"""
CALLED = {"datum": "date", "sieger": "winner", "verlierer": "loser", "länge": "length", "ort": None}
READ = Reading(columns=tuple(NamedColumn(named=named, column=column) for named, column in CALLED.items()))


def test_reply_has_the_columns_of_the_list_as_the_list_calls_them() -> None:
    first, *told = rows(
        reply(
            [LINES[1], LINES[2], LookedAt(0, "", "conflict", None, 4, "was", "is")],
            own_columns("matches", GERMAN, READ),
        )
    )
    assert first == ["line", "Datum", "Sieger", "Verlierer", "Länge", "Ort", "here", "mend"]
    assert told[0] == ["3", "2025-02-01", "C", "D", "5", "Graz", "void", ADVICE["void"]]
    assert told[1][:6] == ["4", "2025-02-02", "A", "C", "5", "'=Wien"]
    assert told[2] == ["", "was", "", "", "", "", "is", ADVICE["conflict"]]


def test_list_without_columns_is_told_in_words() -> None:
    assert own_columns("report-file", "012 A report", Reading()) == Given()
    assert own_columns("persons", "no columns", Reading()) == Given()


def test_advice_is_there_for_each_line_that_is_to_be_mended() -> None:
    for becomes in ("changed-here", "conflict", "refused", "noted"):
        _, told = rows(reply([LookedAt(2, "A", becomes)], Given()))
        assert told[3] == ADVICE[becomes]


def test_command_line_writes_both_files(
    database: DatabaseUrls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCORESHEET_DATABASE_URL", database.owner)
    path, of_all, to_mend = tmp_path / "list.csv", tmp_path / "table.csv", tmp_path / "reply.csv"
    path.write_text("date,winner,loser,length\n2025-02-01,A,B,5\n2025-02-02,A,B,x\n")
    asked = ["import", "matches", "--dry-run", "--table", str(of_all), "--reply", str(to_mend), str(path)]
    result = CliRunner().invoke(app, asked)
    assert result.exit_code == ExitCode.CHECKS_FAILED, result.output
    assert [one[2] for one in rows(of_all.read_bytes())[1:]] == ["taken", "refused"]
    first, told = rows(to_mend.read_bytes())
    assert first == ["line", "date", "winner", "loser", "length", "here", "mend"]
    assert told == ["3", "2025-02-02", "A", "B", "x", "", "correct the line: 'length' must be a whole number, not 'x'"]
