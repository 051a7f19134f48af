"""Divisions of a season: arranged, and the next season proposed from them (RR-15).

Reading: a correction after a proposal changes nothing by itself. What was proposed is compared with what the tables
say now, and the directors of the series propose again.
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Self

from pydantic import Field, model_validator

from domain.kernel.envelope import Actor, Event
from domain.kernel.ids import Season, TournamentId
from domain.kernel.refusal import Refused
from domain.kernel.values import Reason, Value
from domain.problems.persons import DIVISION_NOT_COMPLETED, DIVISION_NOT_OF_SEASON, DIVISIONS_MISSING
from domain.problems.tournament import REASON_MISSING
from domain.series.decide import require_announced, require_kept
from domain.series.divisions import DivisionTable, Wishes, next_season
from domain.series.events import Division, DivisionEntry, DivisionsArranged, FieldProposed, NextSeasonProposed
from domain.series.state import League, Series

ReadTable = Callable[[TournamentId], DivisionTable]
"""Raises Refused where there is no such tournament."""
Entries = Annotated[tuple[DivisionEntry, ...], Field(max_length=1000)]


class ArrangeDivisions(Value):
    """Say which tournaments are the divisions of a season, and how many go up and down (RR-15)

    By administrators and the series' directors, the highest division first. All of it is given again; once a division
    has started, with a reason.
    """

    season: Season
    divisions: Annotated[tuple[Division, ...], Field(min_length=2, max_length=64)]
    reason: Reason | None = None

    @model_validator(mode="after")
    def _has_a_top_and_a_bottom(self) -> Self:
        if len({one.tournament for one in self.divisions}) < len(self.divisions):
            raise ValueError("name each division once")
        if self.divisions[0].up or self.divisions[-1].down:
            raise ValueError("nobody goes up from the first division, or down from the last")
        return self


class ProposeNextSeason(Value):
    """Propose who plays in which division of the next season (RR-15)

    By administrators and the series' directors, once all divisions are completed. Name who has declined to go up and
    who is leaving the league: the next in rank has their place. Of those who share a rank, name in `ahead` who comes
    first, with a reason. A new proposal takes the place of the one before.
    """

    season: Season
    declined: Entries = ()
    leaving: Entries = ()
    ahead: Entries = ()
    reason: Reason | None = None


Command = ArrangeDivisions | ProposeNextSeason


def decide(state: Series, command: Command, actor: Actor, table: ReadTable) -> Event:
    """The event that carries the command out. Raises Refused."""
    require_kept(require_announced(state), actor)
    if isinstance(command, ArrangeDivisions):
        return _arrange_divisions(state, command, table)
    return _propose_season(state, command, table)


def require_league(state: Series, season: Season) -> League:
    """The season with its divisions. Raises Refused where it has none."""
    found = state.leagues.get(season)
    if found is None:
        raise Refused(DIVISIONS_MISSING, f"Season {season} has no divisions.", series=state.id)
    return found


def to_review(proposed: NextSeasonProposed, now: Sequence[FieldProposed]) -> bool:
    """Whether the tables now say something else than what was proposed."""
    return [one.places for one in proposed.fields] != [one.places for one in now]


def wishes_of(proposed: NextSeasonProposed | None) -> Wishes:
    """The wishes in the proposal."""
    return Wishes() if proposed is None else Wishes(proposed.declined, proposed.leaving, proposed.ahead)


def _arrange_divisions(state: Series, command: ArrangeDivisions, table: ReadTable) -> DivisionsArranged:
    tables = [table(one.tournament) for one in command.divisions]
    for one in tables:
        if (one.series, one.season) != (state.id, command.season):
            detail = f"Tournament {one.tournament} is not of season {command.season}."
            raise Refused(DIVISION_NOT_OF_SEASON, detail, tournament=one.tournament)
    if command.reason is None and any(one.has_started for one in tables):
        raise Refused(REASON_MISSING, "A division has started: give a reason for the change.")
    return DivisionsArranged(season=command.season, divisions=command.divisions, reason=command.reason)


def _propose_season(state: Series, command: ProposeNextSeason, table: ReadTable) -> NextSeasonProposed:
    league = require_league(state, command.season)
    tables = [table(one.tournament) for one in league.divisions]
    under_way = [one.tournament for one in tables if not one.is_completed]
    if under_way:
        raise Refused(DIVISION_NOT_COMPLETED, f"Tournament {under_way[0]} is not completed.", tournament=under_way[0])
    if command.ahead and command.reason is None:
        raise Refused(REASON_MISSING, "Give a reason for the order of those who share a rank.")
    fields = next_season(league.divisions, tables, Wishes(command.declined, command.leaving, command.ahead))
    return NextSeasonProposed(**dict(command), fields=fields)
