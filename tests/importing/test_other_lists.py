"""The same list under another name: named in the dry run, since it would be recorded twice."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import cast

import pytest

from domain.formats.open import OpenOptions
from domain.importing.clerk import Clerk
from domain.importing.lists import ListKind, look_over
from domain.importing.looked_at import Listed
from domain.importing.match_lists.club import FEDERATION_TERMS
from domain.importing.recording import record
from domain.importing.together import Together
from domain.importing.whom import Register
from domain.journal.journal import Journal
from domain.kernel.ids import PersonId
from domain.lists.state import ListState
from domain.tournament.guards.context import no_ratings
from domain.tournament.lifecycle.commands import AnnounceTournament
from tests.importing.memory import MemoryLog
from tests.importing.test_entry_list import SWISS, announced

ROWS = ("2025-02-01,A,B,5", "2025-02-01,C,D,5", "2025-02-02,A,C,7", "2025-02-03,B,D,7")


def listed(log: MemoryLog, name: str, *rows: str, known: Mapping[str, PersonId]) -> Listed:
    names = {person: name for name, person in known.items()}

    def called(persons: object) -> Mapping[PersonId, str]:
        return {one: names[one] for one in cast("list[PersonId]", persons) if one in names}

    register = Register(lambda _: True, lambda one: [known[one.name]] if one.name in known else [], called)
    text = "date,winner,loser,length\n" + "".join(f"{row}\n" for row in rows)
    return Listed(text, name, "list.csv", None, None, register, no_ratings, log.now, log.draw, rating=FEDERATION_TERMS)


def recorded(log: MemoryLog, name: str, *rows: str) -> Mapping[str, PersonId]:
    """The list, recorded; who its names mean."""
    record(cast("Journal", log), "matches", listed(log, name, *rows, known={}), lambda _: None)
    (found,) = (one for one in log.states.values() if isinstance(one, ListState))
    return {str(one.name): one.person for one in found.names.values()}


def noted(log: MemoryLog, name: str, *rows: str, known: Mapping[str, PersonId]) -> list[str | None]:
    looked = look_over("matches", listed(log, name, *rows, known=known), Together(log, log.now))
    return [one.why for one in looked.lines if one.becomes == "noted"]


def test_same_list_under_another_name_is_named() -> None:
    log = MemoryLog()
    known = recorded(log, "Spring", *ROWS)
    told = "4 of 4 matches are already in the list 'Spring': if it is the same list, import it by that name"
    assert noted(log, "Spring again", *ROWS, known=known) == [told]
    assert noted(log, "Spring", *ROWS, known=known) == []


def test_list_that_has_gone_on_is_named_and_one_with_other_matches_is_not() -> None:
    log = MemoryLog()
    known = recorded(log, "Spring", *ROWS)
    further = ("2025-03-01,A,B,5", "2025-03-01,B,A,5")
    (told,) = noted(log, "Later", *reversed(ROWS), *further, known=known)
    assert told is not None
    assert told.startswith("4 of 6 matches")
    assert noted(log, "Autumn", *further, "2025-02-01,A,B,5", known=known) == []


def given(log: MemoryLog, name: str, text: str, known: Mapping[str, PersonId], tournament: str | None = None) -> Listed:
    """A list whose names mean those who are known."""
    return replace(listed(log, name, known=known), text=text, tournament=tournament)


def told(kind: ListKind, log: MemoryLog, one: Listed) -> list[str | None]:
    return [line.why for line in look_over(kind, one, Together(log, log.now)).lines if line.becomes == "noted"]


def register_by(log: MemoryLog, text: str, name: str = "Members") -> Mapping[str, PersonId]:
    """Persons of a list that is recorded, by their names."""
    record(cast("Journal", log), "persons", given(log, name, text, {}), lambda _: None)
    found = next(one for one in log.states.values() if isinstance(one, ListState))
    return {str(one.name): one.person for one in found.names.values()}


PERSONS = "name\nAda One\nBea Two\nCleo Three\n"


@pytest.mark.rule("REG-4")
def test_list_of_persons_under_another_name_is_named() -> None:
    log = MemoryLog()
    known = register_by(log, PERSONS)
    more = given(log, "Members again", f"{PERSONS}Dora Four\n", known)
    why = "3 of 4 persons are already in the list 'Members': if it is the same list, import it by that name"
    assert told("persons", log, more) == [why]
    assert told("persons", log, given(log, "Others", "name\nAda One\nEva\nFay\n", known)) == []
    assert told("persons", log, given(log, "Members", PERSONS, known)) == []


@pytest.mark.rule("TD-2")
def test_list_of_entries_under_another_name_is_named_for_its_tournament_alone() -> None:
    log = MemoryLog()
    announced(log)
    other = "00000000-0000-4000-8000-0000000000fe"
    options = OpenOptions(kind="open")
    Clerk(log, "office").tournament(other, "the other", AnnounceTournament(name="Other", format=options))
    known = register_by(log, PERSONS)
    record(cast("Journal", log), "entries", given(log, "Entries", PERSONS, known, tournament=SWISS), lambda _: None)
    again = given(log, "Field", PERSONS, known, tournament=SWISS)
    why = "3 of 3 persons are already in the list 'Entries': if it is the same list, import it by that name"
    assert told("entries", log, again) == [why]
    assert told("entries", log, replace(again, tournament=other)) == []


def revision(*rows: tuple[str, str, str, int]) -> str:
    return json.dumps({"revision": 0, "at": "2025-03-01T12:00:00+01:00", "keep": 0, "append": rows}) + "\n"


def test_history_of_a_club_under_another_name_is_named() -> None:
    log = MemoryLog()
    text = revision(("2025-02-01", "A", "B", 5), ("2025-02-02", "B", "A", 7))
    record(cast("Journal", log), "club", given(log, "Club", text, {}), lambda _: None)
    (found,) = (one for one in log.states.values() if isinstance(one, ListState))
    known = {str(one.name): one.person for one in found.names.values()}
    why = "2 of 2 matches are already in the list 'Club': if it is the same list, import it by that name"
    assert told("club", log, given(log, "Our club", text, known)) == [why]
    assert told("club", log, given(log, "Club", text, known)) == []


REPORT = """012 Spring
042 2026/03/07
001    1 m    Ahrens,Ida                                                         1.0    1     2 w 1
001    2 m    Bruun,Kaj                                                          0.0    2     1 b 0
"""


def test_report_file_under_another_name_is_named() -> None:
    log = MemoryLog(now=datetime(2026, 11, 1, tzinfo=UTC))
    record(cast("Journal", log), "report-file", given(log, "Spring", REPORT, {}), lambda _: None)
    (found,) = (one for one in log.states.values() if isinstance(one, ListState))
    known = {str(one.name): one.person for one in found.names.values()}
    why = "1 of 1 matches are already in the list 'Spring': if it is the same list, import it by that name"
    assert told("report-file", log, given(log, "Spring cup", REPORT, known)) == [why]
    assert told("report-file", log, given(log, "Spring", REPORT, known)) == []
    later = REPORT.replace("2026/03/07", "2026/04/11")
    assert told("report-file", log, given(log, "April", later, known)) == []
