"""States are written and read again: every one that the recorded histories pass (ALL-1)."""

from collections.abc import Iterator

import orjson
import pytest

from domain.application.catalogue import FOLDS, REGISTRY
from domain.journal.mapper import JournalMapper
from domain.journal.states import fold_of
from domain.kernel.frozen_bytes import from_bytes, to_bytes
from domain.ports.command_handling import State
from tests.histories.test_fold import NAMES
from tests.histories.test_v1 import keys, stored


def passed(name: str) -> Iterator[State]:
    states: dict[str, State] = {}
    for recorded in JournalMapper(REGISTRY, keys).read(stored(name)):
        fold = fold_of(FOLDS, recorded.stream)
        before = states.get(recorded.stream) or fold.initial(recorded.stream)
        states[recorded.stream] = fold.evolve(before, recorded)
        yield states[recorded.stream]


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("name", NAMES)
def test_every_state_is_read_again_as_it_was_and_written_again_to_the_same_bytes(name: str) -> None:
    for state in passed(name):
        content = to_bytes(state)
        again = from_bytes(content)
        assert again == state
        assert to_bytes(again) == content


@pytest.mark.parametrize(
    "written",
    [
        b"",
        b"{",
        orjson.dumps([["os.system"], ["true", [0, 0]]]),
        orjson.dumps([["domain.journal.journal.Journal"], [[0]]]),
        orjson.dumps([["domain.tournament.state.Committed"], [[0]]]),
        orjson.dumps([["tuple"], [[0, 7]]]),
        orjson.dumps([["tuple"], [[1]]]),
        orjson.dumps([[], []]),
        orjson.dumps(7),
    ],
)
def test_everything_else_written_there_makes_nothing(written: bytes) -> None:
    with pytest.raises(ValueError, match=r"no bytes of a value|unexpected|EOF|empty"):
        from_bytes(written)


def test_changeable_members_are_not_written() -> None:
    with pytest.raises(TypeError, match=r"builtins\.list"):
        to_bytes((1, [2]))
