"""Documents of the divisions of a season (RR-15)."""

from collections.abc import Callable, Mapping
from typing import Annotated, Literal

from domain.kernel.ids import PersonId, Season, SeriesId, TournamentId
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Value
from domain.kernel.visibility import PUBLIC
from domain.series.arranging import require_league, to_review, wishes_of
from domain.series.divisions import fields_now
from domain.series.events import DivisionEntry, FieldProposed
from domain.series.state import Series
from domain.tournament.derived.division import division_table
from domain.tournament.state import Status, Tournament, announced_settings

FindTournament = Callable[[TournamentId], Tournament]
Way = Literal["up", "down", "stays"]
"""Where an entry goes for the next season."""


class DivisionPlaceView(Value):
    """An entry of this season that plays in the division in the next: its `rank` in this season, and which `way` it
    goes. It has the place `by` that rank, or since somebody else gave the place up."""

    tournament: TournamentId
    entry: int
    persons: tuple[PersonId, ...]
    rank: int
    way: Way
    by: Literal["rank", "vacancy"]


class DivisionView(Value):
    """A division, and who plays in it in the next season: as it was proposed, and as the tables are now."""

    tournament: TournamentId
    name: Annotated[str, PUBLIC]
    status: Status
    up: int
    down: int
    proposed: tuple[DivisionPlaceView, ...]
    now: tuple[DivisionPlaceView, ...]


class LeagueView(Value):
    """The divisions of a season, the highest first. `is_proposed`: the next season was proposed from them, with who has
    `declined` to go up, is `leaving`, or comes `ahead` of others with the same rank, for that `reason`. `to_review`:
    the tables say something else by now."""

    series: SeriesId
    season: Season
    divisions: tuple[DivisionView, ...]
    is_proposed: bool
    to_review: bool
    declined: tuple[DivisionEntry, ...]
    leaving: tuple[DivisionEntry, ...]
    ahead: tuple[DivisionEntry, ...]
    reason: Annotated[PersonalText | None, PUBLIC]


def league_view(series: Series, season: Season, find: FindTournament) -> LeagueView:
    """The season of a series. Raises Refused where it has no divisions."""
    league = require_league(series, season)
    proposal = league.proposed
    states = [find(one.tournament) for one in league.divisions]
    now = fields_now(league.divisions, [division_table(one) for one in states], wishes_of(proposal))
    fields = (None,) * len(now) if proposal is None else proposal.fields
    levels = {one.tournament: level for level, one in enumerate(league.divisions)}
    divisions = tuple(
        DivisionView.from_attributes(
            division,
            name=announced_settings(state).name,
            status=announced_settings(state).status,
            proposed=_places(field, levels, find),
            now=_places(present, levels, find),
        )
        for division, state, field, present in zip(league.divisions, states, fields, now, strict=True)
    )
    return LeagueView(
        series=series.id,
        season=season,
        divisions=divisions,
        is_proposed=proposal is not None,
        to_review=proposal is not None and to_review(proposal, now),
        declined=proposal.declined if proposal else (),
        leaving=proposal.leaving if proposal else (),
        ahead=proposal.ahead if proposal else (),
        reason=proposal.reason if proposal else None,
    )


def _places(
    field: FieldProposed | None, levels: Mapping[TournamentId, int], find: FindTournament
) -> tuple[DivisionPlaceView, ...]:
    if field is None:
        return ()
    level = levels[field.tournament]
    return tuple(
        DivisionPlaceView.from_attributes(
            one,
            persons=find(one.tournament).entries[one.entry].persons,
            way=_way(levels[one.tournament], level),
        )
        for one in field.places
    )


def _way(before: int, after: int) -> Way:
    if before == after:
        return "stays"
    return "up" if after < before else "down"
