"""One list in every form that an office has it in: other columns, marks, days, encodings and names. The same matches
are the same lines, and nothing is written."""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import cast

import pytest

from domain.importing.encodings import text_in
from domain.importing.recording import record
from domain.importing.whom import Chosen
from domain.journal.journal import Journal
from domain.kernel.ids import PersonId
from domain.lists.events import Choice
from domain.person.commands import RegisterPerson
from domain.scoring.result import FinalScore, WinnerOnly
from domain.tournament.entries.commands import WithdrawEntry
from domain.tournament.matches.commands import CorrectResult, VoidMatch
from tests.importing.laid import laid
from tests.importing.memory import MemoryLog
from tests.importing.test_findings import asked, listed, persons, taken, tournament, tried

BASE = """date,winner,loser,length,winner_points,loser_points
2025-02-08,Karin Vos,Jens Holm,7,7,4
2025-02-08,Jens Holm,Ada Blum,5,5,1
2025-02-15,Søren Münk,Karin Vos,7,7,6
"""
HEADER, *ROWS = [line.split(",") for line in BASE.splitlines()]


def written(rows: Sequence[Sequence[str]], header: Sequence[str] = HEADER) -> str:
    return "".join(",".join(row) + "\n" for row in (header, *rows))


def dated(form: Callable[[str, str, str], str]) -> str:
    return written([[form(*row[0].split("-")), *row[1:]] for row in ROWS])


FORMS: Mapping[str, str] = {
    "semicolons": BASE.replace(",", ";"),
    "tabs": BASE.replace(",", "\t"),
    "a byte order mark": f"\ufeff{BASE}",
    "ends of lines of Windows": BASE.replace("\n", "\r\n"),
    "ends of lines of old": BASE.replace("\n", "\r"),
    "other order of columns": written([row[::-1] for row in ROWS], HEADER[::-1]),
    "columns in capitals": BASE.replace(",".join(HEADER), ",".join(HEADER).upper()),
    "blank lines": BASE.replace("\n", "\n\n"),
    "every cell quoted": written([[f'"{cell}"' for cell in row] for row in ROWS]),
    "an empty column at the end": written([[*row, ""] for row in ROWS], [*HEADER, ""]),
    "no scores any more": written([row[:4] for row in ROWS], HEADER[:4]),
    "some scores empty": BASE.replace(",7,4", ",,"),
    "days with dots": dated(lambda year, month, day: f"{int(day)}.{int(month)}.{year}"),
    "days with slashes": dated(lambda year, month, day: f"{day}/{month}/{year}"),
    "days in words": dated(lambda year, _, day: f"{int(day)}. februar {year}"),
    "days with a time": dated(lambda year, month, day: f"{year}-{month}-{day} 00:00:00"),
    "lengths with decimals": BASE.replace(",7,7,", ",7.0,7.0,"),
    "lengths with a decimal comma": BASE.replace(",", ";").replace(";7;7;", ";7,0;7,0;"),
    "blanks around cells": BASE.replace(",", " , "),
    "newest row first": written(ROWS[::-1]),
    "a line for spreadsheets above": f"sep=,\n{BASE}",
}


def log_with_list() -> MemoryLog:
    log = MemoryLog(now=datetime(2026, 11, 1, tzinfo=UTC))
    taken(log, "matches", BASE)
    return log


@pytest.mark.rule("REG-4", "ALL-1")
@pytest.mark.parametrize("form", FORMS)
def test_list_in_another_form_is_the_same_list(form: str) -> None:
    log = log_with_list()
    before = len(log.recorded)
    assert [one.becomes for one in tried(log, "matches", FORMS[form]).lines] == ["before"] * 3
    taken(log, "matches", FORMS[form])
    assert len(log.recorded) == before


@pytest.mark.rule("REG-4", "ALL-1")
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_list_in_another_encoding_is_the_same_list(encoding: str) -> None:
    log = log_with_list()
    before = len(log.recorded)
    taken(log, "matches", text_in(BASE.encode(encoding))[0])
    assert len(log.recorded) == before


@pytest.mark.rule("REG-4")
@pytest.mark.parametrize(
    "text", [BASE.replace("Karin Vos", "Karin  Vos"), unicodedata.normalize("NFD", BASE), BASE.replace("Vos", "vos")]
)
def test_other_spelling_is_one_question_and_the_other_lines_are_known(text: str) -> None:
    looked = tried(log := log_with_list(), "matches", text)
    (name,) = asked(looked)
    assert "before" in {one.becomes for one in looked.lines}
    (known,) = next(one.candidates for one in looked.persons if one.name == name)
    before = len(tournament(log).matches), persons(log)
    taken(log, "matches", text, {name: Chosen(known)})
    assert (len(tournament(log).matches), persons(log)) == before
    assert asked(tried(log, "matches", text)) == []


@pytest.mark.rule("REG-1", "REG-4")
@pytest.mark.parametrize("name", ["Karin Holmgren", "Zoë Quist"])
@pytest.mark.parametrize("is_same", [True, False])
def test_player_who_the_list_calls_otherwise_is_asked_about(name: str, *, is_same: bool) -> None:
    """All lines of one player have another name: by marriage, or because somebody else was meant all along."""
    log, text = log_with_list(), BASE.replace("Karin Vos", name)
    karin = tournament(log).entries[1].person
    looked = tried(log, "matches", text)
    assert [(one.name, one.candidates) for one in looked.persons if one.is_unclear] == [(name, (karin,))]
    taken(log, "matches", text, {name: Chosen(karin if is_same else None)})
    assert persons(log) == (4 if is_same else 5)
    before = len(log.recorded)
    assert asked(tried(log, "matches", text)) == []
    taken(log, "matches", text)
    assert len(log.recorded) == before


@pytest.mark.rule("REG-4")
def test_one_corrected_name_of_somebody_who_is_still_in_the_list_is_not_asked_about() -> None:
    log = log_with_list()
    text = BASE.replace("Søren Münk,Karin Vos", "Søren Münk,Otto Fynbo")
    assert asked(tried(log, "matches", text)) == []


@pytest.mark.rule("REG-4")
def test_name_of_two_persons_is_asked_about_and_the_answer_is_kept() -> None:
    log = log_with_list()
    taken(log, "persons", "name,birth_year,reference\nAnna Berg,1980,1\nAnna Berg,1990,2\n", name="Members")
    text = f"{BASE}2025-02-16,Anna Berg,Ada Blum,5,,\n"
    (anna,) = (one for one in tried(log, "matches", text).persons if one.is_unclear)
    assert len(anna.candidates) == 2
    taken(log, "matches", text, {"Anna Berg": Chosen(anna.candidates[1])})
    assert tournament(log).entries[5].person == anna.candidates[1]
    assert asked(tried(log, "matches", text)) == []


@pytest.mark.rule("ALL-1", "TD-14")
def test_withdrawn_player_stays_so_and_their_lines_are_the_same() -> None:
    log = log_with_list()
    where = tournament(log).id
    laid(log, lambda desk: desk.acting_as("office").tournament(where, WithdrawEntry(entry=1, reason="moved")))
    before = len(log.recorded)
    assert {one.becomes for one in tried(log, "matches", FORMS["days with dots"]).lines} == {"before"}
    taken(log, "matches", BASE)
    assert (len(log.recorded), tournament(log).entries[1].status) == (before, "withdrawn")


@pytest.mark.rule("ALL-1", "TD-14")
@pytest.mark.parametrize("form", ["no scores any more", "days with dots", "newest row first"])
def test_office_keeps_what_it_changed_in_whatever_form_the_list_comes(form: str) -> None:
    log = log_with_list()
    where = tournament(log).id
    for command in (
        VoidMatch(match=1, reason="Never played"),
        CorrectResult(match=2, reason="Five to three", result=FinalScore(first=5, second=3)),
    ):
        laid(log, lambda desk, one=command: desk.acting_as("office").tournament(where, one))  # type: ignore[misc]  # bound
    before = len(log.recorded)
    told = sorted(one.becomes for one in tried(log, "matches", FORMS[form]).lines)
    assert told == ["before", "changed-here", "changed-here"]
    taken(log, "matches", FORMS[form])
    assert len(log.recorded) == before


REPORT = """012 A weekend
042 2025/02/08
001    1      Vos,Karin                                                          2.0    1     2 w 1     3 b 1
001    2      Holm,Jens                                                          0.5    2     1 b 0     4 w =
001    3      Blum,Ada                                                           0.0    3     4 w 0     1 w 0
001    4      Fynbo,Otto                                                         1.5    4     3 b 1     2 b =
"""


@pytest.mark.rule("REG-1", "REG-4")
@pytest.mark.parametrize("is_same", [True, False])
def test_player_who_a_report_file_calls_otherwise_is_asked_about(*, is_same: bool) -> None:
    log = MemoryLog(now=datetime(2026, 11, 1, tzinfo=UTC))
    taken(log, "report-file", REPORT, name="")
    text = REPORT.replace("Blum,Ada ", "Quist,Zoe")
    (zoe,) = (one for one in tried(log, "report-file", text, name="").persons if one.is_unclear)
    assert (zoe.name, zoe.candidates) == ("Quist,Zoe", (tournament(log).entries[3].person,))
    taken(log, "report-file", text, {"Quist,Zoe": Chosen(zoe.candidates[0] if is_same else None)}, name="")
    assert (persons(log), len(tournament(log).matches)) == ((4, 4) if is_same else (5, 6))
    before = len(log.recorded)
    taken(log, "report-file", text, name="")
    assert len(log.recorded) == before


@pytest.mark.rule("REG-1", "REG-4")
def test_person_who_was_registered_meanwhile_is_found_by_their_name() -> None:
    log = log_with_list()
    drawn = log.draw()
    laid(log, lambda desk: desk.acting_as("office").person(drawn, RegisterPerson(name="Otto Fynbo")))
    taken(log, "matches", f"{BASE}2025-02-16,Otto Fynbo,Ada Blum,5,,\n")
    assert tournament(log).entries[5].person == drawn


@pytest.mark.rule("ALL-1", "TD-14")
@pytest.mark.parametrize(("choice", "shown"), [("list", "second"), ("here", None)])
def test_office_keeps_what_it_changed_of_a_report_file_and_both_sides_wait(choice: Choice, shown: str | None) -> None:
    """Match 1 is void here, and the file says later that the other one won it; match 2 is corrected here alone."""
    log = MemoryLog(now=datetime(2026, 11, 1, tzinfo=UTC))
    taken(log, "report-file", REPORT, name="")
    where = tournament(log).id
    for command in (
        VoidMatch(match=1, reason="Never played"),
        CorrectResult(match=2, reason="Otto won", result=WinnerOnly(winner="first")),
    ):
        laid(log, lambda desk, one=command: desk.acting_as("office").tournament(where, one))  # type: ignore[misc]  # bound
    before = len(log.recorded)
    told = [(one.match, one.becomes) for one in tried(log, "report-file", REPORT, name="").lines if one.match]
    assert told == [(1, "changed-here"), (2, "changed-here")]
    taken(log, "report-file", REPORT, name="")
    assert len(log.recorded) == before
    later = REPORT.replace("2 w 1", "2 w 0").replace("1 b 0     4", "1 b 1     4")
    told = [(one.match, one.becomes) for one in tried(log, "report-file", later, name="").lines if one.match]
    assert told == [(2, "changed-here"), (1, "conflict")]
    settle(log, later, {1: choice})
    match = tournament(log).matches[1]
    counts = match.effective if match.void_reason is None else None
    assert (counts.result if counts else None) == (WinnerOnly(winner="second") if shown else None)
    before = len(log.recorded)
    taken(log, "report-file", later, name="")
    assert len(log.recorded) == before


def settle(log: MemoryLog, text: str, choices: Mapping[int | PersonId, Choice]) -> None:
    """The report file is imported, and what was changed on both sides is settled so."""
    said = replace(listed(log, text, {}), choices=choices)
    record(cast("Journal", log), "report-file", said, lambda _: None)


MEMBERS = "name;birth_year;country;rating;experience\nKarin Vos;1980;NL;1623,5;250\nJens Holm;;DK;;\n"


@pytest.mark.rule("REG-4", "ALL-1")
@pytest.mark.parametrize(
    "text",
    [
        MEMBERS,
        MEMBERS.replace(";", ",").replace("1623,5", "1623.5"),
        MEMBERS.replace("1980", "1980.0").replace(";250", ";250,0"),
        MEMBERS.replace(";NL;", ";nl;"),
        MEMBERS.replace("name;birth_year", "Name;Birth_Year"),
        "name,birth_year\nKarin Vos,1980\nJens Holm,\n",
        "country;name\nNL;Karin Vos\nDK;Jens Holm\n",
        "name\nJens Holm\nKarin Vos\n",
    ],
)
def test_list_of_persons_in_another_form_is_the_same_list(text: str) -> None:
    log = MemoryLog(now=datetime(2026, 11, 1, tzinfo=UTC))
    taken(log, "persons", MEMBERS)
    assert {one.becomes for one in tried(log, "persons", text).lines} == {"before"}
    before = log.states
    taken(log, "persons", text)
    assert (persons(log), log.states.keys()) == (2, before.keys())
    assert not any(type(one.event).__name__ == "PersonDetailsCorrected" for one in log.recorded)
