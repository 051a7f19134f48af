"""States: now, earlier, and as kept in memory."""

from collections.abc import Sequence
from contextlib import closing
from datetime import timedelta
from typing import Any, cast
from uuid import UUID

import psycopg
import pytest
from eventsourcing.persistence import Notification
from hypothesis import given
from hypothesis import strategies as st

from domain.journal import states
from domain.journal.asked_once import asked_once
from domain.journal.errors import VERSION_UNKNOWN, Unfolded
from domain.journal.journal import Journal
from domain.journal.mapper import AnyRecorded
from domain.journal.recorder import JournalRecorder
from domain.journal.states import Cache, Fold, lay
from domain.kernel.envelope import Event
from domain.kernel.refusal import Refused
from domain.kernel.values import LARGEST_INTEGER
from domain.ports.command_handling import State
from tests.journal.support import (
    START,
    Ledger,
    Noted,
    Told,
    erase,
    ledger,
    note,
    open_journal,
    person,
    remark,
    seen,
    tell,
)


def test_a_stream_without_events_has_its_first_state(journal: Journal) -> None:
    assert journal.state(ledger(1)) == Ledger(ledger(1))


def test_events_that_others_wrote_are_seen(journal: Journal, other: Journal) -> None:
    journal.execute(note("a", ledger(1), 1))
    other.execute(note("b", ledger(1), 2, 3))
    assert seen(journal, ledger(1)) == Ledger(ledger(1), 3, 6, 3)


@pytest.fixture
def read_streams(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The streams whose events were read."""
    found: list[str] = []
    select = JournalRecorder.select_events

    def selected(recorder: JournalRecorder, originator_id: UUID | str, **wanted: Any) -> Sequence[Notification]:  # noqa: ANN401 -- as the library has them
        found.append(str(originator_id))
        return select(recorder, originator_id, **wanted)

    monkeypatch.setattr(JournalRecorder, "select_events", selected)
    return found


def test_streams_are_read_for_another_page_only_where_the_log_has_grown(
    journal: Journal, other: Journal, read_streams: list[str]
) -> None:
    other.execute(note("a", ledger(1), 1))
    other.execute(note("b", ledger(2), 2))
    read_streams.clear()
    for _ in range(2):
        with asked_once():
            assert [seen(journal, ledger(one)).total for one in (1, 2, 1)] == [1, 2, 1]
    assert read_streams == [ledger(1), ledger(2)]
    other.execute(note("c", ledger(1), 3))
    with asked_once():
        assert [seen(journal, ledger(one)).total for one in (1, 2)] == [4, 2]


def test_page_tells_one_position_of_the_log(journal: Journal, other: Journal) -> None:
    other.execute(note("a", ledger(1), 1))
    with asked_once():
        assert journal.position() == 1
        other.execute(note("b", ledger(1), 2))
        assert journal.position() == 1
    assert journal.position() == 2


def test_earlier_versions(journal: Journal) -> None:
    journal.execute(note("a", ledger(1), 1, 2, 3))
    totals = [cast("Ledger", journal.state(ledger(1), version=version)).total for version in range(4)]
    assert totals == [0, 1, 3, 6]
    with pytest.raises(Refused) as refusal:
        journal.state(ledger(1), version=4)
    assert refusal.value.problem is VERSION_UNKNOWN


def test_the_version_at_a_position_is_how_many_events_stand_before_it(journal: Journal, admin_url: str) -> None:
    turns = [1, 2, 1, 1, 2, 1, 1, 1, 2, 1, 1, 2, 1]
    for number, turn in enumerate(turns):
        journal.execute(note(str(number), ledger(turn), number))
    for position in range(len(turns) + 1):
        for one in (1, 2, 3):
            assert journal.version_at(ledger(one), position) == turns[:position].count(one)
    assert journal.version_at(ledger(1), LARGEST_INTEGER) == 9
    with psycopg.connect(admin_url) as owner:
        owner.execute("DELETE FROM events WHERE position IN (1, 3, 6, 13)")
    found = [journal.version_at(ledger(1), position) for position in range(len(turns) + 1)]
    assert found == [0, 0, 0, 0, 3, 3, 3, 5, 6, 6, 7, 8, 8, 8]


def test_state_as_of_a_moment_is_the_longest_prefix_with_nothing_recorded_later(database_url: str) -> None:
    seconds = iter([0, 5, 3, 9])
    journal = open_journal(database_url, clock=lambda: START + timedelta(seconds=next(seconds)))
    for n in range(4):
        journal.execute(note(f"k{n}", ledger(1), n))
    # The clock stepped back: the third event is recorded just after 5, like the second.
    versions = [journal.state(ledger(1), recorded_by=START + timedelta(seconds=s)).version for s in (-1, 0, 4, 5, 9)]
    assert versions == [0, 1, 1, 2, 4]
    assert journal.state(ledger(1), version=2, recorded_by=START + timedelta(seconds=9)).version == 2
    journal.close()


def test_a_state_of_the_past_is_the_same_from_the_nearest_that_is_kept(
    database_url: str, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(4):
        journal.execute(note(f"k{n}", ledger(1), *range(5)))
    whole = [journal.state(ledger(1), version=version) for version in range(21)]
    folded = list[int]()

    def counted(fold: Fold, state: State, recorded: Sequence[AnyRecorded]) -> State:
        folded.append(len(recorded))
        return lay(fold, state, recorded)

    monkeypatch.setattr(states, "_STEP", 3)
    monkeypatch.setattr(states, "lay", counted)
    with closing(open_journal(database_url)) as fresh:
        for version in (20, 5, 19, 7, 6, 0, 20):
            assert fresh.state(ledger(1), version=version) == whole[version]
        with pytest.raises(Refused):  # however far beyond the newest, nobody waits until it is looked for
            fresh.state(ledger(1), version=LARGEST_INTEGER)
    assert folded == [3, 3, 3, 3, 3, 3, 2, 2, 1, 1, 2, 2]


def test_long_stream_is_looked_up_on_the_disk_before_its_first_page_alone(
    database_url: str, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal.execute(note("a", ledger(1), *range(7)))
    looked_up = list[object]()

    def looked(_: states.Loader, *place: object) -> None:
        looked_up.append(place[1])

    monkeypatch.setattr(states, "_PAGE", 5)
    monkeypatch.setattr(states.Loader, "_read_from_disk", looked)
    with closing(open_journal(database_url)) as fresh:
        assert seen(fresh, ledger(1)).version == 7
    assert looked_up == [0]


def test_an_unknown_kind_of_stream_is_a_fault(journal: Journal) -> None:
    with pytest.raises(Unfolded, match="unheard"):
        journal.state(ledger(1).__class__("unheard-1"))


def test_erasing_reaches_what_another_process_keeps(journal: Journal, other: Journal, admin_url: str) -> None:
    journal.execute(tell("a", ledger(1), (person(7),), "hush"))
    assert (remark(journal, ledger(1)), remark(other, ledger(1))) == ("hush", "hush")
    erase(admin_url, person(7))
    assert (remark(journal, ledger(1)), remark(other, ledger(1))) == (None, None)


def test_a_log_that_lost_its_end_is_read_again(journal: Journal, admin_url: str) -> None:
    journal.execute(note("a", ledger(1), 1))
    journal.execute(note("b", ledger(1), 2))
    with psycopg.connect(admin_url) as owner:
        owner.execute("DELETE FROM events WHERE version = 2")
        owner.execute("DELETE FROM commands WHERE last_position = 2")
    assert journal.execute(note("b", ledger(1), 2)).versions == {ledger(1): 2}


def test_history_and_the_log_page_on(journal: Journal) -> None:
    journal.execute(note("a", ledger(1), 1, 2, 3))
    journal.execute(note("b", ledger(2), 4))
    assert [stored.recorded.event.number for stored in journal.history(ledger(1), 1, 1)] == [2]
    assert [stored.recorded.event.number for stored in journal.read(2, 10)] == [3, 4]
    assert journal.read(4, 10) == []


def held(stream: int, version: int) -> Ledger:
    return Ledger(ledger(stream), version)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 30)), max_size=40), st.integers(0, 60))
def test_the_cache_keeps_the_newest_within_its_bound(puts: list[tuple[int, int]], bound: int) -> None:
    cache = Cache(bound)
    newest: dict[int, int] = {}
    for stream, version in puts:
        cache.put(ledger(stream), held(stream, version))
        kept = cache.get(ledger(stream))
        assert kept is not None
        assert kept.version >= version
        newest[stream] = max(version, newest.get(stream, 0))
    all_kept = [one for one in (cache.get(ledger(stream)) for stream in newest) if one is not None]
    assert len(all_kept) <= 1 or sum(min(one.version, bound // 4) + 1 for one in all_kept) <= bound


def test_the_cache_lets_the_least_recently_used_go() -> None:
    cache = Cache(20)
    for stream in (1, 2, 3, 4):
        cache.put(ledger(stream), held(stream, 4))
    cache.get(ledger(1))
    cache.put(ledger(5), held(5, 0))
    assert [cache.get(ledger(n)) is not None for n in (1, 2, 3, 4, 5)] == [True, False, True, True, True]


def test_a_state_larger_than_the_bound_counts_as_a_quarter_of_it() -> None:
    cache = Cache(20)
    cache.put(ledger(1), held(1, 500))
    for other in range(2, 9):
        assert cache.get(ledger(1)) is not None, "small ones do not have it read again"
        cache.put(ledger(other), held(other, 1))
    for other in range(9, 12):
        cache.put(ledger(other), held(other, 500))
    assert cache.get(ledger(1)) is None


def test_events_of_some_kinds_are_found_in_order_as_far_as_is_read(journal: Journal) -> None:
    journal.execute(note("a", ledger(1), 1))
    journal.execute(tell("b", ledger(1), (person(7),), "Late"))
    journal.execute(note("c", ledger(1), 2))
    journal.execute(note("d", ledger(2), 3))
    asked: list[tuple[Journal, list[type[Event]]]] = [
        (journal, [Noted]),
        (journal, [Told, Noted]),
        (journal, []),
        (journal.as_of(2), [Noted]),
    ]
    found = [[(one.position, one.recorded.version) for one in of.of_kinds(ledger(1), kinds)] for of, kinds in asked]
    assert found == [[(1, 1), (3, 3)], [(1, 1), (2, 2), (3, 3)], [], [(1, 1)]]


def test_an_event_that_does_not_fit_is_told_by_its_place_alone(journal: Journal) -> None:
    def misfit(_state: object, _recorded: object) -> Ledger:
        raise KeyError("a name")

    journal.execute(note("a", ledger(1), 1))
    recorded = [stored.recorded for stored in journal.history(ledger(1), 0, 10)]
    with pytest.raises(Unfolded, match="event 1 does not fit") as told:
        lay(Fold(Ledger, misfit), Ledger(ledger(1)), recorded)
    assert "a name" not in str(told.value)
