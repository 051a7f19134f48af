"""The processes that `serve` runs side by side, by name for messages.

A part runs until SIGTERM and then returns or exits; what it raises is shown and ends the service.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from ops.embedded.system_account import API, PART_ACCOUNTS, PROJECTIONS, SIGNER, WEBHOOKS


@dataclass(frozen=True)
class Part:
    """A part to run, a `module:function` that takes a Job, and as root's part in which account: by that the server
    knows its role on the database."""

    entry_point: str
    account: str
    is_heavy: bool = False
    """Whether it makes the reads that take long, on a socket of its own."""
    gives_way: int = 0
    """By how much its priority is lower than the others', as `nice` counts."""
    is_told_all: bool = False
    """Whether it does the work of several, and so has their addresses of the database and their keys."""
    follows: bool = False
    """Whether it follows the log. After much at once it holds memory that only its end gives back."""

    @property
    def role(self) -> str:
        """The role in which it works on the database."""
        return PART_ACCOUNTS[self.account]


PARTS: Mapping[str, Part] = {
    "API": Part("api.asgi.server:run", API),
    "reads that take long": Part("api.asgi.heavy:run", API, is_heavy=True, gives_way=15),
    "tournaments projection": Part("projections.workers.processes:run_tournaments", PROJECTIONS, follows=True),
    "ratings projection": Part("projections.workers.processes:run_ratings", PROJECTIONS, follows=True),
    "feeds projection": Part("projections.workers.processes:run_feeds", PROJECTIONS, follows=True),
    "webhooks": Part("ops.webhooks.process:run", WEBHOOKS),
    "log's tree": Part("ops.evidence.process:run", SIGNER, follows=True),
}

FEW_PARTS: Mapping[str, Part] = {
    "API": PARTS["API"],
    "tournaments projection": PARTS["tournaments projection"],
    "other followers": Part("ops.together:run", SIGNER, is_told_all=True, follows=True),
}
"""The same in few processes, to try the service: reads that take long are made by the API, too."""

GROUPS: Mapping[str, tuple[str, ...]] = {
    "api": ("API", "reads that take long"),
    "projections": ("tournaments projection", "ratings projection", "feeds projection"),
    "signer": ("log's tree",),
    "webhooks": ("webhooks",),
}
"""The parts that one command runs, where something else than `serve` keeps them running."""

REGISTERING = "ops.registering:run"
"""Writes down what the tables of the read models are, and ends."""

DEMONSTRATION = "ops.demonstration.beside:run"
"""Loads the demonstration beside these, with `serve --demo`; it ends when that is done."""
