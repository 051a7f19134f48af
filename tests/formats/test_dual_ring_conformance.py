"""The Dual Ring passes the conformance suite; random directors never get it stuck (ALL-4, ALL-5)."""

from domain.formats.dual_ring import DualRingOptions
from tests.formats.conformance import Conformance
from tests.formats.machine import director_of


class TestDualRing(Conformance):
    """With drawn games played again."""

    options = DualRingOptions(kind="dual-ring")


TestRandomDirector = director_of(
    [
        DualRingOptions(kind="dual-ring"),
        DualRingOptions(kind="dual-ring", drawn_games="eliminate-both"),
        DualRingOptions(kind="dual-ring", order="lot", colours="as-written"),
    ],
    tried=3,
)
