"""Appending while the tree over the log is kept, beside appending without: the two take turns.

python -m tests.bench.tree_append [server URL]
"""

import sys
import time
from math import sqrt
from statistics import median

import psycopg

from ops.database import DatabaseUrls
from tests.bench.database import database
from tests.bench.journal import journal_rate
from tests.bench.sizes import sized
from tests.projections.processes import position, runner_process

ROUNDS = sized(2, 12)
THREADS = 16
WAIT_SECONDS = 60.0


def main(server_url: str | None) -> None:
    """Prints both rates, and the median of their ratios, over pairs of rounds: in each, one way goes first once, since
    what goes second finds the server warm."""
    ratios = []
    with database(server_url, "scoresheet_bench_tree") as urls:
        for number in range(ROUNDS):
            ways = {"without": _without, "with": _with}
            rates = {name: ways[name](urls) for name in sorted(ways, reverse=number % 2 == 1)}
            ratios.append(rates["with"] / rates["without"])
            print(f"without {rates['without']:,.0f} events/s, with the tree {rates['with']:,.0f} events/s")
    pairs = [sqrt(first * second) for first, second in zip(ratios[::2], ratios[1::2], strict=True)]
    print(f"ratio {median(pairs):.2f} (wanted 0.90), from {min(pairs):.2f} to {max(pairs):.2f}")


def _without(urls: DatabaseUrls) -> float:
    return journal_rate(urls, THREADS, THREADS)


def _with(urls: DatabaseUrls) -> float:
    """The tree has caught up when the time begins."""
    with runner_process(urls.signer, "evidence"):
        deadline = time.monotonic() + WAIT_SECONDS
        while position(urls.signer, "evidence") < _newest(urls) and time.monotonic() < deadline:
            time.sleep(0.05)
        return journal_rate(urls, THREADS, THREADS)


def _newest(urls: DatabaseUrls) -> int:
    with psycopg.connect(urls.owner) as connection:
        row = connection.execute("SELECT coalesce(max(position), 0) FROM events").fetchone()
    return 0 if row is None else int(row[0])


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
