"""An event under the federation's tournament rules, in the edition in force: a knockout over the board."""

from domain.formats.knockout import KnockoutOptions
from domain.officiating.sanction_catalogue import NEWEST
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.presets.preset import Preset

EVENT = Preset(
    word="federation",
    source="ausbgf",
    clauses="1 to 5",
    about="A knockout over the board, drawn by lot, with clocks for anyone who insists, under the newest edition.",
    format=KnockoutOptions(kind="knockout", lengths=(7,), seeding="lot", round_days=None),
    conditions=Conditions(
        verification="by-director",
        appeal_window_minutes=60,
        languages=("English",),
        clock="preference",
        breaks="One of five minutes in a match of up to 15 points, two in a longer one, between games [2.2.2].",
        edition=NEWEST,
    ),
)
