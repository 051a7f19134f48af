"""API keys: made, listed, revoked, and looked up for each request.

A key is `scoresheet_<id>_<secret>`: 16 hexadecimal digits that name it in public (events carry them), and 256 random
bits. Stored is the SHA-256 of the secret. A slow hash protects what people choose and guessers can list; 2^256 random
secrets can't be listed, so a fast one is as safe here, and does not hand attackers a way to keep the processor busy.
"""

import hashlib
import hmac
import re
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, date, datetime
from threading import Lock
from typing import Any, Literal, LiteralString, get_args

import psycopg
from psycopg.rows import class_row
from psycopg_pool import ConnectionPool

from domain.kernel.envelope import MACHINE, Maker, Role
from domain.kernel.refusal import Refused
from domain.problems.keys import KEY_KNOWN

ROLES: tuple[Role, ...] = get_args(Role)
NEEDS_PERSON: tuple[Role, ...] = ("director", "player")
REMEMBERED_SECONDS = 2.0
"""How long a looked-up key is remembered: a revocation is effective after at most this."""

_MOST_REMEMBERED = 10_000
_PROPOSE = "SELECT public.scoresheet_propose_key(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
_PROPOSE_BY_SESSION = "SELECT public.scoresheet_propose_key_by_session(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
_KEY = re.compile(r"scoresheet_(?P<id>[0-9a-f]{16})_(?P<secret>[0-9a-f]{64})")
KEY = r"^scoresheet_[0-9a-f]{16}_[0-9a-f]{64}$"
CODE = r"^[0-9a-f]{64}$"
"""What a key is exchanged by."""
COLUMNS = "id, role, person, tournament, label, made_at, expires_at, revoked_at, line, personal, maker, last_used"
"""Of a `Key`, in the order of its fields."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key without its secret. `person` is who it acts for; `tournament` is the only one it may be used for; `line`
    is the first of the keys whose place it has taken, one after the other, None where it has taken none's; `personal`
    is an auditor's right to sealed text about persons. `maker` is who made it for another, None once its person has
    exchanged it for one of their own. `last_used` is a day in UTC. `by_mail` is the key in a session that a link in a
    mail has begun: it plays for its person."""

    id: str
    role: Role
    person: str | None
    tournament: str | None
    label: str
    made_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    line: str | None = None
    personal: bool = False
    maker: Maker | None = MACHINE
    last_used: date | None = None
    by_mail: bool = False

    @property
    def owner(self) -> str:
        """The owner of the idempotency keys that it uses: its person's, or those of its line where it is for nobody."""
        return self.person or self.line or self.id

    def valid_at(self, moment: datetime) -> bool:
        """Whether the key could be used at that moment."""
        return self.status_at(moment) == "valid"

    def status_at(self, moment: datetime) -> Literal["valid", "expired", "revoked"]:
        """Whether the key could be used at that moment; if not, why."""
        if self.revoked_at is not None:
            return "revoked"
        return "valid" if self.expires_at is None or moment < self.expires_at else "expired"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A new key that is wanted. Raises ValueError where the role needs a person and none is given, or has no use for
    the right `personal`."""

    role: Role
    person: str | None = None
    tournament: str | None = None
    label: str = ""
    expires_at: datetime | None = None
    personal: bool = False

    def __post_init__(self) -> None:
        if self.personal and self.role != "auditor":
            raise ValueError("the right to personal text is an auditor's")
        if self.role in NEEDS_PERSON and self.person is None:
            raise ValueError(f"a {self.role}'s key needs the person it is for")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a key comes from: the first of the keys whose place it takes, who made it, and the code, if any, by which
    its person exchanges it for one of their own."""

    line: str | None = None
    maker: Maker | None = MACHINE
    code: str | None = None


BY_THE_MACHINE = Origin()


def make_key(
    connection: psycopg.Connection[Any],
    wanted: Wanted,
    made_at: datetime,
    origin: Origin = BY_THE_MACHINE,
    *,
    proposed: bool = False,
) -> str:
    """Makes the key and returns it: the only time that its secret is seen. `connection` is the owner's. One that is
    only `proposed` becomes valid with the event that says it was made.

    Raises ValueError where the key would have expired when it is made.
    """
    if wanted.expires_at is not None and wanted.expires_at <= made_at:
        raise ValueError(f"a key can't expire in the past, at {wanted.expires_at:%Y-%m-%d %H:%M} UTC")
    key_id, secret = _draw_key()
    code_digest = None if origin.code is None else digest_of(origin.code)
    made = {"id": key_id, "digest": digest_of(secret), "made_at": made_at, "code_digest": code_digest}
    connection.execute(
        "INSERT INTO api_keys (id, digest, code_digest, role, person, tournament, label, made_at, expires_at, line,"
        " personal, maker, is_proposed) VALUES (%(id)s, %(digest)s, %(code_digest)s, %(role)s, %(person)s,"
        " %(tournament)s, %(label)s, %(made_at)s, %(expires_at)s, %(line)s, %(personal)s, %(maker)s, %(proposed)s)",
        made | asdict(wanted) | {"line": origin.line, "maker": origin.maker, "proposed": proposed},
    )
    return _key_line(key_id, secret)


def drawn_key() -> str:
    """A key that nobody has yet, for somebody to exchange theirs for."""
    return _key_line(*_draw_key())


def _draw_key() -> tuple[str, str]:
    return secrets.token_hex(8), secrets.token_hex(32)


def _key_line(key_id: str, secret: str) -> str:
    return f"scoresheet_{key_id}_{secret}"


def id_of(key: str) -> str:
    """The id of a key that was made here."""
    return key.split("_")[1]


def new_code() -> str:
    """A code by which a key can be exchanged, once."""
    return secrets.token_hex(32)


def rotate_key(connection: psycopg.Connection[Any], key_id: str, made_at: datetime, *, proposed: bool = False) -> str:
    """Makes a key that may do what that one may, as long as that one, and goes on its line; returns it. The old one
    stays valid until it is revoked. Raises ValueError where there is no such key that is valid."""
    found = next((key for key in list_keys(connection) if key.id == key_id), None)
    if found is None or not found.valid_at(made_at):
        raise ValueError(f"there is no key {key_id!r} that is valid")
    wanted = Wanted(found.role, found.person, found.tournament, found.label, found.expires_at, found.personal)
    return make_key(connection, wanted, made_at, Origin(found.line or found.id, found.maker), proposed=proposed)


def list_keys(connection: psycopg.Connection[Any]) -> Sequence[Key]:
    """Every key that was made, the oldest first."""
    with connection.cursor(row_factory=class_row(Key)) as cursor:
        return cursor.execute(f"SELECT {COLUMNS} FROM api_keys WHERE NOT is_proposed ORDER BY made_at, id").fetchall()  # noqa: S608 -- our own names


def digest_of(secret: str) -> bytes:
    """The digest that is stored of a secret, which is written in hexadecimal."""
    return hashlib.sha256(bytes.fromhex(secret)).digest()


def parts_of(shown: str) -> tuple[str, bytes]:
    """The id of a key as it was sent, and its secret; such as no key has where it is none."""
    parsed = _KEY.fullmatch(shown)
    return (parsed["id"], bytes.fromhex(parsed["secret"])) if parsed else ("", b"")


@dataclass(frozen=True, slots=True)
class Proposed:
    """A key that is not valid yet: its id, the key as it is shown, and the code by which its person exchanges it."""

    id: str
    key: str = field(repr=False)
    code: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class _Remembered:
    key: Key | None
    digest: bytes
    until_seconds: float


class Keys:
    """Looks keys up, and remembers what it found for `REMEMBERED_SECONDS`. May be used from any thread.

    `clock` gives the moment (aware), `seconds` a monotonic time.
    """

    def __init__(
        self, pool: "ConnectionPool[Any]", clock: Callable[[], datetime], seconds: Callable[[], float]
    ) -> None:
        self._pool = pool
        self._clock = clock
        self._seconds = seconds
        self._remembered: OrderedDict[str, _Remembered] = OrderedDict()
        self._forgotten = 0
        self._changing = Lock()

    def known(self, text: str) -> bool:
        """Whether `find` can answer without asking the database."""
        parsed = _KEY.fullmatch(text)
        return parsed is None or self._recall(parsed["id"]) is not None

    def find(self, text: str) -> Key | None:
        """The key that `text` is, if it is valid now."""
        parsed = _KEY.fullmatch(text)
        if parsed is None:
            return None
        recalled = self._recall(parsed["id"])
        found = recalled or self._look_up(parsed["id"])
        same = hmac.compare_digest(found.digest, digest_of(parsed["secret"]))
        if not same or found.key is None or not found.key.valid_at(self._clock()):
            return None
        if recalled is None:
            self._note_use(found.key)
        return found.key

    def _note_use(self, key: Key) -> None:
        """Notes the day, once. Where nothing can be written, as on a full disk, keys are read all the same."""
        if key.last_used != self._clock().astimezone(UTC).date():
            with suppress(psycopg.Error):
                self._ask("SELECT public.scoresheet_note_key_use(%s)", (key.id,))

    def propose_first(self, code: str, person: str) -> str | None:
        """The first administrator's own key, valid once it was made by event, for anyone who shows the link of the
        first start, which is used up. None where that is none, or no more."""
        key_id, secret = _draw_key()
        query = "SELECT public.scoresheet_propose_first(%s, %s, %s, %s)"
        done = self._ask(query, (bytes.fromhex(code), key_id, digest_of(secret), person))
        return _key_line(key_id, secret) if done else None

    def propose(self, shown: str, wanted: Wanted, line: str | None = None) -> Proposed | None:
        """A key that is valid once it was made by event, for anyone who shows this administrator's key, or a session of
        it that began within the last hour; on the `line` of keys that it follows. None where that may make none."""
        (key_id, secret), code = _draw_key(), new_code()
        by_session = re.fullmatch(CODE, shown) is not None
        digests, further = (digest_of(secret), digest_of(code)), (wanted.expires_at, wanted.personal, line)
        made = (key_id, *digests, wanted.role, wanted.person, wanted.tournament, wanted.label, *further)
        shows = (bytes.fromhex(shown),) if by_session else parts_of(shown)
        done = self._ask(_PROPOSE_BY_SESSION if by_session else _PROPOSE, (*shows, *made))
        return Proposed(key_id, _key_line(key_id, secret), code) if done else None

    def propose_link(self, shown: str, wanted: Wanted, link: bytes, link_ends: datetime) -> str | None:
        """The id of a key for the link of a player, or of a screen, valid once it was made by event, for anyone who
        shows this director's key, or a session of theirs. None where that may issue none."""
        key_id, session = secrets.token_hex(8), bytes.fromhex(shown) if re.fullmatch(CODE, shown) else b""
        query = "SELECT public.scoresheet_propose_link(%s, %s, %s, %s, %s, %s, %s, %s, %s)"
        ends = wanted.expires_at, link_ends
        done = self._ask(query, (*parts_of(shown), session, key_id, link, wanted.person, wanted.tournament, *ends))
        return key_id if done else None

    def propose_exchange(self, key_id: str, code: str, successor: str) -> bool:
        """Whether the successor is valid once it has taken that key's place by event; not where the code is not its
        own. Raises Refused where a key has the successor's id."""
        new_id, secret = parts_of(successor)
        query = "SELECT public.scoresheet_propose_exchange(%s, %s, %s, %s)"
        try:
            return self._ask(query, (key_id, bytes.fromhex(code), new_id, hashlib.sha256(secret).digest()))
        except psycopg.errors.UniqueViolation:
            raise Refused(KEY_KNOWN, f"There is a key {new_id} already.", key=new_id) from None

    def label(self, shown: str, key_id: str, label: str) -> bool:
        """Whether anyone who shows that administrator's key has given the key this label."""
        return self._ask("SELECT public.scoresheet_label_key(%s, %s, %s, %s)", (*parts_of(shown), key_id, label))

    def read(self, key_ids: Sequence[str]) -> Mapping[str, Key]:
        """Those keys, by id."""
        query = f"SELECT {COLUMNS} FROM unnest(%s::text[]) AS asked, public.scoresheet_api_key(asked)"  # noqa: S608 -- our own names
        with self._pool.connection() as connection:
            rows = connection.execute(query, (list(key_ids),)).fetchall()
        return {row[0]: Key(*row) for row in rows}

    def forget(self) -> None:
        """Looks up again what was looked up before: a key has ended. Those that are looked up right now are told,
        and not remembered."""
        with self._changing:
            self._forgotten += 1
            self._remembered.clear()

    def _ask(self, query: LiteralString, values: tuple[object, ...]) -> bool:
        with self._pool.connection() as connection:
            row = connection.execute(query, values).fetchone()
        return bool(row and row[0])

    def _recall(self, key_id: str) -> _Remembered | None:
        found = self._remembered.get(key_id)
        return found if found is not None and self._seconds() < found.until_seconds else None

    def _look_up(self, key_id: str) -> _Remembered:
        until, forgotten = self._seconds() + REMEMBERED_SECONDS, self._forgotten
        query = f"SELECT digest, {COLUMNS} FROM public.scoresheet_api_key(%s)"  # noqa: S608 -- our own names
        with self._pool.connection() as connection:
            row = connection.execute(query, (key_id,)).fetchone()
        found = _Remembered(Key(*row[1:]) if row else None, row[0] if row else b"", until)
        with self._changing:
            if forgotten != self._forgotten:
                return found
            self._remembered[key_id] = found
            self._remembered.move_to_end(key_id)
            if len(self._remembered) > _MOST_REMEMBERED:
                self._remembered.popitem(last=False)
        return found
