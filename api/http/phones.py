"""Phones that ask to be a player's own: the player picks their name, and a director nods. Nothing of it is recorded;
anyone who waits when the database crashes picks their name again."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from psycopg_pool import ConnectionPool
from pydantic import TypeAdapter

from api.http.shared import Shared, Shelf
from domain.kernel.ids import EntryNumber, TournamentId
from domain.webhooks.sealing import PRIVATE_KEY_BYTES, open_secret, public_key_of, seal_secret

OPEN_SECONDS = 12 * 3600.0
"""For so long a tournament takes phones once a director has said so."""
WAITING_SECONDS = 900.0
MOST_OF_ENTRY, MOST_OF_TOURNAMENT = 3, 500
"""So many phones wait at once."""
_FEWEST, _MOST = 100, 999


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that asks: its `number` is shown on it and on the desk. Its secret is the private key of this
    `public_key`, in hexadecimal digits: anyone who has it has the phone. `sealed_code` is the code of its link, sealed
    for the phone alone, once a director has nodded."""

    id: str
    public_key: str
    tournament: TournamentId
    entry: EntryNumber
    number: int
    asked_at: float
    sealed_code: str | None = None

    def code(self, secret: str) -> str | None:
        """The code of its link, opened with its secret; None before the nod."""
        if self.sealed_code is None:
            return None
        opened = open_secret(bytes.fromhex(self.sealed_code), self.id, bytes.fromhex(secret))
        return None if opened is None else opened.decode()


class Phones:
    """Those that wait, at whichever worker they have asked. May be used from any thread."""

    def __init__(self, pool: "ConnectionPool[Any]", seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._phones = Shared(pool, "phones", TypeAdapter(Phone))
        self._open_until = Shared(pool, "open-to-phones", TypeAdapter(float))

    def open(self, tournament: TournamentId) -> None:
        """From now on phones may ask there."""
        with self._open_until.looking() as shelf:
            shelf.keep(tournament, self._seconds() + OPEN_SECONDS)

    def close(self, tournament: TournamentId) -> None:
        """No phone asks there from now on, and none waits."""
        with self._open_until.looking() as shelf:
            shelf.drop(tournament)
        with self._phones.alone(tournament) as shelf:
            shelf.drop(*shelf.all_of(f"{tournament}/"))

    def is_open(self, tournament: TournamentId) -> bool:
        """Whether phones may ask there."""
        with self._open_until.looking() as shelf:
            found = shelf.of(tournament)
        return found is not None and found.value > self._seconds()

    def ask(self, tournament: TournamentId, entry: EntryNumber) -> str | None:
        """The secret of a phone that waits from now on, which is nowhere else; None where too many wait for that entry,
        or in that tournament. Those that wait no longer are forgotten: anybody may ask, again and again."""
        if not self.is_open(tournament):
            return None
        with self._phones.alone(tournament) as shelf:
            there = self._there(shelf, tournament)
            shelf.drop(*(set(shelf.all_of(f"{tournament}/")) - {_place(one) for one in there}))
            if sum(one.entry == entry for one in there) >= MOST_OF_ENTRY or len(there) >= MOST_OF_TOURNAMENT:
                return None
            taken = {one.number for one in there}
            number = secrets.choice([one for one in range(_FEWEST, _MOST + 1) if one not in taken])
            secret = secrets.token_hex(PRIVATE_KEY_BYTES)
            made = Phone(secrets.token_hex(8), _public(secret), tournament, entry, number, self._seconds())
            shelf.keep(_place(made), made)
            return secret

    def waiting(self, tournament: TournamentId) -> Sequence[Phone]:
        """Those that no director has answered, the first first."""
        return [one for one in self._all_of(tournament) if one.sealed_code is None]

    def find(self, tournament: TournamentId, secret: str) -> Phone | None:
        """The phone with that secret."""
        key = _public(secret)
        return next((one for one in self._all_of(tournament) if key and one.public_key == key), None)

    def nod(self, phone: Phone, code: str) -> None:
        """Gives the phone the code of its link. Others that wait for the same entry wait no longer."""
        with self._phones.alone(phone.tournament) as shelf:
            there = self._there(shelf, phone.tournament)
            shelf.drop(*(_place(one) for one in there if one.entry == phone.entry and one.id != phone.id))
            sealed = seal_secret(code.encode(), phone.id, bytes.fromhex(phone.public_key)).hex()
            shelf.keep(_place(phone), replace(phone, sealed_code=sealed, asked_at=self._seconds()))

    def end(self, tournament: TournamentId, id_: str) -> None:
        """Lets go of a phone: it was used, or is not the player's."""
        with self._phones.alone(tournament) as shelf:
            shelf.drop(f"{tournament}/{id_}")

    def _all_of(self, tournament: TournamentId) -> Sequence[Phone]:
        with self._phones.looking() as shelf:
            return self._there(shelf, tournament)

    def _there(self, shelf: Shelf[Phone], tournament: TournamentId) -> Sequence[Phone]:
        """Those that have asked not too long ago, by then."""
        since = self._seconds() - WAITING_SECONDS
        return sorted(
            (one.value for one in shelf.all_of(f"{tournament}/").values() if one.value.asked_at > since),
            key=lambda one: one.asked_at,
        )


def _public(secret: str) -> str:
    """The public key to that secret; empty for a text that can be none."""
    try:
        return public_key_of(bytes.fromhex(secret)).hex()
    except ValueError:
        return ""


def _place(phone: Phone) -> str:
    return f"{phone.tournament}/{phone.id}"
