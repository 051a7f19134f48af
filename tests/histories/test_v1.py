"""Streams as they were once stored, byte for byte. They must be read, and mean the same, for ever (ALL-1).

Persons' keys here are the SHA-256 of their ids. The table was worked out by hand:
match 1 A beats B 5-1 (games 4, 1, 1); match 2 is corrected to B against A, 2-3; match 3 is void; match 4 is corrected
to 0-1 for B; match 5 C beats B, voided and reinstated; match 6 C concedes to A. So A 3-1 8:4, C 1-1 0:0, B 1-3 4:8.
"""

import hashlib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import StoredEvent

from domain.federation import state as federation_state
from domain.history import Recorded
from domain.ids import PersonId
from domain.journal import canonical
from domain.journal.catalogue import EVENTS, REGISTRY
from domain.journal.mapper import JournalMapper
from domain.person import events as person_events
from domain.person import state as person_state
from domain.series import state as series_state
from domain.tournament import state as tournament_state
from domain.tournament.checking import Checked, check_draws
from tests.desk import Desk, person
from tests.rounds import RoundsDesk

FOLDER = Path(__file__).parent / "v1"


def keys(persons: Collection[PersonId]) -> Mapping[PersonId, bytes]:
    return {each: hashlib.sha256(each.encode()).digest() for each in persons}


def lines(name: str) -> list[bytes]:
    return (FOLDER / name).read_bytes().splitlines()


def read(name: str) -> list[Recorded[Any]]:
    """The stream as it is read today."""
    fields = [(canonical.decode(line), line) for line in lines(name)]
    stored = [StoredEvent(f["stream"], f["version"], f["topic"], line) for f, line in fields]
    return list(JournalMapper(REGISTRY, keys, keys).read(stored))


@pytest.mark.rule("ALL-1", "ALL-3")
def test_a_tournament_of_all_kinds_of_events_gives_its_table() -> None:
    history = read("tournament.jsonl")
    desk = Desk()
    for event in history:
        desk.state = tournament_state.evolve(desk.state, event)
    assert desk.table() == ["1 A 3-1 8:4", "2 C 1-1 0:0", "3 B 1-3 4:8"]
    assert desk.state.settings is not None
    assert desk.state.settings.status == "cancelled"
    assert desk.state.settings.directors == (person("Z"),)
    assert desk.state.entries[4].reason == "Owes the fee"


@pytest.mark.rule("ALL-1", "ALL-2", "ALL-4", "NXE-10")
def test_a_tournament_of_rounds_gives_its_table_and_its_draws_are_confirmed() -> None:
    # To one loss. Round 1: A-B to A, C-D to C, bye E (a draw before was annulled). Round 2: E beats A, bye C; the
    # first match went to B and back before, and goes to B once more while the rest stands. Round 3: C concedes to E;
    # both resign. So E has a bye and two wins, C a win and a bye, B the win that came too late, A two losses, D one.
    history = read("rounds.jsonl")
    desk = RoundsDesk()
    for event in history:
        desk.state = tournament_state.evolve(desk.state, event)
    assert desk.table() == [
        "1 E 3-0-1 champion",
        "2 C 2-1-1 resigned",
        "3 B 1-0-0 out",
        "4 A 0-2-0 out",
        "4 D 0-1-0 out",
    ]
    assert check_draws(history) == Checked(2, 2, ())


@pytest.mark.rule("SWI-4", "SWI-6", "SWI-10", "SEL-1", "SEL-2", "TD-5", "TD-13")
def test_a_swiss_with_a_final_and_an_appeal_gives_its_table_and_its_draws_are_confirmed() -> None:
    # C: won, drawn, won: 5. A: bye, requested bye, drawn: 2 + 1 + 1. D: won, drawn, drawn: 4, and in all else like A,
    # so that a match between the two decided who went up. E: lost, both had told the director, bye: 0 + 1 + 2.
    # B: 0 + 1 + 0. In the final two penalty points against C had decided for A; on appeal they became one, and C won
    # 3-1, that is 3-2.
    history = read("stages.jsonl")
    desk = RoundsDesk()
    for event in history:
        desk.state = tournament_state.evolve(desk.state, event)
    rows = desk.standings().rows
    assert [(row.rank, desk.letter(row.entry), row.mark) for row in rows] == [
        (1, "C", "champion"),
        (2, "A", "finalist"),
        (3, "D", "in"),
        (4, "E", "in"),
        (5, "B", "in"),
    ]
    assert [row.values["match_points"] for row in rows[2:]] == [4, 3, 1]
    assert [desk.name(match) for match in desk.matches() if match.slot] == ["A-D", "C-A"]
    final = desk.outcome(8)
    assert final is not None
    assert final.points == (3, 2)
    assert check_draws(history) == Checked(4, 4, ())


@pytest.mark.rule("SEL-3", "TD-4", "ALL-7")
def test_a_cup_seeded_by_hand_goes_on_without_whom_a_ruling_put_out() -> None:
    # Seeds C, A, B: A meets B for the place beside C, and B is disqualified.
    desk = RoundsDesk()
    for event in read("cup.jsonl"):
        desk.state = tournament_state.evolve(desk.state, event)
    assert [(desk.name(match), match.slot) for match in desk.matches()] == [("A-B", "1-2"), ("C-A", "2-1")]
    assert [(desk.letter(row.entry), row.mark) for row in desk.standings().rows] == [
        ("A", "in"),
        ("C", "in"),
        ("B", "disqualified"),
    ]


@pytest.mark.rule("ELO-1")
def test_a_person_is_unsealed() -> None:
    state = person_state.Person(read("person.jsonl")[0].stream)
    for event in read("person.jsonl"):
        state = person_state.evolve(state, event)
    assert state.details == person_events.Details(name="Ada Meier", note="Prefers red")
    assert state.opening_ratings == {"normal": person_state.OpeningRating(1_650_000_000, 120)}


def test_an_erased_person_has_lost_the_name() -> None:
    state = person_state.Person(read("erased.jsonl")[0].stream)
    for event in read("erased.jsonl"):
        state = person_state.evolve(state, event)
    assert (state.status, state.details) == ("erased", None)


@pytest.mark.rule("ALL-8", "CHM-1", "SWI-5", "TD-4")
def test_what_tournaments_meant_for_a_person_and_his_bars_are_known() -> None:
    # Three resignations, the bar lifted after two; one bar lifted, one until the 31st; one win and one season to sit
    # out withdrawn.
    state = person_state.Person(read("record.jsonl")[0].stream)
    for event in read("record.jsonl"):
        state = person_state.evolve(state, event)
    assert (len(state.resignations), state.resignations_counted) == (3, 1)
    assert [(bar.number, bar.status, bar.reason) for bar in state.bars] == [
        (1, "in-force", "Threw dice"),
        (2, "lifted", "Shouted"),
    ]
    assert [(win.year, win.season) for win in state.wins] == [(2025, 7)]
    assert [asked.season for asked in state.sitting_out] == [8]


def test_a_series_and_the_federation_stand_as_they_were_last_changed() -> None:
    series = series_state.initial(read("series.jsonl")[0].stream)
    for event in read("series.jsonl"):
        series = series_state.evolve(series, event)
    assert (series.name, series.directors) == ("Spring cup", (person("B"),))
    federation = federation_state.initial(read("federation.jsonl")[0].stream)
    for event in read("federation.jsonl"):
        federation = federation_state.evolve(federation, event)
    assert federation.resignation_limit is None


@pytest.mark.rule("ALL-10", "ALL-14", "CHM-1", "SWI-2", "TD-2", "TD-21")
def test_entries_of_all_kinds_stand_as_they_were_left() -> None:
    # Two places: the team A with B, red, and C, blue. D and E wait; C withdraws, and D moves up. F was offered another
    # flight and declined it, G was refused. The team, which brought one credit, beats D.
    desk = Desk()
    for event in read("entries.jsonl"):
        desk.state = tournament_state.evolve(desk.state, event)
    entries = [entry for _, entry in sorted(desk.state.entries.items())]
    assert [(chr(int(entry.person[-4:], 16)), entry.status) for entry in entries] == [
        ("A", "approved"),
        ("C", "withdrawn"),
        ("D", "approved"),
        ("E", "waiting"),
        ("F", "refused"),
        ("G", "refused"),
    ]
    team, offered = entries[0], entries[4].offer
    assert (team.team, team.members, team.colour, team.credits) == ("Foxes", (person("B"),), "red", 1)
    assert offered is not None
    assert (offered.flight.name, offered.accepted) == ("Masters", False)
    assert desk.state.settings is not None
    assert desk.state.settings.champion == 1
    assert desk.state.settings.series is not None
    assert desk.state.settings.series.season == 2027


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("name", sorted(file.name for file in FOLDER.glob("*.jsonl")))
def test_the_stored_bytes_are_canonical(name: str) -> None:
    for line in lines(name):
        assert canonical.encode(canonical.decode(line)) == line


def test_every_kind_of_event_of_the_first_version_is_among_them() -> None:
    stored = {event.topic for file in FOLDER.glob("*.jsonl") for event in read(file.name)}
    kinds = {event.TOPIC for event in EVENTS}
    assert {topic for topic in kinds if topic.endswith(".v1")} == stored
