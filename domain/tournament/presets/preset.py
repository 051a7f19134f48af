"""Settings that a source describes for a tournament, so that one word announces it (TD-21)."""

from collections.abc import Mapping
from typing import Any

from domain.formats.registry import FormatOptions
from domain.kernel.values import GivenName, Value
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
    time_zone: GivenName | None = None

    @property
    def settings(self) -> Mapping[str, Any]:
        """The settings that it gives an announcement."""
        return {name: value for name in SETTINGS if (value := getattr(self, name)) is not None}
