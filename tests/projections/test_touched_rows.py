"""Rows of entries and matches are written again after every event that changes them."""

from collections.abc import Mapping, Sequence
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from domain.kernel.entry_keys import entry_key
from domain.kernel.refusal import Refused
from domain.tournament.evolve.tournament import evolve
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.state import Tournament, initial
from projections.engine.rows import Row
from projections.engine.states import parts_laid
from projections.tournaments import entries, matches
from projections.views.tournaments import BoutView, match_fields
from tests.formats.acting import Deed
from tests.formats.directing import attempt, deeds
from tests.formats.kinds import KINDS, Kind, started
from tests.formats.newest import NEWEST
from tests.formats.test_bouts import best_of
from tests.properties import examples
from tests.reaching import reached
from tests.rounds import RoundsDesk

PLAYED = tuple(Deed("play", number, 1, True) for number in range(3))


def rows_of(state: Tournament) -> Mapping[int, Row]:
    """The rows of entries, under the keys of these, and of matches."""
    entered = {entry_key(number): entries.row(state.id, entry) for number, entry in state.entries.items()}
    return entered | {number: matches.row(state, match) for number, match in state.matches.items()}


@pytest.mark.rule("ALL-1", "ALL-4")
@pytest.mark.parametrize("kind", [*KINDS, *NEWEST], ids=str)
@example(entrants=4, tried=PLAYED)
@given(entrants=st.integers(4, 8), tried=deeds)
@examples(2)
def test_rows_that_an_event_changes_are_written_again(kind: Kind, entrants: int, tried: Sequence[Deed]) -> None:
    desk = started(kind, entrants)
    for deed in tried:
        with suppress(Refused):
            (kind.playing if deed.kind == "play" else attempt)(desk, deed)
    with suppress(Refused):
        desk.do(match_commands.MakeMatch(sides=(1, 2), length=5))
    with suppress(Refused):
        desk.do(lifecycle_commands.CancelTournament(reason="The hall is closed"))
        desk.do(lifecycle_commands.ReopenTournament(reason="It is open after all"))
    reached()
    check_written_again(desk)


def check_written_again(desk: RoundsDesk) -> None:
    """Every row that an event of the tournament has changed is among those written again after it."""
    state = initial(desk.state.stream)
    before = rows_of(state)
    for recorded in desk.history:
        state = evolve(state, recorded)
        after = rows_of(state)
        changed = {key for key in after if after[key] != before.get(key)}
        assert changed <= parts_laid(state, recorded), recorded.topic
        before = after


@pytest.mark.rule("ALL-4", "SER-6")
def test_open_match_of_a_bout_is_written_again_as_the_one_before_it_is_void() -> None:
    """Best of three: A has won the first match, the second is drawn, and the third is open. The second is void: the
    open one is the second now, at the score that it had."""
    desk = best_of(3)
    for said in ("A beats D", "A draws with D"):
        desk.act(said)
    _, drawn, third = desk.live("AD")
    assert told_bout(desk, third.number) == (3, (2, 0))
    desk.do(match_commands.VoidMatch(match=drawn.number, reason="Wrong table"))
    assert told_bout(desk, third.number) == (2, (2, 0))
    check_written_again(desk)


def told_bout(desk: RoundsDesk, number: int) -> tuple[int, tuple[int, int]]:
    """Which match of its bout it is said to be, and at which score of half points."""
    told = match_fields(desk.state, desk.state.matches[number])["bout"]
    assert isinstance(told, BoutView)
    return told.match_of_bout, told.half_points
