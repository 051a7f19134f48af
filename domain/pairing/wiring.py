"""The wiring of several brackets: their places, and who comes into each (SE-1, DE-2, CON-2).

A place is for one match. Into each of its sides comes a seed, the winner of another place, or its loser. Nothing here
knows who plays: `pairing/brackets.py` does.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeVar

from domain.pairing.bracket import rounds_of, seats_of
from domain.pairing.round_names import OF_ALL, RoundName, name_in


@dataclass(frozen=True, slots=True)
class Seed:
    """The entrant with that seed comes, from 1. Of a seed beyond the entrants nobody does."""

    seed: int


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """Anyone who wins there comes."""

    place: str


@dataclass(frozen=True, slots=True)
class LoserOf:
    """Anyone who is beaten there comes; with `seated` only the one who was seated in that place of round 1 (CON-3).
    `lot` is the seat that was drawn for them, 0 where nobody was there to be drawn (CON-6)."""

    place: str
    seated: str | None = None
    lot: int | None = None


@dataclass(frozen=True, slots=True)
class Again:
    """Both come again where the second side of that place has won, the one on that side first; else nobody (DE-6)."""

    place: str
    side: Literal[0, 1]


@dataclass(frozen=True, slots=True)
class ToBeDrawn:
    """A seat of a bracket that is not drawn yet, from 1 (CON-6)."""

    seat: int


Feed = Seed | WinnerOf | LoserOf | Again | ToBeDrawn
Feeds = tuple[Feed, Feed]
One = TypeVar("One")


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the bracket called `section`, in a round of that bracket and at a position from the top, both from 1.
    `depth` is one more than that of the places its sides come from, so that nobody has two places of one depth. `order`
    is when it is made; `worth` says how far somebody has come who goes out there."""

    name: str
    section: str
    round: int
    position: int
    feeds: Feeds
    depth: int
    order: int
    worth: int = 0


@dataclass(frozen=True)
class Wiring:
    """All places, in order. The winner of the last of the `finals` that was played is the champion."""

    entrants: int
    places: Mapping[str, Place]
    finals: tuple[str, ...]
    won: Mapping[str, int]
    """How far somebody has come who wins a bracket and goes nowhere from it."""
    above: Mapping[str, tuple[str, ...]]
    """Where those who come out of a place go on."""
    undrawn: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The places whose losers come into each bracket that is still to be drawn, by its name (CON-6)."""

    def sections(self) -> Mapping[str, Sequence[Sequence[Place]]]:
        """The places of each bracket, round by round from the top."""
        found: dict[str, list[list[Place]]] = {}
        for place in self.places.values():
            rounds = found.setdefault(place.section, [])
            rounds += [[] for _ in range(place.round - len(rounds))]
            rounds[place.round - 1].append(place)
        return found

    @cached_property
    def round_names(self) -> Mapping[str, RoundName]:
        """By place what its round is called, of those rounds that have a name."""
        named = ((place.name, self._round_name(place, after)) for place, after in self._rounds_after_each())
        return {place: name for place, name in named if name}

    @cached_property
    def places_of_beaten(self) -> Collection[str]:
        """The places of the brackets in which nobody plays for the title."""
        return {name for name, place in self.places.items() if place.section not in FOR_THE_TITLE}

    def _rounds_after_each(self) -> Iterator[tuple[Place, int]]:
        """Each place, and how many rounds of its bracket follow."""
        for rounds in self.sections().values():
            yield from ((place, len(rounds) - place.round) for places in rounds for place in places)

    def _round_name(self, place: Place, after: int) -> RoundName | None:
        above = (self.places[name] for name in self.above[place.name])
        goes_on = any(feed == WinnerOf(place.name) for one in above for feed in one.feeds)
        return "final" if place.section == GRAND else name_in(place.section, after, goes_on=goes_on)

    def most_from(self, name: str) -> int:
        """The furthest that somebody there can still come."""
        return self._most[name]

    @cached_property
    def _most(self) -> Mapping[str, int]:
        found: dict[str, int] = {}
        for place in reversed(list(self.places.values())):
            found[place.name] = max(self.won[place.section], *(found[name] for name in self.above[place.name]), 0)
        return found

    def bye(self, place: Place) -> bool:
        """Whether it has an empty seat from the outset."""
        is_drawn = any(isinstance(feed, LoserOf) and feed.lot is not None for feed in place.feeds)
        return not is_drawn and any(isinstance(feed, Seed) and feed.seed > self.entrants for feed in place.feeds)

    def awaiting_draw(self, name: str) -> Place | None:
        """The first place of the bracket into which the loser comes once it is drawn (CON-6)."""
        found = (section for section, places in self.undrawn.items() if name in places)
        return next((self.places.get(f"{section}-1-1") for section in found), None)


@dataclass
class Builder:
    """Lays places round by round."""

    entrants: int
    places: dict[str, Place] = field(default_factory=dict)
    undrawn: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _real: dict[Feed, bool] = field(default_factory=dict)

    def round(self, section: str, round_: int, feeds: Sequence[Feeds], after: int = 0) -> list[Feed]:
        """One more round of that bracket, deeper than `after`; answers its winners."""
        names = [f"{section}-{round_}-{position}" for position in range(1, len(feeds) + 1)]
        for position, (name, pair) in enumerate(zip(names, feeds, strict=True), 1):
            depth = 1 + max(after, *map(self._depth, pair))
            self.places[name] = Place(name, section, round_, position, pair, depth, len(self.places))
        return [WinnerOf(name) for name in names]

    def _depth(self, feed: Feed) -> int:
        return 0 if isinstance(feed, Seed | ToBeDrawn) else self.places[feed.place].depth

    def has(self, section: str) -> bool:
        """Whether a place of that bracket was laid."""
        return any(place.section == section for place in self.places.values())

    def real(self, feed: Feed) -> bool:
        """Whether somebody comes there, as long as nobody leaves."""
        if feed not in self._real:
            self._real[feed] = self._comes(feed)
        return self._real[feed]

    def _comes(self, feed: Feed) -> bool:
        match feed:
            case Seed(seed=seed):
                return seed <= self.entrants
            case ToBeDrawn():
                return True
            case LoserOf(lot=int(lot)):
                return lot > 0
            case WinnerOf(place=name):
                return any(map(self.real, self.places[name].feeds))
            case LoserOf(place=name) | Again(place=name):
                return all(map(self.real, self.places[name].feeds))

    def wiring(self, sections: Sequence[str], finals: Sequence[str]) -> Wiring:
        """The wiring as built. Anyone who goes out in an earlier one of the `sections` has come less far than in a
        later one."""
        return self._make_wiring(finals, *self._worths(sections))

    def rank_places(self, finals: Sequence[str], firsts: Mapping[str, int]) -> Wiring:
        """The wiring as built, where the winner of each bracket has that place. Anyone who goes out where the beaten
        play on has the last of the places that these play for."""
        beaten = Counter((place.section, place.round) for place in self.places.values())
        last = 1 << rounds_of(self.entrants)
        worth: dict[tuple[str, int], int] = {}
        for (section, round_), number in beaten.items():
            best = firsts[section] + number
            worth[section, round_] = last + 1 - (best + number - 1 if best in firsts.values() else best)
        return self._make_wiring(finals, worth, {section: last + 1 - first for section, first in firsts.items()})

    def _make_wiring(
        self, finals: Sequence[str], worth: Mapping[tuple[str, int], int], won: Mapping[str, int]
    ) -> Wiring:
        places = {
            name: Place(p.name, p.section, p.round, p.position, p.feeds, p.depth, p.order, worth[p.section, p.round])
            for name, p in self.places.items()
        }
        return Wiring(self.entrants, places, tuple(finals), won, self._above(), self.undrawn)

    def _worths(self, sections: Sequence[str]) -> tuple[dict[tuple[str, int], int], dict[str, int]]:
        worth: dict[tuple[str, int], int] = {}
        won: dict[str, int] = {}
        for section in sections:
            here = sorted({one.round for one in self.places.values() if one.section == section})
            worth |= {(section, round_): len(worth) + len(won) + n for n, round_ in enumerate(here, 1)}
            won[section] = len(worth) + len(won) + 1
        return worth, won

    def _above(self) -> dict[str, tuple[str, ...]]:
        above: dict[str, tuple[str, ...]] = dict.fromkeys(self.places, ())
        for place in self.places.values():
            for name in dict.fromkeys(feed.place for feed in place.feeds if not isinstance(feed, Seed | ToBeDrawn)):
                above[name] = (*above[name], place.name)
        return above


def knockout(build: Builder, section: str, seeds: int | None = None, left: int = 1) -> list[list[str]]:
    """SE-1, SE-2: a single elimination of all entrants, or of the first so many seeds, until so many are left; answers
    its places round by round. Seats that are empty have seeds beyond all entrants."""
    there = build.entrants if seeds is None else seeds
    rounds = rounds_of(there)
    coming: list[Feed] = [Seed(seed if seed <= there else seed - there + build.entrants) for seed in seats_of(rounds)]
    played = range(1, rounds + 2 - left.bit_length())
    return [list(_names(coming := build.round(section, round_, neighbours(coming)))) for round_ in played]


def _names(feeds: Sequence[Feed]) -> Iterator[str]:
    return (feed.place for feed in feeds if isinstance(feed, WinnerOf))


def neighbours(listed: Sequence[One]) -> list[tuple[One, One]]:
    """The first with the second, and so on."""
    return list(zip(listed[::2], listed[1::2], strict=True))


def spread(round_: int, matches: int) -> int:
    """DE-3: the mask by which losers of that round are spread: its bits, the highest first, are the binary digits of
    the round before, the lowest first."""
    bits = matches.bit_length() - 1
    return sum((round_ - 1 >> digit & 1) << (bits - 1 - digit) for digit in range(bits))


Drop = Literal["spread", "natural", "reverse", "half-shift", "reverse-half-shift", "pair-flip", "brackets-manager"]
"""How the losers of a round are put on the places below (DE-3, DE-4)."""

_BRACKETS_MANAGER: Mapping[int, Sequence[Drop]] = {
    2: ("reverse",),
    3: ("reverse", "natural"),
    4: ("reverse-half-shift", "reverse", "natural"),
    5: ("reverse", "half-shift", "natural"),
    6: ("reverse", "half-shift", "reverse", "natural"),
    7: ("reverse", "half-shift", "pair-flip", "pair-flip", "pair-flip", "natural"),
}
"""DE-4: the drops of that program, by the rounds of the upper bracket; the last holds for all that follow. *Reading:*
beyond 128 entrants, for which it has none, they are spread."""


def named_mask(drop: Drop, round_: int, rounds: int) -> int:
    """DE-4: the mask of that name for the losers of that round, from 2, of so many."""
    matches = 1 << (rounds - round_)
    match drop:
        case "spread":
            return spread(round_, matches)
        case "natural":
            return 0
        case "reverse":
            return matches - 1
        case "half-shift":
            return matches // 2
        case "reverse-half-shift":
            return max(matches // 2 - 1, 0)
        case "pair-flip":
            return min(matches - 1, 1)
        case "brackets-manager":
            table = _BRACKETS_MANAGER.get(rounds, ("spread",))
            return named_mask(table[min(round_ - 1, len(table)) - 1], round_, rounds)


Shape = Literal["long", "short"]

SHORT_MASKS: Mapping[tuple[int, int], tuple[int, ...]] = {
    (5, 4): (2, 2, 1),
    (6, 5): (10, 3, 3, 0),
    (7, 6): (15, 14, 5, 0, 1),
}
"""CON-12: the masks of rounds 2 and on, by the rounds of the main bracket and how many of them drop, that have the
fewest rematches in the short shape. *Reading:* for all others those of the long shape."""


@dataclass
class Drops:
    """Losers of one bracket coming into another round by round (DE-2, DE-3, CON-2, CON-11)."""

    build: Builder
    section: str
    groups: Sequence[Sequence[Feed]]
    masks: Sequence[int]
    survivors: list[Feed] = field(default_factory=list)
    rounds: int = 0

    def play(self, shape: Shape, left: int = 1) -> Sequence[Feed]:
        """All of it, until after the last drop so many are left; answers them."""
        self.survivors = list(self.groups[0])
        self._down_to(max(len(self.survivors) // 2, left))
        round_ = 2
        while round_ <= len(self.groups):
            if shape == "short" and round_ % 2 and round_ < len(self.groups):
                self._block(round_)
                round_ += 2
            else:
                self._meet(round_)
                round_ += 1
        self._down_to(left)
        return self.survivors

    def _round(self, feeds: Sequence[Feeds]) -> list[Feed]:
        self.rounds += 1
        return self.build.round(self.section, self.rounds, feeds)

    def _down_to(self, number: int) -> None:
        """Survivors play each other until so many are left."""
        while len(self.survivors) > max(number, 1):
            self.survivors = self._round(neighbours(self.survivors))

    def _dropping(self, round_: int) -> list[Feed]:
        """DE-3: the losers of that round on the places where they drop."""
        group, mask = self.groups[round_ - 1], self.masks[round_ - 2]
        return [group[place ^ mask] for place in range(len(group))]

    def _meet(self, round_: int) -> None:
        """Each survivor meets a loser of that round, who is the first side."""
        self._down_to(len(self.groups[round_ - 1]))
        self.survivors = self._round(list(zip(self._dropping(round_), self.survivors, strict=True)))

    def _block(self, round_: int) -> None:
        """CON-12: the losers of that round and of the next without a round between."""
        self._down_to(2 * len(self.groups[round_ - 1]))
        x, z, s = self._dropping(round_), self._dropping(round_ + 1), self.survivors
        fours = zip(neighbours(x), neighbours(neighbours(s)), strict=True)
        won = self._round([pair for (x0, x1), ((s0, s1), last) in fours for pair in ((x0, s0), (x1, s1), last)])
        threes = zip(z, won[::3], won[1::3], won[2::3], strict=True)
        met = self._round([pair for one, w0, w1, w2 in threes for pair in ((one, w2), (w0, w1))])
        self.survivors = self._round(neighbours(met))


def masks_of(rounds: int, dropping: int, shape: Shape) -> tuple[int, ...]:
    """The masks of rounds 2 to the last that drops, in a main bracket of so many rounds."""
    known = SHORT_MASKS.get((rounds, dropping)) if shape == "short" else None
    return known or named_masks(("spread",), rounds, dropping)


def named_masks(drops: Sequence[Drop], rounds: int, dropping: int) -> tuple[int, ...]:
    """DE-4: the masks of rounds 2 to the last that drops, by their names; the last name holds for all that follow."""
    return tuple(
        named_mask(drops[min(round_ - 1, len(drops)) - 1], round_, rounds) for round_ in range(2, dropping + 1)
    )


UPPER, LOWER, GRAND = "upper", "lower", "grand"
LADDER = "ladder"
FOR_THE_TITLE = (*OF_ALL, GRAND, LADDER)
"""The brackets that all entrants begin in, and those where their winners play on."""
"""The brackets of a double elimination."""

Grand = Literal["double", "simple", "none"]


def lower_bracket(build: Builder, section: str, main: Sequence[Sequence[str]], dropping: int, shape: Shape) -> Feed:
    """The losers of the first rounds of a main bracket, as many as are dropping; answers anyone who is left."""
    groups = [[LoserOf(name) for name in names] for names in main[:dropping]]
    return Drops(build, section, groups, masks_of(len(main), dropping, shape)).play(shape)[0]


def grand_final(build: Builder, feeds: Feeds, grand: Grand) -> Sequence[str]:
    """DE-6: one match, or two where the second side wins the first; answers them."""
    first = build.round(GRAND, 1, [feeds])
    names = list(_names(first))
    if grand == "double":
        names += _names(build.round(GRAND, 2, [(Again(names[0], 0), Again(names[0], 1))]))
    return names
