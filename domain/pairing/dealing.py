"""Dealing a field to groups, and seating those who come out of them (GRP-1 to GRP-3, GRP-8, GRP-9)."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Literal

from domain.pairing.assignment import cheapest
from domain.pairing.bracket import seats_of

Dealing = Literal["snake", "deal"]


def pots(field: Sequence[int], groups: int) -> list[Sequence[int]]:
    """GRP-2: the field in pots of as many as there are groups, the first seeds first; the last may have fewer."""
    return [field[start : start + groups] for start in range(0, len(field), groups)]


def dealt(
    dealt_pots: Sequence[Sequence[int]], groups: int, dealing: Dealing, label: Mapping[int, Hashable] | None = None
) -> list[list[int]]:
    """GRP-2: every pot to the groups in order; with `snake` every other from the last group back. GRP-3: with labels so
    that in each pot as few as can be meet one of their own label; of the dealings that do, the one that gives the pot's
    first the first group still due, then its second, and so on."""
    made: list[list[int]] = [[] for _ in range(groups)]
    for number, pot in enumerate(dealt_pots):
        due = _in_order(groups, number, dealing)[: len(pot)]
        clashes = [[sum(_alike(label or {}, entry, other) for other in made[group]) for group in due] for entry in pot]
        for entry, place in zip(pot, cheapest(clashes), strict=True):
            made[due[place]].append(entry)
    return made


def _in_order(groups: int, pot: int, dealing: Dealing) -> Sequence[int]:
    order = range(groups)
    return order[::-1] if dealing == "snake" and pot % 2 else order


def _alike(label: Mapping[int, Hashable], one: int, other: int) -> bool:
    return label.get(one) is not None and label.get(one) == label.get(other)


def group_names(groups: int) -> list[str]:
    """A, B, C ...; AA, AB ... after Z."""
    letters = [chr(ord("A") + number) for number in range(26)]
    return letters[:groups] if groups <= len(letters) else [a + b for a in letters for b in letters][:groups]


Tier = Sequence[tuple[int, int]]
"""Those who came to the same place in their groups: each entry with its group, in the order of the groups."""


def seeds_of(tiers: Sequence[Tier]) -> list[int]:
    """GRP-8, GRP-9: the entries as they are seeded in the bracket that follows, the first seed first.

    Two of each of 2, 4, 8 ... groups cross: the second of a group stands opposite the first of its partner, so that two
    of one group meet in the final only. Else the firsts have the first seeds, and each further tier the next, placed so
    that as few as possible could meet one of their own group in round 1, then in round 2, and so on.
    """
    if len(tiers) == 2 and len(tiers[0]) == len(tiers[1]) and len(tiers[0]).bit_count() == 1 and len(tiers[0]) > 1:
        return [*(entry for entry, _ in tiers[0]), *_cross_partners(tiers[1])]
    seats = _Seats(sum(map(len, tiers)))
    for tier in tiers:
        seats.place(tier)
    return seats.entries


def _cross_partners(seconds: Tier) -> Iterator[int]:
    """GRP-8: partners are the first and second group, the third and fourth ...; seed 2g + 1 − t is opposite seed t."""
    return (seconds[place ^ 1][0] for place in reversed(range(len(seconds))))


class _Seats:
    """The seats of a bracket for so many, filled seed by seed."""

    def __init__(self, entrants: int) -> None:
        self._rounds = max(entrants - 1, 0).bit_length()
        self._seat = {seed: place for place, seed in enumerate(seats_of(self._rounds))}
        self.entries: list[int] = []
        self._groups: list[int] = []

    def place(self, tier: Tier) -> None:
        """The tier on the next seeds."""
        first = len(self.entries) + 1
        seeds = range(first, first + len(tier))
        order = cheapest([[self._clashes(group, seed) for seed in seeds] for _, group in tier])
        at = dict(zip(order, tier, strict=True))
        for place in range(len(tier)):
            self.entries.append(at[place][0])
            self._groups.append(at[place][1])

    def _clashes(self, group: int, seed: int) -> int:
        """Those of that group who it could meet from there, one of an earlier round counting more than all of later
        ones: two seats meet in the round of the highest bit in which they differ."""
        most = len(self._seat) + 1
        meets = ((self._seat[seed] ^ self._seat[number]).bit_length() for number in self._of(group))
        return sum(most ** (self._rounds - round_) for round_ in meets)

    def _of(self, group: int) -> Iterator[int]:
        return (seed for seed, other in enumerate(self._groups, 1) if other == group)
