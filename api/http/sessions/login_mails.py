"""Links in mails by which somebody logs in as anyone who has a key, and their addresses. Each address is set by anyone
who has logged in otherwise. A session that a link begins plays for its person, and is never staff.

Nothing here can read an address again: it is sealed for the process that sends, and known by a slow digest.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Literal

from psycopg_pool import ConnectionPool

from api.http.api_keys import digest_of
from api.http.by_address import ByAddress
from api.http.mails import Letter, Mails
from api.http.sessions.passwords import slow_digest
from api.http.sessions.store import Asking, Found
from domain.kernel.ids import PersonId, TournamentId

LASTS, CONFIRMED_WITHIN = timedelta(minutes=15), timedelta(days=1)
MOST_OF_ADDRESS, MOST_OF_VISITOR, MOST_IN_ALL = 3, 30, 300
"""So many links are asked for in a quarter of an hour: to an address, from one visitor's, and in all."""
MOST_OF_PERSON = 3
"""So many addresses somebody types in a day."""
_OF_ALL, _JOINED = "all", "\u2060"

Taken = Literal["taken", "too-many", "ended"]
LetterOf = Callable[[str], Letter]
"""The letter with a link to that secret."""


@dataclass(frozen=True, slots=True)
class OwnAddress:
    """An address as its owner is shown it; `digest` is what it is known by."""

    hint: str
    is_confirmed: bool
    digest: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class HeldAddress:
    """An address that is held of somebody: to log in with, or where they are told their matches by mail or push."""

    what: Literal["login", "mail", "push"]
    hint: str | None
    tournament: TournamentId | None
    is_confirmed: bool
    made_at: datetime


@dataclass(frozen=True, slots=True)
class Account:
    """One as whom a link logs in, or for whom it confirms an address; `former` is the one whose place that takes."""

    id: str
    person: PersonId
    tournament: TournamentId | None
    hint: str
    former: bytes | None = field(repr=False)


def hint_of(address: str) -> str:
    """As much of an address as its owner knows it by: `a…@example.org`. No line ends within it."""
    name, _, host = address.partition("@")
    return f"{name[:1]}…{_JOINED}@{host}"


class LoginMails(Asking):
    """Keeps addresses, sends links, and begins sessions by them. May be used from any thread."""

    def __init__(self, pool: "ConnectionPool[Any]") -> None:
        super().__init__(pool)
        self._mails = Mails(pool)
        self._of_visitor = ByAddress(pool, "login-mails-visitor", MOST_OF_VISITOR)
        self._of_address = ByAddress(pool, "login-mails-address", MOST_OF_ADDRESS)
        self._of_all = ByAddress(pool, "login-mails-all", MOST_IN_ALL)

    @property
    def are_sent(self) -> bool:
        """Whether this service sends mails."""
        return bool(self._mails.links())

    def ask(self, address: str, visitor: str, letter_of: LetterOf) -> bool:
        """Sends a link to the address, where somebody logs in by it; who asks can't tell. False where too many were
        asked for."""
        if self._of_visitor.is_too_often(visitor):
            return False
        digest, code = self._digest(address), secrets.token_hex(32)
        if self._of_address.is_too_often(digest.hex()) or self._of_all.is_too_often(_OF_ALL):
            return False
        letter = self._mails.sealed_letter(digest, letter_of(code))
        query = "SELECT public.scoresheet_mail_login_link(%s, %s, %s, %s)"
        self._rows(query, digest, digest_of(code), letter, LASTS)
        return True

    def add(self, found: Found, address: str, letter_of: LetterOf) -> Taken:
        """Keeps the address for the session's key, and sends a link there, which confirms it."""
        digest, code = self._digest(address), secrets.token_hex(32)
        if self._of_address.is_too_often(digest.hex()):
            return "too-many"
        sealed = self._mails.sealed_address(digest, {"to": address, "secret": ""})
        letter = self._mails.sealed_letter(digest, letter_of(code))
        kept = (secrets.token_hex(8), digest, sealed, hint_of(address), digest_of(code), letter)
        query = "SELECT public.scoresheet_add_login_address(%s, %s, %s, %s, %s, %s, %s, %s, %s)"
        taken: Taken = self._rows(query, _digest_in(found), *kept, CONFIRMED_WITHIN, MOST_OF_PERSON)[0][0]
        return taken

    def may_have_one(self, found: Found) -> bool:
        """Whether the session's key can have an address: one by which somebody plays."""
        return bool(self._rows("SELECT public.scoresheet_may_have_address(%s)", _digest_in(found))[0][0])

    def own(self, found: Found) -> Sequence[OwnAddress]:
        """The address of the session's key that counts, and the one that waits for its link."""
        query = "SELECT hint, is_confirmed, digest FROM public.scoresheet_login_addresses(%s)"
        return [
            OwnAddress(hint, counts, bytes(digest)) for hint, counts, digest in self._rows(query, _digest_in(found))
        ]

    def held(self, persons: Sequence[PersonId]) -> Sequence[HeldAddress]:
        """All addresses of somebody who has these records, the oldest first."""
        query = "SELECT what, hint, tournament, is_confirmed, made_at FROM public.scoresheet_held_addresses(%s)"
        return [HeldAddress(*row) for row in self._rows(query, list(persons))]

    def accounts(self, code: str) -> Sequence[Account]:
        """Those as whom the link logs in."""
        return self._accounts_by(code, adding=False)

    def adding(self, code: str) -> Account | None:
        """The one for whom the link confirms an address."""
        return next(iter(self._accounts_by(code, adding=True)), None)

    def log_in(self, code: str, account: str) -> str | None:
        """The secret of a new session for anyone who shows the link, which is used up; None where it is none."""
        token = secrets.token_hex(32)
        shown = (bytes.fromhex(code), account, secrets.token_hex(8), digest_of(token))
        begun = self._rows("SELECT public.scoresheet_log_in_by_mail(%s, %s, %s, %s)", *shown)[0][0]
        return token if begun else None

    def confirm(self, code: str, found: Account, told: Letter) -> bool:
        """From now on the address counts that was found by the link; the one before is told so. False where there is
        none to confirm any more."""
        letter = self._mails.sealed_letter(found.former or b"", told)
        query = "SELECT public.scoresheet_confirm_login_address(%s, %s)"
        return bool(self._rows(query, bytes.fromhex(code), letter)[0][0])

    def end(self, found: Found, told: Letter) -> bool:
        """Takes the addresses of the session's key away; the one that counted is told so. False where the session has
        ended."""
        former = next((one.digest for one in self.own(found) if one.is_confirmed), b"")
        query = "SELECT public.scoresheet_drop_login_address(%s, %s)"
        return bool(self._rows(query, _digest_in(found), self._mails.sealed_letter(former, told))[0][0])

    def _accounts_by(self, code: str, *, adding: bool) -> Sequence[Account]:
        query = "SELECT id, person, tournament, hint, former FROM public.scoresheet_mailed_link(%s, %s)"
        return [Account(*row) for row in self._rows(query, bytes.fromhex(code), adding)]

    def _digest(self, address: str) -> bytes:
        """The digest by which the address is known here, whatever its case: of another service with the same address
        another."""
        return slow_digest(address.casefold(), sha256(self._mails.public_key()).digest()[:16])


def _digest_in(found: Found) -> bytes:
    return bytes.fromhex(found.token)
