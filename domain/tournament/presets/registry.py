"""Every preset, by the word that announces it: what its source says of a tournament (TD-21)."""

from collections.abc import Mapping
from typing import Any, Literal

from domain.formats.dual_ring import DualRingOptions
from domain.formats.elimination.champion import ChampionOptions
from domain.formats.elimination.nxe import NxeOptions
from domain.formats.knockout import KnockoutOptions
from domain.formats.open import OpenOptions
from domain.formats.registry import FormatOptions
from domain.formats.swiss import SwissOptions
from domain.kernel.values import Name, RoundHours, Value
from domain.officiating.sanction_catalogue import NEWEST
from domain.scoring.modes import GAMES_OF, RoomForm
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import LaterStage, RatingTerms

SETTINGS = ("format", "stages", "rating", "conditions", "time_zone")
"""The fields of an announcement that a preset gives."""


class Preset(Value):
    """An announcement but for its name, its moments, its series and who directs it. `word` announces it, `source` and
    `clauses` are where it is from, `about` says in a sentence what it is. Without a `time_zone` it goes by the
    federation's."""

    word: str
    source: str
    clauses: str
    about: str
    format: FormatOptions
    stages: tuple[LaterStage, ...] = ()
    rating: RatingTerms | None = None
    conditions: Conditions = Conditions()
    time_zone: Name | None = None

    @property
    def settings(self) -> Mapping[str, Any]:
        """What it gives an announcement."""
        return {name: value for name in SETTINGS if (value := getattr(self, name)) is not None}


_ON_THE_SITE = Conditions(played="online", auto_draw=True)
"""The next round begins when all matches of the one before have a winner: nobody has to draw it."""

ONE_POINT = Preset(
    word="nxe",
    source="nxe",
    clauses="1 to 22",
    about="Two losses put a player out; games of backgammon to one point.",
    format=NxeOptions(kind="nxe", losses=2, lengths=(1,)),
    conditions=_ON_THE_SITE,
)
MATCHES = Preset(
    word="nxe-matches",
    source="nxe",
    clauses="1 to 22",
    about="Two losses put a player out; matches of backgammon to five points, with the cube.",
    format=NxeOptions(kind="nxe", losses=2, lengths=(5,)),
    conditions=_ON_THE_SITE,
)
CHAMPION = Preset(
    word="champion",
    source="nxe",
    clauses="23 to 30",
    about="As many matches at once as tournaments won in a year; name the series and years that qualify.",
    format=ChampionOptions(kind="champion", lengths=(1,)),
    conditions=_ON_THE_SITE,
)


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


_RATING = RatingTerms(pool="normal", policy="room", policy_version=1)


def _play(word: str, clauses: str, about: str, *forms: RoomForm, stakes: bool = True) -> Preset:
    format_ = OpenOptions(kind="open", forms=forms, stakes=stakes)
    conditions = Conditions(played="online")
    return Preset(
        word=word,
        source="room",
        clauses=clauses,
        about=about,
        format=format_,
        rating=_RATING,
        conditions=conditions,
    )


ALL_MODES = _play("room", "12 to 24", "Every mode, each rated in the pool of its mode.", *GAMES_OF)
NORMAL = _play("room-normal", "12, 16", "Single games for nothing, one after the other.", "normal", stakes=False)
THREE_GAMES = _play("room-three-games", "13, 16", "Three games without a cube, for 2.50 or 5.", "three-games")
FIVE_POINTS = _play("room-five-points", "14, 16", "Matches to five points with the cube, for 2.50 or 5.", "five-points")
SINGLE = _play("room-single", "15, 16", "Games whose points are paid, at 1 or 2 each, up to 10 or 20.", "single")


RING = Preset(
    word="dual-ring",
    source="dual_ring",
    clauses="1 to 15",
    about="Everybody plays both neighbours at once, with clocks; a loss puts a player out, and draws are replayed.",
    format=DualRingOptions(kind="dual-ring", order="entry-order", colours="as-written", drawn_games="replay"),
    conditions=Conditions(clock="obligation"),
)


EVENT = Preset(
    word="federation",
    source="ausbgf",
    clauses="1 to 5",
    about="A knockout over the board, drawn by lot, with clocks for whoever insists, under the newest edition.",
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


PresetWord = Literal[
    "nxe",
    "nxe-matches",
    "champion",
    "gokodom",
    "room",
    "room-normal",
    "room-three-games",
    "room-five-points",
    "room-single",
    "dual-ring",
    "federation",
]

PRESETS: Mapping[str, Preset] = {
    preset.word: preset
    for preset in (
        ONE_POINT,
        MATCHES,
        CHAMPION,
        SEASON,
        ALL_MODES,
        NORMAL,
        THREE_GAMES,
        FIVE_POINTS,
        SINGLE,
        RING,
        EVENT,
    )
}
