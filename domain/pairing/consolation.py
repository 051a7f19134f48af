"""The wiring of a knockout, its consolation and its last chance (CON-1 to CON-3, CON-6, CON-7, CON-9)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import accumulate
from typing import Literal

from domain.pairing.bracket import rounds_of, seats_of
from domain.pairing.feeding import Feeding
from domain.pairing.wiring import (
    GRAND,
    Builder,
    Drops,
    Feed,
    LoserOf,
    Seed,
    Shape,
    ToBeDrawn,
    WinnerOf,
    Wiring,
    grand_final,
    knockout,
    lower_bracket,
    neighbours,
)

MAIN, CONSOLATION, LAST_CHANCE, SECOND = "main", "consolation", "last", "second"
"""The brackets; `second` is the match for the second place."""

Consolation = Literal["progressive", "first-round", "first-match", "drawn"]
Join = Literal["none", "second-place", "grand"]

Orders = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Draws:
    """The sections that are drawn afresh (CON-6): the consolation once main round `after` is played, None: the last
    without a prize; whether a `last_chance` is drawn, of those beaten in the consolation's rounds `first` to `last`,
    None: in all without a prize. `orders` are the brackets that have been drawn, each with the places as drawn."""

    last_chance: bool = False
    after: int | None = None
    first: int | None = None
    last: int | None = None
    orders: Orders = ()

    def order(self, section: str) -> tuple[str, ...] | None:
        """As it was drawn; None while it is not."""
        return dict(self.orders).get(section)


NO_DRAWS = Draws()


@cache
def consolation(
    entrants: int,
    kind: Consolation,
    shape: Shape,
    paid: int,
    join: Join,
    last_chance: int | None = None,
    beaten: int = 0,
    draws: Draws = NO_DRAWS,
) -> Wiring:
    """CON-1 to CON-3, CON-7, CON-9, CON-11, CON-12; `paid` places of the main bracket have a prize. Who loses in the
    consolation without one of its prizes, `last_chance` in number, comes into the last chance; None: there is none.
    The last seeds, so many as were `beaten` before, begin in the consolation (QUA-4)."""
    build = Builder(entrants)
    main = knockout(build, MAIN, entrants - beaten)
    if not main:
        return build.wiring((), ())
    final, drops = main[-1][0], dropping(len(main), paid)
    if beaten:
        last: Feed | None = _with_those_beaten(build, main, beaten, drops)
    elif kind == "drawn":
        coming = [name for names in main[: min(draws.after or drops, drops)] for name in names]
        last = _add_knockout(build, CONSOLATION, coming, draws.order(CONSOLATION))
    else:
        last = _consolation(build, main, kind, shape, drops)
    if last_chance is not None:
        _last_chance(build, main[:drops], last_chance, draws)
    sections = [one for one in (LAST_CHANCE, CONSOLATION) if build.has(one)]
    if last is None:
        return build.wiring((*sections, MAIN), (final,))
    if join == "second-place" and build.has(CONSOLATION):
        build.round(SECOND, 1, [(LoserOf(final), last)])
        return build.wiring((*sections, MAIN, SECOND), (final,))
    if join == "grand" and build.has(CONSOLATION):
        finals = grand_final(build, (WinnerOf(final), last), "simple")
        return build.wiring((*sections, MAIN, GRAND), finals)
    return build.wiring((*sections, MAIN), (final,))


def dropping(rounds: int, paid: int) -> int:
    """CON-2: the last main round whose losers have no prize there. *Reading:* with more prizes than that the first."""
    return max((r for r in range(1, rounds + 1) if 1 << (rounds - r) >= paid), default=1)


def _consolation(build: Builder, main: Sequence[Sequence[str]], kind: Consolation, shape: Shape, last: int) -> Feed:
    if kind == "progressive":
        return lower_bracket(build, CONSOLATION, main, last, shape)
    dropping_in: Callable[[str], Feed] = partial(_first_match, build, main) if kind == "first-match" else LoserOf
    return Drops(build, CONSOLATION, [[*map(dropping_in, main[0])]], ()).play("long")[0]


def _last_chance(build: Builder, main: Sequence[Sequence[str]], paid: int, draws: Draws) -> None:
    """CON-9; or CON-6: those beaten in such rounds of the consolation, or all who are out without a prize."""
    rounds = dict(_beaten(build, paid))
    if not draws.last_chance:
        Feeding(build, LAST_CHANCE, list(rounds.values())).play()
        return
    taken = [one for one in rounds if (draws.first or 1) <= one <= (draws.last or one)]
    coming = [one.name for one in build.places.values() if one.section == CONSOLATION and one.round in taken]
    if draws.first is None and draws.last is None:
        coming = [*_coming_nowhere(build, main), *coming]
    _add_knockout(build, LAST_CHANCE, coming, draws.order(LAST_CHANCE))


def _coming_nowhere(build: Builder, main: Sequence[Sequence[str]]) -> Iterator[str]:
    """The places of these rounds whose losers come into no other bracket."""
    dropping_from = {feed.place for one in build.places.values() for feed in one.feeds if isinstance(feed, LoserOf)}
    waiting = {name for names in build.undrawn.values() for name in names}
    return (name for names in main for name in names if name not in dropping_from | waiting)


def _add_knockout(build: Builder, section: str, coming: Sequence[str], order: Sequence[str] | None) -> Feed | None:
    """CON-6: a knockout of those beaten in these places, in the order that was drawn; those of whom nobody was there
    come to the empty seats, from the top. Answers anyone who is left; None: there are not two."""
    if order is None and len(coming) > 1:
        build.undrawn[section] = tuple(coming)
    seated: Sequence[Feed] = [LoserOf(name, lot=lot) for lot, name in enumerate(order or (), 1)]
    if order is None:
        seated = [ToBeDrawn(seat) for seat in range(1, sum(build.real(LoserOf(name)) for name in coming) + 1)]
    if len(seated) < 2:
        return None
    late: Iterator[Feed] = iter([LoserOf(name, lot=0) for name in coming if order and name not in order])
    after, beyond = max(build.places[name].depth for name in coming), 1 << rounds_of(build.entrants)
    feeds: list[Feed] = [
        seated[seat - 1] if seat <= len(seated) else next(late, Seed(beyond + seat))
        for seat in seats_of(rounds_of(len(seated)))
    ]
    round_ = 1
    while len(feeds) > 1:
        feeds, round_ = build.round(section, round_, neighbours(feeds), after), round_ + 1
    return feeds[0]


def _with_those_beaten(build: Builder, main: Sequence[Sequence[str]], beaten: int, last: int) -> Feed:
    """QUA-4: those beaten before, and the losers of the main rounds as they lose, as many as there are (CON-13)."""
    first: list[Feed] = [Seed(build.entrants - beaten + number) for number in range(1, beaten + 1)]
    lost = ([*filter(build.real, map(LoserOf, names))] for names in main[:last])
    return Feeding(build, CONSOLATION, [first, *filter(None, lost)]).play()[0]


def _first_match(build: Builder, main: Sequence[Sequence[str]], name: str) -> Feed:
    """CON-3: who has no opponent in round 1 and loses in round 2 comes from there."""
    place = build.places[name]
    if all(map(build.real, place.feeds)) or len(main) == 1:
        return LoserOf(name)
    return LoserOf(main[1][(place.position - 1) // 2], seated=name)


def _beaten(build: Builder, paid: int) -> Iterator[tuple[int, Sequence[Feed]]]:
    """CON-9: by round of the consolation that has a match those beaten there, before the first whose losers have one of
    its prizes. Each of its matches puts one out, and one wins it all."""
    rounds: dict[int, list[Feed]] = {}
    for place in build.places.values():
        beaten = LoserOf(place.name)
        if place.section == CONSOLATION and build.real(beaten):
            rounds.setdefault(place.round, []).append(beaten)
    latest_first = sorted(rounds, reverse=True)
    better = dict(zip(latest_first, accumulate([1, *(len(rounds[one]) for one in latest_first)]), strict=False))
    return ((round_, rounds[round_]) for round_ in sorted(rounds) if better[round_] >= paid)
