"""What the federation itself has settled (ALL-8, TD-4, TD-19)."""

from typing import Annotated, cast

from fastapi import Depends
from starlette.responses import Response

from api.documents.answers import FederationAnswer
from api.documents.events import EventDocument
from api.documents.lists import Page
from api.documents.persons import FederationDocument
from api.examples import registry
from api.http import parameters
from api.http.command_requests import Accepts, Incoming
from api.http.etags import FEDERATION as RESOURCE
from api.http.read_requests import READS, READS_AS_OF, Reader
from api.http.routing import new_router
from api.queries.histories import answer_history, part_if_for
from domain.federation import decide
from domain.federation.state import Federation
from domain.kernel.ids import FEDERATION

router = new_router("federation")

LIMIT = Accepts(decide.NewResignationLimit, "federation", examples=registry.RESIGNATION_LIMIT)
DAYS = Accepts(decide.NewReportDays, "federation", examples=registry.REPORT_DAYS)
ZONE = Accepts(decide.NewTimeZone, "federation", examples=registry.TIME_ZONE)


@router.post("/federation/resignation-limit", response_model=FederationAnswer)
def set_resignation_limit(incoming: Annotated[Incoming[decide.NewResignationLimit], Depends(LIMIT)]) -> Response:
    """Set with how many resignations a person is banned from new entries (ALL-8)

    By administrators. It counts for whoever asks to enter from now on.
    """
    return incoming.on_federation(decide.SetResignationLimit(**incoming.fields(), seen=incoming.seen))


@router.post("/federation/report-days", response_model=FederationAnswer)
def set_report_days(incoming: Annotated[Incoming[decide.NewReportDays], Depends(DAYS)]) -> Response:
    """Set how many days after a tournament's end its report is due (TD-19)

    By administrators. It counts for tournaments that end from then on.
    """
    return incoming.on_federation(decide.SetReportDays(**incoming.fields(), seen=incoming.seen))


@router.post("/federation/time-zone", response_model=FederationAnswer)
def set_time_zone(incoming: Annotated[Incoming[decide.NewTimeZone], Depends(ZONE)]) -> Response:
    """Set the time zone in which the federation means days (TD-4)

    By administrators. UTC until it is set. A day that is named to the federation, such as the last of a ban, begins and
    ends there; so does one named to a tournament that is announced from now on without a time zone. What is recorded is
    the moment, so nothing recorded before changes.
    """
    return incoming.on_federation(decide.SetTimeZone(**incoming.fields(), seen=incoming.seen))


@router.get("/federation", response_model=FederationDocument)
def read_federation(reader: Annotated[Reader, Depends(READS_AS_OF)]) -> Response:
    """Read what the federation has settled (ALL-8, TD-4, TD-19)"""
    position = reader.services.journal.position()
    state = cast("Federation", reader.services.journal.state(FEDERATION))
    body = FederationDocument.read_from(state, revision=state.version)
    return reader.answer(body, position, etag=RESOURCE.etag(state.version))


@router.get("/federation/history", response_model=Page[EventDocument])
def read_federation_history(
    reader: Annotated[Reader, Depends(READS)],
    as_of: parameters.AsOfStream = None,
    limit: parameters.Limit = 100,
    cursor: parameters.CursorText = None,
) -> Response:
    """Read the history of what the federation has settled and was told (ALL-1, ALL-12)

    What it has settled and its principle rulings for everybody. Decisions that were reported and sanctions are for
    administrators and auditors: others find their versions missing.
    """
    part = reader.caller.within(None).part
    state = reader.services.journal.state(FEDERATION)
    return answer_history(reader.having(part), state, part_if_for(part), as_of, limit, cursor)
