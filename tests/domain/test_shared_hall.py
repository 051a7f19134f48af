"""Two tournaments in one hall never have one table twice (REG-6)."""

from dataclasses import dataclass, field, replace

import pytest

from domain.formats.elimination.nxe import NxeOptions
from domain.kernel.envelope import Actor
from domain.kernel.ids import TournamentId, tournament_stream
from domain.tournament.decisions.hall.shared import halls_of_others
from domain.tournament.derived.tables import taken_tables
from domain.tournament.guards.context import Context
from domain.tournament.hall.commands import ArrangeHall, MoveMatch, SetFixedTable
from domain.tournament.hall.events import Room
from domain.tournament.lifecycle.commands import (
    AnnounceTournament,
    AppointDirector,
    CancelTournament,
    ReopenTournament,
    StartTournament,
)
from domain.tournament.matches.commands import ReinstateMatch, VoidMatch
from domain.tournament.state import Tournament, initial
from tests.desk import OFFICE, director, entered, person
from tests.rounds import RoundsDesk

HERE: TournamentId = "00000000-0000-4000-8000-0000000000a1"
THERE: TournamentId = "00000000-0000-4000-8000-0000000000a2"
ELSEWHERE: TournamentId = "00000000-0000-4000-8000-0000000000a3"
ROOM = (Room(name="Hall", first_table=1, last_table=3),)


@dataclass
class Sharing(RoundsDesk):
    """A desk that sees the tournaments of others, and writes to them what its commands have arranged there."""

    others: dict[TournamentId, "Sharing"] = field(default_factory=dict)

    def context(self, actor: Actor) -> Context:
        return replace(super().context(actor), tournament=self.find)

    def find(self, tournament: TournamentId) -> Tournament:
        return self.others[tournament].state

    def arrange(self, *shared_with: TournamentId, by: Actor = OFFICE) -> None:
        before = self.state
        self.do(ArrangeHall(rooms=ROOM, shared_with=shared_with), by)
        for other, events in halls_of_others(before, self.state, self.context(by)).items():
            self.others[other].lay(events, by)


def two(letters: str = "ABCD", others: str = "EFGH") -> tuple[Sharing, Sharing]:
    """Two tournaments under way, with rooms of the same tables."""
    desks = dict[TournamentId, Sharing]()
    return one_more(desks, HERE, letters), one_more(desks, THERE, others)


def one_more(desks: dict[TournamentId, Sharing], tournament: TournamentId, letters: str) -> Sharing:
    desk = desks[tournament] = Sharing(state=initial(tournament_stream(tournament)), others=desks)
    desk.do(AnnounceTournament(name="Evening", format=NxeOptions(kind="nxe", losses=2, lengths=(1,))))
    entered(desk, letters)
    desk.do(StartTournament())
    return desk


def both(here: Sharing, there: Sharing) -> list[int]:
    return sorted([*taken_tables(here.state), *taken_tables(there.state)])


@pytest.mark.rule("REG-6")
def test_a_table_that_another_tournament_has_is_given_to_nobody() -> None:
    here, there = two()
    there.arrange()
    here.arrange(THERE)
    assert (here.state.hall.shared_with, there.state.hall.shared_with) == ((THERE,), (HERE,))
    here.pair(1, "A-B C-D")
    there.pair(1, "E-F G-H")
    assert both(here, there) == [1, 2, 3]
    assert [match.table for match in there.matches()] == [3, None]
    here.won("A-B")
    assert both(here, there) == [2, 3]
    there.won("E-F")
    assert [match.table for match in there.matches()] == [3, 1]
    there.when(MoveMatch(match=2, table=2)).refused("table-taken", tournament=HERE)


@pytest.mark.rule("REG-6")
def test_a_table_that_is_fixed_for_somebody_is_given_to_nobody_elsewhere() -> None:
    here, there = two()
    there.arrange()
    here.arrange(THERE)
    there.do(SetFixedTable(entry=there.entry("E"), table=1))
    here.pair(1, "A-B C-D")
    assert [match.table for match in here.matches()] == [2, 3]


@pytest.mark.rule("REG-6", "TD-1")
def test_a_hall_is_shared_by_who_is_staff_of_both_and_where_no_table_is_out_twice() -> None:
    here, there = two()
    there.arrange()
    here.arrange()
    here.pair(1, "A-B C-D")
    there.pair(1, "E-F G-H")
    share = ArrangeHall(shared_with=(THERE,))
    here.when(share, director("A")).refused("not-allowed")
    here.when(share).refused("table-taken")
    here.won("A-B", "C-D")
    here.arrange(THERE)
    here.arrange()
    assert (here.state.hall.shared_with, there.state.hall.shared_with) == ((), ())


@pytest.mark.rule("REG-6", "ALL-4")
def test_a_match_that_is_played_again_waits_where_another_tournament_has_its_table() -> None:
    here, there = two("AB")
    there.arrange()
    here.arrange(THERE)
    here.pair(1, "A-B")
    here.do(VoidMatch(match=1, reason="The wrong clock."))
    there.pair(1, "E-F G-H")
    assert [match.table for match in there.matches()] == [1, 2]
    here.do(ReinstateMatch(match=1, reason="It was right."))
    assert [match.table for match in here.matches()] == [3]
    assert both(here, there) == [1, 2, 3]


@pytest.mark.rule("REG-6", "ALL-4")
def test_a_tournament_that_is_reopened_takes_no_table_that_another_was_given() -> None:
    """While it was cancelled its tables were free: tables 1 and 2 have been given there since, and 3 is left."""
    here, there = two()
    there.arrange()
    here.arrange(THERE)
    here.pair(1, "A-B C-D")
    here.do(CancelTournament(reason="The light failed."))
    there.pair(1, "E-F G-H")
    assert both(here, there) == [1, 1, 2, 2]
    here.do(ReopenTournament(reason="It is back."))
    assert [match.table for match in here.matches()] == [3, None]
    assert both(here, there) == [1, 2, 3]


@pytest.mark.rule("REG-6", "TD-1")
def test_a_hall_is_joined_by_staff_of_every_tournament_in_it() -> None:
    """Y directs two tournaments, and not the third, with which one of them shares its hall."""
    here, there = two()
    third = one_more(here.others, ELSEWHERE, "IJKL")
    third.arrange()
    there.arrange(ELSEWHERE)
    for desk in (here, there):
        desk.do(AppointDirector(person=person("Y")))
    here.when(ArrangeHall(rooms=ROOM, shared_with=(THERE,)), director("Y")).refused("not-allowed")
    third.do(AppointDirector(person=person("Y")))
    here.arrange(THERE, by=director("Y"))
    assert third.state.hall.shared_with == (HERE, THERE)
