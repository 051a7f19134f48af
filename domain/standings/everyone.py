"""Criteria of a table in which everyone meets everyone: points, and the tie-breaks that the matches give (RR-7)."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from domain.standings.ranking import Criterion
from domain.standings.virtual import MATCH_POINTS, Code

WON = MATCH_POINTS["W"]

ORDER = (
    Criterion("match_points"),
    Criterion("direct_encounter", better="less"),
    Criterion("wins"),
    Criterion("sonneborn_berger"),
    Criterion("koya"),
    Criterion("lot", better="less"),
)
"""RR-7. `direct_encounter` is the place among those with the same points by the matches between them, 0 for who has
them alone."""


@dataclass(frozen=True, slots=True)
class Met:
    """An entrant's part in a match with that opponent; `code` is None while it is open."""

    opponent: int
    code: Code | None
    round: int = 0
    match: int | None = None

    @property
    def points(self) -> int:
        """Match points, 0 while it is open."""
        return 0 if self.code is None else MATCH_POINTS[self.code]


class Everyone:
    """The numbers of a group. `met` are the matches of each entrant that count, `free` the match points that somebody
    has without one, and `possible` those that somebody can have at most."""

    def __init__(self, met: Mapping[int, Sequence[Met]], free: Mapping[int, int], possible: Mapping[int, int]) -> None:
        self.met = met
        self._free = free
        self._possible = possible
        self.points = {entry: free.get(entry, 0) + sum(one.points for one in mine) for entry, mine in met.items()}
        self._encounters = encounter_places(met, lambda entry: (-self.points[entry],))

    def numbers(self, entry: int) -> Mapping[str, int]:
        """By their names."""
        return {
            "match_points": self.points[entry],
            "direct_encounter": self._encounters.get(entry, 0),
            "wins": sum(one.points == WON for one in self.met[entry]),
            "sonneborn_berger": sum(number for _, number in self.berger_parts(entry)),
            "koya": sum(one.points for one in self.koya_parts(entry)),
        }

    def berger_parts(self, entry: int) -> Iterator[tuple[Met, int]]:
        """The matches with what each adds: the match points of whom the entrant has beaten twice, of whom it has drawn
        with once, so that they are whole."""
        return ((one, one.points * self.points[one.opponent]) for one in self.met[entry] if one.points)

    def koya_parts(self, entry: int) -> Iterator[Met]:
        """The matches with those who have at least half of the points that they could have."""
        return (one for one in self.met[entry] if 2 * self.points[one.opponent] >= self._possible[one.opponent])


Meetings = Mapping[int, Sequence[Met]]
"""The matches of each that count."""

Classes = Callable[[Meetings, Sequence[int]], list[list[int]]]
"""How the matches between those tied tell them apart: the better first, together those who stay tied."""


def encounter_places(met: Meetings, key: Callable[[int], tuple[int, ...]]) -> Mapping[int, int]:
    """By entry its place among those whom that key leaves equal, by the matches between them (TB-18); who is alone with
    its key has none."""
    return places_among(met, key, encounters)


def places_among(met: Meetings, key: Callable[[int], tuple[int, ...]], classes: Classes) -> Mapping[int, int]:
    """The same, told apart in that way."""
    places = dict[int, int]()
    for _, equal in groupby(sorted(met, key=lambda entry: (key(entry), entry)), key=key):
        tied, place = list(equal), 1
        for one in classes(met, tied) if len(tied) > 1 else ():
            places |= dict.fromkeys(one, place)
            place += len(one)
    return places


def encounters(met: Meetings, tied: Sequence[int]) -> list[list[int]]:
    """By direct encounter (TB-18)."""
    return Encounters(met).classes(tied)


def tables_of_tied(met: Meetings, tied: Sequence[int]) -> list[list[int]]:
    """By a table of those tied alone: the points, then the points of those beaten; again of those who stay tied, as
    long as it tells somebody apart (RR-11)."""
    among = {entry: [one for one in met[entry] if one.opponent in tied] for entry in tied}
    points = {entry: sum(one.points for one in mine) for entry, mine in among.items()}
    beaten = {entry: sum(one.points * points[one.opponent] for one in mine) for entry, mine in among.items()}
    parts = _parts_of(tied, lambda entry: (-points[entry], -beaten[entry]))
    return parts if len(parts) == 1 else [each for part in parts for each in tables_of_tied(met, part)]


def _parts_of(tied: Sequence[int], key: Callable[[int], tuple[int, ...]]) -> list[list[int]]:
    """Those with equal keys together, the least key first."""
    order = sorted(tied, key=lambda entry: (key(entry), entry))
    return [list(part) for _, part in groupby(order, key=key)]


class Encounters:
    """Results of tied entrants against each other. `met` are the matches of each that count."""

    def __init__(self, met: Meetings) -> None:
        self._met = met

    def classes(self, tied: Sequence[int]) -> list[list[int]]:
        """Those tied, the better first, as far as the matches between them tell them apart."""
        if len(tied) == 1:
            return [list(tied)]
        among, scale = frozenset(tied), self._most_met(tied)
        sums = {entry: self._among(entry, among - {entry}, scale) for entry in tied}
        if all(low == high for low, high in sums.values()):
            return self._by_sum(tied, {entry: low for entry, (low, _) in sums.items()})
        return self._by_bounds(tied, sums)

    def _by_sum(self, tied: Sequence[int], sums: Mapping[int, int]) -> list[list[int]]:
        parts = _parts_of(tied, lambda entry: (-sums[entry],))
        return parts if len(parts) == 1 else [each for part in parts for each in self.classes(part)]

    def _by_bounds(self, tied: Sequence[int], sums: Mapping[int, tuple[int, int]]) -> list[list[int]]:
        """Not all have met: whose least is above every other's most is first, then the next; from the start with who
        is left."""
        left, ahead = list(tied), list[list[int]]()
        while best := [e for e in left if all(sums[e][0] > sums[other][1] for other in left if other != e)]:
            if len(left) == 1:
                return [*ahead, left]
            ahead.append(best)
            left = [entry for entry in left if entry not in best]
        return [*ahead, *self.classes(left)] if ahead else [left]

    def _most_met(self, tied: Collection[int]) -> int:
        """The most meetings of two of those tied; 1 where none of them have."""
        met = (Counter(one.opponent for one in self._met[entry]) for entry in tied)
        return max((counted[other] for counted in met for other in counted.keys() & tied), default=1)

    def _among(self, entry: int, others: Collection[int], scale: int) -> tuple[int, int]:
        """The points that it has made against the others tied, with what is missing lost, and with it won: exact, of
        the average of several matches with one opponent, were there `scale` with each."""
        played = [one.points for one in self._met[entry] if one.opponent in others and one.code is not None]
        made, missing = sum(played), scale * len(others) - len(played)
        return made, made + missing * WON
