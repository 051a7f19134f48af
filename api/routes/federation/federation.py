"""What is told to the federation, and what it has settled itself (ALL-8, TD-4, TD-19, TD-25)."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from api.documents.answers import FederationAnswer
from api.documents.events import EventDocument
from api.documents.lists import Page
from api.documents.persons import FederationDocument
from api.examples.registry import EXAMPLES
from api.http import parameters
from api.http.command_requests import Incoming
from api.http.command_routes import add_command
from api.http.etags import FEDERATION as RESOURCE
from api.http.paging import Paged
from api.http.read_requests import Reading, ReadingAsOf
from api.http.routing import new_router
from api.queries.histories import answer_history, part_if_for
from domain.federation import decide
from domain.kernel.ids import FEDERATION

router = new_router("federation")

_SETTINGS: dict[type[decide.Command], str] = {
    decide.SetResignationLimit: "resignation-limit",
    decide.SetReportDays: "report-days",
    decide.SetTimeZone: "time-zone",
    decide.SetNamingRules: "naming-rules",
}
_RECORDED: dict[type[decide.Command], str] = {
    decide.ReportDecision: "decisions",
    decide.MakePrincipleRuling: "precedents",
    decide.WithdrawPrincipleRuling: "precedents/{precedent}/withdrawal",
    decide.ImposeSanction: "sanctions",
}


def _on_federation(incoming: Incoming[Any], command: decide.Command, _: Mapping[str, Any]) -> Response:
    return incoming.on_federation(command)


for each, below in (_SETTINGS | _RECORDED).items():
    taking = {"changes": "federation" if each in _SETTINGS else None, "examples": EXAMPLES[each]}
    add_command(router, f"/federation/{below}", each, _on_federation, taking, response_model=FederationAnswer)


@router.get("/federation", response_model=FederationDocument)
def read_federation(reader: ReadingAsOf) -> Response:
    """Read what the federation has settled (ALL-8, TD-4, TD-19)"""
    position = reader.services.journal.position()
    state = reader.services.federation()
    body = FederationDocument.read_from(state, revision=state.version)
    return reader.answer(body, position, etag=RESOURCE.etag(state.version))


@router.get("/federation/history", response_model=Page[EventDocument])
def read_federation_history(reader: Reading, paging: Paged, as_of: parameters.AsOfStream = None) -> Response:
    """Read the history of what the federation has settled and was told (ALL-1, ALL-12)

    What it has settled and its principle rulings for everybody. Decisions that were reported and sanctions are for
    administrators and auditors: others find their versions missing.
    """
    part = reader.caller.within(None).part
    state = reader.services.journal.state(FEDERATION)
    return answer_history(reader.having(part), state, part_if_for(part), as_of, paging)
