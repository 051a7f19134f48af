"""Reports to the federation (TD-19): what is owed after a tournament, as data and as a document, and what was filed."""

from datetime import UTC, datetime
from typing import Annotated, Literal

from fastapi import Depends, Query
from fastapi.responses import HTMLResponse
from starlette.responses import Response

from api.documents.lists import Page
from api.http import parameters
from api.http.opened_texts import with_texts
from api.http.paging import REPORTS, REPORTS_BY_NAME, Paged
from api.http.read_requests import Reader, Reads, ReadsAsOf
from api.http.responses import json_of
from api.http.routing import new_router
from api.pages.report import report_page
from api.pages.speech import ENGLISH, Speech
from api.queries.as_of import state_at
from api.queries.visibility import sight_of
from domain.kernel.visibility import FOR_STAFF, Part
from projections.views.reports import OwedView, ReportView, persons_in, report_view

router = new_router("reports")

Reading = Annotated[Reader, Depends(Reads(FOR_STAFF))]
Only = Annotated[
    Literal["owed", "overdue"] | None, Query(description="Only those that are owed, or owed for too long.")
]
HTML = "text/html; charset=utf-8"
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


@router.get("/tournaments/{tournament}/report", response_model=ReportView)
def read_report(reader: Reading, tournament: parameters.Tournament, as_of: parameters.AsOf = None) -> Response:
    """Read what is owed to the federation after the tournament (TD-19, TD-22)

    For the staff. Refused entries and flights, spectators, players who are out, disputed decisions with the matter and
    the reasons, flagged remedies, and all results; whether it is owed, and what was filed. Beside it, in `account`: how
    matches were won, settled lengths, other rulings that results refer to, bans by rulings, and votes of committees.
    """
    reader = _for_staff(reader, tournament)
    view, position = _report(reader, tournament, as_of)
    return reader.answer(view, position)


@router.get("/tournaments/{tournament}/report/document", response_class=HTMLResponse)
def read_report_document(reader: Reading, tournament: parameters.Tournament, as_of: parameters.AsOf = None) -> Response:
    """Read the report as a document to print and to file (TD-19)

    For the staff. The same version and the same names give the same bytes.
    """
    return answer_document(reader, tournament, as_of)


def answer_document(
    reader: Reading, tournament: str, as_of: int | datetime | None = None, speech: Speech = ENGLISH
) -> Response:
    """The report as a document in the words of that language; what is filed is the English one."""
    reader = _for_staff(reader, tournament)
    view, position = _report(reader, tournament, as_of)
    opened = ReportView.model_validate_json(with_texts(json_of(reader.shown(view).content), reader.services.journal))
    return reader.document(report_page(opened, speech).encode(), HTML, position, {"Content-Security-Policy": _POLICY})


def _report(reader: Reader, tournament: str, as_of: int | datetime | None) -> tuple[ReportView, int]:
    """The report with its names, and the position it was made at."""
    shown = reader.reached()
    state = state_at(reader.services, tournament, as_of)
    with reader.services.replays.turn():
        view = report_view(state, datetime.now(UTC))
    names = reader.names(persons_in(view))
    return view.model_copy(update={"names": dict(sorted(names.items()))}), shown.position


def _for_staff(reader: Reader, tournament: str) -> Reader:
    """The read by what the caller is there now. Raises Problem unless they are staff, or an auditor."""
    return reader.having(sight_of(reader, tournament).part)


@router.get("/reports", response_model=Page[OwedView])
def list_reports(
    reader: Annotated[Reader, Depends(ReadsAsOf(FOR_STAFF))],
    paging: Paged,
    only: Only = None,
    search: parameters.Search = None,
    sort: Annotated[Literal["ended", "name"], Query(description=parameters.SORTED)] = "ended",
) -> Response:
    """List or find the reports of tournaments that have ended, the longest ago first (TD-19)

    For administrators, and for a director those of the tournaments they direct: which are owed, until when, which are
    overdue, since how many days, and what was filed.
    """
    reader = reader.having(reader.caller.part_in_register)
    directed_by = reader.caller.person if reader.part & Part.STAFF else None
    shown, now = reader.reached(), reader.now()
    cursors = REPORTS_BY_NAME if sort == "name" else REPORTS
    found = reader.services.readings.reports(
        now,
        cursors.read(paging.cursor),
        paging.limit,
        owed=only is not None,
        due_before=now if only == "overdue" else None,
        directed_by=directed_by,
        search=search or "",
        by_name=sort == "name",
    )
    incomplete = shown.lacks_any("tournament")
    body = reader.page(found.items)
    return reader.answer_page(body, shown.position, incomplete=incomplete, next_cursor=cursors.write(found.next))
