"""Who meets in single and double eliminations is what another program has, match for match (SE-1, DE-1 to DE-7).

`brackets_manager.json` holds what brackets-manager 1.11.1 (MIT, by Drarig29) made of 549 events: of each, 12 digits of
the SHA-256 of all its matches. `brackets_manager.mjs` beside it makes the file again where that program is installed;
it is told the masks of DE-3 by its own names for them, which reach to 32 entrants.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import chain
from pathlib import Path

import pytest

from domain.pairing.eliminations import elimination
from domain.pairing.wiring import (
    UPPER,
    Again,
    Builder,
    Feed,
    LoserOf,
    Seed,
    ToBeDrawn,
    WinnerOf,
    Wiring,
    knockout,
)

EVENTS = json.loads((Path(__file__).parent / "brackets_manager.json").read_text(encoding="utf-8"))


def single_elimination(entrants: int) -> Wiring:
    build = Builder(entrants)
    return build.wiring((UPPER,), tuple(chain.from_iterable(knockout(build, UPPER)[-1:])))


def double_elimination_to_the_end(entrants: int) -> Wiring:
    return elimination(entrants, "double")


KINDS = {"single_elimination": single_elimination, "double_elimination": double_elimination_to_the_end}


@pytest.mark.rule("DE-1", "DE-2", "DE-3", "DE-5", "DE-6", "DE-7")
@pytest.mark.parametrize("kind", KINDS)
def test_matches_are_those_of_another_program(kind: str) -> None:
    told = {}
    for event in EVENTS[kind]:
        entrants = int(event.split()[0])
        matches = " ".join(sorted(played(KINDS[kind](entrants), f"{kind} {event}")))
        told[event] = sha256(matches.encode()).hexdigest()[:12]
    assert len(told) > 260
    assert told == EVENTS[kind]


Two = tuple[int | None, int | None]


def played(wiring: Wiring, event: str) -> Iterator[str]:
    """Each match: who met, how often they have met by then, and who won, which follows from these and the event."""
    came: dict[str, Two] = {}
    sides: dict[str, Two] = {}
    met: Counter[tuple[int, int]] = Counter()
    for place in wiring.places.values():
        first, second = (_comes(wiring, feed, came, sides) for feed in place.feeds)
        sides[place.name] = first, second
        if first is None or second is None:
            came[place.name] = (second if first is None else first, None)
            continue
        low, high = sorted((first, second))
        met[low, high] += 1
        won = (low, high)[sha256(f"{event} {low} {high} {met[low, high]}".encode()).digest()[0] % 2]
        came[place.name] = (won, low + high - won)
        yield f"{low}-{high}:{met[low, high]}:{won}"


def _comes(wiring: Wiring, feed: Feed, came: Mapping[str, Two], sides: Mapping[str, Two]) -> int | None:
    """Who comes from there; to a second final nobody, unless the second side has won the first."""
    match feed:
        case Seed(seed=seed):
            return seed if seed <= wiring.entrants else None
        case WinnerOf(place=name):
            return came[name][0]
        case LoserOf(place=name):
            return came[name][1]
        case Again(place=name, side=side):
            return sides[name][side] if came[name][0] == sides[name][1] else None
        case ToBeDrawn():
            raise NotImplementedError
