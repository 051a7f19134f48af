"""The page of a series: its seasons, its tournaments, and who has won them."""

from starlette.responses import Response

from api.http import parameters
from api.routes.federation.series import list_wins_in_series, read_series
from api.routes.tournament.standings import list_tournaments
from api.site.frame.shared import shared_pages
from api.site.frame.visit import Visiting
from projections.queries.finding.tournaments import Wanted

router = shared_pages()

_SHOWN = 50


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
    names = visit.names({*told["directors"], *(one["person"] for one in wins)})
    values = {"series": told, "season": season, "found": found["items"], "wins": wins, "names": names}
    return visit.page("public/series.html", **values, further=visit.on(found["next"]))
