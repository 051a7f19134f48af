"""How the field of a tournament is seeded, as the board says it before the start, and another way that it can be."""

from typing import get_args

from api.routes.tournament.standings import read_tournament
from api.site.frame.forms import FormVisit, WrongTypedError
from api.site.frame.visit import Json
from domain.formats.registry import read_options

SEEDING = "seeding"
_BY_RATING, _BY_HAND = "rating", "by-hand"


def other_ways(tournament: Json) -> list[str]:
    """The ways that the format has besides the one that is chosen: by rating where the tournament is rated. The order
    of the director has a form of its own."""
    now = tournament["format"].get(SEEDING)
    if now is None:
        return []
    field = type(read_options(tournament["format"])).model_fields[SEEDING]
    left_out = {now, _BY_HAND} if tournament["rating"] else {now, _BY_HAND, _BY_RATING}
    return [way for way in get_args(field.annotation) if way not in left_out]


def another_way(visit: FormVisit) -> Json:
    """The format with the way that is chosen. Raises WrongTypedError."""
    told, way = visit.asks(read_tournament, tournament=visit.request.path_params["tournament"]), visit.said(SEEDING)
    if way not in other_ways(told):
        raise WrongTypedError("seeding", way)
    return {"format": {**told["format"], SEEDING: way}}
