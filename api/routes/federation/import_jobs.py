"""Lists imported while nobody waits for it: begun, looked at, cancelled, gone on with (TD-9, REG-4)."""

from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import Depends, Path, Query
from pydantic import StringConstraints
from starlette.responses import Response

from api.documents.csv_form import MEDIA_TYPE
from api.documents.imports import ImportJobDocument
from api.examples.imports import LISTS
from api.http.bodies import LONG_LIST_LIMIT
from api.http.command_requests import Accepts, Incoming, Nothing, row_problem
from api.http.import_jobs import Advance, ImportJob, ImportJobs, Outcome, Work
from api.http.read_requests import Reader, Reads
from api.http.responses import NEVER
from api.http.routing import new_router
from api.http.services import Services
from api.routes.federation.importing import ListToImport, listed, outcome_told, told_tournament, wait_for_register
from domain.federation.decide import require_administrator
from domain.importing.errors import ImportFailedError
from domain.importing.lists import refusal_of
from domain.importing.looked_at import Listed, Looked, LookedAt
from domain.importing.recording import record, try_list
from domain.importing.report_files.report_file import Imported
from domain.importing.tables import Given, own_columns, reply, table
from domain.kernel.ids import UUID_PATTERN
from domain.kernel.refusal import Refused
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
    same list again, and it goes on. One import runs at a time. Imports are forgotten after a day.
    """
    require_administrator(incoming.asked.actor)
    wait_for_register(incoming.services)
    jobs = _jobs(incoming.services)
    body = incoming.body.model_dump_json(exclude_unset=True)
    job = jobs.begin(_job(incoming), body, _work(incoming, incoming.body), _is_wanted(incoming))
    return incoming.answered(_document(job), 202, {"Location": f"/v1/imports/jobs/{job.id}"})


@router.get("/imports/jobs/{job}", response_model=ImportJobDocument)
def read_import(reader: Reading, job: Job) -> Response:
    """Read how far an import is, and what has come of it (TD-9)

    For administrators. A dry run and a real run tell the same of each line.
    """
    position = reader.services.journal.position()
    reader = reader.having(reader.caller.part)
    found = _jobs(reader.services).job(job)
    return reader.answer(_document(found), position)


@router.get("/imports/jobs/{job}/lines")
def read_import_lines(reader: Reading, job: Job, to_mend: ToMend = False) -> Response:
    """Read what becomes of each line of an import, as CSV (TD-9)

    For administrators, once it is done. With `to_mend` it is the reply to those who keep the list: the lines to
    correct, in the columns of the list itself, and how. The first column is `line`, the last two are `here` and `mend`.
    """
    position = reader.services.journal.position()
    reader = reader.having(reader.caller.part)
    found = _jobs(reader.services).job(job)
    lines = [LookedAt(**dict(one)) for one in found.outcome.lines] if found.outcome else ()
    content = reply(lines, _given_list(reader.services, found)) if to_mend else table(lines)
    return reader.document(content, MEDIA_TYPE, position, NEVER)


@router.post("/imports/jobs/{job}/cancellation", response_model=ImportJobDocument)
def cancel_import(job: Job, incoming: Annotated[Incoming[Nothing], Depends(CANCELLING)]) -> Response:
    """Cancel an import that is under way (TD-9)

    By administrators. It stops in a moment. The rows recorded by then stay: resume it, or cancel its tournament.
    """
    require_administrator(incoming.asked.actor)
    return incoming.answered(_document(_jobs(incoming.services).cancel(job)))


@router.post("/imports/jobs/{job}/resumption", response_model=ImportJobDocument)
def resume_import(job: Job, incoming: Annotated[Incoming[Nothing], Depends(RESUMING)]) -> Response:
    """Go on with an import that was cancelled or interrupted (TD-9)

    By administrators. It is compared with what is recorded by now.
    """
    require_administrator(incoming.asked.actor)
    jobs = _jobs(incoming.services)
    work = _work(incoming, list_of(incoming.services, job))
    return incoming.answered(_document(jobs.resume(job, work, _is_wanted(incoming))))


def _given_list(services: Services, job: ImportJob) -> Given:
    """The list of an import in its own columns, while it is there."""
    try:
        text = list_of(services, job.id).read()
    except Refused:
        return Given()
    return own_columns(job.kind, text, job.outcome.reading if job.outcome else None)


def list_of(services: Services, job: str) -> LongListToImport:
    """What was sent to begin that import. Raises Refused where it is not there any more."""
    return LongListToImport.model_validate_json(_jobs(services).body(job))


def _jobs(services: Services) -> ImportJobs:
    return services.import_jobs


def _job(incoming: Incoming[LongListToImport]) -> ImportJob:
    body, asked = incoming.body, incoming.asked
    return ImportJob(
        id=incoming.services.draw_id(),
        command=asked.command,
        digest=asked.digest.hex(),
        kind=body.kind,
        name=body.name or "",
        dry_run=body.dry_run,
        lines=len(listed(incoming, body).lines),
        began_at=datetime.now(UTC),
    )


def _work(incoming: Incoming[Any], body: LongListToImport) -> Work:
    """Imports the list, in the name of anyone who has begun the import or gone on with it."""
    services, to_import = incoming.services, listed(incoming, body)

    def work(advance: Advance) -> Outcome:
        fresh = replace(to_import, now=datetime.now(UTC), read={})
        try:
            looked, counts = _try_or_record(services, body, fresh, advance)
        except ImportFailedError as error:
            return row_problem(refusal_of(error))
        except Refused as refused:
            return row_problem(refused)
        told = {"tournament": told_tournament(body.kind, looked, services), **asdict(counts)}
        return outcome_told(looked, told, services.journal.position(), dry_run=body.dry_run)

    return work


def _is_wanted(incoming: Incoming[Any]) -> Callable[[], bool]:
    """Whether that person's key, or one that was exchanged for it, is valid still."""
    services, own = incoming.services, incoming.asked.actor.key

    def is_wanted() -> bool:
        known, now = services.access(), datetime.now(UTC)
        key = known.keys.get(own)
        return key is None or any(known.keys[one].valid_at(now) for one in known.lines.get(key.line, (key.key,)))

    return is_wanted


def _try_or_record(
    services: Services, body: ListToImport, to_import: Listed, advance: Advance
) -> tuple[Looked, Imported]:
    if body.dry_run:
        return try_list(services.journal, body.kind, to_import)
    return record(services.journal, body.kind, to_import, advance)


def _document(job: ImportJob) -> ImportJobDocument:
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
        outcome=job.outcome,
        problem=job.problem,
    )
