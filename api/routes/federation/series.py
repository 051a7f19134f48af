"""Series of tournaments: announced and changed, and read with their seasons and who has won them."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Depends
from starlette.responses import Response

from api.documents.answers import LeagueChanged, SeriesChanged
from api.documents.bulk import BulkAnswer
from api.documents.events import EventDocument
from api.documents.lists import Page, TaggedSeries
from api.documents.persons import LeagueDocument, SeriesDocument
from api.documents.withholding import Shown, shown_to
from api.examples.bulk import NEXT_SEASON as NEXT_SEASON_EXAMPLES
from api.examples.registry import EXAMPLES
from api.http import parameters
from api.http.command_requests import Accepts, After, Incoming
from api.http.command_routes import add_command
from api.http.etags import SERIES as RESOURCE
from api.http.paging import SERIES, WINNERS, Paged
from api.http.read_requests import Reading, ReadingAsOf
from api.http.routing import new_router
from api.http.services import Services
from api.queries.histories import answer_history, part_if_for
from api.queries.known import require_series
from domain.application.next_season import next_season_rows
from domain.kernel.values import Value
from domain.series import arranging, decide
from domain.series.state import Series
from projections.views.leagues import league_view
from projections.views.series import DrawChainView, WinnerView, draw_chain_view, series_view

router = new_router("series")


def _announce(incoming: Incoming[Any], command: decide.AnnounceSeries, _: Mapping[str, Any]) -> Response:
    return incoming.on_series(incoming.created, command, _shows, creates=True)


def _change(incoming: Incoming[Any], command: decide.ChangeSeries, named: Mapping[str, Any]) -> Response:
    return incoming.on_series(named["series"], command, _shows)


def _shows(after: After[Series]) -> Shown:
    lacking = after.services.readings.shown_position().lacks_any("tournament")
    return shown_to(after.caller.within(None).part, _document(after.services, after.state, incomplete=lacking))


def _document(services: Services, state: Series, *, incomplete: bool) -> SeriesDocument:
    """The series, with its seasons as the tables show them."""
    seasons = tuple(services.readings.seasons(state.id))
    return SeriesDocument(**dict(series_view(state)), seasons=seasons, incomplete=incomplete)


_TAKING = {"examples": EXAMPLES[decide.AnnounceSeries]}
_TOLD = {"response_model": SeriesChanged}
_DESCRIPTION = "/series/{series}/description"
add_command(router, "/series", decide.AnnounceSeries, _announce, _TAKING, status_code=201, **_TOLD)
add_command(router, _DESCRIPTION, decide.ChangeSeries, _change, _TAKING | {"changes": "series"}, **_TOLD)


def _arrange(incoming: Incoming[Any], command: arranging.Command, named: Mapping[str, Any]) -> Response:
    def shows(after: After[Series]) -> Shown:
        incomplete = after.services.readings.shown_position().lacks_any("tournament")
        league = _league(after.services, after.state, command.season, incomplete=incomplete)
        return shown_to(after.caller.within(None).part, league)

    return incoming.on_league(named["series"], command, shows)


def _league(services: Services, state: Series, season: int, *, incomplete: bool) -> LeagueDocument:
    return LeagueDocument(**dict(league_view(state, season, services.tournament)), incomplete=incomplete)


_OF_LEAGUE: Mapping[type, str] = {
    arranging.ArrangeDivisions: "/series/{series}/seasons/{season}/divisions",
    arranging.ProposeNextSeason: "/series/{series}/seasons/{season}/next-season",
}
for _command, _path in _OF_LEAGUE.items():
    _taken = {"changes": None, "examples": EXAMPLES[_command]}
    add_command(router, _path, _command, _arrange, _taken, response_model=LeagueChanged)


class AnnounceNextSeason(Value):
    """Announce the next season as it was proposed. Nothing more is said."""


NEXT_SEASON = Accepts(AnnounceNextSeason, examples=NEXT_SEASON_EXAMPLES)


@router.post("/series/{series}/seasons/{season}/next-season/announcement", response_model=BulkAnswer)
def announce_next_season(
    series: parameters.Series,
    season: parameters.Season,
    incoming: Annotated[Incoming[AnnounceNextSeason], Depends(NEXT_SEASON)],
) -> Response:
    """Announce the divisions of the next season, with those who were proposed for them (RR-15)

    By administrators and the series' directors. Each division is a clone of the one before it, in the next season, and
    those who have a place in it are entered and approved. All of it is recorded, or nothing: where somebody can't be
    entered, propose once more without them.
    """
    services = incoming.services
    state = require_series(services, series)
    rows = next_season_rows(incoming.makes_rows, state, season, incoming.created_in, services.tournament)
    return incoming.in_bulk(rows, dry_run=False)


@router.get("/series", response_model=Page[TaggedSeries])
def list_series(
    reader: ReadingAsOf,
    paging: Paged,
    search: parameters.Search = None,
    club: parameters.ClubFilter = None,
    since: parameters.AfterPosition = None,
) -> Response:
    """List or find the series by name, and those of a club (REG-5)"""
    shown = reader.reached()
    found = reader.services.readings.series(search or "", SERIES.read(paging.cursor), paging.limit, club, since)
    items = reader.tagged("series", found.items)
    body = reader.page(items, {person for each in found.items for person in each.directors})
    following = SERIES.write(found.next)
    return reader.answer_page(body, shown.position, incomplete=shown.lacks_any("series"), next_cursor=following)


@router.get("/series/{series}", response_model=SeriesDocument)
def read_series(reader: ReadingAsOf, series: parameters.Series) -> Response:
    """Read a series with its seasons

    Its tournaments are listed under /v1/tournaments, with the parameters `series` and `season`.
    """
    shown = reader.reached()
    state = require_series(reader.services, series)
    incomplete = shown.lacks_any("tournament")
    body = _document(reader.services, state, incomplete=incomplete)
    return reader.answer(body, shown.position, incomplete=incomplete, etag=RESOURCE.etag(state.revision))


@router.get("/series/{series}/seasons/{season}/divisions", response_model=LeagueDocument)
def read_divisions(reader: ReadingAsOf, series: parameters.Series, season: parameters.Season) -> Response:
    """Read the divisions of a season, and who plays where in the next one (RR-15)

    As it was proposed, and as the tables are now.
    """
    shown = reader.reached()
    incomplete = shown.lacks_any("tournament")
    body = _league(reader.services, require_series(reader.services, series), season, incomplete=incomplete)
    return reader.answer(body, shown.position, incomplete=incomplete)


@router.get("/series/{series}/history", response_model=Page[EventDocument])
def read_series_history(
    reader: Reading, series: parameters.Series, paging: Paged, as_of: parameters.AsOfStream = None
) -> Response:
    """Read the history of a series (ALL-1, ALL-12)

    Keys and commands are shown to its directors, administrators and auditors.
    """
    state = require_series(reader.services, series)
    part = reader.caller.within(None).part_among(state.directors)
    return answer_history(reader.having(part), state, part_if_for(part), as_of, paging)


@router.get("/series/{series}/draw-chain", response_model=DrawChainView)
def read_draw_chain(reader: ReadingAsOf, series: parameters.Series) -> Response:
    """Read the chain of links that the secrets of the series' draws come from (ALL-2)

    Each tournament of the series that is announced has the next link, cancelled or not. The proof of a link shows that
    its commitment was settled before the first of them, whether or not other tournaments' secrets are ever revealed.
    """
    position = reader.services.journal.position()
    state = require_series(reader.services, series)
    return reader.answer(draw_chain_view(state), position)


@router.get("/series/{series}/wins", response_model=Page[WinnerView])
def list_wins_in_series(
    reader: ReadingAsOf, series: parameters.Series, paging: Paged, season: parameters.SeasonFilter = None
) -> Response:
    """List who has won tournaments of a series, or of one season of it, the most first (CHM-1)"""
    shown = reader.reached()
    require_series(reader.services, series)
    found = reader.services.readings.winners(series, season, WINNERS.read(paging.cursor), paging.limit)
    body = reader.page(found.items, {each.person for each in found.items})
    following = WINNERS.write(found.next)
    return reader.answer_page(body, shown.position, incomplete=shown.lacks_any("person"), next_cursor=following)
