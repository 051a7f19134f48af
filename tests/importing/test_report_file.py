"""Tournament report files imported: rounds, results, draws and byes, the same file twice, and a later one."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.queries.report_file import report_of
from domain.importing.encodings import text_in
from domain.importing.errors import ImportFailedError, ListUnreadableError
from domain.importing.report_files.games import games_of
from domain.importing.report_files.lines import read_report
from domain.importing.report_files.report_file import Imported, ReportImport
from domain.kernel.ids import tournament_stream
from domain.lists.events import SaidMatch
from domain.tournament.lifecycle.commands import StartTournament
from domain.tournament.matches.commands import CorrectResult
from domain.tournament.state import Tournament
from domain.trf.form import Report
from domain.trf.reading import read_trf
from domain.trf.writing import write_report
from ops.command_line import app
from ops.database import DatabaseUrls
from ops.errors import ExitCode
from ops.importing.files import report_text_of
from tests.importing.laid import desk, laid
from tests.importing.memory import MemoryLog
from tests.story import before_the_start, given
from tests.trf.files import SWISS, found, public_files


def taken(log: MemoryLog, text: str) -> Imported:
    return took(log, found(text)[0])


def took(log: MemoryLog, report: Report) -> Imported:
    return laid(log, lambda desk: ReportImport(desk, "Winter Swiss").take(report))


def tournament(log: MemoryLog) -> Tournament:
    importing = ReportImport(desk(log), "Winter Swiss")
    state = log.state(tournament_stream(importing.tournament or ""))
    assert isinstance(state, Tournament)
    return state


def said(log: MemoryLog, match: int) -> SaidMatch:
    """The match as the file had it last."""
    return ReportImport(desk(log), "Winter Swiss").book.lines[match]


def given_out(log: MemoryLog, report: Report) -> Report:
    """What goes out of the tournament, with the names as the file has them."""
    importing = ReportImport(desk(log), "Winter Swiss")
    names = {importing.person(report, player, Imported()): player.name for player in report.players}
    return report_of(tournament(log), names, {})


def results(report: Report) -> list[str]:
    """Each player's rounds as they are written, with the points: `F` goes out as `U`, and results without play as
    results by default."""
    lines = write_report(report).decode().splitlines()
    return [f"{line[81:84]} {line[91:]}" for line in lines if line.startswith("001")]


@pytest.mark.rule("OPN-1", "ALL-1")
def test_list_that_came_in_goes_out_equal_and_the_same_file_twice_changes_nothing() -> None:
    log = MemoryLog()
    assert taken(log, SWISS) == Imported(registered=4, entered=4, results=4, byes=4)
    recorded = len(log.recorded)
    assert (taken(log, SWISS), len(log.recorded)) == (Imported(), recorded)
    report = found(SWISS)[0]
    assert results(given_out(log, report)) == results(found(SWISS.replace("- F", "- U"))[0])
    assert given_out(log, report).dates == report.dates


@pytest.mark.rule("ALL-1", "ALL-3")
def test_a_later_file_adds_its_rounds_and_corrects() -> None:
    log = MemoryLog()
    first = "\n".join(line[:102] if line.startswith("001") else line for line in SWISS.splitlines())
    assert taken(log, first.replace("142 3", "142 1").replace("2 w 1", "2 w =").replace("1 b 0", "1 b =")).results == 1
    done = taken(log, SWISS)
    assert (done.results, done.byes, done.corrected, done.voided) == (3, 2, 1, 0)
    assert results(given_out(log, found(SWISS)[0])) == results(found(SWISS.replace("- F", "- U"))[0])
    assert taken(log, SWISS.replace("     3 w +", "  0000 - Z").replace("     1 b -", "  0000 - Z")).voided == 1


@pytest.mark.rule("ALL-3")
def test_day_of_a_file_stays_its_own_where_another_was_recorded_here() -> None:
    log = MemoryLog()
    first = "\n".join(line[:102] if line.startswith("001") else line for line in SWISS.splitlines())
    taken(log, first.replace("142 3", "142 1").replace("2 w 1", "2 w =").replace("1 b 0", "1 b ="))
    before = said(log, 1).played_at
    later = CorrectResult(match=1, played_at=before + timedelta(hours=1), override=True, reason="An hour later")
    named = ReportImport(desk(log), "Winter Swiss").tournament or ""
    laid(log, lambda one: one.acting_as("office").tournament(named, later))
    assert taken(log, SWISS).corrected == 1
    assert said(log, 1).played_at == before


@pytest.mark.rule("OPN-1")
@pytest.mark.parametrize("named", ["tec-*", pytest.param("*", marks=pytest.mark.proof)])
def test_public_files_come_in_whole(named: str) -> None:
    for path in public_files(named):
        report, _ = read_trf(text_in(path.read_bytes())[0])
        log = MemoryLog(now=datetime(2026, 11, 1, tzinfo=UTC))
        took(log, report)
        assert (path.name, results(given_out(log, report))) == (path.name, results(report))


def test_values_that_a_file_can_not_hold_are_named_by_line(tmp_path: Path) -> None:
    unknown = "00000000-0000-0000-0000-00000000002a"
    for text, said in (
        (f"{SWISS}### person    2 {unknown}\n", f"line 7, column 5: there is no person {unknown} in the register"),
        (SWISS.replace("Dora         ", "Carlsen, Carl"), "several players are called Carlsen, Carl"),
        (SWISS.replace("26/01/11\n", "60/01/11\n"), "in the future"),
        (SWISS[:60], "there is no line 001"),
    ):
        _, findings = read_report(text, lambda _: False, datetime.now(UTC))
        assert said in "; ".join(str(one) for one in findings if one.fatal)
    with pytest.raises(ListUnreadableError, match="can't be read"):
        report_text_of(tmp_path / "missing.trf")


@pytest.mark.rule("TD-14")
@pytest.mark.parametrize(
    ("heading", "played"),
    [("", ["2020-05-29"]), ("042 a fine day\n", ["2020-05-29"]), ("042 2019/01/05\n", ["2019-01-05"])],
    ids=["no day", "a day that can't be read", "a day of its own"],
)
def test_day_that_is_given_is_that_of_a_file_without_one(heading: str, played: list[str]) -> None:
    undated = "\n".join(line for line in SWISS.splitlines() if not line.startswith(("042", "132")))
    report, findings = read_report(
        f"{heading}{undated}\n", lambda _: False, datetime(2026, 11, 1, tzinfo=UTC), date(2020, 5, 29)
    )
    assert [one for one in findings if one.fatal] == []
    assert sorted({f"{one.played_at:%Y-%m-%d}" for one in games_of(report)}) == played


@pytest.mark.rule("REG-4")
def test_file_of_another_service_is_taken_by_its_names() -> None:
    ids = [f"00000000-0000-4000-8000-{number:012}" for number in range(1, 5)]
    text = SWISS + "".join(f"### person {number} {one}\n" for number, one in enumerate(ids, 1))
    report, findings = read_report(text, lambda _: False, datetime.now(UTC))
    assert (report.persons, [one for one in findings if one.fatal]) == ({}, [])
    _, findings = read_report(text, lambda one: one == ids[0], datetime.now(UTC))
    assert len([one for one in findings if one.fatal]) == 3


@pytest.mark.rule("SWI-1")
def test_announced_rounds_go_out_before_they_are_played() -> None:
    begun = given(*before_the_start("ABCDE", format={"kind": "swiss", "rounds": 7}))
    heading = report_of(begun.when(StartTournament()).desk.state, {}, {}).heading
    assert (heading["142"], heading["092"]) == ("7", "Individual: Swiss-System")


def test_field_is_read_as_it_is_typed(database: DatabaseUrls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORESHEET_DATABASE_URL", database.owner)
    path = tmp_path / "swiss.trf"
    path.write_text(SWISS, encoding="latin-1")
    typed = ["import", "report-file", str(path)]
    dry = CliRunner().invoke(app, [*typed, "--dry-run"])
    assert (dry.exit_code, dry.stdout.splitlines()[-7:]) == (
        ExitCode.DONE,
        [
            "Ábel, Anna would be registered",
            "Bauer, Bert would be registered",
            "Carlsen, Carl would be registered",
            "Dora would be registered",
            "not rated",
            "kept with the list: encoding cp1252",
            "there would be 4 entered, 4 registered, 4 results, 4 byes, 0 corrections, 0 voided; nothing was recorded",
        ],
    ), dry.output
    for said in ("4 entered, 4 registered, 4 results, 4 byes", "0 entered, 0 registered"):
        done = CliRunner().invoke(app, typed)
        assert (done.exit_code, said in done.stdout) == (0, True), done.output
    path.write_text(SWISS.replace("2 w 1", "9 w 1"), encoding="utf-8")
    undated = tmp_path / "undated.trf"
    undated.write_text("\n".join(one for one in SWISS.splitlines() if not one.startswith(("042", "132"))) + "\n")
    rated = ["import", "report-file", str(undated), "--name", "Undated", "--rated", "--dry-run"]
    assert "so give it" in CliRunner().invoke(app, rated).stdout
    assert CliRunner().invoke(app, [*rated, "--day", "2020-05-29"]).exit_code == ExitCode.DONE
    wrong = CliRunner().invoke(app, [*typed, "--dry-run"])
    assert wrong.exit_code == ExitCode.CHECKS_FAILED
    assert "line 6: refused: 6:92: round 1: there is no player 9" in wrong.stdout
    assert isinstance(CliRunner().invoke(app, typed).exception, ImportFailedError)
