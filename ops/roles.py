"""The roles that the processes work in: made where they aren't there, and held to what they need of the database."""

import psycopg
from psycopg import sql

from ops.database import ROLES
from ops.errors import DatabasePrivilegesError


def ensure_roles(connection: psycopg.Connection) -> None:
    """Makes the roles where they aren't there, and the login that asks a member of them.

    Raises DatabasePrivilegesError with the statements an administrator can run instead.
    """
    row = connection.execute("SELECT current_user").fetchone()
    if row is not None and row[0] in ROLES:
        raise DatabasePrivilegesError(f"the login may not migrate this database: permission denied to {row[0]}")
    for role in ROLES:
        _ensure(connection, role)


def limit_roles(connection: psycopg.Connection, database_name: str | None = None) -> None:
    """Takes from everybody what a new database gives to all, and gives each role what it needs of the database: the
    connection's own, unless another is named.

    A copy or a restored dump of a database does not have what was granted on the database itself.
    """
    database = sql.Identifier(database_name or connection.info.dbname)
    everybody = sql.SQL(", ").join(map(sql.Identifier, ROLES))
    revoke = sql.SQL("REVOKE CREATE, TEMPORARY ON DATABASE {} FROM PUBLIC, {}")
    connection.execute(revoke.format(database, everybody))
    # Batches of rows are brought in through temporary tables, and tables as they stood in the past are such.
    grant = sql.SQL("GRANT TEMPORARY ON DATABASE {} TO {}")
    connection.execute(grant.format(database, everybody))


def _ensure(connection: psycopg.Connection, role: str) -> None:
    name = sql.Identifier(role)
    try:
        if not _exists(connection, role):
            _create(connection, role)
        if not _may_take(connection, role):
            connection.execute(sql.SQL("GRANT {} TO CURRENT_USER").format(name))
    except psycopg.errors.InsufficientPrivilege as error:
        user = connection.info.user
        raise DatabasePrivilegesError(
            f"the login {user} may not make the role {role}; let an administrator run:"
            f' CREATE ROLE {role} NOLOGIN; GRANT {role} TO "{user}";'
        ) from error


def _create(connection: psycopg.Connection, role: str) -> None:
    """Roles belong to the whole server, so another database's migration may make this one just now."""
    try:
        connection.execute(sql.SQL("CREATE ROLE {} NOLOGIN").format(sql.Identifier(role)))
    except (psycopg.errors.DuplicateObject, psycopg.errors.UniqueViolation):
        if not _exists(connection, role):
            raise


def _exists(connection: psycopg.Connection, role: str) -> bool:
    query = "SELECT 1 FROM pg_roles WHERE rolname = %s"
    return connection.execute(query, (role,)).fetchone() is not None


def _may_take(connection: psycopg.Connection, role: str) -> bool:
    """Whether SET ROLE would be allowed; PostgreSQL before 16 knows membership alone."""
    privilege = "SET" if connection.info.server_version >= 160_000 else "MEMBER"
    row = connection.execute("SELECT pg_has_role(current_user, %s, %s)", (role, privilege)).fetchone()
    return row is not None and bool(row[0])
