"""A tournament in which records of one person are merged and split at random is that of a person who had one record, or
two, from the beginning (REG-1, REG-3)."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rpds import HashTrieMap, HashTrieSet

from domain.kernel.envelope import Recorded
from domain.kernel.renaming import rename_id
from domain.tournament.entries.events import EntryEvent
from domain.tournament.evolve.tournament import evolve, initial
from domain.tournament.merges.events import RecordEvent, RecordMerged, RecordSplit
from domain.tournament.state import Tournament
from tests.desk import NOON, OFFICE, recorded
from tests.formats.acting import Deed
from tests.formats.appealing import give_one, lodge, vote
from tests.formats.kinds import Kind, in_every_format, played, plays
from tests.formats.orders import Ordered, several
from tests.reaching import reached
from tests.rounds import RoundsDesk

History = Sequence[Recorded[Any]]
RECORD = "00000000-0000-4000-8000-000000000099"


@pytest.mark.proof
@pytest.mark.rule("REG-1", "REG-3")
@in_every_format
@given(
    entrants=st.integers(2, 6),
    tried=plays,
    ordered=several,
    turns=st.lists(st.floats(0, 1), max_size=5).map(sorted),
    place=st.integers(0, 5),
)
def test_merged_and_split_at_random_it_is_as_if_there_had_been_one_record_or_two(
    kind: Kind, entrants: int, tried: Sequence[Deed], ordered: Sequence[Ordered], turns: list[float], place: int
) -> None:
    desk = played(kind, entrants, tried)
    ruling = give_one(desk, ordered)
    if ruling is not None:
        vote(desk, lodge(desk, ruling), "reversed")
    who = desk.state.entries[1 + place % len(desk.state.entries)].person
    written = list(_as_recorded(desk, who, [0.0, *turns, 1.0]))
    state = _fold([event for part in written for event in part])
    others = [one for part in written for one in part if not isinstance(one.event, RecordEvent)]
    reached()
    if state.merged:
        assert _bare(state) == _bare(desk.state)
        state = _laid(state, who, split=True)
    assert _bare(state) == _bare(_fold([_of_record(one, desk, who) for one in others]))
    assert _bare(_laid(state, who)) == _bare(desk.state)


def _as_recorded(desk: RoundsDesk, who: str, turns: Sequence[float]) -> Sequence[History]:
    """The history cut at these turns, at each of which the records are merged, or split again. The person acts under
    the other record while they are two."""
    cuts = [round(turn * len(desk.history)) for turn in turns]
    parts = list[History]()
    state = initial(desk.state.stream)
    for number, (begin, end) in enumerate(pairwise(cuts)):
        part = list(desk.history[begin:end])
        if number % 2 == 0:
            part = [rename_id(one, who, RECORD) for one in part]
        if number:
            part = [_merging(state, who, split=number % 2 == 0), *part]
        for one in part:
            state = evolve(state, one)
        parts.append(part)
    return parts


def _of_record(one: Recorded[Any], desk: RoundsDesk, who: str) -> Recorded[Any]:
    """What was told of the person's entry, under the other record: to that belongs what was entered since a merge."""
    own = isinstance(one.event, EntryEvent) and one.event.entry in desk.state.entries_of(who)
    return rename_id(one, who, RECORD) if own else one


def _merging(state: Tournament, who: str, *, split: bool) -> Recorded[Any]:
    """The merge, or its taking back: all entries made since are said to be the other record's."""
    made = state.as_recorded.entries_of(RECORD)
    named: dict[str, Any] = {"record": RECORD, "merged_into": who, "entries": made}
    since = tuple(number for number in state.entries_of(who) if number not in made)
    event = RecordSplit(**named, entered_since=since) if split else RecordMerged(**named)
    return recorded(event, state.stream, max(state.version, 1), OFFICE, NOON)


def _laid(state: Tournament, who: str, *, split: bool = False) -> Tournament:
    return evolve(state, _merging(state, who, split=split))


def _fold(history: History) -> Tournament:
    state = initial(history[0].stream)
    for one in history:
        state = evolve(state, one)
    return state


def _bare(state: Tournament) -> Tournament:
    """All of it but for revisions, which tell that an entry or match is to be read again."""
    entries = HashTrieMap({number: replace(one, revision=0) for number, one in state.entries.items()})
    matches = HashTrieMap({number: replace(one, revision=0) for number, one in state.matches.items()})
    return replace(state, entries=entries, matches=matches, laid=HashTrieSet(), merged=(), apart=None)
