"""What wrote a database: the shape of its events, kept in the table `origin`, which is looked at before anything else.

Databases from before there was that table are older than any that have it.
"""

import psycopg
from psycopg import sql

from ops.database import ROLES
from ops.errors import DatabaseNewerError, DatabaseOlderError

SHAPE = 34
"""Of the events that this program reads and writes. It is raised with every change that makes older ones unreadable."""

FROZEN_SHAPE: int | None = 34
"""The shape at which histories were frozen: data of it and of every later shape are read for ever, by upcasts and
migrations, and data of earlier ones are refused (`ops/decisions/0020-frozen-histories.md`). None: none are frozen."""

_TABLE = """
CREATE TABLE public.origin (shape integer NOT NULL, is_demonstration boolean NOT NULL DEFAULT false);
CREATE UNIQUE INDEX origin_is_one_row ON public.origin ((true))
"""
_TABLES = """
SELECT to_regclass('public.schema_version'), to_regclass('public.origin'), to_regclass('public.events'),
    to_regclass('public.api_keys')
"""
_DEMONSTRATION_KEY = "SELECT EXISTS (SELECT FROM public.api_keys WHERE label = 'demonstration')"
_MIGRATED = "SELECT to_char(max(applied_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD') FROM public.schema_version"


def write_origin(connection: psycopg.Connection) -> None:
    """Notes in a database without tables that this program writes it. `connection` is the owner's, in a transaction."""
    connection.execute(_TABLE)
    connection.execute("INSERT INTO public.origin (shape) VALUES (%s)", (SHAPE,))
    for role in ROLES:
        connection.execute(sql.SQL("GRANT SELECT ON public.origin TO {}").format(sql.Identifier(role)))


def raise_shape(connection: psycopg.Connection) -> None:
    """Notes in a migrated database that this program writes it from now on, which an earlier one is not to read.
    `connection` is the owner's."""
    connection.execute("UPDATE public.origin SET shape = %(shape)s WHERE shape < %(shape)s", {"shape": SHAPE})


def mark_demonstration(connection: psycopg.Connection) -> None:
    """Notes that the history in the database begins with the demonstration. `connection` is the owner's."""
    connection.execute("UPDATE public.origin SET is_demonstration = true")


def is_demonstration(connection: psycopg.Connection) -> bool:
    """Whether the history in the database begins with the demonstration."""
    return _is_true(connection, "SELECT is_demonstration FROM public.origin")


def is_earlier(connection: psycopg.Connection) -> bool:
    """Whether an earlier version of the program wrote the readable database last, so that it is to be migrated."""
    return connection.execute("SELECT FROM public.origin WHERE shape < %s", (SHAPE,)).fetchone() is not None


def require_readable(connection: psycopg.Connection) -> None:
    """Raises DatabaseOlderError where the database's events have a shape from before histories were frozen, and
    DatabaseNewerError where it is a later one than this program's."""
    row = connection.execute(_TABLES).fetchone()
    migrated, origin, events, keys = row if row is not None else (None, None, None, None)
    if migrated is None:
        return
    if origin is None:
        is_empty = events is None or not _is_true(connection, "SELECT EXISTS (SELECT FROM public.events)")
        shown = is_empty or (keys is not None and _is_true(connection, _DEMONSTRATION_KEY))
        wrote = _written(connection, "without a number for the shape of its events")
        raise DatabaseOlderError(wrote, is_demonstration=shown)
    found = connection.execute("SELECT shape, is_demonstration FROM public.origin").fetchone()
    shape, shown = found if found is not None else (0, False)
    if shape < (SHAPE if FROZEN_SHAPE is None else FROZEN_SHAPE):
        wrote = _written(connection, f"with events of shape {shape}")
        raise DatabaseOlderError(wrote, is_demonstration=shown)
    if shape > SHAPE:
        raise DatabaseNewerError(
            f"the database holds events of shape {shape} and this program knows {SHAPE}:"
            " run the newer version of the program"
        )


def _written(connection: psycopg.Connection, how: str) -> str:
    row = connection.execute(_MIGRATED).fetchone()
    day = f" on {row[0]}" if row is not None and row[0] else ""
    return f"{how}, last migrated{day}" if day else how


def _is_true(connection: psycopg.Connection, query: str) -> bool:
    row = connection.execute(query.encode()).fetchone()
    return row is not None and bool(row[0])
