"""Edits at random on both sides: a list that changes, and an office that corrects and voids; neither loses its work.

A twin does by hand what should happen, line by line, as ops/decisions/0004-importing-lists.md says.
"""

from dataclasses import dataclass, field

from hypothesis import event, given
from hypothesis import strategies as some

from domain.importing.match_lists.club_list import Revision
from domain.lists.events import Choice
from tests.importing.laid import take
from tests.importing.memory import MemoryLog
from tests.importing.test_club import correct, recorded_list, revision, tournament, void
from tests.importing.test_three_ways import chosen
from tests.properties import examples
from tests.reaching import reached

LINES, LENGTHS = 3, (3, 5, 7)
CALLED = "ABCDEF"
VOID = 0
"""The length of what is void."""


@dataclass
class Twin:
    """What each line says, what it said when it was imported last, which match it is and what is here; None: it is not
    there. `waiting` are those that were changed on both sides, `edited` the matches that the office has changed."""

    says: list[int | None] = field(default_factory=lambda: [None] * LINES)
    said: list[int | None] = field(default_factory=lambda: [None] * LINES)
    match: list[int] = field(default_factory=lambda: [0] * LINES)
    here: dict[int, int] = field(default_factory=dict)
    of: dict[int, int] = field(default_factory=dict)
    waiting: set[int] = field(default_factory=set)

    def revision(self) -> Revision:
        return revision(0, *(self._row(line, length) for line, length in enumerate(self.says) if length is not None))

    def shown(self) -> list[str]:
        """What counts here, day by day."""
        counting = sorted((self.of[match], match, length) for match, length in self.here.items() if length != VOID)
        return [f"{_players(line)} {length}" for line, _, length in counting]

    def taken(self, choice: Choice | None) -> None:
        """The list is imported; what waits is settled so, if it is."""
        new = [line for line in range(LINES) if self._is_new(line)]
        for line in range(LINES):
            if line not in new and self.said[line] is not None:
                self._compare(line, choice)
        for line in new:
            self.match[line] = match = len(self.of) + 1
            self.of[match], self.here[match] = line, self.says[line] or VOID
            self.said[line] = self.says[line]

    def _is_new(self, line: int) -> bool:
        return self.said[line] is None and self.says[line] is not None

    def _compare(self, line: int, choice: Choice | None) -> None:
        match, says, said = self.match[line], self.says[line], self.said[line]
        here, wanted = self.here[match], VOID if says is None else says
        untouched = here == said and line not in self.waiting
        if says == said:
            self.waiting.discard(line)
        elif here == wanted or untouched or choice is not None:
            if here != wanted and (untouched or choice == "list"):
                self.here[match] = wanted
            self.waiting.discard(line)
            self.said[line] = says
        else:
            self.waiting.add(line)

    def _row(self, line: int, length: int) -> str:
        return f"{_players(line)} {length} @{line + 1}"


def _players(line: int) -> str:
    return f"{CALLED[2 * line]}>{CALLED[2 * line + 1]}"


LINE = some.integers(0, LINES - 1)
LENGTH = some.sampled_from(LENGTHS)
EDITS = some.one_of(
    some.tuples(some.just("list"), LINE, some.one_of(some.none(), LENGTH)),
    some.tuples(some.just("office"), LINE, some.one_of(some.just(VOID), LENGTH)),
    some.tuples(some.just("import"), some.just(0), some.sampled_from([None, None, "list", "here"])),
)


@examples(40, proof=1000)
@given(some.lists(LENGTH, min_size=LINES, max_size=LINES), some.lists(EDITS, min_size=6, max_size=16))
def test_edits_on_both_sides_end_as_a_twin_made_by_hand(
    first: list[int], edits: list[tuple[str, int, int | Choice | None]]
) -> None:
    log, twin = MemoryLog(), Twin(says=[*first])
    for kind, line, what in [("import", 0, None), *edits, ("import", 0, None)]:
        match = twin.match[line]
        if kind == "list":
            twin.says[line] = what if isinstance(what, int) else None
        elif kind == "office" and twin.here.get(match, VOID) not in (VOID, what):
            _edit(log, match, int(what or VOID))
            twin.here[match] = int(what or VOID)
        elif kind == "import" and any(twin.says):
            _import(log, twin, what if what == "list" or what == "here" else None)
    if any(twin.says):
        before = len(log.recorded)
        take(log, twin.revision())
        assert len(log.recorded) == before
        reached()


def _edit(log: MemoryLog, match: int, length: int) -> None:
    if length == VOID:
        void(log, match)
    else:
        correct(log, match, length=length)


def _import(log: MemoryLog, twin: Twin, choice: Choice | None) -> None:
    choices: dict[int, Choice] = {} if choice is None else dict.fromkeys(twin.of, choice)
    done = chosen(log, twin.revision(), choices)
    twin.taken(choice)
    assert recorded_list(log, CALLED) == twin.shown()
    assert {conflict.before.match for conflict in done.conflicts} == {twin.match[line] for line in twin.waiting}
    event(f"waiting: {min(len(twin.waiting), 2)}")
    assert len(tournament(log).matches) == len(twin.of)
