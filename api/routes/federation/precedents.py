"""Decisions reported to the federation, its principle rulings, and sanctions of its own (TD-25)."""

from typing import Annotated, cast

from fastapi import Depends
from starlette.responses import Response

from api.documents.lists import ItemList
from api.http import parameters
from api.http.paging import numbered
from api.http.read_requests import READS_AS_OF, Reader, ReadsAsOf
from api.http.routing import new_router
from domain.federation.state import Federation
from domain.kernel.ids import FEDERATION
from domain.kernel.visibility import FOR_ADMINISTRATORS
from projections.views.federation import (
    DecisionView,
    ImposedView,
    PrecedentView,
    decision_view,
    imposed_view,
    precedent_view,
)

router = new_router("federation")

Reading = Annotated[Reader, Depends(READS_AS_OF)]
ForAdministrators = Annotated[Reader, Depends(ReadsAsOf(FOR_ADMINISTRATORS))]
TOLD = Accepts(decide.DecisionTold, examples=registry.DECISION)
PRINCIPLE = Accepts(decide.PrincipleRuling, examples=registry.PRINCIPLE)
WITHDRAWING = Accepts(decide.Withdrawing, examples=registry.WITHDRAWING)
SANCTION = Accepts(decide.Sanction, examples=registry.SANCTION)


@router.post("/federation/decisions", response_model=FederationAnswer)
def report_decision(incoming: Annotated[Incoming[decide.DecisionTold], Depends(TOLD)]) -> Response:
    """Report a decision to the federation (TD-25)

    By whoever has a key: a ruling of a tournament, or any other.
    """
    return incoming.on_federation(decide.ReportDecision(**incoming.fields()))


@router.post("/federation/precedents", response_model=FederationAnswer)
def make_principle_ruling(incoming: Annotated[Incoming[decide.PrincipleRuling], Depends(PRINCIPLE)]) -> Response:
    """Make a principle ruling, which later rulings can cite (TD-25)

    By administrators. It is for everybody to read, and names nobody.
    """
    return incoming.on_federation(decide.MakePrincipleRuling(**incoming.fields()))


@router.post("/federation/precedents/{number}/withdrawal", response_model=FederationAnswer)
def withdraw_principle_ruling(
    number: parameters.Number, incoming: Annotated[Incoming[decide.Withdrawing], Depends(WITHDRAWING)]
) -> Response:
    """Withdraw a principle ruling (TD-25)

    By administrators. It can't be cited any more; rulings that cite it stand.
    """
    return incoming.on_federation(decide.WithdrawPrincipleRuling(precedent=number, **incoming.fields()))


@router.post("/federation/sanctions", response_model=FederationAnswer)
def impose_sanction(incoming: Annotated[Incoming[decide.Sanction], Depends(SANCTION)]) -> Response:
    """Impose a sanction of the federation's own (TD-25, TD-4)

    By administrators: a ban, placed in the person's record with it, and lifted there.
    """
    return incoming.on_federation(decide.ImposeSanction(**incoming.fields()))


@router.get("/federation/decisions", response_model=ItemList[DecisionView])
def list_reported_decisions(
    reader: ForAdministrators, limit: parameters.Limit = 50, cursor: parameters.CursorText = None
) -> Response:
    """List the decisions that were reported (TD-25)

    For administrators and auditors.
    """
    reader = reader.having(reader.caller.part)
    state, position = _federation(reader)
    found, further = numbered(state.decisions, cursor, limit)
    return reader.answer({"items": [decision_view(one) for one in found]}, position, next_cursor=further)


@router.get("/federation/precedents", response_model=ItemList[PrecedentView])
def list_precedents(reader: Reading, limit: parameters.Limit = 50, cursor: parameters.CursorText = None) -> Response:
    """List the principle rulings (TD-25)"""
    state, position = _federation(reader)
    found, further = numbered(state.precedents, cursor, limit)
    return reader.answer({"items": [precedent_view(one) for one in found]}, position, next_cursor=further)


@router.get("/federation/sanctions", response_model=ItemList[ImposedView])
def list_federation_sanctions(
    reader: ForAdministrators, limit: parameters.Limit = 50, cursor: parameters.CursorText = None
) -> Response:
    """List the sanctions of the federation's own (TD-25)

    For administrators and auditors. Whether one still holds, the person's record says.
    """
    reader = reader.having(reader.caller.part)
    state, position = _federation(reader)
    found, further = numbered(state.sanctions, cursor, limit)
    return reader.answer({"items": [imposed_view(one) for one in found]}, position, next_cursor=further)


def _federation(reader: Reader) -> tuple[Federation, int]:
    position = reader.services.journal.position()
    return cast("Federation", reader.services.journal.state(FEDERATION)), position
