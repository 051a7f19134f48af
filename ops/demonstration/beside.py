"""The demonstration, loaded beside the running service in a process of its own."""

import sys

from ops.command_line.bars import progress_bar
from ops.database import DatabaseUrls
from ops.demonstration.demo import DATA, demonstrate
from ops.errors import code_of
from ops.faults import foreseen
from ops.lifeline import Job


def run(job: Job) -> None:
    """Entry point: brings what is missing of the demonstration into an empty database, and returns."""
    if job.urls is None or job.address is None:
        raise ValueError("the demonstration needs all addresses of the database and that of the service")
    try:
        demonstrate(DatabaseUrls(**job.urls), job.address, _say, progress_bar, path=DATA, if_empty=True)
    except Exception as fault:
        error = foreseen(fault)
        if error is None:
            raise
        sys.stderr.write(f"scoresheet: {error}\n")
        sys.exit(code_of(error))


def _say(line: str) -> None:
    print(line, flush=True)
