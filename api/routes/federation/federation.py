"""What is told to the federation, and what it has settled itself (ALL-8, TD-4, TD-19, TD-25)."""

from collections.abc import Callable, Mapping
from typing import Any

from starlette.responses import Response

from api.documents.answers import (
    DecisionChanged,
    FederationAnswer,
    FederationChanged,
    PrecedentChanged,
    SanctionChanged,
)
from api.documents.events import EventDocument
from api.documents.lists import Page
from api.documents.persons import FederationDocument
from api.documents.withholding import Shown, shown_to
from api.examples.registry import EXAMPLES
from api.http import parameters
from api.http.command_requests import After, Incoming
from api.http.command_routes import CarryOut, add_command
from api.http.etags import FEDERATION as RESOURCE
from api.http.paging import Paged
from api.http.read_requests import Reading, ReadingAsOf
from api.http.routing import new_router
from api.queries.histories import answer_history, part_if_for
from domain.federation import decide
from domain.federation.state import Federation
from domain.kernel.ids import FEDERATION
from domain.kernel.values import Value
from domain.kernel.visibility import marks
from projections.views.federation import decision_view, imposed_view, precedent_view

router = new_router("federation")

_SETTINGS: dict[type[decide.Command], str] = {
    decide.SetResignationLimit: "resignation-limit",
    decide.SetReportDays: "report-days",
    decide.SetTimeZone: "time-zone",
    decide.SetNamingRules: "naming-rules",
}


def _decision(state: Federation, number: int) -> Value:
    return decision_view(state.decisions[number - 1])


def _precedent(state: Federation, number: int) -> Value:
    return precedent_view(state.precedents[number - 1])


def _sanction(state: Federation, number: int) -> Value:
    return imposed_view(state.sanctions[number - 1])


Listed = Callable[[Federation, int], Value]
"""What is listed under that number."""
_RECORDED: dict[type[decide.Command], tuple[str, type[FederationAnswer], Listed]] = {
    decide.ReportDecision: (
        "decisions",
        DecisionChanged,
        _decision,
    ),
    decide.AnswerDecision: (
        "decisions/{decision}/answer",
        DecisionChanged,
        _decision,
    ),
    decide.MakePrincipleRuling: ("precedents", PrecedentChanged, _precedent),
    decide.WithdrawPrincipleRuling: (
        "precedents/{precedent}/withdrawal",
        PrecedentChanged,
        _precedent,
    ),
    decide.ImposeSanction: (
        "sanctions",
        SanctionChanged,
        _sanction,
    ),
    decide.AppealSanction: (
        "sanctions/{sanction}/appeal",
        SanctionChanged,
        _sanction,
    ),
    decide.DecideSanctionAppeal: (
        "sanctions/{sanction}/appeal/decision",
        SanctionChanged,
        _sanction,
    ),
    decide.LiftSanction: (
        "sanctions/{sanction}/lift",
        SanctionChanged,
        _sanction,
    ),
}


def _settles(incoming: Incoming[Any], command: decide.Command, _: Mapping[str, Any]) -> Response:
    return incoming.on_federation(command, lambda after: shown_to(after.caller.part, _document(after.state)))


def _records(answer: type[FederationAnswer], listed: Listed) -> CarryOut:
    """Carries out what adds to a list, or changes what stands in one, which is shown to those who read the list."""
    seen = marks(answer)["changed"]

    def carry_out(incoming: Incoming[Any], command: decide.Command, named: Mapping[str, Any]) -> Response:
        def shows(after: After[Federation]) -> Shown | None:
            number = named.get("precedent") or after.answer["number"]
            part = after.caller.part
            return shown_to(part, listed(after.state, number), seen) if part & seen else None

        return incoming.on_federation(command, shows)

    return carry_out


for each, below in _SETTINGS.items():
    taking = {"changes": "federation", "examples": EXAMPLES[each]}
    add_command(router, f"/federation/{below}", each, _settles, taking, response_model=FederationChanged)
for each, (below, answer, listed) in _RECORDED.items():
    taking = {"examples": EXAMPLES[each]}
    add_command(router, f"/federation/{below}", each, _records(answer, listed), taking, response_model=answer)


@router.get("/federation", response_model=FederationDocument)
def read_federation(reader: ReadingAsOf) -> Response:
    """Read what the federation has settled (ALL-8, TD-4, TD-19)"""
    position = reader.services.journal.position()
    state = reader.services.federation()
    return reader.answer(_document(state), position, etag=RESOURCE.etag(state.version))


def _document(state: Federation) -> FederationDocument:
    return FederationDocument.from_attributes(state, revision=state.version)


@router.get("/federation/history", response_model=Page[EventDocument])
def read_federation_history(reader: Reading, paging: Paged, as_of: parameters.AsOfStream = None) -> Response:
    """Read the history of what the federation has settled and was told (ALL-1, ALL-12)

    What it has settled and its principle rulings for everybody. Decisions that were reported and sanctions are for
    administrators and auditors: others find their versions missing.
    """
    part = reader.caller.within(None).part
    state = reader.services.journal.state(FEDERATION)
    return answer_history(reader.having(part), state, part_if_for(part), as_of, paging)
