"""Which tournaments somebody searches for."""

from datetime import date, datetime
from typing import Annotated, Literal

from fastapi import Query
from starlette.requests import Request

from api.http import parameters
from api.http.services import Services, services_of
from domain.kernel.calendar import Calendar
from domain.tournament.state import Status
from projections.queries.finding.tournaments import Wanted


def wanted_tournaments(
    request: Request,
    search: parameters.Search = None,
    place: parameters.PlaceSearch = None,
    begins_from: parameters.BeginsFrom = None,
    begins_to: parameters.BeginsTo = None,
    status: Annotated[Status | None, Query(description="Only tournaments that are so far.")] = None,
    format: parameters.FormatFilter = None,  # noqa: A002 -- as the query has it
    series: parameters.SeriesFilter = None,
    season: parameters.SeasonFilter = None,
    club: parameters.ClubFilter = None,
    person: parameters.EntrantFilter = None,
    director: parameters.DirectorFilter = None,
    since: parameters.AfterPosition = None,
    sort: Annotated[Literal["newest", "oldest"], Query(description="Which was announced last, or first.")] = "newest",
) -> Wanted:
    """The tournaments that the query asks for. A day is that of the federation's time zone."""
    services = services_of(request)
    return Wanted(
        name=search or "",
        place=place or "",
        begins_from=_moment(services, begins_from),
        begins_before=_moment(services, begins_to, after=True),
        status=status,
        format=format,
        series=series,
        season=season,
        club=club,
        person=person,
        director=director,
        since=since,
        oldest_first=sort == "oldest",
    )


def _moment(services: Services, said: date | datetime | None, *, after: bool = False) -> datetime | None:
    """The moment, or the first one of a day, or that `after` it."""
    if said is None or isinstance(said, datetime):
        return said
    days = Calendar(services.federation().time_zone)
    return days.ends(said) if after else days.begins(said)
