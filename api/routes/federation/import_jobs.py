"""Lists imported while nobody waits for it: begun, looked at, cancelled, gone on with (TD-9, REG-4)."""

from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Annotated

from fastapi import Depends, Path, Query
from pydantic import StringConstraints
from starlette.responses import Response

from api.documents.csv_form import MEDIA_TYPE
from api.documents.imports import ImportAnswer, ImportJobDocument
from api.examples.imports import LISTS
from api.http.bodies import LONG_LIST_LIMIT
from api.http.command_requests import Accepts, Incoming, Nothing, row_problem
from api.http.import_jobs import Advance, ImportJob, ImportJobs, Outcome
from api.http.read_requests import Reader, Reads
from api.http.responses import NEVER
from api.http.routing import new_router
from api.http.services import Services
from api.routes.federation.importing import ListToImport, listed, outcome_told, told_tournament, wait_for_register
from domain.federation.decide import require_administrator
from domain.importing.looked_at import Listed
from domain.importing.recording import record, try_list
from domain.importing.tables import reply, table
from domain.kernel.ids import UUID_PATTERN
from domain.kernel.visibility import Part

router = new_router("federation")

LongText = Annotated[str, StringConstraints(min_length=1, max_length=LONG_LIST_LIMIT)]
Job = Annotated[str, StringConstraints(pattern=UUID_PATTERN), Path(description="The import's id.")]
ToMend = Annotated[bool, Query(description="Only the lines that those who keep the list should correct, and how.")]
Reading = Annotated[Reader, Depends(Reads(Part.ADMINISTRATOR))]


class LongListToImport(ListToImport):
    """A list, as `POST /v1/imports` takes it, of up to 8 MiB."""

    text: LongText | None = None


_AS_JSON = 2 * LONG_LIST_LIMIT
"""Of a body: JSON writes some characters longer."""
TAKING = Accepts(LongListToImport, limit=_AS_JSON, may=require_administrator, examples=LISTS)
CANCELLING, RESUMING = Accepts(Nothing), Accepts(Nothing)


@router.post("/imports/jobs", response_model=ImportJobDocument, status_code=202)
def begin_import(incoming: Annotated[Incoming[LongListToImport], Depends(TAKING)]) -> Response:
    """Begin an import, and don't wait for its end (TD-9, REG-4)

    By administrators, for long lists: the same as `POST /v1/imports`, of up to 8 MiB, 2,500 rows at a time. Its address
    tells how many rows are recorded. What is recorded stays when it is cancelled or interrupted; resume it, or send the
    same list again, and it goes on. One import runs at a time. The service forgets imports when it restarts.
    """
    require_administrator(incoming.asked.actor)
    wait_for_register(incoming.services)
    job = _jobs(incoming.services).begin(_job(incoming))
    return incoming.answered(_document(incoming.services, job), 202, {"Location": f"/v1/imports/jobs/{job.id}"})


@router.get("/imports/jobs/{job}", response_model=ImportJobDocument)
def read_import(reader: Reading, job: Job) -> Response:
    """Read how far an import is, and what has come of it (TD-9)

    For administrators. A dry run and a real run tell the same of each line.
    """
    position = reader.services.journal.position()
    reader = reader.having(reader.caller.part)
    found = _jobs(reader.services).job(job)
    return reader.answer(_document(reader.services, found), position)


@router.get("/imports/jobs/{job}/lines")
def read_import_lines(reader: Reading, job: Job, to_mend: ToMend = False) -> Response:
    """Read what becomes of each line of an import, as CSV (TD-9)

    For administrators, once it is done. With `to_mend` it is the reply to those who keep the list: the lines to
    correct, and how.
    """
    position = reader.services.journal.position()
    reader = reader.having(reader.caller.part)
    found = _jobs(reader.services).job(job)
    lines = found.outcome[0].lines if found.outcome else ()
    content = (reply if to_mend else table)(lines)
    return reader.document(content, MEDIA_TYPE, position, NEVER)


@router.post("/imports/jobs/{job}/cancellation", response_model=ImportJobDocument)
def cancel_import(job: Job, incoming: Annotated[Incoming[Nothing], Depends(CANCELLING)]) -> Response:
    """Cancel an import that is under way (TD-9)

    By administrators. It stops in a moment. The rows recorded by then stay: resume it, or cancel its tournament.
    """
    require_administrator(incoming.asked.actor)
    return incoming.answered(_document(incoming.services, _jobs(incoming.services).cancel(job)))


@router.post("/imports/jobs/{job}/resumption", response_model=ImportJobDocument)
def resume_import(job: Job, incoming: Annotated[Incoming[Nothing], Depends(RESUMING)]) -> Response:
    """Go on with an import that was cancelled or interrupted (TD-9)

    By administrators. It is compared with what is recorded by now.
    """
    require_administrator(incoming.asked.actor)
    return incoming.answered(_document(incoming.services, _jobs(incoming.services).resume(job)))


def _jobs(services: Services) -> ImportJobs:
    return services.import_jobs


def _job(incoming: Incoming[LongListToImport]) -> ImportJob:
    body, services, asked = incoming.body, incoming.services, incoming.asked
    to_import = listed(incoming)

    def work(advance: Advance) -> Outcome:
        fresh = replace(to_import, now=datetime.now(UTC), read={})
        return _worked(services, body, fresh, advance)

    def is_wanted() -> bool:
        known, now = services.access(), datetime.now(UTC)
        key = known.keys.get(asked.actor.key)
        return key is None or any(known.keys[one].valid_at(now) for one in known.lines.get(key.line, (key.key,)))

    return ImportJob(
        id=services.draw_id(),
        command=asked.command,
        digest=asked.digest,
        kind=body.kind,
        name=body.name or "",
        dry_run=body.dry_run,
        lines=len(to_import.lines),
        work=work,
        is_wanted=is_wanted,
        began_at=datetime.now(UTC),
        body=body,
    )


def _worked(services: Services, body: ListToImport, to_import: Listed, advance: Advance) -> Outcome:
    if body.dry_run:
        return try_list(services.journal, body.kind, to_import)
    return record(services.journal, body.kind, to_import, advance)


def _document(services: Services, job: ImportJob) -> ImportJobDocument:
    return ImportJobDocument(
        id=job.id,
        kind=job.kind,
        name=job.name or None,
        dry_run=job.dry_run,
        state=job.state,
        lines=job.lines,
        recorded=job.recorded,
        began_at=job.began_at,
        ended_at=job.ended_at,
        outcome=_outcome(services, job),
        problem=row_problem(job.refusal) if job.refusal else None,
    )


def _outcome(services: Services, job: ImportJob) -> ImportAnswer | None:
    if job.outcome is None:
        return None
    looked, counts = job.outcome
    told = {"tournament": told_tournament(job.kind, looked, services), **asdict(counts)}
    return outcome_told(looked, told, services.journal.position(), dry_run=job.dry_run)
