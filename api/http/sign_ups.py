"""Requests of players who sign up for a tournament by themselves, until a director answers them, or for thirty days.

They are beside the log: who asks is no person of the register until a director approves them, and what they said is
gone with the answer.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from psycopg_pool import ConnectionPool

from api.http.by_address import ByAddress
from api.http.sessions.store import Asking
from domain.kernel.ids import TournamentId

MOST_LETTERS = 200
MOST_WAITING, MOST_SOON, MOST_FROM_ONE = 300, 60, 20
"""So many requests wait in a tournament at once; so many come in a quarter of an hour in all, and from one address."""

Outcome = Literal["taken", "there", "closed", "too-many"]


@dataclass(frozen=True, slots=True)
class SignUpList:
    """A tournament takes requests; a director ticks of each what they are `for_members` of, or the `fee_first`."""

    for_members: bool
    fee_first: bool


@dataclass(frozen=True, slots=True)
class SignUp:
    """A request: what somebody said of themselves, and when."""

    id: str
    name: str
    club: str
    contact: str
    made_at: datetime


class SignUps(Asking):
    """Takes, shows and ends them. May be used from any thread."""

    def __init__(self, pool: "ConnectionPool[Any]") -> None:
        super().__init__(pool)
        self._by_address = ByAddress(pool, "sign-ups", MOST_FROM_ONE)

    def taken_by(self, tournament: TournamentId) -> SignUpList | None:
        """The tournament's questions for who signs up; None where nobody can."""
        rows = self._rows("SELECT for_members, fee_first FROM public.scoresheet_sign_up_list(%s)", tournament)
        return SignUpList(*rows[0]) if rows else None

    def open(self, tournament: TournamentId, asks: SignUpList) -> None:
        """From now on players sign up, on these conditions."""
        self._rows("SELECT public.scoresheet_open_sign_ups(%s, %s, %s)", tournament, asks.for_members, asks.fee_first)

    def close(self, tournament: TournamentId) -> None:
        """From now on nobody signs up; the requests that wait are gone."""
        self._rows("SELECT public.scoresheet_close_sign_ups(%s)", tournament)

    def ask(self, tournament: TournamentId, said: SignUp, address: str) -> Outcome:
        """Keeps a request from that address."""
        if self._by_address.is_too_often(address):
            return "too-many"
        called = " ".join(said.name.casefold().split())
        told = (tournament, said.id, called, said.name, said.club, said.contact, MOST_SOON, MOST_WAITING)
        query = "SELECT public.scoresheet_sign_up(%s, %s, %s, %s, %s, %s, %s, %s)"
        outcome: Outcome = self._rows(query, *told)[0][0]
        return outcome

    def waiting(self, tournament: TournamentId) -> Sequence[SignUp]:
        """The requests that no director has answered, the oldest first."""
        query = "SELECT id, name, club, contact, made_at FROM public.scoresheet_sign_ups(%s)"
        return [SignUp(*row) for row in self._rows(query, tournament)]

    def end(self, tournament: TournamentId, id_: str) -> bool:
        """Removes a request, since it was answered. False where there is none."""
        return bool(self._rows("SELECT public.scoresheet_end_sign_up(%s, %s)", tournament, id_)[0][0])


def new_request(name: str, club: str, contact: str, now: datetime) -> SignUp:
    """A request with an id of its own."""
    return SignUp(secrets.token_hex(16), name, club, contact, now)
