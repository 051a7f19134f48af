"""Where all of a bracket is in its picture: slots in columns by round, each beside those that lead to it. A slot of
which one side has no opponent to come is folded: it takes no room, and its player is in the next one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from domain.pairing.round_names import OF_ALL

HEIGHT, GAP, BETWEEN, MARGIN, HEAD = 56, 40, 26, 6, 34
"""A slot's height, from one column to the next, from one slot of the first round to the next, around the picture, and
for the names of the rounds; in units of the picture, of which a line of text is 18 high."""
WIDTH, WIDE, FEW_COLUMNS = 248, 320, 3
"""A slot's width; where there are few columns there is room for longer names."""
BESIDE_NAME, LETTER = 58, 9.5
ROUNDS_OF_PART = 4
Json = Mapping[str, Any]
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Box:
    """A slot of the chart and its upper left corner."""

    x: float
    y: float
    slot: Json


@dataclass(frozen=True, slots=True)
class Column:
    """Where a round's name is, and its number in the chart from 1."""

    x: float
    number: int


@dataclass(frozen=True, slots=True)
class Line:
    """The way from a slot to the next as points, and the entry that has gone it."""

    points: tuple[tuple[float, float], ...]
    entry: int | None


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture's size, a slot's width, the rounds that have a slot, the slots, and the lines between them."""

    width: float
    height: float
    slot_width: float
    columns: tuple[Column, ...]
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]

    @property
    def letters(self) -> int:
        """The number of letters of a name that have room in a slot."""
        return int((self.slot_width - BESIDE_NAME) / LETTER)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a bracket that fits on a sheet: its picture, and the number of its first round."""

    picture: Picture
    first_round: int = 1


def parts(chart: Json) -> list[Part]:
    """The bracket in parts: of 16 entrants each for their first four rounds, and then the rest."""
    rounds: Sequence[Sequence[Json]] = chart["rounds"]
    if len(rounds) <= ROUNDS_OF_PART:
        return [Part(drawn(chart))]
    first, rest = rounds[:ROUNDS_OF_PART], rounds[ROUNDS_OF_PART:]
    blocks = [_block(first, number) for number in range(len(first[-1]))]
    last = drawn({"rounds": rest, "third": chart["third"]})
    return [*map(Part, blocks), Part(last, ROUNDS_OF_PART + 1)]


def _block(rounds: Sequence[Sequence[Json]], number: int) -> Picture:
    """The slots that lead to the slot with that number, from 0, of the last of these rounds."""
    sizes = [2 ** (len(rounds) - 1 - place) for place in range(len(rounds))]
    own = [slots[number * size : (number + 1) * size] for slots, size in zip(rounds, sizes, strict=True)]
    return drawn({"rounds": own, "third": None})


@dataclass(frozen=True, slots=True)
class Named:
    """One of several brackets: its name, its chart, and its picture."""

    name: str
    chart: Json
    picture: Picture


def all_drawn(chart: Json) -> list[Named]:
    """The brackets of a chart of several."""
    before = chart.get("rounds_before", 0)
    charts = [
        {
            "name": one["name"],
            "rounds": one["rounds"],
            "third": None,
            "rounds_before": before if one["name"] in OF_ALL else 0,
        }
        for one in chart["brackets"]
    ]
    return [Named(one["name"], one, drawn(one)) for one in charts]


def drawn(chart: Json) -> Picture:
    """The bracket of a knockout's chart."""
    rounds: Sequence[Sequence[Json]] = chart["rounds"]
    leads_to = _ways(rounds)
    lines = _lines(rounds, leads_to)
    known = {place for place in leads_to if not chart.get("reseeds") or _of(rounds, place).get("plays_on_in")}
    columns = range(min(lines)[0], max(lines)[0] + 1)
    width = WIDE if len(columns) <= FEW_COLUMNS else WIDTH
    left = {column: MARGIN + place * (width + GAP) for place, column in enumerate(columns)}
    boxes = {place: Box(left[place[0]], y, rounds[place[0]][place[1]]) for place, y in lines.items()}
    third = _third(boxes[len(rounds) - 1, 0], chart["third"]) if chart["third"] else ()
    shown = (*(boxes[place] for place in sorted(boxes)), *third)
    ways = [(boxes[one], boxes[to]) for one, to in sorted(leads_to.items()) if {one, to} <= {*boxes} and one in known]
    return Picture(
        width=2 * MARGIN + len(columns) * (width + GAP) - GAP,
        height=max(box.y for box in shown) + HEIGHT + MARGIN,
        slot_width=width,
        columns=tuple(Column(left[one], one + 1) for one in columns),
        boxes=shown,
        lines=tuple(_line(box, to, width) for box, to in ways),
    )


def seeds(chart: Json) -> dict[int, int]:
    """The seed of each entry of the bracket."""
    seats = (seat for slots in chart["rounds"] for slot in slots for seat in slot["seats"])
    return {seat["entry"]: seat["seed"] for seat in seats if seat["entry"] and seat.get("seed")}


def is_folded(slot: Json) -> bool:
    """Whether nobody meets there, ever: a seat is empty, and waits for nobody."""
    waits = ("entry", "waits_for", "group", "to_be_drawn")
    empty = (seat for seat in slot.get("seats", ()) if not any(seat.get(one) for one in waits))
    return not slot.get("matches") and any(empty)


def _ways(rounds: Sequence[Sequence[Json]]) -> dict[Place, Place]:
    """Where each slot leads to: as it says itself, or else two by two."""
    at = {slot["slot"]: (column, row) for column, slots in enumerate(rounds) for row, slot in enumerate(slots)}
    ways = {place: _way(_of(rounds, place), place, at) for place in at.values()}
    return {place: to for place, to in ways.items() if to is not None and to in at.values()}


def _of(rounds: Sequence[Sequence[Json]], place: Place) -> Json:
    return rounds[place[0]][place[1]]


def _way(slot: Json, place: Place, at: Mapping[str, Place]) -> Place | None:
    column, row = place
    if slot.get("plays_on_in"):
        return at.get(slot["plays_on_in"])
    return at.get(slot["winner_to"]) if "winner_to" in slot else (column + 1, row // 2)


def _lines(rounds: Sequence[Sequence[Json]], leads_to: Mapping[Place, Place]) -> dict[Place, float]:
    """The height of each slot that is shown: in the middle of those that lead to it; one that none leads to takes the
    next line."""
    found: dict[Place, float] = {}
    lines = count()
    coming: dict[Place, list[Place]] = {}
    for place, to in leads_to.items():
        coming.setdefault(to, []).append(place)

    def put(column: int, row: int) -> None:
        before = coming.get((column, row), [])
        for place in before:
            put(*place)
        slot = rounds[column][row]
        if column + 1 < len(rounds) and is_folded(slot):
            return
        heights = [found[place] for place in before if place in found]
        if heights and slot.get("empty"):
            return
        in_middle = sum(heights) / len(heights) if heights else None
        found[column, row] = HEAD + MARGIN + (HEIGHT + BETWEEN) * next(lines) if in_middle is None else in_middle

    for row in range(len(rounds[-1])):
        put(len(rounds) - 1, row)
    return _stairs(found) if _is_ladder(rounds) else found


def _is_ladder(rounds: Sequence[Sequence[Json]]) -> bool:
    """Whether one more comes in at each round: a stepladder."""
    return len(rounds) > 1 and all(len(slots) == 1 for slots in rounds)


def _stairs(found: Mapping[Place, float]) -> dict[Place, float]:
    """A ladder goes up a step with each round, so that its picture is not a flat line."""
    last = max(column for column, _ in found)
    return {place: HEAD + MARGIN + (HEIGHT + BETWEEN) * (last - place[0]) for place in found}


def _line(box: Box, to: Box, width: float) -> Line:
    """From a slot to the one that it leads to."""
    middle, turn, end = box.y + HEIGHT / 2, to.x - GAP / 2, to.y + HEIGHT / 2
    return Line(((box.x + width, middle), (turn, middle), (turn, end), (to.x, end)), box.slot.get("winner"))


def _third(final: Box, slot: Json) -> tuple[Box]:
    """The match for the third place is below the final."""
    return (Box(final.x, final.y + HEIGHT + 2 * BETWEEN + HEAD / 2, slot),)
