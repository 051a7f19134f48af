"""The tournaments."""

from domain.tournament.decisions.rounds.rolling_on import due_at
from domain.tournament.state import Settings, Tournament, announced_settings
from projections.engine.rows import Row, array
from projections.engine.tables import Table
from projections.tournaments.sorting import sorting
from projections.views.tournaments import tournament_view

_LOOKED_FOR = ("sorting", "place", "begins_at", "formats", "directors")
_BELONGS_TO = ("series", "season", "club")
_KNOWN = ("announced_at", "status", *_LOOKED_FOR, "merged", *_BELONGS_TO, "drawn", "held", "run_by")
SIZES = ("version", "entries", "matches")
WITHOUT_SIZES = (*_KNOWN, "document")
TABLE = Table("tournaments", ("id",), (*_KNOWN, "due_at", "document"))


def row(state: Tournament) -> Row:
    """One tournament as it is shown."""
    return *_known_row(state), due_at(state), tournament_view(state).model_dump_json()


def row_without_sizes(state: Tournament) -> Row:
    """The same but for what nearly every event changes, which stands as 0 in its document; and without what is due."""
    shown = tournament_view(state).model_copy(update=dict.fromkeys(SIZES, 0))
    return *_known_row(state), shown.model_dump_json()


def _known_row(state: Tournament) -> Row:
    settings = announced_settings(state)
    series = (None, None) if settings.series is None else (settings.series.series, settings.series.season)
    run_by = array(dict.fromkeys((*settings.announced_by, *settings.directors)))
    begun = (state.id, settings.announced_at, settings.status, *_search_row(settings))
    merged = array(record for record, _ in state.merged)
    drawn = (state.drawn, None if state.held is None else len(state.held.matches))
    return *begun, merged, *series, settings.club, *drawn, run_by


def _search_row(settings: Settings) -> Row:
    """The values that `_LOOKED_FOR` names."""
    conditions = settings.conditions
    place = " ".join(filter(None, (conditions.venue, conditions.site)))
    begins_at = conditions.starts_at or settings.started_at or settings.announced_at
    kinds = dict.fromkeys((settings.format.kind, *(stage.format.kind for stage in settings.stages)))
    return sorting(settings.name), sorting(place), begins_at, array(kinds), array(settings.directors)
