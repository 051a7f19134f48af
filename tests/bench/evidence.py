"""The tree over the log: how fast leaves are hashed, beside plain SHA-256 over the same bytes.

python -m tests.bench.evidence
"""

import hashlib
import time
from collections.abc import Callable
from statistics import median

from domain.evidence.leaves import leaf_hashes
from domain.evidence.merkle import inclusion_proof, root
from domain.evidence.tiles import Hashes, append_hashes, nodes_in
from tests.bench.sizes import sized

EVENT_BYTES = 471
BATCH = 5_000
LEAVES = 20_000
STREAMS = [f"tournament-00000000-0000-0000-0000-00000000000{number}" for number in range(7)]
LARGEST = sized(50_000, 1_000_000)
ROUNDS = sized(15, 75)


def main() -> None:
    """Prints the median of both rates and of their ratio over rounds in which they take turns, and what a proof in a
    large tree takes."""
    states = [hashlib.shake_256(number.to_bytes(4)).digest(EVENT_BYTES) for number in range(BATCH)]
    plain, leaves, ratios = map(median, zip(*(_round(states) for _ in range(ROUNDS)), strict=True))
    print(f"plain SHA-256 {plain:,.0f}/s, leaves {leaves:,.0f}/s, ratio {ratios:.2f} (wanted 0.30)")
    tiles = _grow(states, LARGEST)
    node = nodes_in(lambda level, index: tiles[level, index])
    root(LARGEST, node)
    begin = time.process_time()
    for index in range(0, LARGEST, LARGEST // 100):
        inclusion_proof(index, LARGEST, node)
    print(f"a proof at {LARGEST:,} leaves: {(time.process_time() - begin) * 10:.2f} ms (wanted below 5)")


def _round(states: list[bytes]) -> tuple[float, float, float]:
    plain = _rate(lambda: [hashlib.sha256(state).digest() for _ in range(LEAVES // BATCH) for state in states])
    leaves = _rate(lambda: _grow(states, LEAVES))
    return plain, leaves, leaves / plain


def _grow(states: list[bytes], size: int) -> dict[tuple[int, int], Hashes]:
    tiles: dict[tuple[int, int], Hashes] = {}

    def edge(level: int, index: int) -> Hashes:
        return tiles[level, index]

    for start in range(0, size, BATCH):
        leaves = leaf_hashes((STREAMS[place % 7], place, state) for place, state in enumerate(states, start + 1))
        tiles |= append_hashes(start, edge, leaves)
    return tiles


def _rate(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return LEAVES / (time.process_time() - begin)


if __name__ == "__main__":
    main()
