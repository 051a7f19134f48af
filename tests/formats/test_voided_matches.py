"""A match that a ruling has voided is played again in its round; where the ruling is reversed, the first comes back in
place of the second (ALL-3, ALL-4, TD-13)."""

import pytest

from tests.formats.acting import Deed
from tests.formats.appealing import give_as, reverse
from tests.formats.directing import advance, check_invariants, finish
from tests.formats.kinds import Kind, in_every_format, started

VOIDED = {"remedies": [{"kind": "match-voiding"}], "clause": "4.2", "facts": "Seen", "reasons": "As written"}


@pytest.mark.rule("ALL-3", "ALL-4", "ALL-5", "TD-13")
@in_every_format
def test_a_voided_match_comes_back_in_place_of_its_second_attempt(kind: Kind) -> None:
    desk = started(kind, 4)
    for number in (0, 1):
        kind.playing(desk, Deed("play", 0, number, won=True))
    assert desk.state.matches[1].effective
    given = give_as(desk, {"about": {"kind": "match", "number": 1}, **VOIDED})
    assert given
    assert desk.state.matches[1].void
    for _ in range(3):
        advance(desk)
    reverse(desk, given)
    assert desk.state.matches[1].live
    assert not desk.state.matches[1].void
    check_invariants(desk.state)
    finish(desk)
