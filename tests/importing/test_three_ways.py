"""A list compared with what it said before and with what is here: nobody's work is lost, on either side."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import cast

import pytest

from domain.application.merging import Naming, of_merge
from domain.application.requests import CommandOrigin, of_person
from domain.importing.clerk import Clerk
from domain.importing.desk import Desk
from domain.importing.earlier_ids import earlier_person, earlier_tournament
from domain.importing.match_lists.club import NAME, ClubImport, Imported, Terms
from domain.importing.match_lists.club_list import Revision
from domain.importing.whom import Meant, Register
from domain.kernel.envelope import SERVICE, Actor
from domain.kernel.ids import LISTS
from domain.lists.events import Choice, ConflictFound, ConflictSettled
from domain.lists.state import Lists
from domain.officiating.remedies import MatchReplay, MatchVoiding, Remedy, ResultAnnulment, ResultAward
from domain.person.commands import ErasePerson, MergePerson, RegisterPerson, RequestErasure
from domain.person.state import Person
from domain.scoring.result import BothLost, WinnerOnly
from domain.tournament.entries.commands import ApproveEntry, RequestEntry
from domain.tournament.imports.events import Origin
from domain.tournament.lifecycle.commands import AnnounceTournament, StartTournament
from domain.tournament.matches.commands import EnterResults, PlayedMatch
from domain.tournament.rulings.commands import GiveRuling
from domain.tournament.rulings.events import About
from domain.tournament.state import Tournament
from tests.importing.laid import club, laid, person, take
from tests.importing.memory import MemoryLog
from tests.importing.test_club import correct, counts, recorded_list, revision, tournament, void

NOTHING = (0, 0, 0, 0, 0)
OFFICE = Actor(key="office", role="administrator", person="00000000-0000-4000-8000-00000000ffff")


def asked(log: MemoryLog, actor: Actor = OFFICE) -> CommandOrigin:
    return CommandOrigin(log.draw().replace("-", "") * 2, b"", actor)


def erase(log: MemoryLog, one: str) -> None:
    log.execute(of_person(asked(log), one, RequestErasure(wait_hours=0)))
    log.execute(of_person(asked(log, SERVICE), one, ErasePerson()))


def chosen(log: MemoryLog, revision_: Revision, choices: Mapping[int, Choice]) -> Imported:
    return take(log, revision_, terms=Terms(choices=choices))[0]


def written(log: MemoryLog, revision_: Revision) -> tuple[Imported, int]:
    """What the list comes to, and how many events were recorded for it."""
    before = len(log.recorded)
    (done,) = take(log, revision_)
    return done, len(log.recorded) - before


@pytest.mark.rule("ALL-3", "ALL-4", "TD-14")
def test_office_changes_stand_when_the_same_list_comes_again() -> None:
    log = MemoryLog()
    same = revision(0, "A>B", "C>D", "E>F")
    take(log, same)
    void(log, 1)
    correct(log, 2, length=9)
    done, events = written(log, same)
    assert (counts(done), events, done.conflicts) == (NOTHING, 0, [])
    assert [one.match for one in done.changed_here] == [1, 2]
    assert recorded_list(log) == ["C>D 9", "E>F 5"]


def test_list_changes_are_taken_beside_what_the_office_has_changed() -> None:
    log = MemoryLog()
    take(log, revision(0, "A>B", "C>D", "E>F"))
    void(log, 1)
    (done,) = take(log, revision(1, "A>B", "D>C", "E>F", "A>C"))
    assert counts(done) == (1, 1, 0, 0, 0)
    assert recorded_list(log) == ["D>C 5", "E>F 5", "A>C 5"]


def test_line_changed_on_both_sides_waits_and_is_asked_once() -> None:
    log = MemoryLog()
    take(log, revision(0, "A>B", "C>D"))
    correct(log, 1, length=9)
    later = revision(1, "A>B 7", "C>D")
    (done,) = take(log, later)
    assert (counts(done), recorded_list(log)) == (NOTHING, ["A>B 9", "C>D 5"])
    (conflict,) = done.conflicts
    assert (conflict.before.row.length, conflict.says and conflict.says.row.length) == (5, 7)
    assert conflict.here.row is not None
    assert conflict.here.row.row.length == 9
    again, events = written(log, later)
    assert (len(again.conflicts), events) == (1, 0)
    assert sum(isinstance(each.event, ConflictFound) for each in log.recorded) == 1


@pytest.mark.parametrize(("choice", "shown"), [("list", ["A>B 7", "C>D 5"]), ("here", ["A>B 9", "C>D 5"])])
def test_choice_of_what_holds_is_kept(choice: Choice, shown: list[str]) -> None:
    log = MemoryLog()
    take(log, revision(0, "A>B", "C>D"))
    correct(log, 1, length=9)
    later = revision(1, "A>B 7", "C>D")
    take(log, later)
    assert chosen(log, later, {1: choice}).conflicts == []
    assert recorded_list(log) == shown
    assert settled(log) == [ConflictSettled(match=1, choice=choice)]
    again, events = written(log, later)
    assert (counts(again), events, again.conflicts) == (NOTHING, 0, [])


ORDERED: Mapping[str, Remedy] = {
    "annulled": ResultAnnulment(),
    "played again": MatchReplay(),
    "void": MatchVoiding(),
    "both lost": ResultAward(result=BothLost(play_began=True)),
}


@pytest.mark.rule("TD-10", "ALL-3", "ALL-9")
@pytest.mark.parametrize("remedy", ORDERED.values(), ids=ORDERED)
def test_ruling_that_leaves_no_winner_stands_whatever_the_list_says(remedy: Remedy) -> None:
    log = MemoryLog()
    take(log, revision(0, "A>B", "C>D"))
    about = About(kind="match", number=1)
    ruling = GiveRuling(about=about, clause="4.3", facts="F", reasons="R", remedies=(remedy,))
    Clerk(log, "office").tournament(tournament(log).id, "ruling", ruling)
    stands = recorded_list(log)
    done, events = written(log, revision(0, "A>B", "C>D"))
    assert (counts(done), events, [one.match for one in done.changed_here]) == (NOTHING, 0, [1])
    later = revision(1, "A>B 7", "C>D")
    assert len(take(log, later)[0].conflicts) == 1
    assert len(chosen(log, later, {1: "list"}).conflicts) == 1
    assert chosen(log, later, {1: "here"}).conflicts == []
    assert counts(take(log, revision(2, "C>D"))[0]) == NOTHING
    assert recorded_list(log) == stands


def settled(log: MemoryLog) -> list[ConflictSettled]:
    """The choices that were recorded."""
    return [each.event for each in log.recorded if isinstance(each.event, ConflictSettled)]


def test_choice_of_a_match_that_is_no_conflict_changes_nothing() -> None:
    log = MemoryLog()
    take(log, revision(0, "A>B", "C>D"))
    later = revision(1, "A>B 7", "C>D")
    chosen(log, later, {1: "here", 2: "here"})
    assert (recorded_list(log), settled(log)) == (["A>B 7", "C>D 5"], [])


@pytest.mark.parametrize(("choice", "shown"), [("list", ["A>B 7"]), ("here", [])])
def test_line_that_is_void_here_and_changed_there_waits(choice: Choice, shown: list[str]) -> None:
    log = MemoryLog()
    take(log, revision(0, "A>B"))
    void(log, 1)
    later = revision(1, "A>B 7")
    assert len(take(log, later)[0].conflicts) == 1
    chosen(log, later, {1: choice})
    assert recorded_list(log) == shown


@pytest.mark.parametrize(("choice", "shown"), [("list", ["C>D 5"]), ("here", ["A>B 9", "C>D 5"])])
def test_line_that_is_gone_there_and_changed_here_waits(choice: Choice, shown: list[str]) -> None:
    log = MemoryLog()
    take(log, revision(0, "A>B", "C>D"))
    correct(log, 1, length=9)
    later = revision(1, "C>D")
    (done,) = take(log, later)
    assert ([one.says for one in done.conflicts], recorded_list(log)) == ([None], ["A>B 9", "C>D 5"])
    chosen(log, later, {1: choice})
    assert recorded_list(log) == shown
    assert settled(log) == [ConflictSettled(match=1, choice=choice)]
    assert written(log, later)[1] == 0


def test_conflict_is_over_where_the_list_takes_its_change_back() -> None:
    log = MemoryLog()
    take(log, revision(0, "A>B"))
    correct(log, 1, length=9)
    take(log, revision(1, "A>B 7"))
    (done,) = take(log, revision(2, "A>B"))
    assert (done.conflicts, dict(club(log).book.conflicts), recorded_list(log)) == ([], {}, ["A>B 9"])


def test_same_change_on_both_sides_is_no_conflict() -> None:
    log = MemoryLog()
    take(log, revision(0, "A>B"))
    correct(log, 1, length=9)
    (done,) = take(log, revision(1, "A>B 9"))
    assert (counts(done), done.conflicts, done.changed_here) == (NOTHING, [], [])
    assert take(log, revision(1, "A>B 9"))[0].changed_here == []


@pytest.mark.rule("REG-1")
def test_list_goes_on_after_a_person_of_it_was_merged() -> None:
    log = MemoryLog()
    same = revision(0, "A>B", "C>B", "D>E")
    take(log, same)
    kept = log.draw()
    log.execute(of_person(asked(log), kept, RegisterPerson(name="Carl")))
    merged = MergePerson(merged_into=kept, reason="one person")
    log.execute(of_merge(asked(log), person(log, "C"), merged, Naming([tournament(log).id])))
    done, events = written(log, same)
    assert (counts(done), events, done.conflicts, done.changed_here) == (NOTHING, 0, [], [])
    (done,) = take(log, revision(1, "A>B", "C>B", "D>E", "C>E"))
    assert counts(done) == (1, 0, 0, 0, 0)
    state = tournament(log)
    assert [state.entries[side].person for side in state.matches[4].sides] == [kept, person(log, "E")]


def found(log: MemoryLog, revision_: Revision, names: Mapping[str, str] | None = None) -> list[Meant]:
    """Who the names of a revision mean, where the register has these."""
    known = names or {}
    register = Register(
        lambda one: one in known,
        lambda who: [one for one, name in known.items() if name == who.name],
        lambda persons: {one: known[one] for one in persons if one in known},
    )
    importing = club(log)
    meant = importing.find(register, (player for row in revision_.rows for player in row[1:3]))
    unsaid = {one.name: one for one in importing.unsaid(revision_.rows, register)}
    return [unsaid.get(one.name, one) for one in meant]


@pytest.mark.rule("REG-2", "ALL-1")
def test_list_that_still_names_the_erased_keeps_their_rows_and_asks_of_new_ones() -> None:
    log = MemoryLog(forgets=True)
    same = revision(0, "A>B", "C>A", "B>C")
    take(log, same)
    gone = person(log, "A")
    erase(log, gone)
    done, events = written(log, same)
    assert (counts(done), events, done.conflicts) == (NOTHING, 0, [])
    more = revision(1, "A>B", "C>A", "B>C", "A>C")
    assert [one.name for one in found(log, more) if one.is_asked] == ["A"]
    assert [one.name for one in found(log, same) if one.is_unclear] == []


@pytest.mark.rule("REG-2", "ALL-1")
def test_no_name_is_told_from_another_in_the_lines_of_the_erased() -> None:
    """Whatever unknown name is there, it comes to the same: so nobody learns by trying whose lines they were."""
    told = []
    for name in ("A", "Z"):
        log = MemoryLog(forgets=True)
        take(log, revision(0, "A>B", "C>A", "B>C"))
        erase(log, person(log, "A"))
        tried = revision(1, f"{name}>B", f"C>{name}", "B>C", f"{name}>C")
        asked_about = [replace(one, name="?") for one in found(log, tried) if one.is_asked]
        done, events = written(log, revision(2, f"{name}>B", f"C>{name}", "B>C"))
        told.append((asked_about, counts(done), events, len(done.changed_here)))
    assert told[0] == told[1]
    assert told[0][1:] == (NOTHING, 0, 0)


@pytest.mark.rule("REG-2", "ALL-1")
def test_lines_of_the_erased_keep_the_player_who_was_named_later() -> None:
    """X was named only after somebody was erased, and played somebody erased on the day on which two of them met: X
    stays X in that line."""
    log = MemoryLog()
    take(log, revision(0, "P>Q @1"))
    erase(log, person(log, "P"))
    season = "P>Q @1", "X>E @9", "E>F @9", "X>Q @9"
    take(log, revision(1, *season))
    for gone in ("E", "F"):
        erase(log, person(log, gone))
    before = tournament(log).matches
    (done,) = take(log, revision(2, *season, "X>Q @10"))
    assert (counts(done), done.conflicts) == ((1, 0, 0, 0, 0), [])
    after = tournament(log).matches
    assert {number: after[number] for number in before} == dict(before)


@pytest.mark.rule("REG-2")
def test_new_ids_are_drawn_and_no_name_leads_to_one() -> None:
    log = MemoryLog()
    take(log, revision(0, "A>B"))
    persons = {stream.removeprefix("person-") for stream, state in log.states.items() if isinstance(state, Person)}
    recorded = {person(log, "A"), person(log, "B")}
    assert recorded <= persons
    assert recorded.isdisjoint({earlier_person("matches", NAME, one) for one in "AB"})
    assert tournament(log).id != earlier_tournament("matches", NAME)


def imported_earlier(log: MemoryLog) -> None:
    """A list as it was imported before lists were recorded: A beats B, and C beats A, which is void by now."""
    made = earlier_tournament("matches", NAME) or ""

    def lay(desk: Desk) -> None:
        for player in "ABC":
            desk.person(earlier_person("matches", NAME, player), RegisterPerson(name=player))
        origin = Origin(import_id="import earlier", source="list.csv")
        desk.tournament(
            made, AnnounceTournament.model_validate({"name": NAME, "format": {"kind": "open"}, "origin": origin})
        )
        desk.tournament(made, StartTournament())
        for number, player in enumerate("ABC", 1):
            desk.tournament(made, RequestEntry(person=earlier_person("matches", NAME, player)))
            desk.tournament(made, ApproveEntry(entry=number))
        played_at = revision(0, "A>B").rows[0].played_at
        won = {"length": 5, "result": WinnerOnly(winner="first"), "played_at": played_at}
        rows = (PlayedMatch.model_validate({"sides": sides, **won}) for sides in ((1, 2), (3, 1)))
        desk.tournament(made, EnterResults(results=tuple(rows)))

    laid(log, lambda desk: lay(desk.acting_as("import earlier")))


@pytest.mark.rule("ALL-1")
def test_list_of_an_earlier_version_goes_on_and_undoes_nothing() -> None:
    log = MemoryLog()
    imported_earlier(log)
    void(log, 2)
    (done,) = take(log, revision(0, "A>B", "C>A"))
    assert (counts(done), [one.match for one in done.changed_here]) == (NOTHING, [2])
    assert recorded_list(log, "ABC") == ["A>B 5"]
    assert written(log, revision(0, "A>B", "C>A"))[1] == 0
    (done,) = take(log, revision(1, "A>B 7", "C>A", "B>C"))
    assert (counts(done), recorded_list(log, "ABC")) == ((1, 1, 0, 0, 0), ["A>B 7", "B>C 5"])


def test_difference_from_a_list_of_an_earlier_version_waits() -> None:
    log = MemoryLog()
    imported_earlier(log)
    (done,) = take(log, revision(0, "A>B 7", "C>A"))
    assert (counts(done), len(done.conflicts)) == (NOTHING, 1)
    assert len(take(log, revision(0, "A>B 7", "C>A"))[0].conflicts) == 1
    chosen(log, revision(0, "A>B 7", "C>A"), {1: "list"})
    assert recorded_list(log, "ABC") == ["A>B 7", "C>A 5"]


def test_rows_of_a_long_list_are_taken_so_many_at_once() -> None:
    log = MemoryLog()
    whole = revision(0, "A>B", "C>D", "E>F", "B>A")
    part = partial(_part, whole)
    assert [laid(log, part).entered for _ in range(3)] == [3, 1, 0]
    assert recorded_list(log) == ["A>B 5", "C>D 5", "E>F 5", "B>A 5"]


def _part(whole: Revision, desk: Desk) -> Imported:
    return ClubImport(desk).take(whole, 3)


@pytest.mark.rule("ALL-1")
def test_state_that_was_decided_on_is_the_recorded_one() -> None:
    """What a decision has worked out is not worked out again as it is laid: both come to the same."""
    log, seen = MemoryLog(), list[Tournament]()

    def lay(desk: Desk) -> None:
        for one in (revision(0, "A>B", "C>D"), revision(1, "B>A 7", "C>D", "A>C"), revision(2, "C>D")):
            ClubImport(desk).take(one)
        seen.append(_only(desk))

    laid(log, lay)
    assert (len(seen[0].matches), seen[0].version) == (3, tournament(log).version)
    assert seen == [tournament(log)]


def _only(desk: Desk) -> Tournament:
    """The one tournament that was laid."""
    (known,) = (one for one in cast("Lists", desk.log.state(LISTS)).by_name.values())
    return desk.tournament_state(known.tournament or "")
