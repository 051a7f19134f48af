"""Addresses of the database and connections to it.

The owner migrates. The API works in one restricted role, the projections in another, who signs the log in a third and
who delivers to webhooks in a fourth, which may do what the migrations grant them.
"""

from dataclasses import dataclass

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from ops.errors import DatabaseTooOldError, DatabaseUnreachableError

SERVICE_ROLE = "scoresheet_service"
PROJECTIONS_ROLE = "scoresheet_projections"
SIGNER_ROLE = "scoresheet_signer"
WEBHOOKS_ROLE = "scoresheet_webhooks"
ROLES = (SERVICE_ROLE, PROJECTIONS_ROLE, SIGNER_ROLE, WEBHOOKS_ROLE)
OLDEST_MAJOR_VERSION = 15
CONNECT_TIMEOUT_SECONDS = 10


@dataclass(frozen=True)
class DatabaseUrls:
    """One database, as seen by its owner, by the API, by the projections, by who signs the log and by who delivers to
    webhooks. On a `replica` the API reads, and what a `standby` has may be signed; nothing where there is none."""

    owner: str
    service: str
    projections: str
    signer: str
    webhooks: str
    replica: str = ""
    standby: str = ""

    def of(self, role: str) -> str:
        """The address for anyone who works in that role."""
        return dict(zip(ROLES, (self.service, self.projections, self.signer, self.webhooks), strict=True))[role]

    def of_projection(self, name: str) -> str:
        """The address for anyone who follows the log with that projection: the tree over it is the signer's."""
        return self.signer if name == "evidence" else self.projections


def external(
    url: str,
    migration_url: str | None = None,
    projections_url: str | None = None,
    signer_url: str | None = None,
    webhooks_url: str | None = None,
) -> DatabaseUrls:
    """The addresses on a server of the user's.

    With one login for all, sessions take their restricted role as they begin. With a `migration_url` the login in
    `url` is taken to be restricted itself: a member of the API's role that inherits, and of each other role that has no
    address of its own. Raises DatabaseUnreachableError where an address is malformed.
    """
    login = _checked(url)
    given = (None, projections_url, signer_url, webhooks_url)
    unset = [in_role(login, role) if migration_url is None else login for role in ROLES]
    parts = (_checked(url) if url else other for url, other in zip(given, unset, strict=True))
    return DatabaseUrls(_checked(migration_url) if migration_url else login, *parts)


def on_copy(url: str | None, role: str, *, is_restricted: bool) -> str:
    """The address of a copy of the database for work in that role; the login in it may be restricted to that role
    already. Nothing where there is none. Raises DatabaseUnreachableError where it is malformed."""
    if not url:
        return ""
    return _checked(url) if is_restricted else in_role(_checked(url), role)


def in_role(url: str, role: str) -> str:
    """The same address, with sessions that begin in that role."""
    options = conninfo_to_dict(url).get("options") or ""
    return make_conninfo(url, options=f"{options} -c role={role}".lstrip())


def rests_on_account(url: str) -> bool:
    """Whether the server tells by the account of the operating system that this one login for all may enter: over a
    socket of its machine, without a password. Another account could not use the address."""
    told = conninfo_to_dict(url)
    is_shared = any(f"role={role}" in str(told.get("options") or "") for role in ROLES)
    return is_shared and not told.get("password") and str(told.get("host") or "/").startswith("/")


def connect(url: str, *, autocommit: bool = False, oldest: int = OLDEST_MAJOR_VERSION) -> psycopg.Connection:
    """A connection, with times in UTC.

    Raises DatabaseUnreachableError (no server, no login) and DatabaseTooOldError (before `oldest`).
    """
    try:
        connection = psycopg.connect(url, autocommit=autocommit, connect_timeout=_timeout(url))
    except psycopg.OperationalError as error:
        raise DatabaseUnreachableError(f"no connection to {shown(url)}: {one_line(error)}") from error
    version = connection.info.server_version // 10_000
    if version < oldest:
        connection.close()
        raise DatabaseTooOldError(f"{shown(url)} is PostgreSQL {version}; {oldest} or newer is needed")
    return connection


def shown(url: str) -> str:
    """An address for messages: without its password."""
    parts = conninfo_to_dict(url)
    place = parts.get("host") or parts.get("hostaddr") or "the default socket"
    port = f":{parts['port']}" if parts.get("port") else ""
    return f"database {parts.get('dbname') or parts.get('user') or ''!r} at {place}{port}"


def _checked(url: str) -> str:
    try:
        return make_conninfo(url)
    except psycopg.ProgrammingError as error:
        raise DatabaseUnreachableError(f"the database's address is malformed: {one_line(error)}") from error


def _timeout(url: str) -> int:
    return int(conninfo_to_dict(url).get("connect_timeout") or CONNECT_TIMEOUT_SECONDS)


def one_line(error: Exception) -> str:
    """The error's message, without line breaks."""
    return " ".join(str(error).split())
