"""Whatever is voided, reinstated, ruled, appealed and withdrawn in a ring, in whatever order: it comes to an end."""

from collections.abc import Sequence

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from domain.formats.dual_ring import DualRingOptions
from domain.kernel.refusal import Refused
from domain.problems.matches import HANGS_ON_ITSELF
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import automatic
from tests.formats import ruling_deeds
from tests.formats.acting import Deed
from tests.formats.directing import check_invariants, finish
from tests.formats.ring_desk import RingDesk
from tests.formats.test_dual_ring_properties import RULES, command_of, deeds, facts_of, options, ring
from tests.formats.test_dual_ring_properties import Deed as RingDeed
from tests.properties import examples

_RULING = ("rule", "rule", "pursue", "pursue", "pursue", "suspend", "resume", "withdraw-ruling", "withdraw-appeal")
_NUMBERS = st.integers(0, 99)
rulings = st.builds(Deed, st.sampled_from(_RULING), _NUMBERS, _NUMBERS, st.booleans())
changes = deeds.filter(lambda deed: deed.kind in ("void", "reinstate", "correct"))
tried = st.lists(st.one_of(deeds, changes, changes, rulings, rulings), max_size=60)


@pytest.mark.rule("RNG-2", "RNG-4", "RNG-6", "ALL-4", "ALL-5", "TD-13")
@given(st.integers(3, 12), options, tried)
@examples(60)
def test_what_is_voided_reinstated_ruled_and_appealed_never_goes_round(
    players: int, chosen: DualRingOptions, tried: Sequence[RingDeed | Deed]
) -> None:
    desk = ring(players, chosen)
    for deed in tried:
        done = _attempt(desk, deed)
        event(f"{deed.kind}: {'done' if done else 'refused'}")
        check_invariants(desk.state)
        assert RULES.service(chosen, facts_of(desk), None) is None
    finish(desk)


def _attempt(desk: RingDesk, deed: RingDeed | Deed) -> bool:
    """Whether it was done; refused it may be, but not since something would hang on itself."""
    try:
        if isinstance(deed, Deed):
            ruling_deeds.attempt_ruling(desk, deed)
        elif command := command_of(desk, deed):
            desk.do(command)
    except Refused as refused:
        if refused.problem is HANGS_ON_ITSELF:
            raise
        return False
    return True


@pytest.mark.rule("ALL-4", "ALL-5")
def test_what_would_never_end_is_refused_with_what_it_goes_round_on(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = ring(4, DualRingOptions(kind="dual-ring"))
    monkeypatch.setattr(automatic, "_MOST_STEPS", -len(desk.state.entries) + 1)
    report = match_commands.ReportResult.model_validate({"match": 1, "result": {"kind": "winner", "winner": "first"}})
    with pytest.raises(Refused) as refused:
        desk.do(report)
    assert (refused.value.problem, refused.value.facts["matches"]) == (HANGS_ON_ITSELF, [2, 5])
    monkeypatch.undo()
    desk.do(report)
