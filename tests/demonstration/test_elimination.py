"""The two evenings of twice elimination: told to their end, with what stands, goes and comes back (ALL-4)."""

from collections.abc import Sequence

import pytest

from ops.demonstration import elimination
from ops.demonstration.elimination import NAMES, REWOUND, SERIES, STANDS
from ops.demonstration.seeded import SeededClerk
from tests.importing.memory import MemoryLog


@pytest.fixture(scope="module")
def told() -> tuple[MemoryLog, Sequence[str]]:
    log, lines = MemoryLog(), list[str]()
    elimination.tell(log, lines.append)
    return log, lines


def chapter(lines: Sequence[str], name: str) -> Sequence[str]:
    """The lines of one evening."""
    begins = next(number for number, line in enumerate(lines) if line.startswith(name))
    ends = next((n for n, line in enumerate(lines) if n > begins and not line.startswith(" ")), len(lines))
    return lines[begins:ends]


def tables(lines: Sequence[str]) -> Sequence[Sequence[str]]:
    """The tables told, each as its lines."""
    begins = [number for number, line in enumerate(lines) if line.endswith("win points, losses, byes")]
    return [lines[number + 1 : number + 1 + len(NAMES)] for number in begins]


@pytest.mark.rule("ALL-4", "NXE-9")
def test_stand_makes_nothing_void_and_moves_a_point(told: tuple[MemoryLog, Sequence[str]]) -> None:
    lines = chapter(told[1], STANDS)
    assert "    void: nothing" in lines
    after_three, then, at_the_end = tables(lines)
    assert len(set(after_three) - set(then)) == len(set(then) - set(after_three)) >= 2
    assert at_the_end[0].endswith("champion")


@pytest.mark.rule("ALL-4")
def test_rewound_matches_come_back_and_the_table_with_them(told: tuple[MemoryLog, Sequence[str]]) -> None:
    lines = chapter(told[1], REWOUND)
    before, rewound, played_again, restored, at_the_end = tables(lines)
    assert before == restored
    assert rewound != before != played_again
    voided = [line.removeprefix("    void: ") for line in lines if line.startswith("    void: ")]
    back = [line.removeprefix("    back: ") for line in lines if line.startswith("    back: ")]
    assert voided[0] == back[1] != "nothing"
    assert at_the_end[0].endswith("champion")


@pytest.mark.rule("ALL-2")
def test_every_draw_is_confirmed(told: tuple[MemoryLog, Sequence[str]]) -> None:
    ends = [line.split() for line in told[1] if line.endswith("from the revealed secret")]
    assert [(words[0], words[2]) for words in ends] == [(words[2], words[2]) for words in ends]
    assert len(ends) == 2


def test_interrupted_run_goes_on() -> None:
    log = MemoryLog()
    with log.interrupted(150):
        elimination.tell(log, lambda _: None)
    assert not elimination.complete(log)
    elimination.tell(log, lambda _: None)
    assert elimination.complete(log)
    state = SeededClerk(log, SERIES).tournament_state(SeededClerk(log, SERIES).id_of(REWOUND))
    assert state.rounds.committed[0].secret is not None
