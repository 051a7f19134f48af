"""Fields to be paired: in the notation of the hand-worked pages, and random ones."""

import re
from collections.abc import Collection, Sequence
from itertools import combinations

from hypothesis import strategies as st

from domain.kernel.values import Colour
from domain.pairing.players import Player
from domain.pairing.reasons import LeftOver, Paired, Pairing

COLOURS: dict[str, Colour | None] = {"r": "red", "b": "blue", "": None}
PLAYER = re.compile(r"([A-Z])(\d+)([rb]?)")

Meetings = Collection[tuple[int, int]]
"""Who have met, by entry number."""


def players_of(order: str, met: str) -> list[Player]:
    """The players of `A4r B4b C2r`, who have met as in `A-B A-C`."""
    meetings = [(entry_of(pair[0]), entry_of(pair[2])) for pair in met.split()]
    return [_player_of(text, meetings) for text in order.split()]


def _player_of(text: str, meetings: Meetings) -> Player:
    found = PLAYER.fullmatch(text)
    assert found, f"not a player: {text}"
    letter, points, colour = found.groups()
    return player(entry_of(letter), int(points), COLOURS[colour], meetings)


def player(entry: int, points: int, colour: Colour | None, meetings: Meetings) -> Player:
    """A player who has met who the meetings say."""
    met = {other for meeting in meetings if entry in meeting for other in meeting} - {entry}
    return Player(entry, points, colour, frozenset(met))


def entry_of(letter: str) -> int:
    """A is 1."""
    return ord(letter) - ord("A") + 1


def letters(entries: Sequence[int]) -> str:
    """The entries as in a table: `A B`."""
    return " ".join(chr(ord("A") + entry - 1) for entry in entries)


def steps(players: Sequence[Player], pairing: Pairing) -> list[Paired | LeftOver]:
    """The choices in the order in which they are made."""
    found: dict[int, Paired | LeftOver] = {one.sides[0]: one for one in pairing.pairs}
    if pairing.left_over is not None:
        found[pairing.left_over.entry] = pairing.left_over
    return [found[one.entry] for one in players if one.entry in found]


@st.composite
def fields(draw: st.DrawFn, least: int, most: int) -> list[Player]:
    """So many players, in an order by match points, who have met more or less often."""
    count = draw(st.integers(least, most))
    entries = draw(st.permutations(range(1, count + 1)))
    points = sorted(draw(st.lists(st.integers(0, 5), min_size=count, max_size=count)), reverse=True)
    colours = draw(st.lists(st.sampled_from(list(COLOURS.values())), min_size=count, max_size=count))
    meetings = draw(graphs(entries))
    return [player(entries[place], points[place], colours[place], meetings) for place in range(count)]


@st.composite
def graphs(draw: st.DrawFn, vertices: Sequence[int]) -> list[tuple[int, int]]:
    """Edges between the vertices, few or many."""
    pairs = list(combinations(sorted(vertices), 2))
    density = draw(st.integers(0, 8))
    weights = draw(st.lists(st.integers(1, 8), min_size=len(pairs), max_size=len(pairs)))
    return [pair for pair, weight in zip(pairs, weights, strict=True) if weight <= density]
