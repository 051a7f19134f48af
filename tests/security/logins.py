"""Logins of their own for each role: sessions that can't go back to the owner, as ours on a test server can."""

import secrets
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager

from psycopg import sql
from psycopg.conninfo import make_conninfo

from ops.database import ROLES, DatabaseUrls, connect


@contextmanager
def logins(server_url: str, database: DatabaseUrls) -> Iterator[Mapping[str, str]]:
    """The address of the database for a new login in each role."""
    with ExitStack() as opened, connect(database.owner) as owner:
        name = owner.info.dbname
        yield {role: opened.enter_context(_login(make_conninfo(server_url, dbname=name), role)) for role in ROLES}


@contextmanager
def _login(server_url: str, role: str) -> Iterator[str]:
    name, password = f"scoresheet_test_{secrets.token_hex(4)}", secrets.token_hex(16)
    create = sql.SQL("CREATE ROLE {} LOGIN PASSWORD {} IN ROLE {}")
    with connect(server_url, autocommit=True) as connection:
        connection.execute(create.format(sql.Identifier(name), password, sql.Identifier(role)))
        yield make_conninfo(server_url, user=name, password=password)
        connection.execute(sql.SQL("DROP OWNED BY {}").format(sql.Identifier(name)))
        connection.execute(sql.SQL("DROP ROLE {}").format(sql.Identifier(name)))
