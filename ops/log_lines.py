"""Lines of the service's log: each begins with the time in UTC, to the millisecond, and the id of its request.

2026-03-01T19:30:00.250Z 5b1e6a3c90d1f2e7 GET /v1/tournaments/{tournament}/standings 200 4 ms
"""

import logging
import time
from datetime import UTC, datetime

from api.http.request_ids import with_request_id


def announce(line: str) -> None:
    """Says it on standard output, with the time."""
    now = datetime.now(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00")
    print(f"{now}Z {line}", flush=True)


def to_standard_error() -> None:
    """Has this process log there from now on: requests, and what else is a warning or worse."""
    formatter = logging.Formatter("%(asctime)sZ %(request_id)s %(message)s")
    formatter.converter = time.gmtime
    formatter.default_time_format = "%Y-%m-%dT%H:%M:%S"
    formatter.default_msec_format = "%s.%03d"
    handler = logging.StreamHandler()
    handler.setFormatter(formatter)
    handler.addFilter(with_request_id)
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("api.asgi.request_log").setLevel(logging.INFO)
