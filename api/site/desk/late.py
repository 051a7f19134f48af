"""Players who come after the start: whether they can enter, and what lets them in."""

from datetime import timedelta
from typing import Any, Literal

from pydantic import TypeAdapter

from api.routes.tournament.standings import read_tournament
from api.site.desk.typed import in_words, number
from api.site.frame.forms import FormVisit
from api.site.frame.visit import Json
from api.site.words.desk import CAME_LATE
from domain.formats.registry import FormatOptions, format_of

WayIn = Literal["open", "by-conditions", "by-settings", "closed"]
LATE = "late_entries"
_OPTIONS: TypeAdapter[Any] = TypeAdapter(FormatOptions)


def way_in(tournament: Json) -> WayIn:
    """How players enter after the start: they can; they could if the conditions named an end of entries, or if the
    format's settings took them; or they can't, since everybody's place was given with the start."""
    options = _OPTIONS.validate_python(tournament["format"])
    if tournament["takes_late_entries"]:
        return "open"
    if (tournament["stage"] or 1) > 1:
        return "closed"
    if format_of(options).takes_late_entries(options, announced_end=True):
        return "by-conditions"
    return "by-settings" if LATE in type(options).model_fields else "closed"


def until(visit: FormVisit) -> Json:
    """Entries are taken for so many minutes from now. Raises WrongTypedError."""
    ends = visit.reader.now() + timedelta(minutes=number(visit.said("minutes")))
    closes_at = ends.replace(second=0, microsecond=0).isoformat()
    return {"reason": in_words(visit, CAME_LATE), "conditions": {"entries_close_at": closes_at}}


def from_now_on(visit: FormVisit) -> Json:
    """The format takes players after the start."""
    told = visit.asks(read_tournament, tournament=visit.request.path_params["tournament"])
    return {"reason": in_words(visit, CAME_LATE), "format": {**told["format"], LATE: True}}
