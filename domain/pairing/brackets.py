"""Several brackets being played: who comes into each place, and who out of it (SE-1, DE-1, CON-1).

Like `pairing/bracket.py`, whose words these are, for places that hang together in any way (`pairing/wiring.py`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from domain.kernel.entry_keys import entry_key
from domain.pairing.bracket import Held, Missing, Out, SitsElsewhere, nobody_elsewhere, occupant_of
from domain.pairing.wiring import Again, Feed, LoserOf, Place, Seed, WinnerOf, Wiring

Open = None
"""What comes from somewhere is not known yet."""


@dataclass(frozen=True)
class Brackets:
    """The brackets of a wiring. `held` says what a place of that name is filled with, `by_seed` who is seated, the
    first seed first, `present` whether somebody still can go on, and `elsewhere` who sits in another place."""

    wiring: Wiring
    held: Callable[[str], Held | None]
    by_seed: Callable[[], Sequence[int | None]]
    present: Callable[[int], bool]
    elsewhere: SitsElsewhere = nobody_elsewhere
    coming_to_seed: Callable[[int], Out | None] | None = None
    """Who has a seed, where that is settled only while others play; None while it is open."""
    _outs: dict[str, Out | None] = field(default_factory=dict)
    _taken: dict[str, bool] = field(default_factory=dict)

    def place(self, name: str) -> Place:
        """The place of that name."""
        return self.wiring.places[name]

    def above(self, place: Place) -> Sequence[Place]:
        """Where those who come out of it go on."""
        return [self.wiring.places[name] for name in self.wiring.above[place.name]]

    def onward(self, place: Place, entry: int) -> Place | None:
        """Where the entry, which had its place there and for which it is decided, comes next; None: nowhere."""
        comes = (one for one in self.above(place) for feed in one.feeds if self._brings(feed, place, entry))
        return next(comes, None)

    def _brings(self, feed: Feed, place: Place, entry: int) -> bool:
        out = None if isinstance(feed, Seed) or feed.place != place.name else self.coming(feed)
        return out is not None and out.entry == entry

    def filled(self, place: Place) -> Held | None:
        """What is in it."""
        return self.held(place.name)

    def passed(self, place: Place) -> bool:
        """Whether somebody stands further up, so that what it came to is settled."""
        return any(map(self.taken, self.above(place)))

    def taken(self, place: Place) -> bool:
        """Whether nobody can come into it any more: it is filled, or settled."""
        if place.name not in self._taken:
            self._taken[place.name] = self.filled(place) is not None or self.passed(place)
        return self._taken[place.name]

    def hanging_on(self, places: Iterable[Place]) -> Iterator[Place]:
        """These, and those above them as far as it is known who comes into them from there."""
        looked_at: set[str] = set()
        waiting = list(places)
        while waiting:
            place = waiting.pop()
            if place.name not in looked_at:
                looked_at.add(place.name)
                yield place
                if self.out_of(place) is not Open:
                    waiting += self.above(place)

    def missing(self, place: Place) -> Missing | None:
        """What it is to be filled with; None where it is filled, settled or still open, or nobody comes."""
        held = self.filled(place)
        if held is not None:
            again = held.again and not self.passed(place)
            return Missing(held.entries, (held.match,), self._settling(place)) if again and held.match else None
        into = self.into(place)
        here = self._here(into) if into else ()
        if into is None or not here or self.passed(place):
            return None
        return Missing(here, self._origins(into), (*into[0].through, *into[1].through, *self._settling(place)))

    def _settling(self, place: Place) -> tuple[str, ...]:
        """The places further up: with any of them filled, it would be settled."""
        found: dict[str, None] = {}
        waiting = list(self.wiring.above[place.name])
        while waiting:
            name = waiting.pop()
            if name not in found:
                found[name] = None
                waiting += self.wiring.above[name]
        return tuple(found)

    def into(self, place: Place) -> tuple[Out, Out] | None:
        """The two that come into it, the first side first; None while that is open."""
        coming = self._belonging(place.name)
        if coming is None:
            return None
        upper, lower = (occupant_of(place.name, one, self.elsewhere, self._belonging) for one in coming)
        return None if upper is None or lower is None else (upper, lower)

    def _belonging(self, name: str) -> tuple[Out, Out] | None:
        """The two that belong to the place of that name, wherever they sit; None while that is open."""
        first, second = self.place(name).feeds
        upper = self.coming(first)
        lower = None if upper is None else self.coming(second)
        return None if upper is None or lower is None else (upper, lower)

    def coming(self, feed: Feed) -> Out | None:
        """What comes from there; None while that is open."""
        match feed:
            case Seed(seed=seed) if self.coming_to_seed is not None:
                return self.coming_to_seed(seed)
            case Seed(seed=seed):
                return Out(self._entries[seed - 1] if seed <= len(self._entries) else None)
            case WinnerOf(place=name):
                return self.out_of(self.place(name))
            case LoserOf(place=name, seated=seated):
                return self._beaten_in(self.place(name), seated)
            case Again(place=name, side=side):
                return self._again(self.place(name), side)

    def out_of(self, place: Place) -> Out | None:
        """What comes out of it; None while that is open."""
        if place.name not in self._outs:
            self._outs[place.name] = self._out_of(place)
        return self._outs[place.name]

    def _out_of(self, place: Place) -> Out | None:
        held = self.filled(place)
        if held is None:
            return self._unfilled(place)
        if held.match is None:
            into = None if self.coming_to_seed is None and self.wiring.bye(place) else self.into(place)
            return self._without_match(place, held.winner, into or ())
        if not held.decided:
            return None
        left = tuple(map(entry_key, held.left))
        return Out(held.winner, (held.match, *left), (place.name,) if left else ())

    @cached_property
    def _entries(self) -> Sequence[int | None]:
        return self.by_seed()

    @cached_property
    def seats(self) -> dict[int, Place]:
        """The place of the first round that each entry is seated in, from the top."""
        seats = ((place, feed) for place in self.wiring.places.values() for feed in place.feeds if _is_seed(feed))
        return {out.entry: place for place, feed in seats if (out := self.coming(feed)) and out.entry is not None}

    def _unfilled(self, place: Place) -> Out | None:
        """Open while two are still to meet; otherwise the only one there is, or nobody. Anyone who plays where the
        beaten come has been beaten."""
        into = self.into(place)
        beaten = self._beaten_from(place)
        here = [entry for entry in self._here(into or ()) if entry not in beaten]
        if into is None or len(here) == 2:
            return None
        return self._without_match(place, here[0] if here else None, into)

    def _beaten_from(self, place: Place) -> set[int]:
        """Those who play further up as beaten in this place."""
        below = [one for one in self.above(place) if any(_is_loser(feed, place) for feed in one.feeds)]
        return {entry for one in below if (held := self.filled(one)) for entry in held.entries}

    def _without_match(self, place: Place, entry: int | None, into: Sequence[Out]) -> Out:
        """Comes out of it without a match: because of all that keeps others away."""
        through = (name for out in into for name in out.through)
        return Out(entry, self._origins(into), (place.name, *through))

    def _beaten_in(self, place: Place, seated: str | None) -> Out | None:
        """The entry beaten there, which is none where no match was won; None while that is open."""
        out, held = self.out_of(place), self.filled(place)
        if out is None:
            return None
        loser = held.loser if held else None
        if loser is not None and seated is not None and self.seats[loser].name != seated:
            loser = None
        return Out(loser, out.origins, out.through)

    def _again(self, place: Place, side: int) -> Out | None:
        """DE-7: who was on that side, where the second side has won the match."""
        out, held = self.out_of(place), self.filled(place)
        if out is None:
            return None
        again = held is not None and held.match is not None and held.winner == held.entries[1]
        return Out(held.entries[side] if held and again else None, out.origins, out.through)

    def _here(self, into: Sequence[Out]) -> tuple[int, ...]:
        """Those of them who are still there to go on, the first side first."""
        return tuple(out.entry for out in into if out.entry is not None and self.present(out.entry))

    def _origins(self, into: Sequence[Out]) -> tuple[int, ...]:
        """What has brought the two together, or kept one of them away."""
        here = self._here(into)
        left = (entry_key(out.entry) for out in into if out.entry is not None and out.entry not in here)
        return tuple(dict.fromkeys((*(number for out in into for number in out.origins), *left)))


def _is_loser(feed: Feed, place: Place) -> bool:
    return isinstance(feed, LoserOf) and feed.place == place.name


def _is_seed(feed: Feed) -> bool:
    return isinstance(feed, Seed)
