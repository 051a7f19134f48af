"""The online room: open play in each of its modes, or in all of them, rated by its policy."""

from domain.formats.open import OpenOptions
from domain.scoring.modes import GAMES_OF, RoomForm
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import RatingTerms
from domain.tournament.presets.preset import Preset

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
