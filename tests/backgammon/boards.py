"""Boards to test with: written in words, and come to by chance."""

import random
from collections.abc import Iterator

from domain.backgammon.checkers import BAR, OFF, STARTS, Position, across, checkers_on
from domain.backgammon.moves import plays
from domain.backgammon.wins import is_all_off

ROLLS = tuple((larger, smaller) for larger in range(1, 7) for smaller in range(1, larger + 1))
"""All twenty-one."""


def side(text: str) -> bytes:
    """A side's checkers, as `bar:1 24:2 6:5 off:7`."""
    pairs = (part.split(":") for part in text.split())
    named = {"bar": BAR, "off": OFF}
    return checkers_on({named[place] if place in named else int(place): int(count) for place, count in pairs})


def board(mine: str, theirs: str) -> Position:
    """A board as the side on roll sees it; each side's points are its own."""
    return Position(side(mine), side(theirs))


def boards_by_chance(seed: int, number: int) -> Iterator[Position]:
    """So many boards: most come up in play, every third is any distribution of checkers at all."""
    rng = random.Random(seed)  # noqa: S311 -- the same boards each time
    position = STARTS["backgammon"]
    for index in range(number):
        if index % 3 == 2:
            yield _scattered(rng)
            continue
        yield position
        roll = rng.randint(1, 6), rng.randint(1, 6)
        position = rng.choice(sorted(plays(position, roll))).flip()
        if is_all_off(position.theirs):
            position = STARTS[rng.choice(("backgammon", "nackgammon"))]


def _scattered(rng: random.Random) -> Position:
    """Up to fifteen of each side anywhere, often near home, never both on one point."""
    taken: set[int] = set()
    sides = []
    for _ in range(2):
        counts = [0] * 26
        reach = rng.choice((6, 12, 25))
        free = [place for place in range(1, reach + 1) if place == 25 or across(place) not in taken]
        for _ in range(rng.randint(1, 15) if free else 0):
            counts[rng.choice(free)] += 1
        counts[0] = 15 - sum(counts)
        taken = {place for place in range(1, 25) if counts[place]}
        sides.append(bytes(counts))
    return Position(sides[0], sides[1])
