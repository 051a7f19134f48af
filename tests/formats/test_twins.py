"""A tournament whose results were corrected on the way ends as its twin, which had the right ones from the start.

Wherever nobody has played by a result that is so no longer, the two have the same table, field of each stage, and
champion. Not compared are lives that were played on after the twin's end, and a round whose matches were voided one by
one: the twin has no match to draw it for. `pytest tests/formats/test_twins.py -s` says
how often that was compared, by format.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.refusal import Refused
from domain.tournament.matches.events import MatchVoided, ResultCorrected
from domain.tournament.rounds.events import PairingsCorrected
from tests.desk import TOURNAMENT
from tests.formats.acting import Deed
from tests.formats.directing import attempt, finish
from tests.formats.kinds import KINDS, Kind, started
from tests.formats.twins import Twin, has_empty_round, was_played_on, was_played_wrongly
from tests.properties import PROFILE, examples
from tests.rounds import RoundsDesk

ENOUGH, THREE_TIMES = {"test": 2, "proof": 50}, 3
"""How often the twins of each format must have been compared."""
_ways = st.builds(lambda number, way: 4 * number + way, st.integers(0, 24), st.sampled_from((0, 1, 1, 2, 2, 2, 3)))
"""Chooses among other things what becomes of what hangs on a change: seldom that it stands."""


def _deeds(kinds: Sequence[str], least: int, most: int) -> st.SearchStrategy[list[Deed]]:
    deed = st.builds(Deed, st.sampled_from(kinds), st.integers(0, 99), _ways, st.booleans())
    return st.lists(deed, min_size=least, max_size=most)


_CHANGES = (*["turn"] * 5, "correct", "correct", "void", "reinstate", "swap")
_some = st.builds(list[Deed].__add__, _deeds(["play"], 3, 8), _deeds(_CHANGES, 2, 4))
corrected_deeds = st.builds(lambda *parts: [deed for part in parts for deed in part], _some, _some, _some)
"""Results are played and corrected, three times over."""

_numbers = st.integers(0, 24)
_turn = st.builds(
    lambda first, second, won: Deed("turn", 4 * first + 1, 4 * second + 1, won), _numbers, _numbers, st.booleans()
)
_turned = st.builds(list[Deed].__add__, _deeds(["play"], 3, 8), st.lists(_turn, min_size=1, max_size=3))
rewinding_deeds = st.builds(lambda *parts: [deed for part in parts for deed in part], _turned, _turned, _turned)
"""The same, where all that was made from a wrong result goes: nobody has played by it in the end."""

_slip = st.builds(lambda first, second, won: Deed("correct", first, 4 * second, won), _numbers, _numbers, st.booleans())
_slips = st.builds(list[Deed].__add__, _deeds(["play"], 1, 3), st.lists(_slip, min_size=1, max_size=3))
early_deeds = st.builds(lambda *parts: [deed for part in parts for deed in part], *[_slips] * 6)
"""The same, where a result is corrected only while nothing hangs on it."""

some_deeds = st.sampled_from((corrected_deeds, corrected_deeds, rewinding_deeds, early_deeds)).flatmap(lambda one: one)
"""In some formats any corrections seldom leave a twin to compare with; the others nearly always do."""


def directed(kind: Kind, entrants: int, tried: Sequence[Deed]) -> RoundsDesk:
    """A tournament of that format, played to its end after all the deeds."""
    desk = started(kind, entrants, TOURNAMENT)
    for deed in tried:
        with suppress(Refused):
            (kind.playing if deed.kind == "play" else attempt)(desk, deed)
    finish(desk)
    return desk


def compare_with_twin(desk: RoundsDesk, twin: RoundsDesk) -> None:
    """It has the same champion and table; its stages were opened with the same field."""
    assert twin.step() == desk.step()
    assert twin.standings().rows == desk.standings().rows


def still_compared(kinds: Sequence[Kind], compared: Mapping[str, int]) -> Sequence[Kind]:
    """Those that go on: in the everyday run each is compared three times, in `make proof` however often it comes."""
    return [kind for kind in kinds if PROFILE == "proof" or compared[kind.name] < THREE_TIMES]


def was_corrected(desk: RoundsDesk) -> bool:
    kinds = (ResultCorrected, PairingsCorrected, MatchVoided)
    return any(isinstance(one.event, kinds) for one in desk.history)


@pytest.mark.rule("ALL-1", "ALL-3", "ALL-4", "TD-14")
def test_twin_that_had_the_right_results_from_the_start_ends_the_same() -> None:
    compared = Counter[str]()

    @given(entrants=st.integers(4, 8), tried=some_deeds)
    @examples(24, proof=250)
    def walk(entrants: int, tried: Sequence[Deed]) -> None:
        for kind in still_compared(KINDS, compared):
            desk = directed(kind, entrants, tried)
            if was_corrected(desk) and not (was_played_wrongly(desk) or has_empty_round(desk)):
                twin = started(kind, entrants, TOURNAMENT)
                Twin(desk, twin).play()
                if not (kind.name == "lives" and was_played_on(desk, twin)):
                    compare_with_twin(desk, twin)
                    compared[kind.name] += 1

    walk()
    print("\ncompared: " + ", ".join(f"{kind.name} {compared[kind.name]}" for kind in KINDS))
    assert {kind.name: compared[kind.name] for kind in KINDS if compared[kind.name] < ENOUGH[PROFILE]} == {}
