"""The next season of a league, announced as it was proposed (RR-15).

Reading: each division is a tournament like the one before it, under its name, in the series' next season. Who has a
place in it is entered and approved: they were asked before it was proposed, and may withdraw as from any tournament.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import cast

from domain.application.bulk import Ahead, Answer, EntryAsked, Row, RowMaker
from domain.application.requests import of_league, season_tables
from domain.kernel.ids import Season, TournamentId, series_stream
from domain.kernel.refusal import Refused
from domain.problems.persons import NEXT_SEASON_ANNOUNCED, NEXT_SEASON_CHANGED, NEXT_SEASON_NOT_PROPOSED
from domain.series.arranging import ArrangeDivisions, require_league, to_review, wishes_of
from domain.series.divisions import fields_now
from domain.series.events import Division, FieldProposed, NextSeasonProposed
from domain.series.state import League, Series
from domain.tournament.entries.commands import ApproveEntry, RequestEntry
from domain.tournament.lifecycle.commands import AnnounceTournament
from domain.tournament.person_effects.snapshots import SeriesPlace
from domain.tournament.state import Entry, Tournament, announced_settings

Find = Callable[[TournamentId], Tournament]


def next_season_rows(
    makes: RowMaker, series: Series, season: Season, made_id: Callable[[int], TournamentId], find: Find
) -> Sequence[Row]:
    """The rows that announce each division of the next season with who plays in it, and arrange them. The ids
    are made for the numbers of the divisions, from 1. Raises Refused where nothing was proposed."""
    league = require_league(series, season)
    proposed = require_proposal(league, season)
    ids = [made_id(number) for number, _ in enumerate(proposed.fields, 1)]
    fields = list(zip(ids, proposed.fields, strict=True))
    divisions = (
        Division(tournament=one, up=before.up, down=before.down)
        for one, before in zip(ids, league.divisions, strict=True)
    )
    arranged = ArrangeDivisions(season=season + 1, divisions=tuple(divisions))
    return [
        _guard(series, season, proposed),
        *(row for one, field in fields for row in _division(makes, series, season, one, field, find)),
        Row(arranged, lambda ahead: ahead.carry_out(of_league(makes.origin, series.id, arranged))),
    ]


def require_proposal(league: League, season: Season) -> NextSeasonProposed:
    """The proposal for the season after that. Raises Refused where there is none."""
    if league.proposed is None:
        raise Refused(NEXT_SEASON_NOT_PROPOSED, f"From season {season} no next one was proposed.")
    return league.proposed


def _guard(series: Series, season: Season, proposed: NextSeasonProposed) -> Row:
    """Refused where something else is proposed by now, the tables say something else, or the season is there."""

    def carry_out(ahead: Ahead) -> Answer:
        state = cast("Series", ahead.load(series_stream(series.id)))
        league = require_league(state, season)
        now = fields_now(league.divisions, season_tables(ahead.load, league), wishes_of(proposed))
        if league.proposed != proposed or to_review(proposed, now):
            raise Refused(NEXT_SEASON_CHANGED, f"The tables of season {season} have changed since the proposal.")
        if season + 1 in state.leagues:
            raise Refused(NEXT_SEASON_ANNOUNCED, f"Season {season + 1} has divisions already.", series=series.id)
        return {}

    return Row(proposed, carry_out)


def _division(
    makes: RowMaker, series: Series, season: Season, tournament: TournamentId, field: FieldProposed, find: Find
) -> Iterator[Row]:
    settings = announced_settings(find(field.tournament))
    place = SeriesPlace(series=series.id, season=season + 1)
    announced = AnnounceTournament(name=settings.name, cloned_from=field.tournament, series=place, club=settings.club)
    yield makes.announcement(tournament, announced)
    for one in field.places:
        yield makes.entry(tournament, _entry_again(find(one.tournament).entries[one.entry]))


def _entry_again(entry: Entry) -> EntryAsked:
    """The same person or team once more."""
    name = entry.team_name if isinstance(entry.team_name, str) else None
    request = RequestEntry(person=entry.person, members=entry.members, team_name=name, club=entry.club)
    return EntryAsked(request, lambda number: ApproveEntry(entry=number))
