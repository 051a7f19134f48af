"""The wiring of eliminations after two or three losses (DE-1 to DE-7, DE-13, DE-14)."""

from collections.abc import Sequence
from functools import cache

from domain.pairing.bracket import rounds_of, seats_of
from domain.pairing.feeding import Feeding
from domain.pairing.wiring import (
    GRAND,
    LOWER,
    UPPER,
    Builder,
    Drop,
    Drops,
    Feed,
    Grand,
    LoserOf,
    Seed,
    WinnerOf,
    Wiring,
    grand_final,
    knockout,
    named_masks,
    neighbours,
)

THIRD, MERGED = "third", "merged"
"""The bracket of those with two losses, and the knockout of those who are left of several brackets."""


@cache
def elimination(
    entrants: int,
    grand: Grand,
    lives: int = 2,
    merge: tuple[int, ...] = (),
    drops: tuple[Drop, ...] = (),
    *,
    half_in_lower: bool = False,
) -> Wiring:
    """DE-1 to DE-7. With three `lives` losers of the lower bracket come into a third (DE-14). With `merge` each bracket
    ends with so many left, who play a knockout (DE-13). `drops` are those of DE-4, none: `spread`; with
    `half_in_lower` the worse seed of each first pair begins in the lower bracket (DE-10). *Reading:* of two both begin
    above."""
    build = Builder(entrants)
    half_in_lower = half_in_lower and entrants > 2
    undefeated, *others = _left_of_each(entrants, merge, half_in_lower=half_in_lower)
    half = 1 << rounds_of(entrants) >> 1
    upper = knockout(build, UPPER, half if half_in_lower else None, left=undefeated)
    if not upper:
        return build.wiring((), ())
    below: Sequence[Feed] = _beginning_below(half) if half_in_lower else ()
    lower = _lower(build, upper, others[0], drops or ("spread",), below)
    third = _third(build, others[1] if len(others) > 1 else 1) if lives > 2 else ()
    sections = [one for one in (THIRD, LOWER) if build.has(one)]
    if merge:
        field = [*map(WinnerOf, upper[-1]), *lower, *(third if len(merge) > 2 else ())]
        return build.wiring((*sections, UPPER, MERGED), (_merge_undefeated(build, field),))
    if grand == "none":
        return build.wiring((*sections, UPPER), (upper[-1][0],))
    return build.wiring((*sections, UPPER, GRAND), grand_final(build, (WinnerOf(upper[-1][0]), lower[0]), grand))


def _left_of_each(entrants: int, merge: tuple[int, ...], *, half_in_lower: bool) -> Sequence[int]:
    """The number of entries left of each bracket at its end: a round is played in the upper one, however few there
    are."""
    most = max(1 << rounds_of(entrants) >> 1 + half_in_lower, 1)
    return [min(left, most) for left in merge] or [1, 1]


def _beginning_below(half: int) -> Sequence[Feed]:
    """DE-10: the worse seed of each first pair, in the order of the bracket, as if beaten there."""
    return [Seed(2 * half + 1 - seed) for seed in seats_of(rounds_of(half))]


def _lower(
    build: Builder, upper: Sequence[Sequence[str]], left: int, drops: Sequence[Drop], below: Sequence[Feed]
) -> Sequence[Feed]:
    """DE-2, DE-3: as far as so many are left after the last drop; those who begin `below` come first."""
    beaten: list[Sequence[Feed]] = [[LoserOf(name) for name in names] for names in upper]
    groups = [below, *beaten] if below else beaten
    masks = named_masks(drops, rounds_of(build.entrants), len(groups))
    return Drops(build, LOWER, groups, masks).play("long", left)


def _third(build: Builder, left: int) -> Sequence[Feed]:
    """CON-13: the losers of each round of the lower bracket come in as they lose."""
    rounds: dict[int, list[Feed]] = {}
    for place in build.places.values():
        beaten = LoserOf(place.name)
        if place.section == LOWER and build.real(beaten):
            rounds.setdefault(place.round, []).append(beaten)
    return Feeding(build, THIRD, [rounds[one] for one in sorted(rounds)]).play(left)


def _merge_undefeated(build: Builder, field: Sequence[Feed]) -> str:
    """DE-13: the undefeated have the first seats of a knockout; answers its final."""
    rounds = rounds_of(len(field))
    empty = (Seed(build.entrants + number) for number in range(1, (1 << rounds) - len(field) + 1))
    seats = [*field, *empty]
    coming = _apart(build, [seats[seed - 1] for seed in seats_of(rounds)], field)
    for round_ in range(1, rounds + 1):
        coming = build.round(MERGED, round_, neighbours(coming))
    return f"{MERGED}-{rounds}-1"


def _apart(build: Builder, seats: list[Feed], field: Sequence[Feed]) -> Sequence[Feed]:
    """Two of the worse half exchange their seats while those who meet first are then less likely to have met."""
    chance = Feeding(build, MERGED, ()).chance
    behind = [place for place, feed in enumerate(seats) if feed in field[len(field) // 2 :]]

    def meeting_chance(one: int, other: int) -> int:
        return chance(seats[one], seats[one ^ 1]) + chance(seats[other], seats[other ^ 1])

    for one in behind:
        for other in behind:
            before = meeting_chance(one, other)
            seats[one], seats[other] = seats[other], seats[one]
            if meeting_chance(one, other) >= before:
                seats[one], seats[other] = seats[other], seats[one]
    return seats
