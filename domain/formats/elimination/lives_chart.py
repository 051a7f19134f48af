"""The chart of N times elimination: everybody's lives left, and how each round went (NXE-8)."""

from collections.abc import Callable, Sequence
from typing import Literal

from domain.formats.contract.protocol import Entrant, Facts, RoundPlace
from domain.formats.elimination.shared import live_places
from domain.formats.progress import newest_round
from domain.kernel.ids import EntryNumber, MatchNumber
from domain.kernel.values import Count, Value


class LifeCell(Value):
    """A match or a bye of a round: `opponent` and `match` are None for a bye, `won` while it is open."""

    round: Count
    match: MatchNumber | None
    opponent: EntryNumber | None
    won: bool | None


class LifeLine(Value):
    """An entrant: the lives left now, and their matches and byes by round."""

    entry: EntryNumber
    lives: Count
    cells: tuple[LifeCell, ...]


class LivesChart(Value):
    """All entrants, each of whom had `lives` at the start: those with most left first, then as in the table."""

    kind: Literal["lives"] = "lives"
    rounds: Count
    lives: Count
    lines: tuple[LifeLine, ...]


def lives_chart(facts: Facts, order: Sequence[int], lives: int, left: Callable[[int], int] | None = None) -> LivesChart:
    """The chart of the entrants in that order, who had so many lives at the start; `left` says how many each has, where
    losses are not all that costs one."""
    places = live_places(facts)
    rounds = newest_round(facts)
    lines = [_line(facts, facts.entrant(entry), places.get(entry, ()), lives) for entry in order]
    lines = [one if left is None else one.model_copy(update={"lives": left(one.entry)}) for one in lines]
    return LivesChart(rounds=rounds, lives=lives, lines=tuple(sorted(lines, key=lambda one: -one.lives)))


def _line(facts: Facts, entrant: Entrant, places: Sequence[RoundPlace], lives: int) -> LifeLine:
    is_out = entrant.withdrawn or entrant.resigned
    left = 0 if is_out else max(0, lives - facts.setbacks(entrant.number))
    cells = sorted((_cell(place, entrant.number) for place in places), key=lambda one: (one.round, one.match or 0))
    return LifeLine(entry=entrant.number, lives=left, cells=tuple(cells))


def _cell(place: RoundPlace, entry: int) -> LifeCell:
    if place.match is None:
        return LifeCell(round=place.round, match=None, opponent=None, won=None)
    won = None if place.ended is None else place.ended.winner == entry
    return LifeCell(round=place.round, match=place.match, opponent=place.opponent_of(entry), won=won)
