"""How a knockout, its consolation and its last chance hang together (CON-1 to CON-3, CON-7, CON-9)."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import accumulate
from typing import Literal

from domain.pairing.feeding import Feeding
from domain.pairing.wiring import (
    GRAND,
    Builder,
    Drops,
    Feed,
    LoserOf,
    Seed,
    Shape,
    WinnerOf,
    Wiring,
    grand_final,
    knockout,
    lower_bracket,
)

MAIN, CONSOLATION, LAST_CHANCE, SECOND = "main", "consolation", "last", "second"
"""The brackets; `second` is the match for the second place."""

Consolation = Literal["progressive", "first-round", "first-match"]
Join = Literal["none", "second-place", "grand"]


@cache
def consolation(
    entrants: int,
    kind: Consolation,
    shape: Shape,
    paid: int,
    join: Join,
    last_chance: int | None = None,
    beaten: int = 0,
) -> Wiring:
    """CON-1 to CON-3, CON-7, CON-9, CON-11, CON-12; `paid` places of the main bracket have a prize. Who loses in the
    consolation without one of its prizes, `last_chance` in number, comes into the last chance; None: there is none.
    The last seeds, so many as were `beaten` before, begin in the consolation (QUA-4)."""
    build = Builder(entrants)
    main = knockout(build, MAIN, entrants - beaten)
    if not main:
        return build.wiring((), ())
    if beaten:
        final, last = main[-1][0], _with_those_beaten(build, main, beaten, dropping(len(main), paid))
    else:
        final, last = main[-1][0], _consolation(build, main, kind, shape, dropping(len(main), paid))
    if last_chance is not None:
        Feeding(build, LAST_CHANCE, list(_beaten(build, last_chance))).play()
    sections = [one for one in (LAST_CHANCE, CONSOLATION) if build.has(one)]
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


def _beaten(build: Builder, paid: int) -> Iterator[Sequence[Feed]]:
    """CON-9: those beaten in each round of the consolation that has a match, before the first whose losers have one of
    its prizes. Each of its matches puts one out, and one wins it all."""
    rounds: dict[int, list[Feed]] = {}
    for place in build.places.values():
        beaten = LoserOf(place.name)
        if place.section == CONSOLATION and build.real(beaten):
            rounds.setdefault(place.round, []).append(beaten)
    latest_first = sorted(rounds, reverse=True)
    better = dict(zip(latest_first, accumulate([1, *(len(rounds[one]) for one in latest_first)]), strict=False))
    return (rounds[round_] for round_ in sorted(rounds) if better[round_] >= paid)
