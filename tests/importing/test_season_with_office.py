"""The real list, revision by revision, while the office corrects, voids, merges and erases: nothing of that is undone.

A twin takes the same revisions alone; what the office decided is then laid over it by hand, match by match.
"""

import os
from collections.abc import Mapping
from random import Random
from typing import NamedTuple

import pytest

from domain.application.merging import Naming, of_merge
from domain.application.requests import of_person
from domain.importing.match_lists.club_list import Revision
from domain.person.commands import MergePerson, RegisterPerson
from domain.tournament.state import Tournament
from tests.importing.laid import club, take
from tests.importing.memory import MemoryLog
from tests.importing.season import club_history
from tests.importing.test_club import correct, tournament, void
from tests.importing.test_three_ways import asked, erase

SEEDS = tuple(range(int(os.environ.get("SCORESHEET_TEST_SEASONS", "1"))))
PART = 100
"""Revisions in everyday runs; in proof it is all of them."""
VOID = 0


class Here(NamedTuple):
    """What counts of a match: to how many points it was played, or void; and by whom, by their entries."""

    length: int
    winner: int | None
    loser: int | None


def here(state: Tournament) -> dict[int, Here]:
    """Each match by its number. Erased persons are told apart by their entries, which stay."""
    found = {}
    for number, match in state.matches.items():
        result = match.effective
        if result is not None:
            is_void = match.void_reason is not None
            found[number] = Here(VOID if is_void else result.length, result.winner, result.loser)
    return found


class Office:
    """Decides at random between two revisions, and keeps what it has decided."""

    def __init__(self, log: MemoryLog, seed: int, still_named: Mapping[str, int]) -> None:
        self.log, self.random, self.still_named = log, Random(seed), still_named  # noqa: S311 -- a test's choices
        self.decided: dict[int, int] = {}
        self.gone: set[str] = set()
        self.counts = dict.fromkeys(("correct", "void", "merge", "erase"), 0)

    def act(self, number: int) -> None:
        """Decides on something after that revision, perhaps."""
        drawn = self.random.random()
        if drawn < 0.1:
            self._decide(7 if self.random.random() < 0.6 else VOID)
        elif drawn < 0.115:
            self._merge()
        elif drawn < 0.13:
            self._erase(number)

    def _decide(self, wanted: int) -> None:
        counting = [match for match, one in here(tournament(self.log)).items() if one.length not in (VOID, wanted)]
        match = self.random.choice(counting)
        if wanted == VOID:
            void(self.log, match)
        else:
            correct(self.log, match, length=wanted, override=True)
        self.decided[match] = wanted
        self.counts["void" if wanted == VOID else "correct"] += 1

    def _merge(self) -> None:
        name = self._somebody(lambda _: True)
        if name is not None:
            kept, record = self.log.draw(), club(self.log).book.person(name)
            self.log.execute(of_person(asked(self.log), kept, RegisterPerson(name=f"{name} by another record")))
            merged = MergePerson(merged_into=kept, reason="the same")
            places = Naming((tournament(self.log).id,), ())
            self.log.execute(of_merge(asked(self.log), record or "", merged, places))
            self.counts["merge"] += 1

    def _erase(self, number: int) -> None:
        """Of those who play no more: a new row of somebody erased is asked about, and nobody is here to answer."""
        name = self._somebody(lambda one: self.still_named[one] <= number)
        if name is not None:
            erase(self.log, club(self.log).book.person(name) or "")
            self.gone.add(name)
            self.counts["erase"] += 1

    def _somebody(self, may: object) -> str | None:
        known = [one for one in sorted(self.still_named) if one not in self.gone and club(self.log).book.person(one)]
        fitting = [one for one in known if callable(may) and may(one)]
        return self.random.choice(fitting) if fitting else None


def last_changes(revisions: list[Revision]) -> dict[str, int]:
    """By player the number of the last revision in which a row of theirs is another than in the one before."""
    last, before = dict[str, int](), set[object]()
    for one in revisions:
        rows = set(one.rows)
        last |= {name: one.number for row in rows ^ before for name in row[1:3]}  # type: ignore[index]  # rows
        before = set(rows)
    return last


@pytest.mark.rule("ALL-1", "REG-1", "REG-2")
@pytest.mark.parametrize("seed", SEEDS)
def test_beginning_of_the_real_list_undoes_nothing_of_the_office(seed: int) -> None:
    _compare_with_twin(list(club_history())[:PART], seed)


@pytest.mark.proof
@pytest.mark.rule("ALL-1", "REG-1", "REG-2")
def test_whole_real_list_undoes_nothing_of_the_office() -> None:
    counts = _compare_with_twin(list(club_history()), 38)
    assert min(counts.values()) >= 5
    assert sum(counts.values()) > 100


def _compare_with_twin(revisions: list[Revision], seed: int) -> Mapping[str, int]:
    log, twin = MemoryLog(forgets=True), MemoryLog()
    office = Office(log, seed, last_changes(revisions))
    for one in revisions:
        take(log, one)
        take(twin, one)
        office.act(one.number)
    ours, theirs = here(tournament(log)), here(tournament(twin))
    undone = {match for match, wanted in office.decided.items() if ours[match].length != wanted}
    assert undone == set()
    by_hand = {match: one._replace(length=office.decided.get(match, one.length)) for match, one in theirs.items()}
    changed_there = set(club(log).book.conflicts)
    assert {match: one for match, one in ours.items() if match not in changed_there} == {
        match: one for match, one in by_hand.items() if match not in changed_there
    }
    assert changed_there <= set(office.decided)
    before = len(log.recorded)
    take(log, revisions[-1])
    assert len(log.recorded) == before
    return office.counts
