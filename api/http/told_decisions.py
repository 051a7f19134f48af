"""Decisions of tournaments that readers without a key report to the federation [5.4], until an administrator has looked
at them, or for thirty days. They are beside the log: what anybody may type is recorded by nobody unseen.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from psycopg_pool import ConnectionPool

from api.http.by_address import ByAddress
from api.http.sessions.store import Asking
from domain.kernel.ids import TournamentId

MOST_WAITING, MOST_SOON, MOST_FROM_ONE = 300, 20, 5
"""So many wait at once; so many come in a quarter of an hour of one tournament, and from one address."""


@dataclass(frozen=True, slots=True)
class ToldDecision:
    """A reader's report of a decision of that tournament, and how the reader can be reached."""

    id: str
    tournament: TournamentId
    account: str
    contact: str
    made_at: datetime


class ToldDecisions(Asking):
    """Takes, shows and ends them. May be used from any thread."""

    def __init__(self, pool: "ConnectionPool[Any]") -> None:
        super().__init__(pool)
        self._by_address = ByAddress(pool, "told-decisions", MOST_FROM_ONE)

    def tell(self, tournament: TournamentId, account: str, contact: str, address: str) -> bool:
        """Keeps what came from that address. False where there is too much of late."""
        if self._by_address.is_too_often(address):
            return False
        told = (tournament, secrets.token_hex(16), account, contact, MOST_SOON, MOST_WAITING)
        return bool(self._rows("SELECT public.scoresheet_tell_decision(%s, %s, %s, %s, %s, %s)", *told)[0][0])

    def waiting(self) -> Sequence[ToldDecision]:
        """Those that no administrator has looked at, the oldest first."""
        query = "SELECT id, tournament, account, contact, made_at FROM public.scoresheet_told_decisions()"
        return [ToldDecision(*row) for row in self._rows(query)]

    def end(self, id_: str) -> bool:
        """Removes one. False where there is none."""
        return bool(self._rows("SELECT public.scoresheet_end_told_decision(%s)", id_)[0][0])
