"""The knockout passes the conformance suite; random directors never get it stuck (ALL-4, ALL-5)."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.knockout import KnockoutOptions
from domain.tournament.derived.stage import current_stage
from domain.tournament.evolve.tournament import evolve
from domain.tournament.matches.events import MatchesMade
from tests.formats.acting import Deed
from tests.formats.conformance import Conformance
from tests.formats.directing import deeds
from tests.formats.machine import director_of
from tests.reaching import reached
from tests.rounds import RoundsDesk


class TestKnockout(Conformance):
    """With a match for the third place."""

    options = KnockoutOptions(kind="knockout", third_place=True)

    @pytest.mark.rule("SEL-3", "SEL-4")
    @given(st.integers(2, 8), deeds)
    def test_player_who_is_out_is_not_made_to_play(self, entrants: int, tried: Sequence[Deed]) -> None:
        """But for the third place, for which nobody plays who has left."""
        replayed = RoundsDesk()
        for one in self.run(entrants, tried).history:
            if isinstance(one.event, MatchesMade):
                facts, still_in = replayed.facts, set(current_stage(replayed.state).going_on())
                for made in one.event.matches:
                    reached()
                    assert made.slot == "third" or set(made.sides) <= still_in
                    assert not any(facts.entrant(side).withdrawn for side in made.sides)
            replayed.state = evolve(replayed.state, one)


class TestKnockoutOfBouts(Conformance):
    """Each pairing is a best of three."""

    options = KnockoutOptions(kind="knockout", bout_matches=(3,))


TestRandomDirector = director_of(
    [
        KnockoutOptions(kind="knockout"),
        KnockoutOptions(kind="knockout", third_place=True),
        KnockoutOptions(kind="knockout", seeding="lot"),
        KnockoutOptions(kind="knockout", third_place=True, bout_matches=(3,)),
    ],
    tried=3,
)
