"""How the Swiss pairing grows with the field, in ordinary rounds and where the walk dead-ends:
python -m tests.bench.swiss_pairing

Prints milliseconds of the processor for asking whether a field can be paired and for pairing it, how often somebody was
passed over because the rest could not have been paired, and how much more than the field before it a larger one takes.
A field that can't be paired without a rematch is paired with the fewest.
"""

import sys
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from time import process_time
from typing import TypeVar

from domain.pairing.players import Player
from domain.pairing.walk import can_be_paired, pair, pair_with_rematches
from tests.bench.sizes import sized
from tests.pairing.seasons import Season

SEED, WINDOW = 7, 3
Made = TypeVar("Made")


def chance() -> Random:
    return Random(SEED)  # noqa: S311 -- to be repeated, not to be secret


def milliseconds(work: Callable[[], Made]) -> tuple[Made, float]:
    begun = process_time()
    made = work()
    return made, (process_time() - begun) * 1000


def late(count: int, rounds: int) -> list[Player]:
    """A field after so many rounds of a season."""
    season = Season(count, chance())
    for _ in range(rounds):
        season.play(pair_with_rematches(season.players(), season.window))
    return season.players()


def level(met: Sequence[set[int]]) -> list[Player]:
    """Players without a point, of random colours, who have met so."""
    colours = chance()
    return [Player(entry, 0, colours.choice(("red", "blue")), met[entry]) for entry in range(len(met))]


def circles(sizes: Sequence[int]) -> list[Player]:
    """Circles of friends, one after the other in the order, in each of which all have met. The walk pairs the first
    with the second until nobody but the third is left; from then on everybody dead-ends at all of their own kind."""
    met: list[set[int]] = []
    for size in sizes:
        friends = set(range(len(met), len(met) + size))
        met += [friends] * size
    return level(met)


def few_unmet(count: int, each: int) -> list[Player]:
    """All have met but a few, in a circle and across: nearly as many rounds as there are opponents."""
    unmet: list[set[int]] = [{entry} for entry in range(count)]
    across = chance()
    edges = [(entry, (entry + 1) % count) for entry in range(count)]
    edges += [(across.randrange(count), across.randrange(count)) for _ in range(count * (each - 2) // 2)]
    for one, other in edges:
        unmet[one].add(other)
        unmet[other].add(one)
    return level([set(range(count)) - others for others in unmet])


KINDS: dict[str, Sequence[Callable[[], list[Player]]]] = {
    "ordinary: the first round": [partial(late, count, 0) for count in (100, 1_000, 10_000)],
    "ordinary: the last round": [partial(late, 100, 6), partial(late, 1_000, 9), partial(late, 10_000, 13)],
    "dead ends: three rounds fewer than opponents": [partial(late, count, count - 4) for count in (10, 100, 300)],
    "dead ends: three circles of friends": [partial(circles, (3 * n, 3 * n, 4 * n)) for n in (10, 100, 300)],
    "dead ends: a circle of nearly half": [partial(circles, (n, n, 3 * n, 5 * n)) for n in (10, 100, 300)],
    "dead ends: all but three have met": [partial(few_unmet, count, 3) for count in (100, 1_000, 3_000)],
    "none: a circle of friends too large": [partial(circles, (2 * n, 2 * n, 6 * n)) for n in (10, 100, 300)],
    "none: all have met": [partial(circles, (10 * n,)) for n in (10, 100, 300)],
}


def line(players: Sequence[Player]) -> tuple[float, str]:
    """How long the pairing took, and what is printed of it."""
    able, asking = milliseconds(partial(can_be_paired, players))
    pairing, pairing_ms = milliseconds(partial(pair if able else pair_with_rematches, players, WINDOW))
    if pairing is None:
        raise ValueError("a field that can be paired was not")
    counts = [one.why.counts for one in pairing.pairs]
    rest, rematches = (sum(one[name] for one in counts) for name in ("passed_rest", "rematch"))
    found = (
        f"asked {asking:7.1f} ms, paired {pairing_ms:7.1f} ms, {rest} passed over for the rest, {rematches} rematches"
    )
    return pairing_ms, f"{len(players):6d} players: {found}"


def main() -> None:
    for name, fields in KINDS.items():
        sys.stdout.write(f"{name}\n")
        before: float | None = None
        for field in fields[: sized(2, 3)]:
            took, text = line(field())
            sys.stdout.write(f"{text}{f' (x{took / before:.1f})' if before else ''}\n")
            before = took


if __name__ == "__main__":
    main()
