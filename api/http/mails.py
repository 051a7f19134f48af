"""Messages to players who have asked to be told who they play, one request for each tournament and way: by mail, or by
web push to a browser. No log holds any of it.

What is written is sealed for the process that sends it: nothing here can read an address again.
"""

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Literal

import orjson

from api.http.sessions.store import Asking
from domain.kernel.ids import PersonId, TournamentId
from domain.webhooks.sealing import seal_secret

MOST_LETTERS, MOST_OF_PERSON, MOST_SOON, MOST_FAILING = 200, 3, 60, 200
"""Letters of an address; requests of one person in a day; of a tournament in a quarter of an hour; mails in a list."""
_ADDRESS = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
)

MOST_PUSHES = 20
"""Requests of one person in a day for messages by web push; each replaces the one before."""

Way = Literal["mail", "push"]
Failing = Literal["waiting", "refused", "late", "unclear"]
"""A message that did not arrive: tried again, refused for good, tried for too long, or broken off when perhaps sent."""
Known = Sequence[tuple[int, int]]
"""Matches, each with the number of the opponent's entry."""


@dataclass(frozen=True, slots=True)
class Letter:
    """The content of a message; `last` says what the link below a mail is for, `page` is what a push opens. `link`
    takes the place of the one that ends such mails: where it leads to here."""

    subject: str
    text: str
    last: str = ""
    page: str = ""
    link: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Subscription:
    """Where a browser is reached by web push, and its keys, as it gives them (RFC 8291)."""

    endpoint: str
    p256dh: str
    auth: str


@dataclass(frozen=True, slots=True)
class MailRequest:
    """Somebody's request in a tournament."""

    tournament: TournamentId
    person: PersonId
    is_confirmed: bool


@dataclass(frozen=True, slots=True)
class MailReader:
    """Somebody who is told: by which way, in which language, and what they were told already."""

    person: PersonId
    way: Way
    language: str
    digest: bytes
    told: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class FailingMail:
    """A message that did not arrive, as far as is known, or not yet; `answer` is the server's, or the kind of fault. A
    mail about logging in is of no tournament."""

    tournament: TournamentId | None
    person: PersonId
    way: Way
    kind: Literal["confirmation", "match", "login", "login-address", "login-changed"]
    state: Failing
    tries: int
    answer: str
    made_at: datetime


def is_address(text: str) -> bool:
    """Whether mail can be sent there."""
    return len(text) <= MOST_LETTERS and len(text.partition("@")[0]) <= 64 and bool(_ADDRESS.fullmatch(text))


def _digest(secret: str) -> bytes:
    return sha256(secret.encode()).digest()


class Mails(Asking):
    """Takes requests, and puts mails into the queue. May be used from any thread."""

    def links(self) -> str:
        """Where links in mails lead to, such as `https://club.example`; "": no mails are sent."""
        rows = self._rows("SELECT mail_links FROM public.webhook_settings")
        return str(rows[0][0]) if rows else ""

    def ask(self, tournament: TournamentId, person: PersonId, address: str, language: str, letter: Letter) -> bool:
        """Keeps the request, in place of an earlier one, and has the letter sent there, whose link confirms it. False
        where too many ask."""
        secret = secrets.token_hex(32)
        digest, own = _digest(secret), {"to": address, "secret": secret}
        sealed = self.sealed_address(digest, own), self.sealed_letter(digest, letter)
        query = "SELECT public.scoresheet_ask_for_mail(%s, %s, %s, %s, %s, %s, %s, %s)"
        told = (tournament, person, digest, sealed[0], language, sealed[1], MOST_OF_PERSON, MOST_SOON)
        return bool(self._rows(query, *told)[0][0] == "taken")

    def push_key(self) -> bytes:
        """The key that browsers subscribe with; b"": no messages are sent by web push."""
        rows = self._rows("SELECT push_key FROM public.webhook_settings")
        return bytes(rows[0][0]) if rows else b""

    def ask_for_push(
        self, tournament: TournamentId, person: PersonId, to: Subscription, language: str, known: Known
    ) -> bool:
        """Begins to tell the person at that browser, in place of an earlier one; of these matches they know. False
        where they ask too often."""
        digest, own = secrets.token_bytes(32), {"to": to.endpoint, "p256dh": to.p256dh, "auth": to.auth, "secret": ""}
        sealed = self.sealed_address(digest, own)
        query = "SELECT public.scoresheet_ask_for_push(%s, %s, %s, %s, %s, %s::bigint[], %s::bigint[], %s, %s)"
        told = (tournament, person, digest, sealed, language, *_columns(known), MOST_PUSHES, MOST_SOON)
        return bool(self._rows(query, *told)[0][0])

    def asked(self, tournament: TournamentId, person: PersonId, way: Way = "mail") -> MailRequest | None:
        """The person's request there."""
        rows = self._rows("SELECT is_confirmed FROM public.scoresheet_mail_of(%s, %s, %s)", tournament, person, way)
        return MailRequest(tournament, person, rows[0][0]) if rows else None

    def offered(self, tournament: TournamentId, person: PersonId | None) -> frozenset[Way]:
        """The ways by which messages are sent, or by which the person has yet to end what they once asked for."""
        query = """SELECT way FROM (VALUES
            ('mail', (SELECT mail_links <> '' FROM public.webhook_settings)),
            ('push', (SELECT push_key <> '' FROM public.webhook_settings))) AS ways (way, is_sent)
            WHERE is_sent OR EXISTS (SELECT FROM public.scoresheet_mail_of(%s, %s, way))"""
        return frozenset(way for (way,) in self._rows(query, tournament, person))

    def find(self, secret: str) -> MailRequest | None:
        """The request that the link with that secret is of."""
        query = "SELECT tournament, person, is_confirmed FROM public.scoresheet_mail_by(%s)"
        rows = self._rows(query, _digest(secret))
        return MailRequest(*rows[0]) if rows else None

    def confirm(self, secret: str, known: Known) -> bool:
        """Begins to tell them; of these matches they know."""
        query = "SELECT public.scoresheet_confirm_mail(%s, %s::bigint[], %s::bigint[])"
        return bool(self._rows(query, _digest(secret), *_columns(known))[0][0])

    def stop(self, secret: str) -> bool:
        """Forgets the request and its address. False where there is none."""
        return bool(self._rows("SELECT public.scoresheet_stop_mail(%s)", _digest(secret))[0][0])

    def stop_own(self, tournament: TournamentId, person: PersonId, way: Way = "mail") -> None:
        """Forgets the person's request there."""
        self._rows("SELECT public.scoresheet_drop_mail(%s, %s, %s)", tournament, person, way)

    def tournaments(self) -> Mapping[TournamentId, tuple[int, bool]]:
        """Those in which somebody wants mail: the version of each, and whether something happened there of late."""
        rows = self._rows("SELECT tournament, version, is_fresh FROM public.scoresheet_mail_tournaments()")
        return {tournament: (version, is_fresh) for tournament, version, is_fresh in rows}

    def readers(self, tournament: TournamentId) -> Sequence[MailReader]:
        """The readers who get mails there."""
        query = "SELECT person, way, language, digest, matches, opponents FROM public.scoresheet_mail_readers(%s)"
        return [
            MailReader(person, way, language, digest, frozenset(zip(matches, opponents, strict=True)))
            for person, way, language, digest, matches, opponents in self._rows(query, tournament)
        ]

    def queue(self, reader: MailReader, told: Known, letter: Letter) -> bool:
        """Has the reader told of these matches, once. False where they were, or want it no more."""
        content = self.sealed_letter(reader.digest, letter)
        query = "SELECT public.scoresheet_queue_mail(%s, %s::bigint[], %s::bigint[], %s)"
        return bool(self._rows(query, reader.digest, *_columns(told), content)[0][0])

    def end(self, tournament: TournamentId) -> None:
        """Forgets all requests in a tournament that is over."""
        self._rows("SELECT public.scoresheet_end_mails(%s)", tournament)

    def failing(self) -> Sequence[FailingMail]:
        """The mails that did not arrive, as far as is known, or not yet; the newest first."""
        query = (
            "SELECT tournament, person, way, kind, state, tries, answer, made_at "
            "FROM public.scoresheet_failing_mails(%s)"
        )
        return [FailingMail(*row) for row in self._rows(query, MOST_FAILING)]

    def sealed_address(self, digest: bytes, own: Mapping[str, str]) -> bytes:
        """Where messages are sent, as only the process can read it that sends them; it is known by that digest."""
        return self._seal(f"address {digest.hex()}", own)

    def sealed_letter(self, digest: bytes, letter: Letter) -> bytes:
        """The letter to the address with that digest, likewise."""
        told = {"subject": letter.subject, "text": letter.text, "last": letter.last, "page": letter.page}
        links = self.links()
        link = {"link": f"{links}{letter.link}"} if letter.link else {}
        return self._seal(f"mail {digest.hex()}", {"links": links, **told, **link})

    def public_key(self) -> bytes:
        """The key that seals what is written."""
        return bytes(self._rows("SELECT public_key FROM public.webhook_settings")[0][0])

    def _seal(self, name: str, content: Mapping[str, str]) -> bytes:
        return seal_secret(orjson.dumps(content), name, self.public_key())


def _columns(known: Known) -> tuple[list[int], list[int]]:
    return [match for match, _ in known], [opponent for _, opponent in known]
