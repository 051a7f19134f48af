"""What the page of a tournament shows of a stage beside its table: its bracket, ring, crosstable, credits or lives."""

from collections.abc import Callable, Mapping
from typing import Any

from api.routes.tournament.stages import read_stage_chart
from api.routes.tournament.standings import list_matches
from api.site.frame.visit import Json, Visit
from api.site.pictures import bracket, crosstable, ring
from domain.kernel.ids import TournamentId

_DRAWN: Mapping[str, Callable[[Json], Any]] = {
    "bracket": bracket.drawn,
    "brackets": bracket.all_drawn,
    "groups-and-bracket": bracket.all_drawn,
    "ring": ring.drawn,
}


def stage_part(visit: Visit, tournament: TournamentId, stage: Json) -> Json:
    """The stage with its chart, where each thing is in its picture, and what is shown of its matches."""
    chart = counted_on(visit.asks(read_stage_chart, tournament=tournament, stage=stage["number"]))
    return {"stage": stage, "chart": chart, **told_of(visit, tournament, chart)}


def counted_on(told: Json) -> Json | None:
    """The chart, with how many rounds were played before its first one."""
    return told["chart"] and {**told["chart"], "rounds_before": told["rounds_before"]}


def told_of(visit: Visit, tournament: TournamentId, chart: Json | None) -> Json:
    """The picture of a chart, and its matches by number where the picture tells of them."""
    told: Json = {"picture": None, "played": {}, "floats": {}}
    if chart is None:
        return told
    if chart["kind"] == "crosstable":
        return {**told, "floats": crosstable.floats(chart)}
    drawn = _DRAWN.get(chart["kind"])
    if drawn is None:
        return told
    matches = visit.asks_all(list_matches, tournament=tournament)["items"]
    return {**told, "picture": drawn(chart), "played": {one["number"]: one for one in matches}}
