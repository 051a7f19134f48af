"""Erasures: asked for, effective with their event, and gone from the server's files once the owner has finished them.

A destroyed key is in dead rows, in the write-ahead log and in gathered statistics for a while, and so does the name
in the tables of projections. Finishing rewrites those tables, and lets go of the write-ahead log they stood in.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import psycopg
from psycopg import errors, sql

from ops.errors import DatabasePrivilegesError, ErasuresWaitError

PATIENCE_SECONDS = 30.0
"""How long transactions that began before are waited for: what they may still see can't be removed."""

_ALL = """
SELECT person, position, due_at, erased_at, gone_at FROM public.erasures ORDER BY erased_at NULLS LAST, due_at, person
"""
_BEHIND = """
SELECT name, generation FROM public.projections WHERE position < %s AND name = ANY(%s)
UNION ALL
SELECT parked.projection, parked.generation FROM public.projections_parked AS parked
WHERE substr(parked.stream, length('person-') + 1) = ANY(%s)
ORDER BY 1, 2
"""
_REWRITTEN = """
SELECT DISTINCT n.nspname::text, c.relname::text
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind = 'r' AND a.attstattarget = 0 AND NOT a.attisdropped
AND n.nspname !~ '^pg_' AND (n.nspname, c.relname) NOT IN (('public', 'events'), ('public', 'commands'))
ORDER BY 1, 2
"""
_OLDER = """
SELECT count(*) FROM pg_stat_activity
WHERE pid <> pg_backend_pid() AND (datname = current_database() OR datname IS NULL)
AND (age(backend_xid) > age(%(mark)s::text::xid) OR age(backend_xmin) > age(%(mark)s::text::xid))
"""
_MAY = """
SELECT pg_has_role('pg_read_all_stats', 'USAGE') AND pg_has_role('pg_checkpoint', 'USAGE')
AND has_function_privilege('pg_switch_wal()', 'EXECUTE')
"""
_BACK = """
SELECT erased.person
FROM (SELECT DISTINCT substr(stream, length('person-') + 1) FROM public.events WHERE topic LIKE 'person.erased.%')
    AS erased (person)
LEFT JOIN public.person_keys AS kept USING (person)
WHERE kept.person IS NULL OR kept.key IS NOT NULL OR EXISTS (
    SELECT FROM public.api_keys AS made
    WHERE made.person = erased.person AND (made.revoked_at IS NULL OR made.label <> ''))
ORDER BY 1
"""
_REGISTERED = """
SELECT known.person, min(events.position) FROM public.erasures AS known
JOIN public.events AS events ON events.stream = 'person-' || known.person GROUP BY known.person
"""
_BACK_BY_LIST = """
SELECT person FROM public.person_keys WHERE person = ANY(%s) AND key IS NOT NULL ORDER BY person
"""
_NOT_TOLD = """
SELECT listed.person FROM unnest(%s::text[]) AS listed (person)
WHERE EXISTS (SELECT FROM public.events WHERE stream = 'person-' || listed.person)
AND NOT EXISTS (SELECT FROM public.events WHERE stream = 'person-' || listed.person AND topic LIKE 'person.erased.%%')
ORDER BY 1
"""
_ERASE = "SELECT public.scoresheet_erase(%s)"
_EFFECTIVE = """
INSERT INTO public.erasures AS known (person, position, erased_at)
    SELECT substr(stream, length('person-') + 1), position, public.scoresheet_recorded_at(state)
    FROM public.events WHERE topic LIKE 'person.erased.%%' AND stream = 'person-' || %s
ON CONFLICT (person) DO UPDATE SET position = excluded.position,
    erased_at = coalesce(known.erased_at, excluded.erased_at), gone_at = NULL
"""
_GONE = "UPDATE public.erasures SET gone_at = now() WHERE person = ANY(%s) AND gone_at IS NULL"


@dataclass(frozen=True)
class Erasure:
    """One person's: the log's position of its newest event, when it takes effect unless it is stopped or confirmed
    before, when it took effect, and when the text was gone for good."""

    person: str
    position: int
    due_at: datetime | None
    erased_at: datetime | None
    gone_at: datetime | None

    @property
    def state(self) -> Literal["requested", "effective", "gone"]:
        """Its progress."""
        if self.erased_at is None:
            return "requested"
        return "effective" if self.gone_at is None else "gone"


def erasures(connection: psycopg.Connection) -> Sequence[Erasure]:
    """All there were, the oldest first."""
    return [Erasure(*row) for row in connection.execute(_ALL).fetchall()]


def registered(connection: psycopg.Connection) -> Mapping[str, int]:
    """Where in the log each person begins whose erasure is known."""
    return dict(connection.execute(_REGISTERED).fetchall())


def brought_back(connection: psycopg.Connection) -> Sequence[str]:
    """The erased persons whose keys are there all the same, as a restored table brings them back, or are not marked as
    destroyed."""
    return [person for (person,) in connection.execute(_BACK).fetchall()]


def not_told(connection: psycopg.Connection, listed: Iterable[str]) -> Sequence[str]:
    """Those of the persons `listed` as erased who the log knows, and of whose erasures it does not tell: an older
    backup was put back."""
    return [person for (person,) in connection.execute(_NOT_TOLD, (sorted(listed),)).fetchall()]


def erase_again(connection: psycopg.Connection, listed: Iterable[str] = ()) -> Sequence[str]:
    """Erases again whom the log says to be erased or who is `listed` as such, and a restored table or database has
    brought back, and returns them: all in one transaction, before anything is served. Their erasures are effective
    again, and to be finished. `connection` is the owner's."""
    with connection.transaction():
        by_list = [person for (person,) in connection.execute(_BACK_BY_LIST, (sorted(listed),)).fetchall()]
        back = sorted({*brought_back(connection), *by_list})
        for person in back:
            connection.execute(_ERASE, (person,))
            connection.execute(_EFFECTIVE, (person,))
    return back


def finish(connection: psycopg.Connection) -> Sequence[Erasure]:
    """Takes what was erased out of the server's files, and returns whose. Readers wait for a moment meanwhile.

    `connection` is the owner's or a superuser's, and commits each statement by itself. Raises ErasuresWaitError where
    something still needs what is to go, and DatabasePrivilegesError with the statements an administrator can run.
    """
    erase_again(connection)
    pending = [one for one in erasures(connection) if one.state == "effective"]
    if pending:
        _require_rights(connection)
        connection.execute("SELECT public.scoresheet_forget_former()")
        _require_followed(connection, pending)
        _wait_for_older(connection)
        _rewrite(connection)
        connection.execute("SELECT pg_switch_wal()")
        connection.execute("CHECKPOINT")
        connection.execute(_GONE, ([one.person for one in pending],))
    return pending


def _require_rights(connection: psycopg.Connection) -> None:
    row = connection.execute(_MAY).fetchone()
    if row is None or not row[0]:
        user = connection.info.user
        raise DatabasePrivilegesError(
            f'the login {user} may not do the upkeep; let an administrator run: GRANT pg_checkpoint TO "{user}";'
            f' GRANT pg_read_all_stats TO "{user}"; GRANT EXECUTE ON FUNCTION pg_switch_wal() TO "{user}";'
        )


def _require_followed(connection: psycopg.Connection, pending: Sequence[Erasure]) -> None:
    """Tables that have not followed the log so far may still show the names; feeds and the tree over it have none."""
    from projections.registry.catalogue import READ  # all projections; who starts the service asks nothing of them

    newest, persons = max(one.position for one in pending), [one.person for one in pending]
    row = connection.execute(_BEHIND, (newest, list(READ), persons)).fetchone()
    if row is not None:
        raise ErasuresWaitError(
            f"the tables {row[0]}_{row[1]} have not taken the erasures in yet:"
            " start the service, or run scoresheet rebuild, and try again"
        )


def _wait_for_older(connection: psycopg.Connection) -> None:
    row = connection.execute("SELECT pg_current_xact_id()::xid::text").fetchone()
    mark, deadline = row[0] if row else "", time.monotonic() + PATIENCE_SECONDS
    while True:
        [[older]] = connection.execute(_OLDER, {"mark": mark}).fetchall()
        if older == 0:
            return
        if time.monotonic() > deadline:
            raise ErasuresWaitError(
                f"{older} sessions of the database are in transactions that began before: end those and try again"
            )
        time.sleep(0.1)


def _rewrite(connection: psycopg.Connection) -> None:
    """The tables with columns that no statistics are gathered of, and the table of the statistics itself.

    Those of the log are left alone: nothing is ever removed from them.
    """
    tables = [*connection.execute(_REWRITTEN).fetchall(), ("pg_catalog", "pg_statistic")]
    skipped: list[str] = []
    connection.add_notice_handler(lambda told: skipped.append(told.message_primary or ""))
    for schema, table in tables:
        try:
            connection.execute(sql.SQL("VACUUM (FULL) {}").format(sql.Identifier(schema, table)))
        except errors.UndefinedTable:
            continue  # A rebuild has put another table in its place, made after the erasure.
    if skipped:
        raise DatabasePrivilegesError(f"the login may not do the upkeep: {skipped[0]}; use the database's owner")
