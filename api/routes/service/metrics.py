"""Numbers for anyone who watches the service, in the form that Prometheus reads."""

from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import Response

from api.http.metrics import MEDIA_TYPE, Metrics
from api.http.routing import new_router
from api.http.services import services_of

router = new_router("health", prefix="")


@router.get("/metrics", include_in_schema=False)
def read_metrics(request: Request) -> Response:
    """How the service is, in numbers of the database as it is now, and of the answers of this process."""
    counted: Metrics = request.app.state.metrics
    numbers = services_of(request).readings.numbers(datetime.now(UTC))
    return Response(counted.text(numbers), media_type=MEDIA_TYPE, headers={"Cache-Control": "no-store"})
