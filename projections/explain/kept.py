"""Kept states of long streams, worked out again from the log and compared."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby, islice, repeat
from typing import cast

from domain.application.catalogue import FOLDS
from domain.journal.errors import Corrupt, Unfolded
from domain.journal.journal import Journal
from domain.journal.kept import Kept, Row
from domain.journal.states import fold_of, lay
from domain.kernel.frozen_bytes import to_bytes
from domain.kernel.ids import StreamName
from domain.ports.command_handling import State
from domain.tournament.state import Tournament
from projections.explain.causes import Trail

Again = Callable[[Journal, StreamName, Sequence[int]], Iterator[bytes]]
"""Gives for each of these versions of the stream, which rise, what is to be kept of it."""

_MISFITS = (Corrupt, Unfolded, LookupError, ValueError, TypeError, AttributeError)


@dataclass(frozen=True, slots=True)
class Compared:
    """The number of things kept, and the faults among them, in a few words each."""

    number: int
    problems: Sequence[str]


def trails(journal: Journal) -> Kept:
    """The trails that are kept."""
    return journal.open_kept("trail", "projections.explain")


def compare_kept(journal: Journal, *, again: bool) -> Compared:
    """Whether all that is kept ends with an event of the log, and if asked for whether this program makes the same of
    the log `again`, byte for byte. What another program has made is not read by this one. Raises `Unavailable`."""
    number, problems = 0, list[str]()
    for kept, made in ((journal.open_kept("state"), _states), (trails(journal), _trails)):
        rows = kept.rows()
        number += len(rows)
        problems += (f"{_row_name(kept, row)} ends with no event of the log" for row in rows if not row.is_in_log)
        if again:
            problems += _unlike(journal, kept, made, [row for row in rows if row.is_own and row.is_in_log])
    if again:
        problems += _closed_otherwise(journal)
    return Compared(number, problems)


def _closed_otherwise(journal: Journal) -> Iterator[str]:
    """The streams whose events come to another outcome than the one published when they were closed."""
    for stream, group in groupby(journal.closed_versions(), lambda closed: closed[0]):
        versions = [version for _, version in group]
        fold, states = fold_of(FOLDS, stream), _as_far_as_read(_fold_states(journal, stream, versions))
        for version in versions:
            [last], state = journal.history(stream, version - 1, 1), next(states)
            if not isinstance(state, Tournament) or fold.is_closed_otherwise(state, last.recorded):
                yield f"the outcome of {stream}@{version} is not the one that was told when it was closed"


def _unlike(journal: Journal, kept: Kept, made: Again, rows: Sequence[Row]) -> Iterator[str]:
    for stream, group in groupby(rows, lambda row: row.stream):
        found = list(group)
        contents = _as_far_as_read(made(journal, stream, [row.version for row in found]))
        for row in found:
            if kept.newest(stream, row.version - 1, row.version) != next(contents):
                yield f"{_row_name(kept, row)} is not what the events make"


def _as_far_as_read(contents: Iterator[object]) -> Iterator[object]:
    """Nothing that is kept, from the first one on that can't be made."""
    with suppress(*_MISFITS):
        yield from contents
    yield from repeat(object())


def _row_name(kept: Kept, row: Row) -> str:
    return f"the {kept.what} of {row.stream}@{row.version}"


def _states(journal: Journal, stream: StreamName, versions: Sequence[int]) -> Iterator[bytes]:
    return map(to_bytes, _fold_states(journal, stream, versions))


def _fold_states(journal: Journal, stream: StreamName, versions: Sequence[int]) -> Iterator[State]:
    fold, history = fold_of(FOLDS, stream), journal.whole(stream)
    state = fold.initial(stream)
    for version in versions:
        state = lay(fold, state, (one.recorded for one in islice(history, version - state.version)))
        yield state


def _trails(journal: Journal, stream: StreamName, versions: Sequence[int]) -> Iterator[bytes]:
    trail, history = Trail(stream), journal.whole(stream)
    state = cast("Tournament", fold_of(FOLDS, stream).initial(stream))
    for version in versions:
        state = trail.follow(state, islice(history, version - len(trail)))
        yield trail.to_bytes()
