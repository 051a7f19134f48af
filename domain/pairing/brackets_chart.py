"""Several brackets as data, for those who show them: who is where, who a side waits for, and who has gone on."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from domain.kernel.ids import EntryNumber, MatchNumber
from domain.kernel.values import Count, Value
from domain.pairing.brackets import Brackets
from domain.pairing.round_names import RoundName
from domain.pairing.wiring import Again, Feed, LoserOf, Place, Seed, ToBeDrawn, WinnerOf


class BracketSide(Value):
    """One side of a place. Whom it `waits_for` comes out of that place, its `loser` or else its winner. With neither
    that nor an entry nobody comes. `dropped_from` is the place in which the entry was beaten; `seed` is told in round
    1. Where groups fill the bracket it is for who has the `place_in_group` of that `group`. A side that is
    `to_be_drawn` is open until its bracket is drawn."""

    entry: EntryNumber | None = None
    seed: Count | None = None
    waits_for: str | None = None
    loser: bool = False
    dropped_from: str | None = None
    group: str | None = None
    place_in_group: Count | None = None
    to_be_drawn: bool = False


class BracketPlace(Value):
    """A place of a bracket, its first side first. `matches` are its live ones, the oldest first: more than one where it
    was drawn. `winner` goes on from it; `walkover` says that the winner had no opponent. `empty` is a place into which
    nobody comes. Its winner plays on in the place `winner_to`, who is beaten there in `loser_to`; None: nowhere.
    `round_name` is what its round is called; None: by its number."""

    slot: str
    round: Count
    round_name: RoundName | None = None
    seats: tuple[BracketSide, BracketSide]
    matches: tuple[MatchNumber, ...]
    winner: EntryNumber | None
    walkover: bool
    empty: bool
    winner_to: str | None
    loser_to: str | None


class OneBracket(Value):
    """A bracket by its name, its rounds from the first on, each from the top."""

    name: str
    rounds: tuple[tuple[BracketPlace, ...], ...]


class BracketsChart(Value):
    """All brackets of a field, the one that everybody begins in first."""

    kind: Literal["brackets"] = "brackets"
    brackets: tuple[OneBracket, ...]


SeedsFrom = Mapping[int, tuple[str, int]]
"""By seed the group that it comes from, and the place in it."""


def chart_of(
    brackets: Brackets,
    matches: Mapping[str, tuple[int, ...]],
    seeds_from: SeedsFrom | None = None,
    seeds: Mapping[int, int] | None = None,
) -> BracketsChart:
    """The brackets; `matches` are the live ones by the name of their place, each place's oldest first; `seeds` are by
    entry its seed, where that is not the one of its seat."""
    sides = _Sides(brackets, seeds_from or {}, seeds or {})
    return BracketsChart(
        brackets=tuple(
            OneBracket(
                name=section,
                rounds=tuple(tuple(_chart_place(sides, place, matches) for place in round_) for round_ in rounds),
            )
            for section, rounds in brackets.wiring.sections().items()
        )
    )


def _chart_place(sides: "_Sides", place: Place, matches: Mapping[str, tuple[int, ...]]) -> BracketPlace:
    brackets = sides.brackets
    held = brackets.contents_of(place)
    one, other = (sides.of(feed) for feed in place.feeds)
    if held is not None and held.match is not None:
        one, other = (_with(side, entry) for side, entry in zip((one, other), held.entries, strict=True))
    out = brackets.out_of(place)
    return BracketPlace(
        slot=place.name,
        round=place.round,
        round_name=brackets.wiring.round_names.get(place.name),
        seats=(one, other),
        matches=matches.get(place.name, ()),
        winner=held.winner if held else None,
        walkover=held is not None and held.match is None,
        empty=held is None and out is not None and out.entry is None,
        winner_to=_to(brackets, place, (WinnerOf, Again)),
        loser_to=_to(brackets, place, (LoserOf, Again)),
    )


def _with(side: BracketSide, entry: int) -> BracketSide:
    return BracketSide(
        entry=entry,
        seed=side.seed,
        dropped_from=side.dropped_from,
        group=side.group,
        place_in_group=side.place_in_group,
    )


def _to(brackets: Brackets, place: Place, kinds: tuple[type[WinnerOf | LoserOf | Again], ...]) -> str | None:
    feeds = ((one.name, feed) for one in brackets.above(place) for feed in one.feeds)
    waits = brackets.wiring.awaiting_draw(place.name) if LoserOf in kinds else None
    found = (name for name, feed in feeds if isinstance(feed, kinds) and feed.place == place.name)
    return next(found, waits.name if waits else None)


@dataclass(frozen=True)
class _Sides:
    """The sides of places."""

    brackets: Brackets
    seeds_from: SeedsFrom
    seeds: Mapping[int, int]

    def of(self, feed: Feed) -> BracketSide:
        """The side into which that comes."""
        out = self.brackets.coming(feed)
        if isinstance(feed, Seed):
            entry = out.entry if out else None
            group, place = self.seeds_from.get(feed.seed, (None, None))
            seed = None if entry is None else self.seeds.get(entry, feed.seed)
            return BracketSide(entry=entry, seed=seed, group=group, place_in_group=place)
        if isinstance(feed, ToBeDrawn):
            return BracketSide(to_be_drawn=True)
        loser = isinstance(feed, LoserOf)
        if out is None:
            seat = self._with_bye(feed)
            return self.of(seat) if seat else BracketSide(waits_for=feed.place, loser=loser)
        return BracketSide(entry=out.entry, dropped_from=feed.place if loser and out.entry is not None else None)

    def _with_bye(self, feed: Feed) -> Feed | None:
        """The seat out of which somebody comes with a bye of the place, at which nobody looks."""
        if not isinstance(feed, WinnerOf) or not self.brackets.wiring.bye(self.brackets.slot(feed.place)):
            return None
        entrants = self.brackets.wiring.entrants
        seats = self.brackets.slot(feed.place).feeds
        return next((one for one in seats if not isinstance(one, Seed) or one.seed <= entrants), None)
