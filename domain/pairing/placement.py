"""The wiring of a knockout in which places are played out (SE-5)."""

from collections.abc import Sequence
from functools import cache

from domain.pairing.wiring import Builder, Feed, LoserOf, Wiring, knockout, neighbours

MAIN = "main"
PLACES = "places-{}"


def section_of(first: int) -> str:
    """The name of the bracket whose winner has that place."""
    return PLACES.format(first)


@cache
def placement(entrants: int, played_out: int) -> Wiring:
    """SE-5: the losers of each main round that leaves more than one, within so many places, play a knockout of their
    own for the places that they share, and its losers likewise."""
    build = Builder(entrants)
    main = knockout(build, MAIN)
    if not main:
        return build.wiring((), ())
    firsts = {MAIN: 1}
    _play_out(build, main, 1, played_out, firsts)
    return build.rank_places((main[-1][0],), firsts)


def _play_out(
    build: Builder, rounds: Sequence[Sequence[str]], first: int, played_out: int, firsts: dict[str, int]
) -> None:
    """Lays what the losers of a bracket play, whose winner has the place `first`; the best of them first."""
    for names in reversed(rounds):
        best = first + len(names)
        if len(names) > 1 and best <= played_out:
            section = section_of(best)
            firsts[section] = best
            _play_out(build, _knockout_of(build, section, names), best, played_out, firsts)


def _knockout_of(build: Builder, section: str, names: Sequence[str]) -> Sequence[Sequence[str]]:
    """A knockout of those beaten in these places, in the order of the bracket; answers its places round by round."""
    coming: Sequence[Feed] = [LoserOf(name) for name in names]
    rounds: list[list[str]] = []
    while len(coming) > 1:
        coming = build.round(section, len(rounds) + 1, neighbours(coming))
        rounds.append([f"{section}-{len(rounds) + 1}-{position}" for position in range(1, len(coming) + 1)])
    return rounds
