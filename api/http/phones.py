"""Phones that ask to be a player's own: the player picks their name, and a director nods. Nothing of it outlives the
process, which answers all logins; anyone who waits when it ends picks their name again."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import Lock

from domain.kernel.ids import EntryNumber, TournamentId

OPEN_SECONDS = 12 * 3600.0
"""For so long a tournament takes phones once a director has said so."""
WAITING_SECONDS = 900.0
MOST_OF_ENTRY, MOST_OF_TOURNAMENT = 3, 500
"""So many phones wait at once."""
_FEWEST, _MOST = 100, 999


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that asks: its `number` is shown on it and on the desk. Anyone who has the `secret` has the phone; `code`
    is that of its link, once a director has nodded."""

    id: str
    secret: str
    tournament: TournamentId
    entry: EntryNumber
    number: int
    asked_at: float
    code: str | None = None


class Phones:
    """Those that wait. May be used from any thread."""

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds, self._lock = seconds, Lock()
        self._open_until: dict[TournamentId, float] = {}
        self._phones: dict[str, Phone] = {}

    def open(self, tournament: TournamentId) -> None:
        """From now on phones may ask there."""
        with self._lock:
            self._open_until[tournament] = self._seconds() + OPEN_SECONDS

    def close(self, tournament: TournamentId) -> None:
        """No phone asks there from now on, and none waits."""
        with self._lock:
            self._open_until.pop(tournament, None)
            self._phones = {id_: one for id_, one in self._phones.items() if one.tournament != tournament}

    def is_open(self, tournament: TournamentId) -> bool:
        """Whether phones may ask there."""
        return self._open_until.get(tournament, 0.0) > self._seconds()

    def ask(self, tournament: TournamentId, entry: EntryNumber) -> Phone | None:
        """A phone that waits from now on; None where too many wait for that entry, or in that tournament."""
        with self._lock:
            self._forget()
            there = [one for one in self._phones.values() if one.tournament == tournament]
            of_entry = sum(one.entry == entry for one in there)
            if not self.is_open(tournament) or of_entry >= MOST_OF_ENTRY or len(there) >= MOST_OF_TOURNAMENT:
                return None
            taken = {one.number for one in there}
            number = secrets.choice([one for one in range(_FEWEST, _MOST + 1) if one not in taken])
            drawn = secrets.token_hex(8), secrets.token_hex(32)
            made = Phone(*drawn, tournament, entry, number, self._seconds())
            self._phones[made.id] = made
            return made

    def waiting(self, tournament: TournamentId) -> Sequence[Phone]:
        """Those that no director has answered, the first first."""
        with self._lock:
            self._forget()
            return [one for one in self._phones.values() if one.tournament == tournament and one.code is None]

    def find(self, tournament: TournamentId, secret: str) -> Phone | None:
        """The phone with that secret."""
        with self._lock:
            self._forget()
            found = (one for one in self._phones.values() if secrets.compare_digest(one.secret, secret))
            return next((one for one in found if one.tournament == tournament), None)

    def nod(self, phone: Phone, code: str) -> None:
        """Gives the phone the code of its link. Others that wait for the same entry wait no longer."""
        with self._lock:
            others = {id_ for id_, one in self._phones.items() if _is_rival(one, phone)}
            self._phones = {id_: one for id_, one in self._phones.items() if id_ not in others}
            self._phones[phone.id] = replace(phone, code=code, asked_at=self._seconds())

    def end(self, tournament: TournamentId, id_: str) -> None:
        """Lets go of a phone: it was used, or is not the player's."""
        with self._lock:
            if id_ in self._phones and self._phones[id_].tournament == tournament:
                del self._phones[id_]

    def _forget(self) -> None:
        since = self._seconds() - WAITING_SECONDS
        self._phones = {id_: one for id_, one in self._phones.items() if one.asked_at > since}


def _is_rival(one: Phone, phone: Phone) -> bool:
    return (one.tournament, one.entry) == (phone.tournament, phone.entry) and one.id != phone.id
