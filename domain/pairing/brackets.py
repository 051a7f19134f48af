"""Several brackets being played: who comes into each place, and who out of it (SE-1, DE-1, CON-1).

Like `pairing/bracket.py`, whose words these are, for places that hang together in any way (`pairing/wiring.py`).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from domain.pairing.bracket import Held, Out, SitsElsewhere, Walk, nobody_elsewhere
from domain.pairing.wiring import Again, Feed, LoserOf, Place, Seed, ToBeDrawn, WinnerOf, Wiring


def _nobody(_entry: int) -> bool:
    return False


@dataclass(frozen=True)
class Brackets(Walk[Place]):
    """The brackets of a wiring. `held` says what a place of that name is filled with, `by_seed` who is seated, the
    first seed first, `present` whether somebody still can go on, and `elsewhere` who sits in another place."""

    wiring: Wiring
    held: Callable[[str], Held | None]
    by_seed: Callable[[], Sequence[int | None]]
    present: Callable[[int], bool]
    elsewhere: SitsElsewhere = nobody_elsewhere
    coming_to_seed: Callable[[int], Out | None] | None = None
    """Who has a seed, where that is settled only while others play; None while it is open."""
    stays_away: Callable[[int], bool] = _nobody
    """Whether somebody who is beaten comes nowhere else, since they have said so (CON-5)."""
    _outs: dict[str, Out | None] = field(default_factory=dict)
    _taken: dict[str, bool] = field(default_factory=dict)

    def name(self, slot: Place) -> str:
        return slot.name

    def slot(self, name: str) -> Place:
        return self.wiring.places[name]

    def above(self, slot: Place) -> Sequence[Place]:
        return [self.wiring.places[name] for name in self.wiring.above[slot.name]]

    def onward(self, place: Place, entry: int) -> Place | None:
        """Where the entry, which had its place there and for which it is decided, comes next; None: nowhere. Who waits
        for a draw comes into the first place of its bracket (CON-6)."""
        comes = (one for one in self.above(place) for feed in one.feeds if self._brings(feed, place, entry))
        waits = self.wiring.awaiting_draw(place.name)
        return next(comes, waits if self._brings(LoserOf(place.name), place, entry) else None)

    def find_exit(self, place: Place, entry: int) -> Place:
        """Where the entry goes out, which would have come there, and is beaten wherever it comes."""
        while below := [one for one in self.above(place) if self._takes_beaten(one, place, entry)]:
            place = below[0]
        return place

    def _takes_beaten(self, below: Place, place: Place, entry: int) -> bool:
        feeds = (feed for feed in below.feeds if isinstance(feed, LoserOf) and feed.place == place.name)
        return any(not self._is_from_elsewhere(entry, feed.seated) for feed in feeds)

    def _brings(self, feed: Feed, place: Place, entry: int) -> bool:
        out = self.coming(feed) if _is_from(feed, place) else None
        return out is not None and out.entry == entry

    def _settling(self, slot: Place) -> tuple[str, ...]:
        found: dict[str, None] = {}
        waiting = list(self.wiring.above[slot.name])
        while waiting:
            name = waiting.pop()
            if name not in found:
                found[name] = None
                waiting += self.wiring.above[name]
        return tuple(found)

    def _coming_into(self, slot: Place) -> tuple[Out, Out] | None:
        first, second = slot.feeds
        upper = self.coming(first)
        lower = None if upper is None else self.coming(second)
        return None if upper is None or lower is None else (upper, lower)

    def coming(self, feed: Feed) -> Out | None:
        """The one who comes from there; None while that is open."""
        match feed:
            case Seed(seed=seed) if self.coming_to_seed is not None:
                return self.coming_to_seed(seed)
            case Seed(seed=seed):
                return Out(self._entries[seed - 1] if seed <= len(self._entries) else None)
            case ToBeDrawn():
                return None
            case WinnerOf(place=name):
                return self.out_of(self.slot(name))
            case LoserOf(place=name, seated=seated):
                return self._beaten_in(self.slot(name), seated)
            case Again(place=name, side=side):
                return self._again(self.slot(name), side)

    def _is_bye(self, slot: Place) -> bool:
        return self.coming_to_seed is None and self.wiring.bye(slot)

    def _seats(self) -> Iterator[tuple[Place, Out]]:
        """From the top."""
        seats = ((place, feed) for place in self.wiring.places.values() for feed in place.feeds if _is_seed(feed))
        return ((place, out) for place, feed in seats if (out := self.coming(feed)))

    def _beaten_from(self, slot: Place) -> set[int]:
        below = [one for one in self.above(slot) if any(_is_loser(feed, slot) for feed in one.feeds)]
        return {entry for one in below if (held := self.contents_of(one)) for entry in held.entries}

    def _beaten_in(self, place: Place, seated: str | None) -> Out | None:
        """The entry beaten there, which is none where no match was won; None while that is open."""
        out, held = self.out_of(place), self.contents_of(place)
        if out is None:
            return None
        loser = held.loser if held else None
        if loser is not None and (self._is_from_elsewhere(loser, seated) or self.stays_away(loser)):
            loser = None
        return Out(loser, out.origins, out.through)

    def _is_from_elsewhere(self, loser: int, seated: str | None) -> bool:
        return seated is not None and self.seats[loser].name != seated

    def _again(self, place: Place, side: int) -> Out | None:
        """DE-7: who was on that side, where the second side has won the match."""
        out, held = self.out_of(place), self.contents_of(place)
        if out is None:
            return None
        again = held is not None and held.match is not None and held.winner == held.entries[1]
        return Out(held.entries[side] if held and again else None, out.origins, out.through)

    def open_ends(self) -> Sequence[int]:
        """The final depths of all who are still to go out or to win a bracket, as long as nobody leaves."""
        still_open = (place for place in self.wiring.places.values() if self.out_of(place) is None)
        return [worth for place in still_open for worth in self._ends_of(place)]

    def _ends_of(self, place: Place) -> Iterator[int]:
        """The worth of the loser and of the winner, where they go nowhere from there."""
        feeds = [feed for one in self.above(place) for feed in one.feeds if _is_from(feed, place)]
        if any(isinstance(feed, Again) for feed in feeds):
            return
        drops = any(isinstance(feed, LoserOf) and feed.seated is None for feed in feeds)
        if not drops and not self.wiring.awaiting_draw(place.name) and self._may_be_played(place):
            yield place.worth
        if not any(isinstance(feed, WinnerOf) for feed in feeds):
            yield self.wiring.won[place.section]

    def _may_be_played(self, place: Place) -> bool:
        return all(map(self._may_bring, place.feeds))

    def _may_bring(self, feed: Feed) -> bool:
        out = self.coming(feed)
        if out is not None:
            return out.entry is not None and self.present(out.entry)
        match feed:
            case Seed() | ToBeDrawn():
                return True
            case WinnerOf(place=name):
                return any(map(self._may_bring, self.slot(name).feeds))
            case LoserOf(place=name) | Again(place=name):
                return self._may_be_played(self.slot(name))


def _is_from(feed: Feed, place: Place) -> bool:
    return not isinstance(feed, Seed | ToBeDrawn) and feed.place == place.name


def _is_loser(feed: Feed, place: Place) -> bool:
    return isinstance(feed, LoserOf) and feed.place == place.name


def _is_seed(feed: Feed) -> bool:
    return isinstance(feed, Seed)
