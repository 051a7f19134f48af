"""The Berger table: who meets who in which round where everyone meets everyone (RR-3 to RR-5, RR-14)."""

from collections.abc import Sequence
from itertools import chain

Pairs = Sequence[tuple[int, int]]
"""The pairs of a round by number, the first side first. A number beyond the entrants is nobody: the other rests."""


def one_cycle(entrants: int) -> list[Pairs]:
    """RR-3: each round of one cycle, of two entrants or more."""
    seats = entrants + entrants % 2
    return [_round(seats, round_) for round_ in range(1, seats)]


def table(entrants: int, cycles: int = 1, rounds: int | None = None) -> list[Pairs]:
    """RR-5: all cycles, every other with the sides exchanged; in an even field the last two rounds of each but the
    last change places, so that nobody has the same side three times running. `rounds` cuts it after so many (RR-14)."""
    cycle = one_cycle(entrants)
    swapped = [*cycle[:-2], *reversed(cycle[-2:])] if entrants % 2 == 0 else cycle
    whole = (
        [_swap_sides(pairs) if number % 2 else pairs for pairs in (cycle if number == cycles - 1 else swapped)]
        for number in range(cycles)
    )
    return [*chain.from_iterable(whole)][:rounds]


def _round(seats: int, round_: int) -> Pairs:
    odd = round_ % 2 == 1
    k = (round_ + 1) // 2 if odd else (round_ + seats) // 2
    first = (k, seats) if odd else (seats, k)
    others = [(_around(k + board, seats), _around(k - board, seats)) for board in range(1, seats // 2)]
    return [first, *others]


def _around(number: int, seats: int) -> int:
    """On the circle of all numbers but the last."""
    return (number - 1) % (seats - 1) + 1


def _swap_sides(pairs: Pairs) -> Pairs:
    return [(second, first) for first, second in pairs]
