"""Decisions reported to the federation, its principle rulings, and sanctions of its own (TD-25)."""

from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from api.documents.lists import Page
from api.http.paging import Paged
from api.http.read_requests import Reader, ReadingAsOf, ReadsAsOf
from api.http.routing import new_router
from domain.federation.state import Federation
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

ForAdministrators = Annotated[Reader, Depends(ReadsAsOf(FOR_ADMINISTRATORS))]


@router.get("/federation/decisions", response_model=Page[DecisionView])
def list_reported_decisions(reader: ForAdministrators, paging: Paged) -> Response:
    """List the decisions that were reported (TD-25)

    For administrators and auditors.
    """
    reader = reader.having(reader.caller.part)
    state, position = _federation(reader)
    found, further = paging.numbered(state.decisions)
    return reader.answer_page(
        reader.page(map(decision_view, found), {one.reported_by for one in found}), position, next_cursor=further
    )


@router.get("/federation/precedents", response_model=Page[PrecedentView])
def list_precedents(reader: ReadingAsOf, paging: Paged) -> Response:
    """List the principle rulings (TD-25)"""
    state, position = _federation(reader)
    found, further = paging.numbered(state.precedents)
    return reader.answer_page(reader.page(map(precedent_view, found)), position, next_cursor=further)


@router.get("/federation/sanctions", response_model=Page[ImposedView])
def list_federation_sanctions(reader: ForAdministrators, paging: Paged) -> Response:
    """List the sanctions of the federation's own (TD-25)

    For administrators and auditors. The person reads theirs in their record, which says whether a ban still holds.
    """
    reader = reader.having(reader.caller.part)
    state, position = _federation(reader)
    found, further = paging.numbered(state.sanctions)
    return reader.answer_page(
        reader.page(map(imposed_view, found), {one.imposed.person for one in found}), position, next_cursor=further
    )


def _federation(reader: Reader) -> tuple[Federation, int]:
    position = reader.services.journal.position()
    return reader.services.federation(), position
