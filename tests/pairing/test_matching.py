"""Matchings, and Dirac's condition, against the matchings of a library."""

from collections.abc import Collection, Iterable, Sequence
from random import Random

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.pairing.bits import bit
from domain.pairing.completion import is_assured
from domain.pairing.matching import Matching
from tests.pairing.support import graphs
from tests.properties import examples

CHANCES = st.randoms(use_true_random=True)

Graph = Sequence[set[int]]
"""The neighbours of each vertex."""


def graph(count: int, edges: Iterable[tuple[int, int]]) -> Graph:
    neighbours: list[set[int]] = [set() for _ in range(count)]
    for one, other in edges:
        neighbours[one].add(other)
        neighbours[other].add(one)
    return neighbours


def small_graphs() -> st.SearchStrategy[Graph]:
    sizes = st.integers(0, 12)
    return sizes.flatmap(lambda count: graphs(range(count)).map(lambda edges: graph(count, edges)))


def large_graph(chance: Random) -> Graph:
    """Up to 60 vertices in circles, which may be tied loosely or closely: blossoms within blossoms."""
    count, circle = chance.randint(15, 60), chance.randint(1, 9)
    within, across = chance.random(), chance.choice([0.0, 1 / count, 2 / count, 0.5, 0.95])
    pairs = [(one, other) for other in range(count) for one in range(other)]
    shares = [within if one // circle == other // circle else across for one, other in pairs]
    return graph(count, [pair for pair, share in zip(pairs, shares, strict=True) if chance.random() < share])


def bits(vertices: Iterable[int]) -> int:
    return sum(bit(vertex) for vertex in vertices)


def matching_of(neighbours: Graph) -> Matching:
    return Matching({vertex: bits(others) for vertex, others in enumerate(neighbours)})


def singles(neighbours: Graph, gone: Collection[int]) -> int:
    """How many the library leaves single of those who are not gone."""
    found = networkx.Graph()
    left = [vertex for vertex in range(len(neighbours)) if vertex not in gone]
    found.add_nodes_from(left)
    found.add_edges_from((one, other) for one in left for other in left if other in neighbours[one])
    return len(left) - 2 * len(networkx.max_weight_matching(found, maxcardinality=True))


@examples(40, proof=300)
@given(small_graphs())
def test_anyone_who_can_be_had_is_had_and_nobody_else(neighbours: Graph) -> None:
    matching = matching_of(neighbours)
    gone: set[int] = set()
    for vertex, all_neighbours in enumerate(neighbours):
        if vertex in gone:
            continue
        jokers, others = matching.jokers.bit_count(), all_neighbours - gone
        assert jokers == singles(neighbours, gone)
        possible = {one for one in others if singles(neighbours, gone | {vertex, one}) == jokers}
        with pytest.raises(LookupError):
            matching.take(vertex, [bits(others - possible)])
        chosen = matching.take(vertex, [bits(others - possible), bits(others), matching.jokers])
        assert chosen == min(possible) if others else chosen >= len(neighbours)
        gone |= {vertex, chosen}
    assert matching.jokers == 0


@examples(20, proof=200)
@given(CHANCES)
def test_matching_takes_as_many_as_can_be_and_anyone_who_is_taken(chance: Random) -> None:
    neighbours = large_graph(chance)
    matching = matching_of(neighbours)
    gone: set[int] = set()
    for vertex in chance.sample(range(len(neighbours)), len(neighbours)):
        jokers, others = matching.jokers.bit_count(), sorted(neighbours[vertex] - gone)
        if vertex in gone:
            continue
        assert jokers == singles(neighbours, gone)
        wish = chance.sample(others, min(len(others), 1))
        chosen = matching.take(vertex, [bits(wish), bits(others), matching.jokers])
        possible = [one for one in wish if singles(neighbours, gone | {vertex, one}) == jokers]
        assert (chosen in wish) == bool(possible)
        gone |= {vertex, chosen}
    assert matching.jokers == 0


@examples(30, proof=200)
@given(CHANCES, st.integers(2, 40))
def test_pairing_is_there_where_dirac_assures_one(chance: Random, count: int) -> None:
    most_met = (count + 1) // 2 - 1
    assert is_assured(count, most_met)
    assert singles(not_in(met_at_most(count, most_met, chance)), ()) == count % 2


@given(st.integers(2, 40))
def test_dirac_can_assure_no_more(count: int) -> None:
    met = (count + 1) // 2
    assert not is_assured(count, met)
    circle = [(one, other) for other in range(met + 1) for one in range(other)]
    assert singles(not_in(graph(count, circle)), ()) > count % 2


def met_at_most(count: int, most: int, chance: Random) -> Graph:
    """As many meetings as come about at random, with so many at most for each."""
    pairs = [(one, other) for other in range(count) for one in range(other)]
    chance.shuffle(pairs)
    met = graph(count, [])
    for one, other in pairs:
        if len(met[one]) < most and len(met[other]) < most:
            met[one].add(other)
            met[other].add(one)
    return met


def not_in(neighbours: Graph) -> Graph:
    """Who are no neighbours."""
    everybody = set(range(len(neighbours)))
    return [everybody - others - {vertex} for vertex, others in enumerate(neighbours)]
