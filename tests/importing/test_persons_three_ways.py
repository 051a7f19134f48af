"""Lists of persons and entries compared with what they said before and with what is here, fact by fact."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random

import pytest

from domain.application.details import details_of, team_names
from domain.application.entry_lines import entries_in
from domain.application.merging import Naming, of_merge
from domain.application.person_lines import persons_in
from domain.application.requests import of_club, of_person, of_tournament
from domain.clubs.decide import AdmitMember, FoundClub
from domain.importing.desk import Desk
from domain.importing.entry_list import EntryImport
from domain.importing.forgotten_names import with_forgotten
from domain.importing.looked_at import Choices, LookedAt
from domain.importing.person_list import PersonImport
from domain.importing.three_ways import Compared, Fate, facts_compared, fate_of
from domain.importing.whom import Chosen, Register
from domain.kernel.ids import person_stream
from domain.lists.events import Choice, NamesListed, PersonConflictFound, PersonConflictSettled
from domain.person.commands import CorrectDetails, MergePerson, RegisterPerson, SetOpeningRating
from domain.person.details import Details
from domain.person.state import Person
from domain.tournament.command import Command
from domain.tournament.entries.commands import GiveColour, WithdrawEntry
from domain.tournament.guards.context import no_ratings
from domain.tournament.lifecycle.commands import StartTournament
from tests.importing.laid import desk, laid
from tests.importing.memory import MemoryLog
from tests.importing.test_entry_list import SWISS, announced
from tests.importing.test_three_ways import asked, erase

HEADER = "name,birth_year,contact,rating,reference\n"


@dataclass
class Office:
    """A log in memory with one list of persons, and whom its references mean."""

    log: MemoryLog

    def takes(self, text: str, choices: Choices | None = None, header: str = HEADER) -> list[tuple[str, str]]:
        """What becomes of each line, which the list says so."""
        lines = list(persons_in((header + text).splitlines(keepends=True), lambda _: True, "members.csv"))

        def lay(at: Desk) -> list[tuple[str, str]]:
            importing = PersonImport(at, choices=choices)
            wrong = [one.name for one in importing.find(self.register(), lines).values() if one.is_unclear]
            if wrong:
                return [("asked", name) for name in wrong]
            return [(one.becomes, one.text) for one in importing.take(lines).shown]

        return laid(self.log, lay)

    def register(self, chosen: Mapping[str, Chosen] | None = None) -> Register:
        return Register(lambda _: True, lambda _: [], lambda _: {}, chosen or {})

    def person(self, reference: str) -> str:
        return PersonImport(desk(self.log)).book.person(reference) or f"nobody of the reference {reference}"

    def state(self, reference: str) -> Person:
        found = self.log.state(person_stream(self.person(reference)))
        assert isinstance(found, Person)
        return found

    def details(self, reference: str) -> Details:
        state = self.state(reference)
        return state.details if isinstance(state.details, Details) else details_of([state], self.log)[state.id]

    def corrects(self, reference: str, **changed: object) -> None:
        """The office corrects what is known of somebody."""
        known = self.details(reference).model_copy(update=changed)
        command = CorrectDetails.from_attributes(known, seen=None)
        self.log.execute(of_person(asked(self.log), self.person(reference), command))

    def rates(self, reference: str, rating: int) -> None:
        command = SetOpeningRating(
            pool="normal", rating_millionths=rating * 10**6, experience=0, reason="typed wrongly"
        )
        self.log.execute(of_person(asked(self.log), self.person(reference), command))

    def rating(self, reference: str) -> int:
        return self.state(reference).opening_ratings["normal"].rating // 10**6


@pytest.fixture
def office() -> Office:
    return Office(MemoryLog())


@pytest.mark.parametrize(
    ("said", "says", "here", "is_sure", "fate"),
    [
        (1, 1, 1, True, "same"),
        (1, 2, 2, True, "same"),
        (1, 1, 2, True, "changed-here"),
        (1, 2, 1, True, "changed-there"),
        (1, 2, 3, True, "conflict"),
        (1, 1, 2, False, "conflict"),
        (1, 2, 1, False, "conflict"),
        (1, 2, 2, False, "same"),
    ],
)
def test_three_ways_of_one_value_have_one_fate(said: int, says: int, here: int, is_sure: bool, fate: Fate) -> None:
    assert fate_of(said, says, here, is_sure=is_sure) == fate


def test_facts_are_compared_each_by_itself_and_only_those_that_are_said() -> None:
    said, here = {"a": 1, "b": 1, "c": 1, "d": 1}, {"a": 1, "b": 2, "c": 2, "d": 9}
    assert facts_compared(said, {"a": 2, "b": 1, "c": 3}, here) == Compared(("a",), ("b",), ("c",))


@pytest.mark.rule("REG-4", "ELO-1")
def test_list_of_persons_changes_what_it_has_changed_and_keeps_what_the_office_has(office: Office) -> None:
    office.takes("Anna,1980,a@x.dk,1500,1\nBert,,,1600,2\n")
    office.corrects("1", name="Anna Ros")
    before = len(office.log.recorded)
    assert office.takes("Anna,1980,a@x.dk,1500,1\nBert,,,1600,2\n")[0] == ("changed-here", "Anna: name Anna")
    assert len(office.log.recorded) == before
    told = office.takes("Anna,1980,new@x.dk,1500,1\nBert,1990,,1650,2\n")
    assert told == [
        ("changed", "Anna: contact new@x.dk"),
        ("changed", "Bert: birth_year 1990, rating in normal 1650 (0)"),
    ]
    assert office.details("1").model_dump(include={"name", "contact"}) == {"name": "Anna Ros", "contact": "new@x.dk"}
    assert (office.details("2").birth_year, office.rating("2")) == (1990, 1650)


@pytest.mark.parametrize(("choice", "year", "rating"), [("list", 1982, 1700), ("here", 1981, 1600)])
def test_person_changed_on_both_sides_waits_and_is_asked_once(
    office: Office, choice: str, year: int, rating: int
) -> None:
    office.takes("Anna,1980,,1500,1\n")
    office.corrects("1", birth_year=1981)
    office.rates("1", 1600)
    later = "Anna,1982,,1700,1\n"
    waits = [("conflict", "Anna: birth_year 1982, rating in normal 1700 (0)")]
    assert (office.takes(later), office.takes(later)) == (waits, waits)
    assert (office.details("1").birth_year, office.rating("1")) == (1981, 1600)
    found = [one.event for one in office.log.recorded if isinstance(one.event, PersonConflictFound)]
    assert len(found) == 1
    office.takes(later, {office.person("1"): "list" if choice == "list" else "here"})
    assert (office.details("1").birth_year, office.rating("1")) == (year, rating)
    settled = [one.event for one in office.log.recorded if isinstance(one.event, PersonConflictSettled)]
    assert [one.choice for one in settled] == [choice]
    before = len(office.log.recorded)
    assert office.takes(later)[0][0] == ("before" if choice == "list" else "changed-here")
    assert len(office.log.recorded) == before


def test_person_waits_no_more_where_the_list_takes_its_change_back(office: Office) -> None:
    office.takes("Anna,1980,,1500,1\n")
    office.corrects("1", birth_year=1981)
    office.takes("Anna,1982,,1500,1\n")
    assert office.takes("Anna,1980,,1500,1\n") == [("changed-here", "Anna: birth_year 1980")]
    assert PersonImport(desk(office.log)).book.person_conflicts == {}


def test_empty_cell_or_missing_column_says_nothing(office: Office) -> None:
    office.takes("Anna,1980,a@x.dk,1500,1\n")
    assert office.takes("Anna,,,,1\n") == [("before", "Anna")]
    assert office.takes("Anna,1\n", header="name,reference\n") == [("before", "Anna")]
    assert office.takes("Anna,1981,,1500,1\n") == [("changed", "Anna: birth_year 1981")]
    assert office.details("1").contact == "a@x.dk"


def test_name_that_is_gone_from_the_list_is_told_once_and_changes_nothing(office: Office) -> None:
    office.takes("Anna,,,,1\nBert,,,,2\n")
    told = [office.takes("Anna,,,,1\n") for _ in range(2)]
    assert told == [[("before", "Anna"), ("gone", "2")], [("before", "Anna")]]
    assert office.details("2").name == "Bert"
    assert office.takes("Anna,,,,1\nBert,,,,2\n") == [("before", "Anna"), ("before", "Bert")]


@pytest.mark.rule("REG-1")
def test_merged_person_is_looked_through(office: Office) -> None:
    office.takes("Anna,1980,,,1\nBert,1990,,,2\n")
    kept = office.person("2")
    merged = MergePerson(merged_into=kept, reason="one person")
    office.log.execute(of_merge(asked(office.log), office.person("1"), merged, Naming([])))
    told = office.takes("Anna,1990,,,1\nBert,1990,,,2\n")
    assert [becomes for becomes, _ in told] == ["changed-here", "before"]
    assert office.person("1") == kept


@pytest.mark.rule("REG-1")
@pytest.mark.parametrize("choice", ["list", "here"])
def test_person_who_waits_and_is_merged_is_settled_once(office: Office, choice: Choice) -> None:
    text = "Anna,1980,,,1\n"
    office.takes(text)
    office.corrects("1", birth_year=1981)
    office.takes(text.replace("1980", "1982"))
    kept = office.log.draw()
    office.log.execute(of_person(asked(office.log), kept, RegisterPerson(name="Anna", birth_year=1981)))
    merged = MergePerson(merged_into=kept, reason="one person")
    office.log.execute(of_merge(asked(office.log), office.person("1"), merged, Naming([])))
    text = text.replace("1980", "1982")
    assert office.takes(text) == [("conflict", "Anna: birth_year 1982")]
    office.takes(text, {kept: choice})
    before = len(office.log.recorded)
    assert office.takes(text)[0][0] == ("before" if choice == "list" else "changed-here")
    assert len(office.log.recorded) == before


@pytest.mark.rule("ALL-1", "REG-2")
def test_list_that_still_names_the_erased_registers_them_no_more() -> None:
    office = Office(MemoryLog(forgets=True))
    office.takes("Anna,,,,\nBert,,,,\nCarl,,,,\n")
    erase(office.log, office.person("Bert"))
    persons = sum(isinstance(one, Person) for one in office.log.states.values())
    before = len(office.log.recorded)
    same = office.takes("Anna,,,,\nBert,,,,\nCarl,,,,\n")
    assert (same, len(office.log.recorded)) == ([("before", name) for name in ("Anna", "Bert", "Carl")], before)
    assert office.takes("Anna,,,,\nBert,,,,\nDora,,,,\nCarl,,,,\n") == [("asked", "Bert"), ("asked", "Dora")]
    assert office.takes("Anna,,,,\nCarl,,,,\nDora,,,,\n")[2] == ("taken", "Dora")
    assert sum(isinstance(one, Person) for one in office.log.states.values()) == persons + 1


def test_forgotten_names_are_known_by_the_names_around_them() -> None:
    assert with_forgotten(["A", None, "C"], ["A", None, "C", None]) == ({1: 1}, set())
    assert with_forgotten(["A", None, "C"], ["A", None, None, "C"]) == ({}, {1, 2})
    assert with_forgotten([None, "B", None], ["X", None, "B"]) == ({1: 0}, set())
    assert with_forgotten(["A", "C"], ["A", None, "C"]) == ({}, set())


def test_order_of_names_is_recorded_where_it_changes(office: Office) -> None:
    office.takes("Anna,,,,\nBert,,,,\n")
    office.takes("Bert,,,,\nAnna,,,,\nCarl,,,,\n")
    assert [one.event.names for one in office.log.recorded if isinstance(one.event, NamesListed)] == [(1, 2), (2, 1, 3)]


@pytest.mark.rule("REG-4")
@pytest.mark.parametrize("seed", range(30))
def test_random_edits_of_persons_on_both_sides_lose_nothing(office: Office, seed: int) -> None:
    """A model beside it: of each fact, who changed it last decides, and both at once wait."""
    draws = Random(seed)  # noqa: S311 -- a test's choices
    names = ["Anna", "Bert", "Carl", "Dora"]
    there = {name: {"birth_year": 1950, "rating": 1500} for name in names}
    said, model = {name: dict(facts) for name, facts in there.items()}, {name: dict(there[name]) for name in names}
    waiting = set[str]()

    def text() -> str:
        return "".join(f"{name},{one['birth_year']},,{one['rating']},{name}\n" for name, one in there.items())

    office.takes(text())
    for step in range(8):
        for name in draws.sample(names, 2):
            fact = draws.choice(["birth_year", "rating"])
            there[name][fact] = draws.choice([1960, 1970, 1980])
        for name in draws.sample(names, 2):
            model[name]["birth_year"] = 1901 + draws.randrange(3)
            office.corrects(name, birth_year=model[name]["birth_year"])
        told = office.takes(text())
        for place, name in enumerate(names):
            moved = {fact for fact in said[name] if there[name][fact] not in (said[name][fact], model[name][fact])}
            held = {fact for fact in moved if name in waiting or model[name][fact] != said[name][fact]}
            if held:
                waiting.add(name)
                assert told[place][0] == "conflict", (step, name)
                continue
            waiting.discard(name)
            model[name].update({fact: there[name][fact] for fact in moved})
            said[name] = dict(there[name])
        shown = {name: {"birth_year": office.details(name).birth_year, "rating": office.rating(name)} for name in names}
        assert shown == model, step
    before = len(office.log.recorded)
    office.takes(text())
    assert len(office.log.recorded) == before


ENTRIES = "name,colour,status,club,reference\n"


def enters(log: MemoryLog, text: str, choices: Choices | None = None, header: str = ENTRIES) -> list[tuple[str, str]]:
    """What becomes of each line of a list of entries."""
    return [(one.becomes, one.text) for one in entered(log, text, choices, header)]


def waits(log: MemoryLog, text: str, header: str = ENTRIES) -> list[str | None]:
    """Why lines wait, and what to do."""
    return [one.why for one in entered(log, text, None, header) if one.becomes == "conflict"]


def entered(log: MemoryLog, text: str, choices: Choices | None, header: str) -> list[LookedAt]:
    lines = list(entries_in((header + text).splitlines(keepends=True), lambda _: True, "entries.csv"))

    def lay(at: Desk) -> list[LookedAt]:
        importing = EntryImport(at, SWISS, choices=choices)
        importing.find(Office(log).register(), lines)
        return importing.take(lines).shown

    return laid(log, lay)


def colours(log: MemoryLog) -> list[tuple[str, str | None]]:
    entries = desk(log).tournament_state(SWISS).entries
    return [(entry.status, entry.colour) for _, entry in sorted(entries.items())]


def act(log: MemoryLog, command: Command) -> None:
    log.execute(of_tournament(asked(log), SWISS, command, no_ratings))


@pytest.mark.rule("TD-2", "SWI-2")
def test_list_of_entries_keeps_what_the_office_has_changed() -> None:
    log = MemoryLog()
    announced(log)
    same = "Anna,red,,,1\nBert,blue,,,2\nCarl,red,,,3\n"
    enters(log, same)
    act(log, GiveColour(entry=1, colour="blue"))
    act(log, WithdrawEntry(entry=2, reason="ill"))
    before = len(log.recorded)
    assert [becomes for becomes, _ in enters(log, same)] == ["changed-here", "changed-here", "before"]
    assert len(log.recorded) == before
    assert colours(log) == [("approved", "blue"), ("withdrawn", "blue"), ("approved", "red")]


def test_entry_changed_on_both_sides_waits_for_a_choice() -> None:
    log = MemoryLog()
    announced(log)
    enters(log, "Anna,red,,,1\nBert,,requested,,2\n")
    act(log, WithdrawEntry(entry=2, reason="ill"))
    told = enters(log, "Anna,blue,,,1\nBert,red,,,2\n")
    assert [becomes for becomes, _ in told] == ["changed", "conflict"]
    person = desk(log).tournament_state(SWISS).entries[2].person
    assert [becomes for becomes, _ in enters(log, "Anna,blue,,,1\nBert,red,,,2\n", {person: "here"})][
        1
    ] == "changed-here"
    assert colours(log) == [("approved", "blue"), ("withdrawn", None)]


CLUB, OTHER_CLUB = (f"00000000-0000-4000-8000-0000000000c{number}" for number in (1, 2))


def as_officers(log: MemoryLog) -> None:
    """Two clubs; Anna is a member of the first."""
    anna = desk(log).tournament_state(SWISS).entries[1].person
    for club in (CLUB, OTHER_CLUB):
        log.execute(of_club(asked(log), club, FoundClub(name=club[-2:])))
    log.execute(of_club(asked(log), CLUB, AdmitMember(person=anna, since=datetime(2026, 1, 1, tzinfo=UTC))))


@pytest.mark.rule("REG-5", "TD-2")
def test_club_of_an_entry_is_taken_where_the_tournament_allows_it_and_waits_where_not() -> None:
    log = MemoryLog()
    announced(log)
    enters(log, "Anna,,,,1\nBert,,,,2\n")
    as_officers(log)
    assert enters(log, f"Anna,,,{CLUB},1\nBert,,,,2\n")[0] == ("changed", f"Anna: club {CLUB}")
    anna = desk(log).tournament_state(SWISS).entries[1]
    assert (anna.club, anna.status) == (CLUB, "approved")
    other = f"Anna,,,{OTHER_CLUB},1\nBert,,,,2\n"
    (why,) = waits(log, other)
    assert (why or "").endswith("is not a member of c2 now): withdraw it and enter it again, or keep what is here")
    assert [becomes for becomes, _ in enters(log, other)] == ["conflict", "before"]
    assert [becomes for becomes, _ in enters(log, other, {anna.person: "list"})] == ["conflict", "before"]
    assert [becomes for becomes, _ in enters(log, other, {anna.person: "here"})] == ["changed-here", "before"]
    before = len(log.recorded)
    assert [becomes for becomes, _ in enters(log, other)] == ["changed-here", "before"]
    assert (len(log.recorded), desk(log).tournament_state(SWISS).entries[1].club) == (before, CLUB)


@pytest.mark.rule("SWI-2", "TD-2")
def test_changes_of_the_list_after_the_start_wait_and_the_rest_is_taken() -> None:
    log = MemoryLog()
    announced(log)
    enters(log, "Anna,red,,,1\nBert,blue,,,2\n")
    act(log, StartTournament())
    later = "Anna,blue,,,1\nBertram,blue,,,2\n"
    assert [becomes for becomes, _ in enters(log, later)] == ["conflict", "changed"]
    assert colours(log) == [("approved", "red"), ("approved", "blue")]


TEAMS = "name,team_name,members,reference\n"


@pytest.mark.rule("ALL-10", "SE-12")
def test_members_of_a_team_are_replaced_and_its_name_is_changed() -> None:
    log = MemoryLog()
    announced(log)
    office = Office(log)
    office.takes("Bert,,,,1\nCarl,,,,2\nDora,,,,3\n")
    bert, carl, dora = sorted(office.person(reference) for reference in "123")
    team = f"Anna,Foxes,{bert} {carl},9\n"
    assert enters(log, team, header=TEAMS) == [("taken", "Anna")]
    assert enters(log, f"Anna,Foxes,{carl} {bert},9\n", header=TEAMS) == [("before", "Anna")]
    assert enters(log, f"Anna,Wolves,{bert} {dora},9\n", header=TEAMS)[0][0] == "changed"
    entry = desk(log).tournament_state(SWISS).entries[1]
    assert (entry.members, team_names([entry], log)) == ((bert, dora), {1: "Wolves"})
    assert waits(log, f"Anna,Wolves,{bert},9\n", header=TEAMS) == [
        "entry 1 was made with 3 players: withdraw it and enter it again, or keep what is here"
    ]


@pytest.mark.rule("REG-4")
def test_lists_of_two_tournaments_and_of_persons_are_compared_each_with_itself() -> None:
    log = MemoryLog()
    announced(log)
    office = Office(log)
    office.takes("Anna,1980,,1500,1\n")
    assert enters(log, "Anna,red,,,1\n") == [("taken", "Anna")]
    assert office.takes("Anna,1981,,1500,1\n") == [("changed", "Anna: birth_year 1981")]
    assert enters(log, "Anna,red,,,1\n") == [("before", "Anna")]
