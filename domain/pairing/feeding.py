"""Groups of newcomers that come into a bracket round by round, however many each is (CON-13).

Readings. Who meets who is laid with the start, so that nobody waits for a whole round: two pairs exchange their sides
by how likely two are to have met, with even odds. An odd one goes on, and is then the last in order; without newcomers
it is the first, so that nobody waits twice running.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from domain.pairing.wiring import Builder, Feed, Feeds, LoserOf, WinnerOf, neighbours

CERTAIN, THOUSANDTH = 1 << 64, (1 << 64) // 1000
"""Chances are whole numbers of parts of a certain one; two have met as likely as so many thousandths say."""

Outcomes = Mapping[tuple[str, bool], int]
"""By place, and whether it was won there, how likely somebody has come from it."""

Exchange = tuple[int, Feeds, Feeds]
"""With which pair another exchanges a side, and what both then are."""


@dataclass
class Feeding:
    """The first two groups together, then each in a round of its own, then to the end."""

    build: Builder
    section: str
    groups: Sequence[Sequence[Feed]]
    rounds: int = 0
    _came: dict[Feed, Outcomes] = field(default_factory=dict)
    _met: dict[Feeds, int] = field(default_factory=dict)

    def play(self, left: int = 1) -> Sequence[Feed]:
        """Lays all of it, until no more than so many are left; answers them."""
        together = [feed for group in self.groups[:2] for feed in group]
        survivors: Sequence[Feed] = ()
        for newcomers in (together, *self.groups[2:]):
            survivors = self._round(survivors, newcomers)
        while len(survivors) > left:
            survivors = self._round(survivors, ())
        return survivors

    def _round(self, survivors: Sequence[Feed], newcomers: Sequence[Feed]) -> Sequence[Feed]:
        """Newcomers meet survivors first; what is left of either meets its own kind; an odd one waits."""
        odd = (len(survivors) + len(newcomers)) % 2
        waits = [newcomers[-1] if newcomers else survivors[0]] if odd else []
        here, new = ([one for one in group if one not in waits] for group in (survivors, newcomers))
        met = min(len(here), len(new))
        pairs = [*zip(new[:met], here[:met], strict=True), *neighbours([*new[met:], *here[met:]])]
        if not pairs:
            return waits
        self.rounds += 1
        return [*self.build.round(self.section, self.rounds, self._exchange_sides(pairs, frozenset(new))), *waits]

    def _exchange_sides(self, pairs: list[Feeds], newcomers: Collection[Feed]) -> list[Feeds]:
        """As long as fewer are then likely to meet again, the first pair that may exchanges a side with another."""
        place = 0
        while place < len(pairs):
            exchange = self._best_exchange(pairs, place, newcomers)
            if exchange:
                other, pairs[place], theirs = exchange
                pairs[other] = theirs
            place = 0 if exchange else place + 1
        return pairs

    def _best_exchange(self, pairs: Sequence[Feeds], place: int, newcomers: Collection[Feed]) -> Exchange | None:
        """The first after which neither pair has met, or else that by which most is gained; None where nothing is."""
        here = self.chance(*pairs[place])
        best, least = None, 0
        for other, pair in enumerate(pairs) if here else ():
            before = here + self.chance(*pair)
            for mine, theirs in _exchanges(pairs[place], pair, newcomers) if other != place else ():
                after = self.chance(*mine) + self.chance(*theirs)
                if after == 0:
                    return other, mine, theirs
                if before - after > least:
                    best, least = (other, mine, theirs), before - after
        return best

    def chance(self, one: Feed, other: Feed) -> int:
        """The chance, in thousandths, that those who come from there have met before. Odds are even, and nobody
        leaves."""
        pair = (one, other)
        if pair not in self._met:
            few, many = sorted((self._outcomes(one), self._outcomes(other)), key=len)
            parts = (part * many[place, not won] for (place, won), part in few.items() if (place, not won) in many)
            self._met[pair] = sum(parts) // (CERTAIN * THOUSANDTH)
        return self._met[pair]

    def _outcomes(self, feed: Feed) -> Outcomes:
        if feed not in self._came:
            self._came[feed] = self._outcomes_of(feed)
        return self._came[feed]

    def _outcomes_of(self, feed: Feed) -> Outcomes:
        """Where two come half of it is of either; where one comes alone it is all theirs."""
        if not isinstance(feed, WinnerOf | LoserOf):
            return {}
        coming = [one for one in self.build.places[feed.place].feeds if self.build.real(one)]
        found: dict[tuple[str, bool], int] = {}
        for key, part in (item for one in coming for item in self._outcomes(one).items()):
            found[key] = found.get(key, 0) + part // len(coming)
        return found | {(feed.place, isinstance(feed, WinnerOf)): CERTAIN} if len(coming) > 1 else found


def _exchanges(one: Feeds, other: Feeds, newcomers: Collection[Feed]) -> Iterator[tuple[Feeds, Feeds]]:
    """The two pairs after they exchange a side, with as many newcomers meeting survivors as before."""
    (a, b), (c, d) = one, other
    mixed = _count_mixed((one, other), newcomers)
    for mine, theirs in (((a, d), (c, b)), ((a, c), (b, d))):
        if _count_mixed((mine, theirs), newcomers) == mixed:
            yield mine, theirs


def _count_mixed(pairs: Sequence[Feeds], newcomers: Collection[Feed]) -> int:
    return sum((one in newcomers) != (other in newcomers) for one, other in pairs)
