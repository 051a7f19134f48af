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
from tests.formats.acting import Deed
from tests.formats.directing import attempt, deeds
from tests.formats.kinds import KINDS, Kind, started
from tests.formats.newest import NEWEST
from tests.properties import examples
from tests.reaching import reached

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
    state = initial(desk.state.stream)
    before = rows_of(state)
    for recorded in desk.history:
        state = evolve(state, recorded)
        after = rows_of(state)
        changed = {key for key in after if after[key] != before.get(key)}
        assert changed <= parts_laid(state, recorded), recorded.topic
        reached()
        before = after
