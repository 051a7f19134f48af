"""Lists and report files in which something was once read wrong, each as it is to be read.

The names in them are made up. They lie beside the project, and are skipped where they are absent.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, cast

import pytest

from domain.importing.lists import ListKind, look_over
from domain.importing.looked_at import Listed, Looked
from domain.importing.match_lists.club import FEDERATION_TERMS
from domain.importing.recording import record
from domain.importing.report_files.report_file import Imported
from domain.importing.together import Together
from domain.importing.whom import Chosen, Meant, Register, register_of
from domain.journal.journal import Journal
from domain.kernel.ids import PersonId, person_stream
from domain.kernel.refusal import Refused
from domain.person.commands import CorrectDetails
from domain.person.details import Details
from domain.person.likeness import Likeness
from domain.person.state import Person
from domain.tournament.guards.context import no_ratings
from domain.tournament.matches.commands import CorrectResult, VoidMatch
from domain.tournament.state import Tournament
from ops.importing.files import report_text_of, text_of
from tests.importing.laid import laid
from tests.importing.memory import MemoryLog

FOLDER = Path(os.environ.get("SCORESHEET_TEST_FINDINGS", "../shared/findings/imports"))
Said = Mapping[str, Chosen]


class Read(NamedTuple):
    """A file as it was read."""

    text: str
    encoding: str


def read(name: str, encoding: str | None = None) -> Read:
    path = FOLDER / name
    if not path.exists():
        pytest.skip(f"{name} is not in {FOLDER}; set SCORESHEET_TEST_FINDINGS to the folder that has it")
    return Read(*(report_text_of if path.suffix == ".trf" else text_of)(path, encoding))


def register_in(log: MemoryLog, chosen: Said) -> Register:
    """The register of a log in memory: likeness as the service has it."""

    def known(persons: Iterable[PersonId]) -> Mapping[PersonId, Details]:
        found = {one: cast("Person", log.load(person_stream(one))).details for one in persons}
        return {one: details for one, details in found.items() if isinstance(details, Details)}

    def alike(details: Details) -> Sequence[PersonId]:
        wanted, everybody = Likeness.of(details), [one.id for one in log.states.values() if isinstance(one, Person)]
        return [one for one, other in known(everybody).items() if wanted.is_like(Likeness.of(other))]

    return register_of(lambda one: one in known([one]), alike, known, chosen)


def listed(log: MemoryLog, text: str, chosen: Said, name: str = "") -> Listed:
    now = datetime(2026, 11, 1, tzinfo=UTC)
    register = register_in(log, chosen)
    return Listed(text, name, "a file", None, None, register, no_ratings, now, log.draw, rating=FEDERATION_TERMS)


def tried(log: MemoryLog, kind: ListKind, text: str, chosen: Said | None = None, name: str = "List") -> Looked:
    return look_over(kind, listed(log, text, chosen or {}, name), Together(log, log.now))


def taken(log: MemoryLog, kind: ListKind, text: str, chosen: Said | None = None, name: str = "List") -> Imported:
    return record(cast("Journal", log), kind, listed(log, text, chosen or {}, name), lambda _: None)[1]


def asked(looked: Looked) -> list[str]:
    return [one.name for one in looked.persons if one.is_unclear]


def persons(log: MemoryLog) -> int:
    return sum(isinstance(one, Person) for one in log.states.values())


def tournament(log: MemoryLog) -> Tournament:
    (found,) = (one for one in log.states.values() if isinstance(one, Tournament))
    return found


def days(log: MemoryLog) -> set[str]:
    results = [one.effective for one in tournament(log).matches.values()]
    return {f"{one.played_at:%Y-%m-%d}" for one in results if one}


def log_of_november() -> MemoryLog:
    return MemoryLog(now=datetime(2026, 11, 1, tzinfo=UTC))


DATED = {
    "trf-02a-lichess.trf": "2020-05-29",
    "trf-02b-ddmmyyyy-slash.trf": "2010-09-24",
    "trf-02e-fide.trf": "2010-09-24",
    "trf-01-ids-of-zero.trf": "2026-03-07",
    "trf-03-cr-only.trf": "2026-03-07",
    "trf-03b-crlf-bom.trf": "2026-03-07",
}
FINDINGS = {
    "trf-07-two-of-one-name.trf": [(4, "4:15", "refused"), (5, "5:15", "refused")],
    "trf-08-round-under-way.trf": [(4, "4:102", "noted"), (5, "5:102", "noted")],
    "trf-09-decoration.trf": [(5, "5:1", "noted"), (6, "6:1", "noted"), (7, "7:1", "noted")],
    "trf-10-three-points.trf": [(line, f"{line}:81", "noted") for line in (4, 5, 6, 7)],
}
TAKEN = {
    "trf-05a-162-absence-A.trf": (3, 2),
    "trf-05c-162-three-points.trf": (4, 4),
    "trf-06-forfeits-without-opponent.trf": (4, 2),
    "trf-08-round-under-way.trf": (4, 2),
    "trf-09-decoration.trf": (2, 1),
    "trf-10-three-points.trf": (4, 4),
}
"""How many persons and matches each file has; a draw, and a result by default, is a match too."""


@pytest.mark.rule("REG-4")
def test_one_person_in_many_spellings_is_one_once_each_is_answered_and_stays_so() -> None:
    text = read("csv-01-one-person-many-spellings.csv").text
    log = log_of_november()
    open_ = [one for one in tried(log, "matches", text).persons if one.is_unclear]
    assert {one.like for one in open_} == {("Petra Vogt",), ("Ralf Amsel",), ("Søren Münk",)}
    assert len(open_) == 6
    same = {one.name: Chosen(same_as=one.like[0]) for one in open_}
    taken(log, "matches", text, same)
    assert persons(log) == 3
    assert asked(tried(log, "matches", text)) == []
    assert taken(log, "matches", text).results == 0
    assert persons(log) == 3


@pytest.mark.parametrize(
    ("name", "kind", "names"),
    [
        ("csv-02-excel-cp1252-comma.csv", "persons", ["José Müller"]),
        ("csv-06-matches-cp1252.csv", "matches", ["Søren Müller", "Jørgen Kjær"]),
    ],
)
def test_encoding_that_is_no_utf_8_is_told(name: str, kind: ListKind, names: list[str]) -> None:
    found = read(name)
    assert found.encoding == "cp1252"
    looked = tried(log_of_november(), kind, found.text)
    assert [one.name for one in looked.persons] == names
    assert [one.becomes for one in looked.lines] == ["taken"]


@pytest.mark.rule("REG-4")
def test_like_names_in_one_list_of_persons_are_asked_about_as_one() -> None:
    text = read("csv-05-like-names-in-one-file.csv").text
    log = log_of_november()
    open_ = [one for one in tried(log, "persons", text).persons if one.is_unclear]
    assert {one.like for one in open_} == {("Ada Same",)}
    taken(log, "persons", text, {one.name: Chosen(same_as="Ada Same") for one in open_})
    assert persons(log) == 1


@pytest.mark.rule("REG-4")
@pytest.mark.parametrize(
    ("name", "kind", "count"),
    [("csv-01-one-person-many-spellings.csv", "matches", 3), ("csv-05-like-names-in-one-file.csv", "persons", 1)],
)
@pytest.mark.parametrize("its_list", ["List", "Another"])
def test_questions_are_the_same_wherever_a_list_is_cut(name: str, kind: ListKind, count: int, its_list: str) -> None:
    """Cut after each row, and its second part imported into the same list or into another one."""
    header, *rows = read(name).text.splitlines(keepends=True)
    for cut in range(1, len(rows)):
        log = log_of_november()
        for part, called in ((rows[:cut], "List"), (rows if its_list == "List" else rows[cut:], its_list)):
            text = header + "".join(part)
            open_ = [one for one in tried(log, kind, text, name=called).persons if one.is_unclear]
            taken(log, kind, text, {one.name: the_first_that_is_offered(one) for one in open_}, name=called)
        assert persons(log) == count


def the_first_that_is_offered(meant: Meant) -> Chosen:
    return Chosen(meant.candidates[0]) if meant.candidates else Chosen(same_as=meant.like[0])


def test_day_that_may_be_another_is_asked_about_and_what_is_advised_is_read() -> None:
    text = read("csv-07-day-first-date.csv").text
    (line,) = tried(log_of_november(), "matches", text).lines
    assert line.becomes == "refused"
    assert "choose whether the day or the month comes first" in (line.why or "")
    log = log_of_november()
    taken(log, "matches", read("csv-08-date-as-the-page-advises.csv").text)
    assert days(log) == {"2026-03-01"}


@pytest.mark.rule("ALL-1")
def test_same_list_again_undoes_nothing_of_the_office() -> None:
    text = read("csv-09-list-to-import-again.csv").text
    log = log_of_november()
    taken(log, "matches", text)
    where = tournament(log).id
    void = VoidMatch(match=1, reason="Never played")
    correct = CorrectResult(match=2, reason="Seven points", length=7, override=True)
    for command in (void, correct):
        laid(log, lambda desk, one=command: desk.acting_as("office").tournament(where, one))  # type: ignore[misc]  # bound
    before = len(log.recorded)
    assert [one.becomes for one in tried(log, "matches", text).lines] == ["changed-here", "changed-here", "before"]
    assert taken(log, "matches", text) == Imported()
    assert len(log.recorded) == before


@pytest.mark.parametrize("name", DATED)
def test_day_of_a_report_file_is_read_as_it_is_written(name: str) -> None:
    log = log_of_november()
    taken(log, "report-file", read(name).text)
    assert days(log) == {DATED[name]}


@pytest.mark.rule("REG-4")
def test_ids_of_nought_are_none() -> None:
    log = log_of_november()
    taken(log, "report-file", read("trf-01-ids-of-zero.trf").text)
    assert persons(log) == 4


@pytest.mark.rule("REG-4")
def test_names_with_letters_that_no_list_has_are_asked_about() -> None:
    found = read("trf-04b-cp1253.trf")
    assert found.encoding == "cp1252"
    assert len(asked(tried(log_of_november(), "report-file", found.text))) == 2
    chosen = read("trf-04b-cp1253.trf", "cp1253")
    assert [one.name for one in tried(log_of_november(), "report-file", chosen.text).persons] == [
        "Ψαρός,Μάνος",
        "Νάκου,Εύη",
    ]
    assert asked(tried(log_of_november(), "report-file", chosen.text)) == []


@pytest.mark.parametrize("name", FINDINGS)
def test_oddities_in_a_report_file_are_named_by_line_and_column(name: str) -> None:
    looked = tried(log_of_november(), "report-file", read(name).text)
    found = [(one.line, one.text, one.becomes) for one in looked.lines]
    assert found[: len(FINDINGS[name])] == FINDINGS[name]


@pytest.mark.parametrize("name", TAKEN)
def test_report_file_is_taken_with_all_that_it_says(name: str) -> None:
    log = log_of_november()
    taken(log, "report-file", read(name).text)
    assert (persons(log), len(tournament(log).matches)) == TAKEN[name]


TO_COME = """012 To come
042 2026/03/07
001    1 m    Ahrens,Ida                                                         1.0    1     2 w 1
001    2 m    Bruun,Kaj                                                          0.0    2     1 b 0
"""


def test_refusal_of_a_list_ends_with_one_full_stop() -> None:
    with pytest.raises(Refused) as told:
        tried(MemoryLog(), "report-file", TO_COME)
    assert told.value.detail.endswith("is in the future.")


@pytest.mark.rule("REG-4")
def test_id_decides_who_is_meant_and_a_contradiction_is_asked_about() -> None:
    log = log_of_november()
    taken(log, "report-file", read("trf-11a-ids-one.trf").text, name="One")
    assert persons(log) == 2
    renamed = tried(log, "report-file", read("trf-11b-same-id-new-surname.trf").text, name="Two")
    karin, hugo = renamed.persons
    assert karin.person is not None
    assert hugo.person is not None
    other = tried(log, "report-file", read("trf-11c-same-name-other-id.trf").text, name="Three")
    karin_nystrom, same_hugo = other.persons
    assert karin_nystrom.is_unclear
    assert karin_nystrom.candidates == (karin.person,)
    assert same_hugo.person == hugo.person


@pytest.mark.rule("REG-4")
def test_former_name_is_asked_about_and_known_once_it_is_answered() -> None:
    log = log_of_november()
    taken(log, "persons", "name\nKarin Lindqvist\n", name="Members")
    (karin,) = (one.id for one in log.states.values() if isinstance(one, Person))
    renamed = CorrectDetails(name="Karin Lindqvist", other_names=("Karin Nystrom",))
    laid(log, lambda desk: desk.acting_as("office").person(karin, renamed))
    text = "date,winner,loser,length\n2026-03-01,Karin Nystrom,Hugo Quist,5\n"
    open_ = [one for one in tried(log, "matches", text).persons if one.is_unclear]
    assert [(one.name, one.candidates) for one in open_] == [("Karin Nystrom", (karin,))]
    taken(log, "matches", text, {"Karin Nystrom": Chosen(karin)})
    assert (persons(log), asked(tried(log, "matches", text))) == (2, [])
