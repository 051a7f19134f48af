"""Where all of a bracket stands in its picture: slots in columns by round, each beside those that lead to it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

WIDTH, HEIGHT, GAP, BETWEEN, MARGIN, HEAD = 228, 52, 36, 14, 4, 30
"""A slot's width and height, from one column to the next, from one slot of the first round to the next, around the
picture, and for the names of the rounds; in units of the picture, of which a line of text is 18 high."""
ROUNDS_OF_PART = 4
Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Box:
    """A slot of the chart and its upper left corner."""

    x: float
    y: float
    slot: Json


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture's size, the place of each round's name, the slots, and the lines between them as points."""

    width: float
    height: float
    columns: tuple[float, ...]
    boxes: tuple[Box, ...]
    lines: tuple[tuple[tuple[float, float], ...], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a bracket that fits on a sheet: its picture, the number of its first round, and how many rounds follow
    that stand on another one."""

    picture: Picture
    first_round: int = 1
    rounds_after: int = 0


def parts(chart: Json) -> list[Part]:
    """The bracket in parts: of 16 entrants each for their first four rounds, and then the rest."""
    rounds: Sequence[Sequence[Json]] = chart["rounds"]
    if len(rounds) <= ROUNDS_OF_PART:
        return [Part(drawn(chart))]
    first, rest = rounds[:ROUNDS_OF_PART], rounds[ROUNDS_OF_PART:]
    blocks = [_block(first, number) for number in range(len(first[-1]))]
    last = drawn({"rounds": rest, "third": chart["third"]})
    return [*(Part(block, 1, len(rest)) for block in blocks), Part(last, ROUNDS_OF_PART + 1)]


def _block(rounds: Sequence[Sequence[Json]], number: int) -> Picture:
    """What leads to the slot with that number, from 0, of the last of these rounds."""
    sizes = [2 ** (len(rounds) - 1 - place) for place in range(len(rounds))]
    own = [slots[number * size : (number + 1) * size] for slots, size in zip(rounds, sizes, strict=True)]
    return drawn({"rounds": own, "third": None})


def drawn(chart: Json) -> Picture:
    """The bracket of a knockout's chart."""
    rounds: Sequence[Sequence[Json]] = chart["rounds"]
    boxes = [_column(column, slots) for column, slots in enumerate(rounds)]
    lines = tuple(line for before, after in pairwise(boxes) for line in _lines(before, after))
    third = _third(boxes[-1][0], chart["third"]) if chart["third"] else ()
    shown = (*(box for column in boxes for box in column), *third)
    return Picture(
        width=2 * MARGIN + len(rounds) * (WIDTH + GAP) - GAP,
        height=max(box.y for box in shown) + HEIGHT + MARGIN,
        columns=tuple(_left(column) for column in range(len(rounds))),
        boxes=shown,
        lines=lines,
    )


def _left(column: int) -> float:
    return MARGIN + column * (WIDTH + GAP)


def _column(column: int, slots: Sequence[Json]) -> list[Box]:
    step = (HEIGHT + BETWEEN) * 2**column
    first = HEAD + MARGIN + (step - HEIGHT - BETWEEN) / 2
    return [Box(_left(column), first + step * place, slot) for place, slot in enumerate(slots)]


def _lines(before: Sequence[Box], after: Sequence[Box]) -> Iterator[tuple[tuple[float, float], ...]]:
    """From each slot to the one that it leads to."""
    for place, box in enumerate(before):
        to = after[place // 2]
        middle, turn = box.y + HEIGHT / 2, to.x - GAP / 2
        yield (box.x + WIDTH, middle), (turn, middle), (turn, to.y + HEIGHT / 2), (to.x, to.y + HEIGHT / 2)


def _third(final: Box, slot: Json) -> tuple[Box]:
    """The match for the third place stands below the final."""
    return (Box(final.x, final.y + HEIGHT + 3 * BETWEEN, slot),)
