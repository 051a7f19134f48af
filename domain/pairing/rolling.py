"""The wiring of the places of groups with the bracket that they fill (GRP-5, GRP-8, GRP-9)."""

import re
from collections.abc import Mapping
from functools import cache

from domain.pairing.dealing import seeds_of
from domain.pairing.wiring import Builder, Wiring, knockout

MAIN = "main"
"""What the bracket is called."""

_PLACE = re.compile(rf"{MAIN}-([0-9]+)-.+")


def round_in_bracket(slot: str | None) -> int | None:
    """The round of that place of the bracket, from 1; None: it is one of a group."""
    found = _PLACE.fullmatch(slot or "")
    return int(found[1]) if found else None


@cache
def bracket_of(groups: int, go_on: int) -> Wiring:
    """The bracket of so many of each of so many groups."""
    build = Builder(groups * go_on)
    rounds = knockout(build, MAIN)
    return build.wiring((MAIN,), (rounds[-1][0],) if rounds else ())


@cache
def places_of_seeds(groups: int, go_on: int) -> Mapping[int, tuple[int, int]]:
    """By seed, from 1, the group from 0, and the place in it from 0: each rank of the groups has its fixed seeds."""
    tiers = [[(place * groups + group, group) for group in range(groups)] for place in range(go_on)]
    return {seed: divmod(code, groups)[::-1] for seed, code in enumerate(seeds_of(tiers), 1)}
