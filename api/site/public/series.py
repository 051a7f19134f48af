"""The page of a series: its seasons, its tournaments, and who has won them."""

from starlette.responses import Response

from api.http import parameters
from api.routes.federation.series import list_wins_in_series, read_divisions, read_series
from api.routes.tournament.standings import list_tournaments
from api.site.frame.shared import shared_pages
from api.site.frame.visit import Json, Visit, Visiting
from domain.kernel.refusal import Refused
from projections.queries.finding.tournaments import Wanted

router = shared_pages()

_SHOWN = 50
_NO_LEAGUE: Json = {"divisions": [], "is_proposed": False, "to_review": False}


@router.get("/series/{series}")
def show_series(
    visit: Visiting,
    series: parameters.Series,
    season: parameters.SeasonFilter = None,
    cursor: parameters.CursorText = None,
) -> Response:
    """All seasons of a series, or one."""
    told = visit.asks(read_series, series=series)
    wanted = Wanted(series=series, season=season)
    found = visit.asks(list_tournaments, wanted=wanted, limit=_SHOWN, cursor=cursor)
    wins = visit.asks(list_wins_in_series, series=series, season=season, limit=_SHOWN)["items"]
    told_of_league = _league(visit, series, season)
    league = told_of_league["league"]
    placed = {person for one in league for place in one["places"] for person in place["persons"]}
    names = visit.names({*told["directors"], *(one["person"] for one in wins), *placed})
    values = {"series": told, **told_of_league, "season": season, "found": found["items"], "wins": wins, "names": names}
    return visit.page("public/series.html", **values, further=visit.on(found["next"]))


def _league(visit: Visit, series: str, season: int | None) -> Json:
    """The divisions of the season with who plays where in the next one: as proposed, or as the tables are now."""
    try:
        told = visit.asks(read_divisions, series=series, season=season) if season else _NO_LEAGUE
    except Refused:
        told = _NO_LEAGUE
    which = "proposed" if told["is_proposed"] else "now"
    return {
        "league": [{**one, "places": one[which]} for one in told["divisions"]],
        "division_names": {one["tournament"]: one["name"] for one in told["divisions"]},
        "is_proposed": told["is_proposed"],
        "to_review": told["to_review"],
    }
