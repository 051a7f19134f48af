"""Where everything of a ring is in its picture: players around a circle, and a chord for each game between them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any, Literal

SIDE, LONGEST_NAME, LINE, NODE = 64, 190, 21, 15
"""Between two players on the circle, beside it for names, a line of text, and the radius of a player's mark."""
SMALLEST = 150
BEND = 0.18
"""How far the way of a game bends, of its length."""
Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Node:
    """A player of the chart, where their mark stands, and where their name does, which begins or ends there."""

    x: float
    y: float
    name_x: float
    name_y: float
    anchor: Literal["start", "middle", "end"]
    seat: Json


@dataclass(frozen=True, slots=True)
class Chord:
    """A game of the chart, from white to black, by way of a point that bends it towards the middle; and the mark of
    white's end."""

    from_x: float
    from_y: float
    by_x: float
    by_y: float
    to_x: float
    to_y: float
    mark_x: float
    mark_y: float
    game: Json


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture's size, who is in, and what they play."""

    width: float
    height: float
    nodes: tuple[Node, ...]
    chords: tuple[Chord, ...]


def drawn(chart: Json) -> Picture:
    """The ring of a dual ring's chart."""
    seats: Sequence[Json] = chart["seats"]
    radius = max(SMALLEST, len(seats) * SIDE / (2 * pi))
    middle_x, middle_y = radius + LONGEST_NAME, radius + 2 * LINE
    nodes = tuple(_node(place / len(seats), seat, radius, middle_x, middle_y) for place, seat in enumerate(seats))
    chords = tuple(_chords(nodes))
    return Picture(round(2 * middle_x), round(2 * middle_y), nodes, chords)


def _node(turn: float, seat: Json, radius: float, middle_x: float, middle_y: float) -> Node:
    """The first player is at the top, the others follow with the clock."""
    across, down = sin(2 * pi * turn), -cos(2 * pi * turn)
    beyond = radius + NODE + 9
    anchor: Literal["start", "middle", "end"] = "middle" if abs(across) < 0.1 else "start" if across > 0 else "end"
    name_y = middle_y + beyond * down + (LINE / 3 if abs(across) >= 0.1 else LINE * 0.7 * (down > 0))
    place = (middle_x + radius * across, middle_y + radius * down, middle_x + beyond * across, name_y)
    x, y, name_x, name_y = (round(one, 1) for one in place)
    return Node(x, y, name_x, name_y, anchor, seat)


def _chords(nodes: Sequence[Node]) -> Iterator[Chord]:
    """Each game once. White's way bends to its right hand, so two games of the same two players lie apart."""
    at = {node.seat["entry"]: node for node in nodes}
    games = {game["match"]: game for node in nodes for game in node.seat["games"]}
    for _, game in sorted(games.items()):
        if game["white"] in at and game["black"] in at:
            yield _chord(at[game["white"]], at[game["black"]], game)


def _chord(white: Node, black: Node, game: Json) -> Chord:
    across, down = black.x - white.x, black.y - white.y
    by_x = round((white.x + black.x) / 2 - BEND * down, 1)
    by_y = round((white.y + black.y) / 2 + BEND * across, 1)
    mark = _on_the_way(white.x, by_x, black.x), _on_the_way(white.y, by_y, black.y)
    return Chord(white.x, white.y, by_x, by_y, black.x, black.y, *mark, game)


def _on_the_way(begins: float, by: float, ends: float) -> float:
    """A sixth of the way along the chord."""
    return round((25 * begins + 10 * by + ends) / 36, 1)
