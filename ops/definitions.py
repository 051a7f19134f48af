"""Holds what the database is made of against what the migrations make: functions, triggers, views, rules, policies,
columns and grants. Anyone who owns the database can change them, and then it answers otherwise, or stores something
else than it is given, while every row is in order.

What the migrations make is made again beside it, in a transaction that nobody else sees and that is taken back. Nobody
who reads, writes or follows waits for it, only a rebuild that puts its tables in place, and a migration. It takes half
a second, and some two megabytes of the server's log.
"""

import re
from collections.abc import Sequence
from typing import LiteralString

import psycopg
from psycopg import sql

from ops.database import ROLES
from ops.migrate import make_anew

_GENERATION = re.compile(r"\b([a-z]+)_[ab]\b")
"""Which of its two generations a projection shows is no difference."""
_SCHEMAS = """
WITH of_extensions AS (
    SELECT objid, classid FROM pg_depend WHERE deptype = 'e'
), ours AS (
    SELECT n.oid, n.nspname FROM pg_namespace n
    WHERE n.nspname !~ '^pg_| aside$' AND n.nspname <> 'information_schema'
        AND (n.nspname !~ '_[ab]$' OR EXISTS (
            SELECT FROM public.projections p WHERE p.is_live AND p.name || '_' || p.generation = n.nspname))
), tables AS (
    SELECT c.oid, c.relkind, c.relowner, c.relacl, c.relrowsecurity, c.relforcerowsecurity, o.nspname,
        format('%I.%I', o.nspname, c.relname) AS name
    FROM pg_class c JOIN ours o ON o.oid = c.relnamespace WHERE c.relkind NOT IN ('i', 'I', 't')
        AND (c.oid, 'pg_class'::regclass) NOT IN (SELECT objid, classid FROM of_extensions)
)
"""
_WHAT: Sequence[LiteralString] = (
    """
    SELECT 'function ' || p.oid::regprocedure, concat(pg_get_functiondef(p.oid), ' ', (
        SELECT string_agg(grantee::regrole::text, ' ' ORDER BY grantee::regrole::text)
        FROM aclexplode(p.proacl) WHERE grantee <> p.proowner))
    FROM pg_proc p JOIN ours ON ours.oid = p.pronamespace WHERE p.prokind IN ('f', 'p')
        AND (p.oid, 'pg_proc'::regclass) NOT IN (SELECT objid, classid FROM of_extensions)
    """,
    """
    SELECT 'trigger ' || t.tgname || ' of ' || tables.name, concat(t.tgenabled, ' ', pg_get_triggerdef(t.oid))
    FROM pg_trigger t JOIN tables ON tables.oid = t.tgrelid WHERE NOT t.tgisinternal
    """,
    """
    SELECT 'rule ' || r.rulename || ' of ' || tables.name, concat(r.ev_enabled, ' ', pg_get_ruledef(r.oid))
    FROM pg_rewrite r JOIN tables ON tables.oid = r.ev_class
    """,
    """
    SELECT 'policy ' || p.polname || ' of ' || tables.name, concat_ws(' ', p.polcmd, p.polpermissive,
        p.polroles::regrole[], pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
    FROM pg_policy p JOIN tables ON tables.oid = p.polrelid
    """,
    """
    SELECT CASE tables.relkind WHEN 'v' THEN 'view ' WHEN 'S' THEN 'sequence ' ELSE 'table ' END || tables.name,
        concat_ws(' ', tables.relkind, tables.relrowsecurity, tables.relforcerowsecurity, (
            SELECT string_agg(grantee::regrole || ' ' || privilege_type, ' '
                ORDER BY grantee::regrole::text, privilege_type)
            FROM aclexplode(tables.relacl) WHERE grantee <> tables.relowner))
    FROM tables
    """,
    """
    SELECT 'column ' || a.attname || ' of ' || tables.name, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
        a.attnotnull, a.attacl, pg_get_expr(d.adbin, d.adrelid))
    FROM pg_attribute a JOIN tables ON tables.oid = a.attrelid AND tables.nspname = 'public'
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attnum > 0 AND NOT a.attisdropped
    """,
    """
    SELECT 'constraint ' || c.conname || ' of ' || tables.name, pg_get_constraintdef(c.oid)
    FROM pg_constraint c JOIN tables ON tables.oid = c.conrelid AND tables.nspname = 'public'
    """,
)


_SETTINGS = """
SELECT 'setting ' || setting || ' of ' || coalesce(nullif(s.setrole, 0)::regrole::text, 'everybody')
FROM pg_db_role_setting s CROSS JOIN LATERAL unnest(s.setconfig) AS setting
WHERE s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
    AND split_part(setting, '=', 1) IN ('search_path', 'role', 'row_security', 'session_replication_role')
    AND (s.setrole = 0 OR s.setrole::regrole::text = ANY(%s) OR s.setrole = current_user::regrole)
"""
"""With these a session sees other tables than it names, or no trigger runs; none is made here."""
_RENAMED = """
SELECT nspname::text FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
"""
_ASIDE = " aside"
_PATIENCE = "5s"


def differing(connection: psycopg.Connection) -> Sequence[str]:
    """All that is not as the migrations make it, by kind and name; `connection` is the owner's, and in no transaction.
    Raises psycopg.Error where it can't be made again, such as for want of a privilege."""
    with connection.transaction(force_rollback=True):
        connection.execute(f"SET LOCAL lock_timeout = '{_PATIENCE}'".encode())
        found = _defined(connection)
        for (name,) in connection.execute(_RENAMED.encode()).fetchall():
            renamed = sql.Identifier(name), sql.Identifier(f"{name}{_ASIDE}")
            connection.execute(sql.SQL("ALTER SCHEMA {} RENAME TO {}").format(*renamed))
        connection.execute("CREATE SCHEMA public")
        make_anew(connection)
        expected = _defined(connection)
        settings = {name for (name,) in connection.execute(_SETTINGS, (list(ROLES),)).fetchall()}
    return sorted(settings | {name for name, _ in expected ^ found})


def _defined(connection: psycopg.Connection) -> frozenset[tuple[str, str]]:
    connection.execute("SET LOCAL search_path TO pg_catalog")
    return frozenset(
        (_GENERATION.sub(r"\1", name), _GENERATION.sub(r"\1", said))
        for what in _WHAT
        for name, said in connection.execute(f"{_SCHEMAS}{what}".encode())
    )
