"""Where everything of a backgammon board is in its picture (GAM-1, GAM-2). The first side sits below, bears off at the
right, and its checkers are the light ones. Points are numbered as the side on roll counts them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from domain.backgammon.checkers import BAR, OFF, Checkers, across, pips
from domain.backgammon.situation import Situation
from domain.kernel.values import Side

POINT, RADIUS, MOST_SHOWN = 44, 20, 5
CUBES, LINE, NUMBERS, TALL = 56, 34, 28, 208
"""The column of the cube, the line of a side, that of the numbers, and the height of a point."""
MIDDLE = 64
LEFT, TOP = CUBES, LINE + NUMBERS
WIDTH, BOTTOM = CUBES + 13 * POINT + CUBES, LINE + NUMBERS + 2 * TALL + MIDDLE
HEIGHT = BOTTOM + NUMBERS + LINE
_PIPS = {
    1: (4,),
    2: (0, 8),
    3: (0, 4, 8),
    4: (0, 2, 6, 8),
    5: (0, 2, 4, 6, 8),
    6: (0, 2, 3, 5, 6, 8),
}
"""By number, which of nine places of a die have a pip."""
DIE, _PIP_STEP = 44, 12


@dataclass(frozen=True, slots=True)
class Spike:
    """A point: its triangle, its number, and where that is."""

    corners: tuple[tuple[int, int], ...]
    is_dark: bool
    number: int
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Checker:
    """A checker; `count` is how many lie on that place, where they are more than are drawn."""

    side: Side
    x: int
    y: int
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Borne:
    """Checkers that are off."""

    side: Side
    x: int
    y: int
    count: int


@dataclass(frozen=True, slots=True)
class Die:
    """A die: its upper left corner, and its pips."""

    x: int
    y: int
    pips: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Cube:
    """The cube: its middle, and what it shows."""

    x: int
    y: int
    shows: int


@dataclass(frozen=True, slots=True)
class Way:
    """A checker's way in a play."""

    from_x: int
    from_y: int
    to_x: int
    to_y: int


@dataclass(frozen=True, slots=True)
class SideLine:
    """The facts of a side: its points, and how many pips it has to go."""

    side: Side
    y: int
    points: int
    pips: int


@dataclass(frozen=True, slots=True)
class Picture:
    """All of it; the cube is None in the Crawford game."""

    width: int
    height: int
    spikes: tuple[Spike, ...]
    checkers: tuple[Checker, ...]
    borne: tuple[Borne, ...]
    dice: tuple[Die, ...]
    cube: Cube | None
    ways: tuple[Way, ...]
    lines: tuple[SideLine, ...]
    length: int
    on_roll: Side


def drawn(situation: Situation, moves: Sequence[tuple[int, int]] = ()) -> Picture:
    """The board, with the ways of a play's checkers, as the side on roll counts its points."""
    return Picture(
        WIDTH,
        HEIGHT,
        spikes=tuple(_spike(point, situation.on_roll) for point in range(1, 25)),
        checkers=tuple(_checkers("first", situation.board.mine)) + tuple(_checkers("second", situation.board.theirs)),
        borne=tuple(_borne(situation)),
        dice=tuple(_dice(situation)),
        cube=None if situation.crawford else _cube(situation),
        ways=tuple(_ways(situation, moves)),
        lines=tuple(_lines(situation)),
        length=situation.length,
        on_roll=situation.on_roll,
    )


def _x(point: int) -> int:
    """The middle of a point, as the first side counts it."""
    place = point - 13 if point > 12 else 12 - point
    return LEFT + POINT * (place + (place > 5)) + POINT // 2


def _spike(point: int, on_roll: Side) -> Spike:
    is_above, x = point > 12, _x(point)
    foot, tip = (TOP, TOP + TALL - 12) if is_above else (BOTTOM, BOTTOM - TALL + 12)
    half = POINT // 2
    number = point if on_roll == "first" else across(point)
    y = TOP - 8 if is_above else BOTTOM + 22
    return Spike(((x - half, foot), (x, tip), (x + half, foot)), bool(point % 2) == is_above, number, x, y)


def _place(side: Side, place: int, stacked: int) -> tuple[int, int]:
    """The middle of the checker on top of so many others, as its side counts the place."""
    if place == BAR:
        x, down = LEFT + POINT * 6 + POINT // 2, RADIUS * 2 * stacked
        middle = (TOP + BOTTOM) // 2
        return x, middle - 58 - down if side == "first" else middle + 58 + down
    if place == OFF:
        return WIDTH - CUBES // 2, BOTTOM - TALL // 2 if side == "first" else TOP + TALL // 2
    point = place if side == "first" else across(place)
    rise = RADIUS + RADIUS * 2 * stacked
    return _x(point), TOP + rise if point > 12 else BOTTOM - rise


def _checkers(side: Side, checkers: Checkers) -> Iterator[Checker]:
    for place in range(1, BAR + 1):
        most = 3 if place == BAR else MOST_SHOWN
        for stacked in range(min(checkers[place], most)):
            is_told = stacked == most - 1 and checkers[place] > most
            yield Checker(side, *_place(side, place, stacked), checkers[place] if is_told else None)


def _borne(situation: Situation) -> Iterator[Borne]:
    sides: Iterable[tuple[Side, Checkers]] = (("first", situation.board.mine), ("second", situation.board.theirs))
    for side, checkers in sides:
        if checkers[OFF]:
            yield Borne(side, *_place(side, OFF, 0), checkers[OFF])


def _dice(situation: Situation) -> Iterator[Die]:
    """In the half at the right of who has rolled."""
    if situation.roll is None:
        return
    half = 7 if situation.on_roll == "first" else 0
    middle = LEFT + POINT * (half + 3)
    y = (TOP + BOTTOM - DIE) // 2
    for x, number in zip((middle - DIE - 8, middle + 8), situation.roll, strict=True):
        places = (
            (x + DIE // 2 + _PIP_STEP * (at % 3 - 1), y + DIE // 2 + _PIP_STEP * (at // 3 - 1)) for at in _PIPS[number]
        )
        yield Die(x, y, tuple(places))


def _cube(situation: Situation) -> Cube:
    """At the left, where its holder sits; one that is offered lies where the other side is to take it."""
    middle, cube = (TOP + BOTTOM) // 2, situation.cube
    if situation.offered:
        half = 0 if situation.on_roll == "first" else 7
        return Cube(LEFT + POINT * (half + 3), middle, cube.doubled)
    y = {"first": BOTTOM - 26, "second": TOP + 26, None: middle}[cube.holder]
    return Cube(CUBES // 2, y, 64 if cube.holder is None else cube.value)


def _ways(situation: Situation, moves: Sequence[tuple[int, int]]) -> Iterator[Way]:
    """Each from the top of its place to the top of the next, as checkers lie when its turn comes."""
    side = situation.on_roll
    counts = list(situation.seen_on_roll.mine)
    for start, end in moves:
        yield Way(*_top(side, start, counts[start] - 1), *_top(side, end, counts[end]))
        counts[start], counts[end] = counts[start] - 1, counts[end] + 1


def _top(side: Side, place: int, stacked: int) -> tuple[int, int]:
    return _place(side, place, max(0, min(stacked, (3 if place == BAR else MOST_SHOWN) - 1)))


def _lines(situation: Situation) -> Iterator[SideLine]:
    first, second = situation.score
    yield SideLine("second", 24, second, pips(situation.board.theirs))
    yield SideLine("first", HEIGHT - 10, first, pips(situation.board.mine))
