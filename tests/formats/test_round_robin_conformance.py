"""Round robins pass the conformance suite; random directors never get them stuck."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.knockout import KnockoutOptions
from domain.formats.round_robin.options import GroupsOptions, RoundRobinOptions
from domain.tournament.lifecycle.events import LaterStage
from tests.formats.acting import Deed
from tests.formats.conformance import Conformance
from tests.formats.directing import deeds, finish
from tests.formats.machine import director_of
from tests.reaching import reached


class EveryoneMeets(Conformance):
    """What holds whatever directors do."""

    @pytest.mark.rule("RR-1", "RR-8")
    @given(st.integers(2, 8), deeds)
    def test_each_two_who_are_there_meet_once_a_cycle(self, entrants: int, tried: Sequence[Deed]) -> None:
        desk = self.run(entrants, tried)
        finish(desk)
        there = [e.number for e in desk.facts.entrants if not e.withdrawn]
        met = Counter(frozenset(place.entries) for place in desk.facts.places if place.match is not None)
        for pair in map(frozenset, combinations(there, 2)):
            reached()
            assert met[pair] == self.cycles
        assert max(met.values(), default=0) <= self.cycles

    @property
    def cycles(self) -> int:
        assert isinstance(self.options, RoundRobinOptions)
        return self.options.cycles


class TestByRounds(EveryoneMeets):
    """Round after round."""

    options = RoundRobinOptions(kind="round-robin", seeding="entry-order", lengths=(3,))


class TestOpenPace(EveryoneMeets):
    """Twice, in any order."""

    options = RoundRobinOptions(kind="round-robin", seeding="entry-order", lengths=(3,), cycles=2, pace="at-once")


class TestGroups(Conformance):
    """One group, or more, and a knockout of the best."""

    options = GroupsOptions(kind="groups", seeding="entry-order", lengths=(3,), groups=1)
    stages = (LaterStage(format=KnockoutOptions(kind="knockout", lengths=(3,)), qualifiers=2),)


TestRandomDirectorOfGroups = director_of(
    [
        GroupsOptions(kind="groups", lengths=(3,), group_size=5, order_rest=True),
        GroupsOptions(kind="groups", lengths=(3,), groups=1, pace="at-once", dealing="pots", leaving="count-all"),
    ],
    stages=(LaterStage(format=KnockoutOptions(kind="knockout", lengths=(3,)), qualifiers=2),),
    tried=3,
)

TestRandomDirector = director_of(
    [
        RoundRobinOptions(kind="round-robin", seeding="entry-order", lengths=(3,)),
        RoundRobinOptions(kind="round-robin", lengths=(3,), byes="win", rounds_open=2, leaving="count-all"),
        RoundRobinOptions(kind="round-robin", lengths=(3,), pace="at-once", leaving="count-none"),
    ],
    tried=3,
)
