"""Lines of the service's log: each begins with the time in UTC, to the millisecond, and the id of its request.

2026-03-01T19:30:00.250Z 5b1e6a3c90d1f2e7 GET /v1/tournaments/{tournament}/standings 200 4 ms

Where settings ask for JSON, each line is an object with the same and more, each by its name.
"""

import json
import logging
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime

from api.http.request_ids import NONE, with_request_id

FIELDS = ("method", "route", "status", "ms", "command", "position", "request_id")
"""What a line of JSON may say beside its event; nothing else that is known of a request gets there."""


def announcing(form: str) -> Callable[[str], None]:
    """A way to print lines in that form, `lines` or `json`. On a terminal no line begins with the time: it is now."""
    if form == "json":
        return announce_as_json
    return announce_now if sys.stdout.isatty() else announce


def announce_now(line: str) -> None:
    """Says it to somebody who watches."""
    print(line, flush=True)


def announce(line: str) -> None:
    """Says it on standard output, with the time."""
    print(f"{_now()} {line}", flush=True)


def announce_as_json(line: str) -> None:
    """The same, as JSON."""
    said = {"event": line, "level": "info", "request_id": NONE, "timestamp": _now()}
    print(json.dumps(said, sort_keys=True), flush=True)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def to_standard_error(*, as_json: bool = False) -> None:
    """Has this process log there from now on: requests, and what else is a warning or worse."""
    handler = logging.StreamHandler()
    handler.setFormatter(formatter(as_json=as_json))
    handler.addFilter(with_request_id)
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("api.asgi.request_log").setLevel(logging.INFO)


def formatter(*, as_json: bool) -> logging.Formatter:
    """The formatter that makes a line of each record."""
    return _of_objects() if as_json else _of_lines()


def _of_lines() -> logging.Formatter:
    made = logging.Formatter("%(asctime)sZ %(request_id)s %(message)s")
    made.converter = time.gmtime
    made.default_time_format = "%Y-%m-%dT%H:%M:%S"
    made.default_msec_format = "%s.%03d"
    return made


def _of_objects() -> logging.Formatter:
    """A line's own fields are logged by name: a request's route, status and time, a command's id. The
    library for it is loaded here, for few need it, and none before it answers."""
    import structlog

    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            structlog.stdlib.add_log_level,
            structlog.stdlib.ExtraAdder(allow=FIELDS),
            structlog.processors.TimeStamper(fmt="iso", utc=True),
        ],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(sort_keys=True),
        ],
    )
