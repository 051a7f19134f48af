"""A migrated database to measure on: an embedded server with fsync on, or one of yours."""

import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from ops import embedded
from ops.database import DatabaseUrls, external
from ops.migrate import migrate


@contextmanager
def database(server_url: str | None, name: str) -> Iterator[DatabaseUrls]:
    """A migrated database that is gone at the end."""
    if server_url is None:
        folder = Path(tempfile.gettempdir()) / f"scoresheet-bench-{secrets.token_hex(6)}"
        with embedded.start(folder, temporary=True) as server:
            yield from _migrated(server.superuser_url(), name)
    else:
        yield from _migrated(server_url, name)


def _migrated(server_url: str, name: str) -> Iterator[DatabaseUrls]:
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
    create = sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(name))
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(drop)
        connection.execute(create)
        urls = external(make_conninfo(server_url, dbname=name))
        migrate(urls.owner)
        yield urls
        connection.execute(drop)
