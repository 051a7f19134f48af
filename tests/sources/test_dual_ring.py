"""The Dual Ring: its example of ten players, and a ring by its preset from the announcement to the champion."""

import pytest

from tests.api.played import winner
from tests.api.support import Service
from tests.sources.playing import by_preset, carries_on, next_of


@pytest.mark.rule("RNG-1", "RNG-2", "RNG-3", "RNG-4")
@pytest.mark.source("dual_ring 3", "dual_ring 5", "dual_ring 7", "dual_ring 8", "dual_ring 9")
def test_a_ring_of_ten_by_its_preset_to_the_champion(service: Service) -> None:
    """Each is White against the next and Black against the one before; who stood between two out brings them together,
    and the earlier of the two is Black."""
    made = by_preset(service, "dual-ring", 10)
    sides = [tuple(match["sides"]) for match in made.matches()]
    assert sides == [(number, number % 10 + 1) for number in range(1, 11)]
    assert made.director.read(made.path)["conditions"]["clock"] == "obligation"
    made.report(2, winner("first"))  # 2 beats 3: 2 meets 4, and is Black
    assert tuple(made.match(11)["sides"]) == (4, 2)
    assert made.match(3)["status"] == "abandoned"
    champion = made.play_on()
    assert made.rows()[0] == (1, champion, "champion")
    made.do("completion")
    carries_on(made, next_of(made, name="The next ring"))
