"""In which time zone a day is meant that somebody sends: the tournament's, else the federation's (TD-4)."""

import re

from api.http.services import Services
from domain.federation.decide import require_time_zone
from domain.kernel.calendar import Calendar
from domain.kernel.ids import UUID_PATTERN
from domain.tournament.presets.registry import PRESETS

_ID = re.compile(UUID_PATTERN)


def calendar_of(services: Services, tournament: str | None, body: object) -> Calendar:
    """The calendar for a body sent about a tournament; where that is None, for one that may announce a tournament:
    then its own time zone goes ahead, and after it that of its preset or of the tournament it is cloned from. Raises
    Refused where the body names no time zone's name."""
    said = body if tournament is None and isinstance(body, dict) else {}
    named, source = said.get("time_zone") or _of_preset(said.get("preset")), tournament or said.get("cloned_from")
    if isinstance(named, str):
        require_time_zone(named)
        return Calendar(named)
    return Calendar(_zone_of(services, source) or services.federation().time_zone)


def _of_preset(word: object) -> str | None:
    return PRESETS[word].time_zone if isinstance(word, str) and word in PRESETS else None


def _zone_of(services: Services, tournament: object) -> str | None:
    """None where there is no such tournament, as the command finds by itself; its id is not checked yet."""
    if not isinstance(tournament, str) or not _ID.fullmatch(tournament):
        return None
    state = services.tournament(tournament)
    return None if state.settings is None else state.settings.time_zone
