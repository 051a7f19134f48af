"""Sets of positions as the bits of one integer: what is in both, or in one and not the other, is a single operation."""

from collections.abc import Iterator


def bit(position: int) -> int:
    """The set of one position, from 0."""
    return 1 << position


def higher_than(position: int) -> int:
    """The set of all positions that come before this one: those that stand higher in an order."""
    return (1 << position) - 1


def lowest(bits: int) -> int:
    """The lowest position in a set that is not empty."""
    return (bits & -bits).bit_length() - 1


def positions(bits: int) -> Iterator[int]:
    """The positions in the set, the lowest first."""
    while bits:
        yield lowest(bits)
        bits &= bits - 1
