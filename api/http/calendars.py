"""In which time zone a day is meant that somebody sends: the tournament's, else the federation's (TD-4)."""

import re
from typing import cast

from domain.federation.decide import require_time_zone
from domain.federation.state import Federation
from domain.journal.journal import Journal
from domain.kernel.calendar import Calendar
from domain.kernel.ids import FEDERATION, UUID_PATTERN, tournament_stream
from domain.tournament.presets.registry import PRESETS
from domain.tournament.state import Tournament

_ID = re.compile(UUID_PATTERN)


def calendar_of(journal: Journal, tournament: str | None, body: object) -> Calendar:
    """The calendar for a body sent about a tournament; where that is None, for one that may announce a tournament:
    then its own time zone goes ahead, and after it that of its preset or of the tournament it is cloned from. Raises
    Refused where the body names no time zone's name."""
    said = body if tournament is None and isinstance(body, dict) else {}
    named, source = said.get("time_zone") or _of_preset(said.get("preset")), tournament or said.get("cloned_from")
    if isinstance(named, str):
        require_time_zone(named)
        return Calendar(named)
    return Calendar(_zone_of(journal, source) or _federations(journal))


def _of_preset(word: object) -> str | None:
    return PRESETS[word].time_zone if isinstance(word, str) and word in PRESETS else None


def _zone_of(journal: Journal, tournament: object) -> str | None:
    """None where there is no such tournament, as the command finds by itself; its id is not checked yet."""
    if not isinstance(tournament, str) or not _ID.fullmatch(tournament):
        return None
    state = cast("Tournament", journal.state(tournament_stream(tournament)))
    return None if state.settings is None else state.settings.time_zone


def _federations(journal: Journal) -> str:
    return cast("Federation", journal.state(FEDERATION)).time_zone
