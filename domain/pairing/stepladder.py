"""The wiring of a stepladder (LAD-1, LAD-2)."""

from functools import cache

from domain.pairing.bracket import rounds_of, seats_of
from domain.pairing.wiring import LADDER, Builder, Feed, Seed, Wiring, neighbours


@cache
def stepladder(entrants: int, start: int) -> Wiring:
    """The last `start` seeds play the first step as a knockout of their own, all of them where they are fewer; its
    winner meets the next seed up, and so on up to the first."""
    build = Builder(entrants)
    first = min(start, entrants)
    rounds = rounds_of(first)
    above = entrants - first
    coming: list[Feed] = [Seed(above + seed if seed <= first else entrants + seed) for seed in seats_of(rounds)]
    for round_ in range(1, rounds + 1):
        coming = build.round(LADDER, round_, neighbours(coming))
    for step, seed in enumerate(range(above, 0, -1), rounds + 1):
        coming = build.round(LADDER, step, [(Seed(seed), coming[0])])
    return build.wiring((LADDER,) if build.places else (), list(build.places)[-1:])
