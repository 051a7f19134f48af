"""The Swiss pairing against all pairings of a small field: it is the one whose choices come first (SWI-8)."""

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.pairing.players import Player
from domain.pairing.reasons import LeftOver, Paired, Pairing
from domain.pairing.walk import can_be_paired, pair, pair_with_rematches
from tests.pairing.support import fields, steps
from tests.properties import examples
from tests.reaching import reached

WINDOWS = st.integers(1, 3)
LEFT_OVER = 6

Choice = tuple[int, int]
"""How dear the choice is to who makes it, 0 the dearest; and the place in the order of the chosen one, from 1."""


def all_pairings(players: Sequence[Player]) -> Iterator[list[tuple[Player, Player | None]]]:
    """Every way to pair them, one with nobody where they are odd; each from the highest down."""
    if not players:
        yield []
        return
    highest, *others = players
    for other in [*others, None] if len(players) % 2 else others:
        for rest in all_pairings([one for one in others if one is not other]):
            yield [(highest, other), *rest]


def dearness(player: Player, other: Player | None, window: int) -> int:
    """0 where (1), (2) and (3) hold, 1 for (1) and (2), 2 for (1), 3 to 5 the same without (1), 6 for the bye."""
    if other is None:
        return LEFT_OVER
    again = 3 if other.entry in player.met else 0
    if abs(player.points - other.points) > window:
        return again + 2
    return again + (None in (player.colour, other.colour) or player.colour == other.colour)


def best(players: Sequence[Player], window: int) -> tuple[int, list[Choice]]:
    """The fewest rematches, and the choices that come first with no more than these."""
    order = [None, *players]
    found = []
    for pairing in all_pairings(players):
        choices = [(dearness(one, other, window), order.index(other)) for one, other in pairing]
        found.append((sum(3 <= dear < LEFT_OVER for dear, _ in choices), choices))
    return min(found)


def made(players: Sequence[Player], pairing: Pairing, window: int) -> list[Choice]:
    """The choices of a pairing, as `best` has them."""
    by_entry = {player.entry: player for player in players}
    found = []
    for step in steps(players, pairing):
        if isinstance(step, Paired):
            chooser, other = by_entry[step.sides[0]], by_entry[step.sides[1]]
            found.append((dearness(chooser, other, window), 1 + players.index(other)))
        else:
            found.append((LEFT_OVER, 0))
    return found


@pytest.mark.rule("SWI-8")
@examples(50, proof=500)
@given(fields(0, 9), WINDOWS)
def test_the_first_of_all_pairings(players: list[Player], window: int) -> None:
    rematches, choices = best(players, window)
    pairing = pair(players, window)
    assert can_be_paired(players) == (rematches == 0)
    assert (pairing is None) == (rematches > 0)
    assert pairing is None or made(players, pairing, window) == choices


@pytest.mark.rule("SWI-8")
@examples(50, proof=500)
@given(fields(0, 9), WINDOWS)
def test_the_first_of_all_with_the_fewest_rematches(players: list[Player], window: int) -> None:
    pairing = pair_with_rematches(players, window)
    rematches, choices = best(players, window)
    assert sum(one.why.counts["rematch"] for one in pairing.pairs) == rematches
    assert made(players, pairing, window) == choices


@pytest.mark.rule("SWI-8")
@examples(30, proof=200)
@given(fields(2, 8), WINDOWS)
def test_everybody_passed_over_is_named_with_the_ground(players: list[Player], window: int) -> None:
    left = list(players)
    for step in steps(players, pair_with_rematches(players, window)):
        reached()
        chooser = left.pop(0)
        if isinstance(step, LeftOver):
            assert set(step.passed_over.entries("met")) == {one.entry for one in left} <= set(chooser.met)
            continue
        opponent = next(one for one in left if one.entry == step.sides[1])
        expected = grounds(chooser, opponent, left, window)
        assert {ground: list(step.passed_over.entries(ground)) for ground in ("met", "colour", "rest")} == expected
        left.remove(opponent)


def grounds(chooser: Player, opponent: Player, left: Sequence[Player], window: int) -> dict[str, list[int]]:
    """Who of those left was passed over, by ground: the dearer on that of the rest, and so the equally dear who stand
    higher; else who stands higher, on that which makes them less dear."""
    dear = dearness(chooser, opponent, window)
    found: dict[str, list[int]] = {"met": [], "colour": [], "rest": []}
    for one in left:
        higher = left.index(one) < left.index(opponent)
        how_dear = dearness(chooser, one, window)
        if how_dear < dear or (how_dear == dear and higher):
            found["rest"].append(one.entry)
        elif higher:
            found["met" if how_dear >= 3 > dear else "colour"].append(one.entry)
    return found
