"""Whether the service lives, and whether it is ready: for whoever watches it."""

from starlette.requests import Request
from starlette.responses import Response

from api.documents.answers import Health, Readiness
from api.http.problems import LOG_SHORTENED, Problem
from api.http.responses import INCOMPLETE, json_answer
from api.http.routing import new_router
from api.http.services import services_of

router = new_router("health", prefix="")


@router.get("/health", response_model=Health)
async def health() -> Response:
    """Tell that the process answers"""
    return json_answer(Health(status="alive"))


@router.get("/ready", response_model=Readiness)
def ready(request: Request) -> Response:
    """Tell how far the readings are behind the log; 503 where the database can't be reached or has lost events"""
    services = services_of(request)
    shortened = services.readings.shortened()
    if shortened:
        raise Problem(LOG_SHORTENED, " ".join(each.detail for each in shortened))
    positions = services.readings.positions()
    newest = services.journal.position()
    lag = {name: max(newest - position, 0) for name, position in sorted(positions.items())}
    parked = len(services.readings.parked())
    ready = Readiness(status="ready", position=newest, lag=lag, parked=parked, incomplete=parked > 0)
    return json_answer(ready, headers={INCOMPLETE: "true"} if parked else None)
