"""The made-up evenings: each format under way, a league with its final, and a ruling under appeal."""

import pytest

from ops.demonstration import evenings, season
from ops.demonstration.seeded import SeededClerk
from tests.importing.memory import MemoryLog


@pytest.fixture(scope="module")
def log() -> MemoryLog:
    """All of it; it was interrupted once, and went on where it stood."""
    log = MemoryLog()
    with log.interrupted(300):
        evenings.make_evenings(log)
    assert evenings.begun(log)
    assert not evenings.complete(log)
    evenings.make_evenings(log)
    return log


def test_each_format_has_an_evening(log: MemoryLog) -> None:
    clerk = SeededClerk(log, season.SERIES)
    names = [*(name for name, *_ in evenings.UNDER_WAY), evenings.FINAL, evenings.COMING]
    told = {}
    for name in names:
        state = clerk.tournament_state(clerk.id_of(f"tournament {name}"))
        assert state.settings is not None
        told[name] = (state.settings.format.kind, state.settings.status, bool(state.awaiting))
    assert [kind for kind, _, _ in told.values()] == ["swiss", "knockout", "dual-ring", "nxe", "champion", "swiss"]
    assert {told[name][1:] for name in names[:-1]} == {("started", True)}
    assert told[evenings.COMING][1:] == ("announced", False)
    assert evenings.complete(log)


def test_a_ruling_is_under_appeal(log: MemoryLog) -> None:
    state = SeededClerk(log, season.SERIES).tournament_state(evenings.first(log))
    appeal = state.directing.appeals[1]
    assert (len(appeal.members), len(appeal.votes), appeal.decision) == (3, 1, None)
