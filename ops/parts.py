"""The processes that `serve` runs side by side, by name for messages.

A part runs until SIGTERM and then returns or exits; what it raises is shown and ends the service.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from ops.database import PROJECTIONS_ROLE, SERVICE_ROLE


@dataclass(frozen=True)
class Part:
    """What to run, a `module:function` that takes a Job, and the role in which it works on the database."""

    entry_point: str
    role: str


PARTS: Mapping[str, Part] = {
    "API": Part("api.asgi.server:run", SERVICE_ROLE),
    "tournaments projection": Part("projections.workers.processes:run_tournaments", PROJECTIONS_ROLE),
    "ratings projection": Part("projections.workers.processes:run_ratings", PROJECTIONS_ROLE),
}

DEMONSTRATION = "ops.demonstration.beside:run"
"""Loads the demonstration beside these, with `serve --demo`; it ends when that is done."""
