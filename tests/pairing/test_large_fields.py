"""Large fields are paired as they always were (SWI-8), however the pairing is found."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from hashlib import sha256
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.canonical_json import JSON, encode
from domain.pairing.bits import positions
from domain.pairing.players import Player, earlier_opponents
from domain.pairing.reasons import Pairing
from domain.pairing.walk import pair_with_rematches
from tests.bench.swiss_pairing import circles, few_unmet, late
from tests.pairing.support import fields
from tests.properties import examples

WINDOW = 3

FIELDS: Mapping[str, tuple[Callable[[], list[Player]], str]] = {
    "nine rounds of 400": (partial(late, 400, 9), "5af57a70c4d3f41e"),
    "three rounds fewer than opponents": (partial(late, 101, 97), "ac751f6e36eb2b6e"),
    "three circles of friends": (partial(circles, (60, 60, 81)), "e0549480e7340f2f"),
    "a circle of nearly half": (partial(circles, (21, 20, 60, 100)), "26bad407bad85d86"),
    "all but three have met": (partial(few_unmet, 301, 3), "24f31c188d367306"),
    "a circle of friends too large": (partial(circles, (40, 40, 121)), "abd4b9a621443ddb"),
    "all have met": (partial(circles, (101,)), "a5d06ac91e589471"),
}
"""The digest of each is that of what the first version of the search made of it, which grew a tree for each choice."""


def digest(pairing: Pairing) -> str:
    """Of who meets who, and of how many were passed over on which ground."""
    pairs: list[JSON] = [[*one.sides, dict(one.why.counts)] for one in pairing.pairs]
    over = pairing.left_over
    left: JSON = None if over is None else [over.entry, dict(over.why.counts)]
    return sha256(encode([pairs, left])).hexdigest()[:16]


@pytest.mark.rule("SWI-8")
@pytest.mark.parametrize("name", FIELDS)
def test_large_field_is_paired_as_ever(name: str) -> None:
    players, kept = FIELDS[name]
    assert digest(pair_with_rematches(players(), WINDOW)) == kept


@examples(30, proof=200)
@given(fields(1, 14), st.randoms(use_true_random=True))
def test_meeting_counts_for_both_where_one_says_so(players: list[Player], chance: Random) -> None:
    told = [replace(one, met={entry for entry in one.met if chance.random() < 0.7} | {99}) for one in players]
    assert [set(positions(those)) for those in earlier_opponents(told)] == [
        {there for there, other in enumerate(told) if other.entry in one.met or one.entry in other.met} for one in told
    ]
