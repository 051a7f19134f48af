"""Points that count in pairing alone as a report file tells them: by ranges of rounds and numbers (SWX-8, FIL-5)."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from domain.trf.form import Accelerated


def accelerated_ranges(by_round: Mapping[int, Mapping[int, int]]) -> tuple[Accelerated, ...]:
    """The lines that say for each round, by number, the points in tenths, as few as ranges allow."""
    rounds: dict[tuple[int, tuple[int, int]], list[int]] = {}
    for round_, points in sorted(by_round.items()):
        for worth in {*points.values()} - {0}:
            for numbers in _runs(number for number, own in points.items() if own == worth):
                rounds.setdefault((worth, numbers), []).append(round_)
    lines = (Accelerated(worth, run, numbers) for (worth, numbers), told in rounds.items() for run in _runs(told))
    return tuple(sorted(lines, key=lambda line: (line.rounds, line.numbers)))


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The first and the last of those that follow one another."""
    for _, run in groupby(enumerate(sorted(numbers)), key=lambda one: one[1] - one[0]):
        found = [number for _, number in run]
        yield found[0], found[-1]
