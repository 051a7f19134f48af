"""Match lists as CSV: what each line comes to, and the same file twice."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from domain.importing.errors import ImportFailedError
from domain.importing.match_lists.club import Terms
from domain.importing.match_lists.match_list import Line, matches_in, revision_of, without_unknown
from domain.kernel.csv_lines import CsvUnreadableError
from domain.tournament.matches.events import ResultCorrected
from ops.command_line import app
from ops.database import DatabaseUrls
from ops.errors import ExitCode
from ops.importing.files import text_of
from tests.importing.laid import take
from tests.importing.memory import MemoryLog
from tests.importing.test_club import recorded_list, tournament

HEADER = "date,winner,loser,length,winner_points,loser_points\n"


def written(folder: Path, text: str, encoding: str = "utf-8") -> Path:
    path = folder / "matches.csv"
    path.write_bytes(text.encode(encoding))
    return path


def read(text: str) -> list[Line]:
    return list(matches_in(text.splitlines(keepends=True), datetime.now(UTC)))


@pytest.mark.rule("ELO-6", "GAM-4")
def test_the_same_file_twice_changes_nothing_and_a_later_one_corrects() -> None:
    log, scored = MemoryLog(), Terms(scored=True)
    first = revision_of(read(f"{HEADER}2025-02-08,A,B,5,5,3\n2025-02-09,C,A,5,,\n"))
    for entered in (2, 0):
        (done,) = take(log, first, terms=scored)
        assert (done.entered, done.corrected) == (entered, 0)
    match = tournament(log).matches[1]
    assert match.effective is not None
    assert match.effective.outcome.points == (5, 3)
    later = revision_of(read(f"{HEADER}2025-02-08,A,B,5,6,3\n2025-02-09,A,C,5,5,4\n"))
    (done,) = take(log, later, terms=scored)
    assert (done.entered, done.corrected) == (0, 2)
    assert recorded_list(log, "ABC") == ["A>B 5", "A>C 5"]
    found = {one.number: one.effective.outcome.points for one in tournament(log).matches.values() if one.effective}
    assert found == {1: (6, 3), 2: (4, 5)}
    assert take(log, later, terms=scored)[0].corrected == 0


@pytest.mark.rule("REG-2")
def test_reason_of_what_a_list_corrects_tells_nothing_of_its_names() -> None:
    """A digest of its rows did: with it anybody who reads the reason could test a guess of a name in another row."""
    reasons = set[object]()
    for name in ("Guessed Gerda", "Quite Another"):
        log = MemoryLog()
        for length in (5, 7):
            text = f"{HEADER}2025-02-08,A,B,{length},,\n2025-02-09,{name},A,5,,\n"
            take(log, revision_of(read(text)), terms=Terms(scored=True))
        reasons |= {one.event.reason for one in log.recorded if isinstance(one.event, ResultCorrected)}
    assert reasons == {"Match list up to 2025-02-09"}


IDS = [f"00000000-0000-4000-8000-{number:012}" for number in range(2)]
OUT = "first_person,second_person,first_name,second_name,length,winner,loser,played_at\n"


def out(*names: str, ids: Sequence[str] = IDS) -> list[Line]:
    """A match as another service has given it out."""
    return read(f"{OUT}{','.join((*ids, *names))},5,{ids[1]},{ids[0]},2025-02-08T10:00:00Z\n")


@pytest.mark.rule("REG-4")
def test_list_of_another_service_is_taken_by_the_names_beside_its_ids() -> None:
    (line,) = without_unknown(out("Ada", "Bo"), lambda _: False)
    assert line.row is not None
    assert (line.row.winner, line.row.loser) == ("Bo", "Ada")


@pytest.mark.rule("REG-4")
@pytest.mark.parametrize("names", [("Ada", ""), ("Ada", "Ada"), ("Ada", "withheld")])
def test_ids_of_nobody_are_wrong_where_no_names_tell_them_apart(names: tuple[str, str]) -> None:
    (line,) = without_unknown(out(*names), lambda _: False)
    assert (line.row, line.problem) == (None, f"there is no person {IDS[0]}")
    (line,) = without_unknown(out("Ada", "Bo"), lambda one: one == IDS[0])
    assert (line.row, line.problem) == (None, f"there is no person {IDS[1]}")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("2025-02-08,A,B,5,5", "it has 5 cells"),
        ("8 of May,A,B,5,,", "date: '8 of May' is not a day; write it as 2026-03-01"),
        (
            "03/04/2025,A,B,5,,",
            "date: '03/04/2025' may be 2025-04-03 or 2025-03-04; choose whether the day or the month",
        ),
        ("2025-02-30,A,B,5,,", "date:"),
        ("2999-01-01,A,B,5,,", "date is in the future"),
        ("2125-01-01,A,B,5,,", "date is in the future"),
        ("2025-02-08,A,A,5,,", "A can't play themselves"),
        ("2025-02-08,A,,5,,", "loser:"),
        ("2025-02-08,A,B,0,,", "length:"),
        ("2025-02-08,A,B,five,,", "length must be a whole number, not 'five'"),
        ("2025-02-08,A,B,5,5,", "loser_points: it is empty"),
        ("2025-02-08,A,B,5,3,5", "3-5 is not a score"),
        ("2025-02-08,A,B,5,4,3", "4-3"),
    ],
)
def test_a_line_that_is_wrong_is_named(line: str, problem: str) -> None:
    lines = read(f"{HEADER}2025-02-07,A,B,5,,\n{line}\n2025-02-07,A,C,5,,\n")
    assert [one.is_wrong for one in lines] == [False, True, False]
    assert problem in (lines[1].problem or "")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("winner,loser,length\nA,B,5\n", "date/played_at is missing"),
        ("", "nothing in the list"),
        ("date,winner,loser,length,winner_point\n", "'winner_point' is unknown"),
        ("date,date,winner,loser,length\n", "twice"),
        (f'{HEADER}2025-02-08,"A,B,5,,\n', "can't be read as CSV"),
    ],
)
def test_file_that_is_no_match_list_is_said_so(text: str, problem: str) -> None:
    with pytest.raises(CsvUnreadableError, match=problem):
        read(text)


def test_other_separators_a_mark_and_cells_made_safe_are_read(tmp_path: Path) -> None:
    text = "played_at;winner;loser;length;status\n2025-02-08T19:30:00+01:00;'=A;'t Hart;5;announced\n;;;5;open\n"
    taken, left_out = read(text_of(written(tmp_path, f"\ufeff{text}"))[0])
    assert taken.row is not None
    assert (taken.row.winner, taken.row.loser, taken.row.played_at.hour) == ("=A", "'t Hart", 18)
    assert (left_out.row, left_out.is_wrong) == (None, False)


def test_a_dry_run_says_line_by_line_what_would_be_taken(
    database: DatabaseUrls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCORESHEET_DATABASE_URL", database.owner)
    path = written(tmp_path, f"{HEADER}2025-02-08,A,B,5,5,3\n2025-02-08,A,A,5,,\n2025-02-08,A,B,5,5,3\n")
    dry = CliRunner().invoke(app, ["import", "matches", str(path), "--dry-run"])
    assert dry.stdout.splitlines() == [
        "line 2: taken: 2025-02-08 A – B 5-3 (5)",
        "line 3: refused: 2025-02-08 A – A  (5): A can't play themselves",
        "line 4: taken: 2025-02-08 A – B 5-3 (5)",
        "A would be registered",
        "B would be registered",
        "rated by normal/room/1",
        "there would be 0 entered, 0 registered, 0 results, 0 byes, 0 corrections, 0 voided; nothing was recorded",
    ]
    assert dry.exit_code == ExitCode.CHECKS_FAILED
    whole = written(tmp_path, f"{HEADER}2025-02-08,A,B,5,5,3\n")
    for said in ("1 results", "0 results"):
        done = CliRunner().invoke(app, ["import", "matches", str(whole)])
        assert (done.exit_code, said in done.stdout) == (0, True), done.stdout
    again = CliRunner().invoke(app, ["import", "matches", str(whole), "--dry-run", "--name", "Another list"])
    assert ("A is " in again.stdout, "A would be registered" in again.stdout) == (True, False)


def test_number_of_the_day_and_way_of_rating_are_typed(
    database: DatabaseUrls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCORESHEET_DATABASE_URL", database.owner)
    path = written(tmp_path, f"{HEADER}01-03-2026,Typed Tea,Typed Tom,5,,\n")
    typed = ["import", "matches", str(path), "--name", "Typed", "--dry-run"]
    assert CliRunner().invoke(app, typed).exit_code == ExitCode.CHECKS_FAILED
    told = CliRunner().invoke(app, [*typed, "--days", "day-first", "--rating", "price/denmark/1"])
    assert (told.exit_code, "rated by price/denmark/1" in told.stdout) == (0, True), told.output
    assert CliRunner().invoke(app, [*typed, "--rating", "normal/none/1"]).exit_code == 2


@pytest.mark.proof
def test_the_one_wrong_line_of_a_hundred_thousand_is_named_and_nothing_is_imported(
    database: DatabaseUrls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCORESHEET_DATABASE_URL", database.owner)
    lines = [f"2025-02-08,A{number % 100},B{number % 99},5,,\n" for number in range(100_000)]
    lines[99_998] = "2025-02-08,A,B,five,,\n"
    path = written(tmp_path, HEADER + "".join(lines))
    refused = CliRunner().invoke(app, ["import", "matches", str(path)]).exception
    assert isinstance(refused, ImportFailedError)
    assert str(refused).startswith("Line 100000: 'length' must be a whole number, not 'five'")
    dry = CliRunner().invoke(app, ["import", "matches", str(path), "--dry-run"])
    assert dry.exit_code == ExitCode.CHECKS_FAILED
    assert "line 100000: refused: 2025-02-08 A – B  (five): 'length' must be a whole number" in dry.stdout
