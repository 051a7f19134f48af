"""Who are likely one is kept with what is known of persons, and follows it (REG-4)."""

from random import Random

import pytest

from domain.person import commands
from domain.person.details import Details
from domain.person.likeness import Likeness
from projections.engine.rebuild import rebuild
from projections.queries.queries import Readings
from projections.registry.catalogue import PROJECTIONS
from tests.projections.support import Club, contents, follow, person_id

NAMES = ("Ada Lund", "Lund, Ada", "Ada Lumd", "A. Lund", "Ada Maria Lund", "Bo Lund", "Bo Berg", "Berg Bo")
YEARS = (None, 1971, 1985)
MANY = 12


@pytest.mark.rule("REG-4")
@pytest.mark.parametrize("largest_batch", [1, 7, 1000])
def test_pairs_are_those_that_comparing_everybody_finds(
    club: Club, database_url: str, readings: Readings, largest_batch: int
) -> None:
    chance = Random(largest_batch)  # noqa: S311 -- the same each time
    known: dict[int, Details] = {}
    apart: set[frozenset[int]] = set()
    for _ in range(3):
        for person in range(1, MANY + 1):
            details = Details(name=chance.choice(NAMES), birth_year=chance.choice(YEARS))
            command = commands.CorrectDetails if person in known else commands.RegisterPerson
            if known.get(person) != details:
                club.tell_of(person, command(name=details.name, birth_year=details.birth_year))
            known[person] = details
        one, other = chance.sample(range(1, MANY + 1), 2)
        if {one, other} not in apart:
            club.tell_of(one, commands.RecordDistinctPerson(other_person=person_id(other)))
            apart.add(frozenset((one, other)))
        follow(database_url, club.journal, "tournaments", largest_batch=largest_batch)
        assert set(_pairs(readings)) == _compared(known, apart)
    club.merge(1, 2)
    club.erase(3)
    follow(database_url, club.journal, "tournaments", largest_batch=largest_batch)
    left = {number: details for number, details in known.items() if number not in (1, 3)}
    assert set(_pairs(readings)) == _compared(left, apart)
    live = contents(database_url)
    rebuild(database_url, club.journal, PROJECTIONS["tournaments"], largest_batch=largest_batch)
    assert contents(database_url) == live


@pytest.mark.rule("REG-4")
def test_a_page_of_pairs_holds_no_more_than_was_asked_for(club: Club, database_url: str, readings: Readings) -> None:
    for person in range(1, 6):
        club.tell_of(person, commands.RegisterPerson(name="Ada Lund"))
    follow(database_url, club.journal, "tournaments")
    found, after = list[tuple[str, str]](), None
    while True:
        page = readings.duplicates(after, 3)
        assert len(page.items) <= 3
        found += page.items
        if page.next is None:
            break
        after = page.next
    assert (found, len(set(found))) == (sorted(found), 10)
    assert readings.count_duplicates() == 10


def _pairs(readings: Readings) -> list[frozenset[int]]:
    numbers = {person_id(number): number for number in range(1, MANY + 1)}
    return [frozenset(numbers[one] for one in pair) for pair in readings.duplicates(None, 500).items]


def _compared(known: dict[int, Details], apart: set[frozenset[int]]) -> set[frozenset[int]]:
    likeness = {number: Likeness.of(details) for number, details in known.items()}
    return {
        frozenset((one, other))
        for one in known
        for other in known
        if one < other and frozenset((one, other)) not in apart and likeness[one].is_like(likeness[other])
    }
