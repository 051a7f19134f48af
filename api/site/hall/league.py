"""A season of a league in a hall: the tables of all its divisions, in print and on a wall (RR-15)."""

from collections.abc import Mapping

from starlette.responses import Response

from api.http import parameters
from api.routes.federation.series import read_divisions, read_series
from api.routes.tournament.standings import list_entries
from api.site.frame.shared import shared_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.hall.laid_out import STEPS, Sheet, beside_each_other
from api.site.hall.screens import Lines, Page, Seconds, Turn, turning_header
from api.site.public.shown_tournament import names_of, numbers_of, table_of

router = shared_pages()

AT = "/series/{series}/seasons/{season}"
_WIDE = 18.5
"""How wide, in letters, the table of a division is."""


@router.get(f"{AT}/print")
def print_league(visit: Visiting, series: parameters.Series, season: parameters.Season) -> Response:
    """The table of each division, on paper."""
    return visit.page("hall/league_sheet.html", **_read_league(visit, series, season))


@router.get(f"{AT}/screen")
def show_league(
    visit: Visiting,
    series: parameters.Series,
    season: parameters.Season,
    lines: Lines = "20",
    seconds: Seconds = 12,
    turn: Turn = 1,
    page: Page = None,
) -> Response:
    """The tables of the divisions, in large letters, as many at once as there is room for; the newest each time."""
    told = _read_league(visit, series, season)
    deep = max((len(one["rows"]) for one in told["divisions"]), default=0)
    sheets = beside_each_other(told["divisions"], deep, _WIDE, int(lines)) or [Sheet([], 1, STEPS[0])]
    now = min(page or turn, len(sheets))
    sheet = sheets[now - 1]
    values = {**told, "sheet": sheet, "page": now, "pages": len(sheets), "per_page": sheet.lines}
    answer = visit.page("hall/league.html", **values)
    if page is None:
        answer.headers["Refresh"] = turning_header(visit, seconds, now % len(sheets) + 1)
    return answer


def _read_league(visit: Visit, series: str, season: int) -> Json:
    """The series and its divisions in that season, each with its table and the way its players go."""
    league = visit.asks(read_divisions, series=series, season=season)
    ways = {(place["tournament"], place["entry"]): place["way"] for one in league["divisions"] for place in one["now"]}
    divisions = [_division(visit, one, ways) for one in league["divisions"]]
    return {"series": visit.asks(read_series, series=series), "season": season, "divisions": divisions}


def _division(visit: Visit, division: Json, ways: Mapping[tuple[str, int], str]) -> Json:
    tournament = division["tournament"]
    entries = visit.asks_all(list_entries, tournament=tournament)["items"]
    names = names_of(visit, entries, visit.reader.names(numbers_of(entries)))
    table = table_of(visit, tournament)
    rows = [{**row, "shown": names[row["entry"]], "way": ways.get((tournament, row["entry"]))} for row in table["rows"]]
    return {"name": division["name"], "rows": rows, "criteria": table["criteria"]}
