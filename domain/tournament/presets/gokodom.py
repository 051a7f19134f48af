"""A season of the Dominion league: a Swiss of six-game matches week by week, and a knockout of the best eight."""

from domain.formats.knockout import KnockoutOptions
from domain.formats.swiss import SwissOptions
from domain.kernel.values import RoundHours
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import LaterStage
from domain.tournament.presets.preset import Preset

_MONDAYS = RoundHours(opens="15:00", closes="06:00")
"""From a Monday afternoon to the next Monday morning; the first Monday is the announcement's `starts_at`."""

SEASON = Preset(
    word="gokodom",
    source="gokodom",
    clauses="I to V",
    about="A Swiss with a round a week, six-game matches, and a knockout of the best eight; announce when it starts.",
    format=SwissOptions(kind="swiss", form="six-games", round_days=7, last_round_days=14, round_hours=_MONDAYS),
    stages=(
        LaterStage(
            format=KnockoutOptions(kind="knockout", form="six-games", round_days=7, round_hours=_MONDAYS),
            qualifiers=8,
        ),
    ),
    conditions=Conditions(played="online"),
    time_zone="America/New_York",
)
