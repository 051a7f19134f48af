"""Pages of other origins: the front ends of the federation's own that browsers let ask this service (CORS)."""

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp

from api.http.limits import Limits
from api.http.responses import INCOMPLETE, POSITION, REPLAYED

_SENT = ("Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Prefer", POSITION)
_SHOWN = ("ETag", "Link", "Location", "Retry-After", "WWW-Authenticate", POSITION, INCOMPLETE, REPLAYED)
_KEPT_SECONDS = 600


class OtherOrigins(CORSMiddleware):
    """Lets pages of the origins in `limits` ask `app`. A key is sent by the page itself and no cookie is looked at, so
    browsers are never told to send credentials."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        super().__init__(
            app,
            allow_origins=limits.origins,
            allow_methods=("GET", "HEAD", "POST"),
            allow_headers=_SENT,
            expose_headers=_SHOWN,
            max_age=_KEPT_SECONDS,
        )
