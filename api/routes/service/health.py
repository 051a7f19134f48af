"""Whether the service lives, and whether it is ready: for anyone who watches it."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime, timedelta

from starlette.requests import Request
from starlette.responses import Response

from api.documents.service import ComparedDocument, Health, LoadingDocument, Readiness
from api.http.problems import DECISION_RUNS_LONG, LOG_SHORTENED, Problem
from api.http.responses import INCOMPLETE, json_answer
from api.http.routing import new_router
from api.http.services import Services, services_of
from api.queries.feeds import require_not_held
from domain.journal.journal import Journal
from projections.queries.queries import Readings

router = new_router("health", prefix="")

LONGEST_UNSIGNED = timedelta(minutes=5)
"""A checkpoint is signed within seconds of what it covers."""
LONG_SECONDS = 10
"""No decision takes that long that comes to an end: every command after it waits for it."""


@router.get("/health", response_model=Health)
async def health() -> Response:
    """Tell that the process answers"""
    return json_answer(Health(status="alive"))


@router.get("/ready", response_model=Readiness)
def read_readiness(request: Request) -> Response:
    """Tell how far the readings are behind the log; 503 where the database can't be reached or has lost events, or a
    decision has run for ten seconds"""
    services = services_of(request)
    _require_decisions_end(services.journal)
    require_not_held(services.readings)
    _require_whole(services.readings)
    newest = services.journal.position()
    lag = {name: max(newest - position, 0) for name, position in sorted(services.readings.positions().items())}
    parked = len(services.readings.parked_streams())
    loading = [LoadingDocument(**asdict(each)) for each in services.readings.loading()]
    log = services.log_watch.examine()
    old = services.readings.examination()
    signed = services.readings.newest_checkpoint()
    ready = Readiness(
        status="ready",
        position=newest,
        lag=lag,
        parked=parked,
        incomplete=parked > 0,
        examined=log.reached,
        reexamined=old.reached,
        whole_log_examined_at=old.whole_at and old.whole_at.astimezone(UTC),
        signed=0 if signed is None else signed.size,
        log_problems=(*log.problems, *old.problems, *_not_signed(services)),
        loading=loading,
        tables_compared=[ComparedDocument(**asdict(each)) for each in services.readings.comparisons()],
    )
    return json_answer(ready, headers={INCOMPLETE: "true"} if parked else None)


def _require_whole(readings: Readings) -> None:
    shortened = readings.shortened_projections()
    if shortened:
        raise Problem(LOG_SHORTENED, " ".join(each.detail for each in shortened))


def _not_signed(services: Services) -> Iterator[str]:
    since = services.readings.unsigned_since()
    if since is not None and datetime.now(UTC) - since > LONGEST_UNSIGNED:
        yield f"nothing is signed that was recorded since {since:%Y-%m-%d %H:%M} UTC; the service's own lines say why"


def _require_decisions_end(journal: Journal) -> None:
    deciding = journal.deciding()
    if deciding is not None and deciding.seconds >= LONG_SECONDS:
        named = ", ".join(deciding.streams) or "nothing yet"
        detail = f"The decision on {named} has run for {int(deciding.seconds)} seconds."
        raise Problem(DECISION_RUNS_LONG, detail)
