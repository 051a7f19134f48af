"""How many events two cells take at once, to what one takes alone: each is a log on an embedded server of its own.

    python -m tests.bench.cells

A cell keeps two cores busy, one with its writers and one with its server. So nothing is measured where fewer than four
are free. Prints figures; nothing is asserted.
"""

import os
from collections.abc import Sequence
from multiprocessing import get_context
from multiprocessing.pool import Pool
from statistics import median

import psutil

from ops.database import DatabaseUrls
from tests.bench.database import database
from tests.bench.journal import journal_rate
from tests.bench.sizes import sized

NEEDED = 4
LOOKED_SECONDS = 2.0
ROUNDS = sized(1, 5)
THREADS = 32


def main() -> None:
    """Measures it, or tells why not."""
    free = free_cores()
    if free < NEEDED:
        print(f"two cells to one: not measured, {free:.1f} of {os.cpu_count()} cores are free, and {NEEDED} are needed")
        return
    with (
        database(None, "scoresheet_bench_cell") as one,
        database(None, "scoresheet_bench_cell") as other,
        get_context("spawn").Pool(2) as pool,
    ):
        rates(pool, one, other)  # both have loaded the program then
        print(compared([(rates(pool, one)[0], rates(pool, one, other)) for _ in range(ROUNDS)]))


def free_cores() -> float:
    """How many cores nobody uses now."""
    busy: float = psutil.cpu_percent(LOOKED_SECONDS)
    return (os.cpu_count() or 1) * (1 - busy / 100)


def rates(pool: Pool, *cells: DatabaseUrls) -> Sequence[float]:
    """Events a second of each of these at once, each written by a process of its own."""
    return pool.map(rate, cells, 1)


def rate(cell: DatabaseUrls) -> float:
    """Events a second."""
    return journal_rate(cell, THREADS, THREADS)


def compared(rounds: Sequence[tuple[float, Sequence[float]]]) -> str:
    """The figure: the median of what rounds have come to, as the machine's pace changes."""
    alone, together = median(one for one, _ in rounds), median(sum(both) for _, both in rounds)
    ratio = median(sum(both) / one for one, both in rounds)
    return f"one cell {alone:.0f} events/s, two at once {together:.0f} events/s, {ratio:.2f} x one"


if __name__ == "__main__":
    main()
