"""The tournaments, with their entries, matches and tables, and which of them were imported."""

from collections.abc import Iterable, Iterator

import orjson

from domain.kernel.values import Value
from domain.match.record import Match
from domain.tournament.rounds.rolling_on import due_at
from domain.tournament.state import Entry, Settings, Tournament, announced_settings
from projections.engine.rows import Row, array
from projections.engine.tables import Table
from projections.tournaments.sorting import sorting
from projections.views.tournaments import entry_view, match_fields, standings_view, tournament_view

_LOOKED_FOR = ("sorting", "place", "begins_at", "formats", "directors")
_BELONGS_TO = ("series", "season", "club")
TOURNAMENTS = Table(
    "tournaments",
    ("id",),
    ("announced_at", "status", *_LOOKED_FOR, "merged", *_BELONGS_TO, "drawn", "held", "run_by", "due_at", "document"),
)


def tournament_row(state: Tournament) -> Row:
    """One tournament as it is shown."""
    settings = announced_settings(state)
    series = (None, None) if settings.series is None else (settings.series.series, settings.series.season)
    run_by = array(dict.fromkeys((*settings.announced_by, *settings.directors)))
    document = tournament_view(state).model_dump_json()
    begun = (state.id, settings.announced_at, settings.status, *_looked_for(settings))
    merged = array(record for record, _ in state.merged)
    drawn = (state.drawn, None if state.held is None else len(state.held.matches))
    return *begun, merged, *series, settings.club, *drawn, run_by, due_at(state), document


def _looked_for(settings: Settings) -> Row:
    """What `_LOOKED_FOR` names."""
    conditions = settings.conditions
    place = " ".join(filter(None, (conditions.venue, conditions.site)))
    begins_at = conditions.starts_at or settings.started_at or settings.announced_at
    kinds = dict.fromkeys((settings.format.kind, *(stage.format.kind for stage in settings.stages)))
    return sorting(settings.name), sorting(place), begins_at, array(kinds), array(settings.directors)


STANDINGS = Table("standings", ("tournament",), ("document",))


def standings_row(state: Tournament) -> Row:
    """One tournament's table."""
    return state.id, standings_view(state).model_dump_json()


ENTRIES = Table("entries", ("tournament", "number"), ("persons", "entrants", "waits", "document"))


def entry_row(tournament: str, entry: Entry) -> Row:
    """One entry."""
    entrants = array(entry.persons if entry.entrant else ())
    waits = entry.status == "requested" and not entry.waits_for_members
    return tournament, entry.number, array(entry.persons), entrants, waits, entry_view(entry).model_dump_json()


MATCHES = Table("matches", ("tournament", "number"), ("first", "second", "status", "document"))


def match_row(state: Tournament, match: Match) -> Row:
    """One match as the staff sees it."""
    fields = match_fields(state, match)
    document = orjson.dumps(fields, _plain, orjson.OPT_UTC_Z).decode()
    return state.id, match.number, *fields["sides"], fields["status"], document


def _plain(value: object) -> object:
    """What JSON does not know, as the view's own rendering says it."""
    if isinstance(value, Value):
        return orjson.Fragment(value.model_dump_json())
    return str(value)


IMPORTS = Table("imports", ("tournament",), ("imported_at",))


def import_rows(states: Iterable[Tournament]) -> Iterator[Row]:
    """One for each of these that was imported."""
    for state in states:
        if state.imported is not None:
            yield state.id, state.imported.at
