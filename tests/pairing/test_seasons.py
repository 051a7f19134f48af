"""The Swiss pairing in whole seasons: fields too large to try everything, and more rounds than there are opponents."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.pairing.players import Player
from domain.pairing.reasons import Pairing
from domain.pairing.walk import can_be_paired, pair, pair_with_rematches
from tests.pairing.seasons import Season
from tests.properties import examples
from tests.reaching import reached

CHANCES = st.randoms(use_true_random=True)


def rematches_needed(players: Sequence[Player]) -> int:
    """The fewest, by the matching of a library."""
    unmet = networkx.Graph()
    unmet.add_nodes_from(one.entry for one in players)
    pairs = [(one, other) for one in players for other in players if one.entry < other.entry]
    unmet.add_edges_from((one.entry, other.entry) for one, other in pairs if other.entry not in one.met)
    return len(players) // 2 - len(networkx.max_weight_matching(unmet, maxcardinality=True))


def holds(players: Sequence[Player], pairing: Pairing, rematches: int) -> None:
    """Everybody is in it once, one is left over where they are odd, and what is shown of each pair is so."""
    by_entry = {player.entry: player for player in players}
    entries = [entry for one in pairing.pairs for entry in one.sides]
    left_over = [] if pairing.left_over is None else [pairing.left_over.entry]
    assert Counter([*entries, *left_over]) == Counter(by_entry.keys())
    assert len(left_over) == len(players) % 2
    for one in pairing.pairs:
        chooser, other = (by_entry[entry] for entry in one.sides)
        assert players.index(chooser) < players.index(other)
        assert one.why.counts["rematch"] == (other.entry in chooser.met)
        assert one.why.counts["score_difference"] == abs(chooser.points - other.points)
        assert one.why.counts["other_colour"] == (chooser.colour != other.colour)
    assert sum(one.why.counts["rematch"] for one in pairing.pairs) == rematches


@pytest.mark.rule("SWI-8")
@examples(10, proof=100)
@given(CHANCES, st.integers(1, 24))
def test_more_rounds_than_opponents(chance: Random, count: int) -> None:
    season = Season(count, chance)
    for _ in range(count + 4):
        players = season.players()
        rematches = rematches_needed(players)
        pairing, with_rematches = pair(players, season.window), pair_with_rematches(players, season.window)
        reached()
        assert can_be_paired(players) == (pairing is not None) == (rematches == 0)
        assert pairing is None or pairing == with_rematches
        holds(players, with_rematches, rematches)
        season.play(with_rematches)


@pytest.mark.rule("SWI-8")
@examples(2)
@given(CHANCES, st.integers(200, 400))
def test_a_season_has_no_rematch(chance: Random, count: int) -> None:
    season = Season(count, chance)
    for _ in range(9):
        players = season.players()
        pairing = pair(players, season.window)
        reached()
        assert pairing is not None
        holds(players, pairing, rematches=0)
        season.play(pairing)


@pytest.mark.rule("SWI-8")
@examples(10, proof=100)
@given(CHANCES, st.integers(30, 60))
def test_entries_are_but_names(chance: Random, count: int) -> None:
    """Who is paired depends on the order, not on the numbers."""
    season = Season(count, chance)
    for _ in range(count // 2):
        season.play(pair_with_rematches(season.players(), season.window))
    players = season.players()
    names = dict(zip(range(1, count + 1), chance.sample(range(1, 1000), count), strict=True))
    renamed = [Player(names[one.entry], one.points, one.colour, {names[e] for e in one.met}) for one in players]
    before, after = (pair_with_rematches(field, season.window) for field in (players, renamed))
    assert [tuple(names[e] for e in one.sides) for one in before.pairs] == [one.sides for one in after.pairs]
