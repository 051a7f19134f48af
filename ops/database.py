"""Addresses of the database and connections to it.

The owner migrates; everything else runs as the restricted role, which may do what the migrations grant it.
"""

from dataclasses import dataclass

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from ops.errors import DatabaseTooOldError, DatabaseUnreachableError

SERVICE_ROLE = "scoresheet_service"
OLDEST_MAJOR_VERSION = 15
CONNECT_TIMEOUT_SECONDS = 10


@dataclass(frozen=True)
class DatabaseUrls:
    """One database, as seen by its owner and by the service."""

    owner: str
    service: str


def external(url: str, migration_url: str | None = None) -> DatabaseUrls:
    """The addresses on a server of the user's.

    With one login for both, the service's sessions take the restricted role as they begin. With a
    `migration_url` the login in `url` is taken to be restricted itself: a member of the role that inherits.
    Raises DatabaseUnreachableError where an address is malformed.
    """
    if migration_url is None:
        return DatabaseUrls(owner=_checked(url), service=in_service_role(_checked(url)))
    return DatabaseUrls(owner=_checked(migration_url), service=_checked(url))


def in_service_role(url: str) -> str:
    """The same address, with sessions that begin in the restricted role."""
    options = conninfo_to_dict(url).get("options") or ""
    return make_conninfo(url, options=f"{options} -c role={SERVICE_ROLE}".lstrip())


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
    """What the error says, without line breaks."""
    return " ".join(str(error).split())
