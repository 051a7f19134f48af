"""A clerk imports last week's list again after the office has changed three things, on pages alone (TD-9, REG-4)."""

import re
from collections.abc import Mapping
from dataclasses import astuple, dataclass
from itertools import product
from typing import Any

import pytest

from api.examples.lists import ListKind
from domain.lists.events import Choice
from tests.api.support import Client, Service
from tests.site.test_office import Office, at_the_office
from tests.site.test_office_imports import lines
from tests.site.test_office_imports import sent as sent_list

OF_PERSONS = ("persons", "entries")
NAMES = ("Ida", "Kaj", "Lena", "Mo")
PERSONS = "name,birth_year,country,reference\n" + "".join(f"{one} WORD,198{n},DK,{n}\n" for n, one in enumerate(NAMES))
ENTRIES = "name,birth_year,country\n" + "".join(f"{one} WORD,198{n},NL\n" for n, one in enumerate(NAMES))
MATCHES = (
    "date,winner,loser,length,winner_points,loser_points\n"
    "2026-02-07,Ida WORD,Kaj WORD,7,7,4\n"
    "2026-02-07,Lena WORD,Mo WORD,7,7,5\n"
    "2026-02-08,Ida WORD,Lena WORD,9,9,3\n"
    "2026-02-08,Kaj WORD,Mo WORD,5,5,1\n"
)
REPORT = """012 Report of WORD
042 2026/02/07
142 3
001    1      WORD,Ida                                                        3.0    1     2 w 1     3 b 1     4 w 1
001    2      WORD,Kaj                                                        2.0    2     1 b 0     4 w 1     3 b 1
001    3      WORD,Lena                                                       1.0    3     4 w 1     1 w 0     2 w 0
001    4      WORD,Mo                                                         0.0    4     3 b 0     2 b 0     1 b 0
"""
CLUB = (
    '{"revision": 0, "at": "2026-02-08T21:00:00+01:00", "keep": 0, "append": ['
    '["2026-2-7", "Ida WORD", "Kaj WORD", 7], ["2026-2-7", "Lena WORD", "Mo WORD", 7], '
    '["2026-2-8", "Ida WORD", "Lena WORD", 9]]}\n'
)
LATER_CLUB = (
    '{"revision": 1, "at": "2026-02-15T21:00:00+01:00", "keep": 2, "append": ['
    '["2026-2-8", "Ida WORD", "Lena WORD", 11]]}\n'
)
WORDS = ("Aagaard", "Bisgård", "Dalgård", "Elgaard", "Fløgård", "Hedgård", "Kirkgår", "Lindgår", "Nygårde", "Østgård")
"""Family names of seven letters, one for each run: lists of others have nobody of it."""


@dataclass(frozen=True)
class Task:
    """A list, what it is called, the same a week later with one line changed that the office has changed too, and what
    is shown of that line: what it said, what it says."""

    text: str
    name: str
    later: str
    said: str
    says: str


TASKS: Mapping[ListKind, Task] = {
    "persons": Task(PERSONS, "WORD", PERSONS.replace("WORD,1980", "WORD,1979"), "birth_year 1980", "birth_year 1979"),
    "entries": Task(ENTRIES, "", ENTRIES.replace("WORD,1980", "WORD,1979"), "birth_year 1980", "birth_year 1979"),
    "matches": Task(
        MATCHES,
        "WORD",
        MATCHES.replace("WORD,9,9,3", "WORD,11,11,3"),
        "2026-02-08 Ida WORD – Lena WORD 9-3 (9)",
        "2026-02-08 Ida WORD – Lena WORD 11-3 (11)",
    ),
    "report-file": Task(
        REPORT,
        "WORD",
        REPORT.replace("4 w 1     3 b 1", "4 w =     3 b 1").replace("2 b 0     1 b 0", "2 b =     1 b 0"),
        "WORD,Kaj – WORD,Mo 1-0",
        "WORD,Kaj – WORD,Mo ½-½",
    ),
    "club": Task(
        CLUB,
        "WORD",
        CLUB + LATER_CLUB,
        "2026-02-08 Ida WORD – Lena WORD (9)",
        "2026-02-08 Ida WORD – Lena WORD (11)",
    ),
}
RUNS = [(kind, choice, word) for (kind, choice), word in zip(product(TASKS, ("list", "here")), WORDS, strict=True)]


def persons_of(office: Client, word: str) -> list[dict[str, Any]]:
    """All of that family name, as they are now."""
    found = office.read("/v1/persons", search=word)["items"]
    return sorted((office.read(f"/v1/persons/{one['id']}") for one in found), key=lambda one: str(one["name"]))


def change_persons(office: Client, word: str) -> None:
    """Another year of birth, and two other countries."""
    changes: tuple[dict[str, Any], ...] = ({"birth_year": 1990}, {"country": "SE"}, {"country": "NO"})
    for person, changed in zip(persons_of(office, word), changes, strict=False):
        known = {one: person[one] for one in ("name", "birth_year", "country") if person.get(one)}
        office.change(f"/v1/persons/{person['id']}", "details", {**known, **changed})


def change_matches(office: Client, tournament: str) -> None:
    """One is void, two were won by the other one."""
    at = f"/v1/tournaments/{tournament}/matches"
    first, *others = sorted(office.read(at)["items"], key=lambda one: one["number"])[:3]
    office.change(f"{at}/{first['number']}", "voiding", {"reason": "Never played"})
    for match in others:
        other = "second" if match["winner"] == match["sides"][0] else "first"
        swapped = {"result": {"kind": "winner", "winner": other}, "reason": "The other one won", "override": True}
        office.change(f"{at}/{match['number']}", "corrections", swapped)


def here(office: Client, kind: ListKind, tournament: str, word: str) -> list[dict[str, Any]]:
    """What the service has of the list: its persons or its matches."""
    if kind in OF_PERSONS:
        return [{name: one.get(name) for name in ("name", "birth_year", "country")} for one in persons_of(office, word)]

    at = f"/v1/tournaments/{tournament}/matches"
    numbers = sorted(one["number"] for one in office.read(at)["items"])
    wanted = ("number", "winner", "length", "void_reason")
    return [{name: one.get(name) for name in wanted} for one in (office.read(f"{at}/{one}") for one in numbers)]


def record(office: Office, kind: ListKind, text: str, **said: str) -> str:
    """Checks the list, and records what was checked."""
    sent_list(office, kind, None, "try", list=text, **said)
    return sent_list(office, kind, None, "send", list=text, **said).text


def tags(page: str) -> tuple[int, int]:
    """How many lines were changed here, and on both sides."""
    told = lines(page)
    return told.count("changed here, and kept"), told.count("changed on both sides")


@pytest.mark.rule("TD-9", "REG-4")
@pytest.mark.parametrize(("kind", "choice", "word"), RUNS)
def test_list_that_comes_again_keeps_what_the_office_changed_and_the_choice_made(
    service: Service, kind: ListKind, choice: Choice, word: str
) -> None:
    task = Task(*(one.replace("WORD", word) for one in astuple(TASKS[kind])))
    with at_the_office(service) as office:
        assert office.client is not None
        said, tournament = {"name": task.name}, ""
        if kind == "entries":
            made = office.client.done("/v1/tournaments", {"name": word, "format": {"kind": "open"}}).json()
            said["tournament"] = made["tournament"]
        done = record(office, kind, task.text, **said)
        if kind in OF_PERSONS:
            change_persons(office.client, word)
        else:
            tournament = re.findall(r'role="status">[^<]*<a href="/tournaments/([^"]+)"', done)[0]
            change_matches(office.client, tournament)
        kept = here(office.client, kind, tournament, word)

        again = sent_list(office, kind, None, "try", list=task.text, **said).text
        assert (tags(again), again.count("Here is:"), "nothing new" in again) == ((3, 0), 3, True)
        assert "nothing new" in record(office, kind, task.text, **said)
        assert here(office.client, kind, tournament, word) == kept

        record(office, kind, task.later, **said)
        waiting = sent_list(office, kind, None, "try", list=task.later, **said).text
        assert tags(waiting) == (2, 1)
        assert re.search(rf"It said: [^<]*{re.escape(task.said)}", waiting)
        assert re.search(rf"Use what the list says: <strong>[^<]*{re.escape(task.says)}", waiting)
        assert "Keep what is here: <strong>" in waiting
        assert here(office.client, kind, tournament, word) == kept

        (asked,) = set(re.findall(r'type="radio" name="(holds-[^"]+)"', waiting))
        assert "Recorded:" in record(office, kind, task.later, **said, **{asked: choice})
        settled = here(office.client, kind, tournament, word)
        assert sum(one != other for one, other in zip(kept, settled, strict=True)) == (choice == "list")
        at_last = sent_list(office, kind, None, "try", list=task.later, **said).text
        assert (tags(at_last), "nothing new" in at_last) == ((2 + (choice == "here"), 0), True)
        assert "nothing new" in record(office, kind, task.later, **said)
        assert here(office.client, kind, tournament, word) == settled
