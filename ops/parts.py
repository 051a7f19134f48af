"""The processes that `serve` runs side by side: name for messages, and `module:function` that takes a Job.

A part runs until SIGTERM and then returns or exits; what it raises is shown and ends the service.
"""

PARTS: dict[str, str] = {
    "API": "api.asgi.server:run",
    "tournaments projection": "projections.workers.processes:run_tournaments",
    "ratings projection": "projections.workers.processes:run_ratings",
}
