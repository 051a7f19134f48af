"""The Dual Ring: two games at once, with clocks, the new game's colours as its author has them."""

from domain.formats.dual_ring import DualRingOptions
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.presets.preset import Preset

RING = Preset(
    word="dual-ring",
    source="dual_ring",
    clauses="1 to 15",
    about="Everybody plays both neighbours at once, with clocks; a loss puts a player out, and draws are replayed.",
    format=DualRingOptions(kind="dual-ring", order="entry-order", colours="as-written", drawn_games="replay"),
    conditions=Conditions(clock="obligation"),
)
