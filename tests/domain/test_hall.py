"""Rooms and tables: which match is played where, who always plays at the same table, and who waits (REG-6)."""

import pytest
from pydantic import ValidationError

from api.routes.tournament.hall import hall_document
from domain.tournament.derived.tables import taken_tables
from domain.tournament.hall.commands import ArrangeHall, MoveMatch, SetFixedTable
from domain.tournament.hall.events import MatchTable, Room, TablesAssigned
from domain.tournament.matches import commands as match_commands
from tests.rounds import RoundsDesk, announced_nxe, started_nxe


def hall(*rooms: tuple[int, int], keeps_tables: bool = False) -> ArrangeHall:
    named = tuple(Room(name=f"Room {first}", first_table=first, last_table=last) for first, last in rooms)
    return ArrangeHall(rooms=named, keeps_tables=keeps_tables)


def tables(desk: RoundsDesk) -> dict[str, int | None]:
    """By the names of their players, the tables of the matches that are not void."""
    return {desk.name(match): match.table for match in desk.matches() if not match.void}


@pytest.mark.rule("REG-6")
def test_each_match_of_a_round_has_a_table_when_the_round_is_out_and_waits_where_none_is_free() -> None:
    desk = started_nxe("ABCDEFGH")
    desk.do(hall((21, 22), (1, 1)))
    desk.pair(1, "A-B C-D E-F G-H")
    assert tables(desk) == {"A-B": 21, "C-D": 22, "E-F": 1, "G-H": None}
    assert hall_document(desk.state).waiting == (4,)
    desk.won("C-D")
    assert tables(desk) == {"A-B": 21, "C-D": 22, "E-F": 1, "G-H": 22}
    assert desk.steps[-1].events[-1] == TablesAssigned(matches=(MatchTable(match=4, table=22),))
    assert desk.state.matches[4].revision == desk.state.version


@pytest.mark.rule("REG-6")
def test_a_fixed_table_is_for_its_entry_alone_and_is_waited_for() -> None:
    desk = started_nxe("ABCD")
    desk.do(hall((1, 4)))
    for letter in "BD":
        desk.do(SetFixedTable(entry=desk.entry(letter), table=1))
    desk.pair(1, "A-B C-D")
    assert tables(desk) == {"A-B": 1, "C-D": None}
    desk.do(MoveMatch(match=2, table=3))
    assert tables(desk) == {"A-B": 1, "C-D": 3}
    desk.do(SetFixedTable(entry=desk.entry("D"), table=None))
    assert [one.fixed_for for one in hall_document(desk.state).rooms[0].tables] == [(2,), (), (), ()]


@pytest.mark.rule("REG-6")
@pytest.mark.parametrize(("keeps", "expected"), [(False, {"C-B": 1, "D-A": 2}), (True, {"C-B": 2, "D-A": 1})])
def test_tables_are_kept_over_rounds_where_asked(keeps: bool, expected: dict[str, int]) -> None:
    desk = started_nxe("ABCD")
    desk.do(hall((1, 2), keeps_tables=keeps))
    desk.pair(1, "A-B C-D")
    desk.won("A-B", "C-D")
    desk.pair(2, "C-B D-A")
    shown = tables(desk)
    assert {name: shown[name] for name in expected} == expected


@pytest.mark.rule("REG-6")
def test_a_match_is_moved_to_a_table_that_is_free() -> None:
    desk = started_nxe("ABCD")
    desk.do(hall((1, 3)))
    desk.pair(1, "A-B C-D")
    desk.when(MoveMatch(match=1, table=2)).refused("table-taken")
    desk.when(MoveMatch(match=1, table=4)).refused("table-unknown")
    desk.do(MoveMatch(match=1, table=3))
    desk.do(MoveMatch(match=2, table=1))
    assert tables(desk) == {"A-B": 3, "C-D": 1}
    desk.won("A-B")
    desk.when(MoveMatch(match=1, table=2)).refused("match-has-result")
    assert dict(taken_tables(desk.state)) == {1: 2}


@pytest.mark.rule("REG-6")
def test_a_match_that_is_to_be_played_again_has_its_table_back_if_nobody_plays_there() -> None:
    desk = started_nxe("ABCDEF")
    desk.do(hall((1, 2)))
    desk.pair(1, "A-B C-D E-F")
    desk.do(match_commands.VoidMatch(match=1, reason="Wrong clock"))
    assert tables(desk) == {"C-D": 2, "E-F": 1}
    desk.do(match_commands.ReinstateMatch(match=1, reason="It was right"))
    assert tables(desk) == {"A-B": None, "C-D": 2, "E-F": 1}
    desk.won("E-F")
    assert tables(desk) == {"A-B": 1, "C-D": 2, "E-F": 1}


@pytest.mark.rule("REG-6")
def test_a_hall_arranged_anew_moves_those_whose_table_is_gone() -> None:
    desk = started_nxe("ABCD")
    desk.do(hall((1, 2)))
    desk.pair(1, "A-B C-D")
    desk.do(hall((2, 2), (7, 8)))
    assert tables(desk) == {"A-B": 7, "C-D": 2}
    desk.do(hall())
    assert tables(desk) == {"A-B": None, "C-D": None}


@pytest.mark.rule("REG-6")
def test_nobody_has_a_table_before_the_start_and_without_a_hall() -> None:
    desk = announced_nxe()
    desk.do(hall((1, 2)))
    without = started_nxe("AB")
    without.pair(1, "A-B")
    assert tables(without) == {"A-B": None}
    assert not any(isinstance(one.event, TablesAssigned) for one in (*desk.history, *without.history))


@pytest.mark.rule("REG-6")
@pytest.mark.parametrize("rooms", [[(1, 4), (4, 5)], [(3, 2)]])
def test_each_table_has_a_number_of_its_own(rooms: list[tuple[int, int]]) -> None:
    with pytest.raises(ValidationError, match="a number of its own"):
        hall(*rooms)
