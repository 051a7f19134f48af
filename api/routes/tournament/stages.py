"""Stages: seeded, opened, their cut played off (SEL-1, SEL-2); their tables and charts, and what the numbers in a table
are made of (SWI-11)."""

from collections.abc import Iterable

from pydantic import BaseModel
from starlette.responses import Response

from api.documents.csv_form import AsCsv
from api.documents.tournaments import AccountDocument, ChartDocument, StageStandingsDocument
from api.http import parameters
from api.http.read_requests import Reader, Reading
from api.http.routing import new_router
from api.queries.as_of import state_read
from api.queries.tables import standings_table
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.problems.entries import ENTRY_UNKNOWN
from domain.problems.rounds import STAGE_UNKNOWN
from domain.tournament.derived.stage import Stage, current_stage
from domain.tournament.state import Tournament
from projections.views.stages import account_view, chart_view, stage_standings_view

router = new_router("stages")


@router.get("/tournaments/{tournament}/stages/{stage}/standings", response_model=StageStandingsDocument)
def read_stage_standings(
    reader: Reading,
    tournament: parameters.Tournament,
    stage: parameters.Stage,
    as_csv: AsCsv,
    as_of: parameters.AsOf = None,
) -> Response:
    """Read the table of one stage, with the reason for each rank (SWI-7, SEL-1, SEL-4, ALL-12)"""
    state, position = state_read(reader.services, tournament, as_of)
    view = stage_standings_view(state, _opened_stage(reader, state, stage))
    if as_csv.wanted:
        names = reader.names({row.person for row in view.rows})
        return reader.table(as_csv, position, *standings_table(view.model_dump(mode="json"), names))
    return _answer_with_names(reader, view, [row.person for row in view.rows], position)


@router.get("/tournaments/{tournament}/stages/{stage}/chart", response_model=ChartDocument)
def read_stage_chart(
    reader: Reading,
    tournament: parameters.Tournament,
    stage: parameters.Stage,
    as_of: parameters.AsOf = None,
) -> Response:
    """Read what the players of a stage look for beside its table (SWI-9, SEL-3, RNG-6, CHM-5, ALL-12)

    The crosstable of a Swiss, the bracket of a knockout, the ring and what each player has to do, the credits of the
    Champion tournament.
    """
    state, position = state_read(reader.services, tournament, as_of)
    view = chart_view(state, _opened_stage(reader, state, stage))
    return _answer_with_names(reader, view, [one.person for one in view.entrants], position)


@router.get("/tournaments/{tournament}/chart", response_model=ChartDocument)
def read_chart(reader: Reading, tournament: parameters.Tournament, as_of: parameters.AsOf = None) -> Response:
    """Read the chart of the stage that is played (SWI-9, SEL-3, RNG-6, CHM-5, ALL-12)"""
    state, position = state_read(reader.services, tournament, as_of)
    view = chart_view(state, current_stage(state))
    return _answer_with_names(reader, view, [one.person for one in view.entrants], position)


@router.get("/tournaments/{tournament}/standings/{entry}/account", response_model=AccountDocument)
def read_account(
    reader: Reading,
    tournament: parameters.Tournament,
    entry: parameters.Entry,
    as_of: parameters.AsOf = None,
) -> Response:
    """Read what the numbers of an entry in the standings are made of (SWI-11, ALL-12)

    Of its line there: that of the newest stage that it has come to.
    """
    state, position = state_read(reader.services, tournament, as_of)
    newest = [stage for stage in reader.services.stages.of(state) if _is_in(stage, entry)]
    if not newest:
        raise Refused(ENTRY_UNKNOWN, f"Entry {entry} is not in the standings.", entry=entry)
    view = account_view(state, newest[-1], entry)
    return _answer_with_names(reader, view, [one.person for one in view.entrants], position)


@router.get("/tournaments/{tournament}/stages/{stage}/standings/{entry}/account", response_model=AccountDocument)
def read_stage_account(
    reader: Reading,
    tournament: parameters.Tournament,
    stage: parameters.Stage,
    entry: parameters.Entry,
    as_of: parameters.AsOf = None,
) -> Response:
    """Read what the numbers of an entry in the table of a stage are made of (SWI-11, ALL-12)

    For each tie-break the opponents, virtual ones included, with what each contributes.
    """
    state, position = state_read(reader.services, tournament, as_of)
    opened = _opened_stage(reader, state, stage)
    if not _is_in(opened, entry):
        raise Refused(ENTRY_UNKNOWN, f"Entry {entry} is not in stage {stage}.", entry=entry)
    view = account_view(state, opened, entry)
    return _answer_with_names(reader, view, [one.person for one in view.entrants], position)


def _opened_stage(reader: Reader, state: Tournament, number: int) -> Stage:
    found = next((stage for stage in reader.services.stages.of(state) if stage.facts.stage == number), None)
    if found is None:
        raise Refused(STAGE_UNKNOWN, f"There is no stage {number} here.", stage=number)
    return found


def _is_in(stage: Stage, entry: int) -> bool:
    return any(entrant.number == entry for entrant in stage.facts.entrants)


def _answer_with_names(reader: Reader, view: BaseModel, persons: Iterable[PersonId], position: int) -> Response:
    """The view, and the names of the persons in it."""
    return reader.answer({**view.model_dump(mode="json"), "names": reader.names(persons)}, position)
