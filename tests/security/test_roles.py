"""Each process's login tries every statement that it must not be able to make: what it may is written down here, and
whatever else the catalogue has is refused, tables of tomorrow included.

The attack: somebody who can send statements as one process writes to history, lists keys, makes a trigger, or becomes
the owner by a temporary table that takes the name of ours.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent
from psycopg import errors, sql

from domain.journal.connections import Dedicated
from domain.journal.recorder import Append, JournalRecorder
from domain.kernel.ids import StreamName
from ops.database import PROJECTIONS_ROLE, ROLES, SERVICE_ROLE, SIGNER_ROLE, WEBHOOKS_ROLE, DatabaseUrls
from ops.embedded.cluster import SUPERUSER
from ops.roles import limit_roles
from tests.security.logins import logins

OURS = "n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'"
RELATIONS = f"""
SELECT n.nspname::text, c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f') AND {OURS} ORDER BY 1, 2
"""
FUNCTIONS = f"""
SELECT p.oid::regprocedure::text, p.proconfig, has_function_privilege('public', p.oid, 'EXECUTE')
FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE {OURS} ORDER BY 1
"""
SCHEMAS = f"SELECT n.nspname::text FROM pg_namespace n WHERE {OURS} ORDER BY 1"
GENERATIONS: Mapping[str, tuple[str, ...]] = {
    SERVICE_ROLE: (),
    PROJECTIONS_ROLE: ("feeds_a", "feeds_b", "ratings_a", "ratings_b", "tournaments_a", "tournaments_b"),
    SIGNER_ROLE: ("evidence_a", "evidence_b"),
    WEBHOOKS_ROLE: (),
}
"""The schemas of the tables that a role fills."""

MAY_READ: Mapping[str, set[str]] = {
    SERVICE_ROLE: {
        "audited_reads",
        "checkpoints",
        "compared_tables",
        "cosignatures",
        "erasures",
        "events",
        "examination",
        "kept",
        "loading",
        "log_keys",
        "origin",
        "projections",
        "projections_parked",
        "published_files",
        "refused_attempts",
        "retention",
        "safekeeping",
        "schema_version",
        "webhook_attempts",
        "webhook_settings",
        "webhooks",
    },
    PROJECTIONS_ROLE: {
        "compared_tables",
        "events",
        "kept",
        "origin",
        "projections",
        "projections_parked",
        "schema_version",
    },
    SIGNER_ROLE: {
        "checkpoints",
        "compared_tables",
        "cosignatures",
        "events",
        "examination",
        "log_keys",
        "origin",
        "projections",
        "projections_parked",
        "schema_version",
    },
    WEBHOOKS_ROLE: {"origin", "schema_version", "webhook_settings"},
}
MAY_WRITE: Mapping[str, Mapping[str, set[str]]] = {
    SERVICE_ROLE: {},
    PROJECTIONS_ROLE: {
        "projections": {"UPDATE (position, log_ended_at)"},
        "projections_parked": {"INSERT", "UPDATE", "DELETE"},
    },
    SIGNER_ROLE: {"projections": {"UPDATE (position, log_ended_at)"}},
    WEBHOOKS_ROLE: {},
}
"""In the schema "public", beside the tables of generations."""

MAY_CALL: Mapping[str, set[str]] = {
    SERVICE_ROLE: {
        "scoresheet_append_in_time",
        "scoresheet_person_key",
        "scoresheet_make_person_key",
        "scoresheet_seal_secret",
        "scoresheet_secret",
        "scoresheet_api_key",
        "scoresheet_note_read",
        "scoresheet_keep",
        "scoresheet_keep_published_file",
        "scoresheet_note_refusal",
        "scoresheet_forget",
        "scoresheet_held",
        "scoresheet_kept_to",
        "scoresheet_propose_key",
        "scoresheet_propose_exchange",
        "scoresheet_propose_link",
        "scoresheet_add_login",
        "scoresheet_passkey",
        "scoresheet_log_in_otherwise",
        "scoresheet_other_logins",
        "scoresheet_own_passkeys",
        "scoresheet_end_other_login",
        "scoresheet_label_key",
        "scoresheet_note_key_use",
        "scoresheet_propose_webhook",
        "scoresheet_propose_webhook_secret",
        "scoresheet_webhook_progress",
        "scoresheet_any_session",
        "scoresheet_fresh_session",
        "scoresheet_session",
        "scoresheet_note_session_use",
        "scoresheet_begin_session",
        "scoresheet_log_in_by_link",
        "scoresheet_sessions",
        "scoresheet_end_session",
        "scoresheet_first_link",
        "scoresheet_propose_first",
        "scoresheet_propose_key_by_session",
        "scoresheet_try_password",
        "scoresheet_log_in_by_password",
        "scoresheet_set_password",
        "scoresheet_password_name",
        "scoresheet_add_login_address",
        "scoresheet_held_addresses",
        "scoresheet_login_addresses",
        "scoresheet_may_have_address",
        "scoresheet_mailed_link",
        "scoresheet_confirm_login_address",
        "scoresheet_drop_login_address",
        "scoresheet_mail_login_link",
        "scoresheet_log_in_by_mail",
        "scoresheet_awaits_first",
        "scoresheet_sign_up_list",
        "scoresheet_open_sign_ups",
        "scoresheet_close_sign_ups",
        "scoresheet_sign_up",
        "scoresheet_sign_ups",
        "scoresheet_end_sign_up",
        "scoresheet_tell_decision",
        "scoresheet_told_decisions",
        "scoresheet_end_told_decision",
        "scoresheet_keep_code",
        "scoresheet_end_codes",
        "scoresheet_try_code",
        "scoresheet_code_was_right",
        "scoresheet_code_tries",
        "scoresheet_cursor_key",
        "scoresheet_ask_for_mail",
        "scoresheet_ask_for_push",
        "scoresheet_drop_mail",
        "scoresheet_mail_of",
        "scoresheet_mail_by",
        "scoresheet_confirm_mail",
        "scoresheet_stop_mail",
        "scoresheet_mail_tournaments",
        "scoresheet_mail_readers",
        "scoresheet_queue_mail",
        "scoresheet_end_mails",
        "scoresheet_failing_mails",
        "scoresheet_share",
        "scoresheet_shared",
        "scoresheet_still_shared",
        "scoresheet_unshare",
    },
    PROJECTIONS_ROLE: {
        "scoresheet_person_key",
        "scoresheet_begin_generation",
        "scoresheet_note_comparison",
        "scoresheet_switch_generation",
    },
    SIGNER_ROLE: {
        "scoresheet_begin_generation",
        "scoresheet_go_on",
        "scoresheet_hold_log",
        "scoresheet_note_comparison",
        "scoresheet_note_examination",
        "scoresheet_keep_checkpoint",
        "scoresheet_keep_cosignature",
        "scoresheet_keep_log_key",
        "scoresheet_switch_generation",
    },
    WEBHOOKS_ROLE: {
        "scoresheet_begin_delivery",
        "scoresheet_end_delivery",
        "scoresheet_entries_to_deliver",
        "scoresheet_feed_restarts",
        "scoresheet_stop_delivery",
        "scoresheet_end_test",
        "scoresheet_webhook_tests",
        "scoresheet_webhooks_to_deliver",
        "scoresheet_unclear_mails",
        "scoresheet_mails_to_send",
        "scoresheet_begin_mail",
        "scoresheet_end_mail",
    },
}
PINNED = "search_path=pg_catalog, public, pg_temp"


@pytest.fixture(scope="module")
def urls(server_url: str, module_database: DatabaseUrls) -> Iterator[Mapping[str, str]]:
    with logins(server_url, module_database) as made:
        yield made


def rows(url: str, query: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(url) as connection:
        return connection.execute(query.encode()).fetchall()


def allowed(url: str, *statements: str) -> list[str]:
    """Those of the statements that are not refused for want of a right; each is tried alone and taken back."""
    with psycopg.connect(url) as connection:
        return [statement for statement in statements if _is_allowed(connection, statement)]


def _is_allowed(connection: psycopg.Connection, statement: str) -> bool:
    try:
        connection.execute(statement.encode())
    except errors.InsufficientPrivilege:
        return False
    except psycopg.Error as fault:
        if not isinstance(fault, (errors.NotNullViolation, errors.CheckViolation)):
            raise  # A statement that is wrong in another way tells nothing: the test itself is to be mended.
    finally:
        connection.rollback()
    return True


TRY_ALL = """
DO $$
DECLARE
    tried text;
    allowed text[] := '{}';
BEGIN
    FOR tried IN SELECT jsonb_array_elements_text(current_setting('tests.tried')::jsonb) LOOP
        BEGIN
            EXECUTE tried;
            RAISE EXCEPTION 'taken back' USING ERRCODE = 'T0000';
        EXCEPTION
            WHEN insufficient_privilege THEN NULL;
            WHEN not_null_violation OR check_violation OR SQLSTATE 'T0000' THEN allowed := allowed || tried;
        END;
    END LOOP;
    PERFORM set_config('tests.allowed', to_jsonb(allowed)::text, false);
END $$
"""
"""What `allowed` does for thousands of statements, by the server itself; what is wrong in another way is raised."""


def allowed_of(url: str, statements: Mapping[Any, str]) -> set[Any]:
    """The names of those that are not refused; each is tried alone and taken back."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SELECT set_config('tests.tried', %s, false)", (json.dumps([*statements.values()]),))
        connection.execute(TRY_ALL)
        row = connection.execute("SELECT current_setting('tests.allowed')").fetchone()
    tried = json.loads(str(row and row[0]))
    return {what for what, statement in statements.items() if statement in tried}


def relation(schema: str, name: str) -> str:
    return sql.Identifier(schema, name).as_string(None)


def writing(schema: str, name: str, column: str) -> dict[str, str]:
    """Every way to write to a relation or to hang something on it, by what a right to it would be called."""
    table, quoted = relation(schema, name), sql.Identifier(column).as_string(None)
    return {
        "INSERT": f"INSERT INTO {table} DEFAULT VALUES",
        "UPDATE": f"UPDATE {table} SET {quoted} = {quoted}",
        "DELETE": f"DELETE FROM {table}",
        "TRUNCATE": f"TRUNCATE {table} CASCADE",
        "LOCK ROWS": f"SELECT FROM {table} FOR UPDATE",
        "LOCK": f"LOCK TABLE {table} IN SHARE MODE",
        "TRIGGER": f"CREATE TRIGGER mine BEFORE DELETE ON {table} EXECUTE FUNCTION tsvector_update_trigger()",
        "RULE": f"CREATE RULE mine AS ON DELETE TO {table} DO INSTEAD NOTHING",
        "INDEX": f"CREATE INDEX ON {table} ({quoted})",
        "COLUMN": f"ALTER TABLE {table} ADD mine integer",
        "OWNER": f"ALTER TABLE {table} OWNER TO CURRENT_USER",
        "SECURITY": f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
        "DROP": f"DROP TABLE {table} CASCADE",
    }


def columns(url: str) -> dict[tuple[str, str], list[str]]:
    query = f"""
        SELECT n.nspname::text, c.relname::text, array_agg(a.attname::text ORDER BY a.attnum)
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        WHERE c.relkind IN ('r', 'p') AND {OURS} GROUP BY 1, 2 ORDER BY 1, 2
    """
    with psycopg.connect(url) as connection:
        return {(schema, table): names for schema, table, names in connection.execute(query.encode())}


def through_views(schema: str, name: str, kind: str, column: str) -> list[str]:
    """Every way to write through a view, or to move a sequence."""
    place, quoted = relation(schema, name), sql.Identifier(column).as_string(None)
    if kind == "S":
        return [f"SELECT nextval('{place}')", f"SELECT setval('{place}', 1)"]
    return [
        f"INSERT INTO {place} DEFAULT VALUES",
        f"UPDATE {place} SET {quoted} = {quoted}",
        f"DELETE FROM {place}",
        f"DROP VIEW {place}",
    ]


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("role", ROLES)
def test_no_login_writes_through_views_or_moves_sequences(
    role: str, urls: Mapping[str, str], module_database: DatabaseUrls
) -> None:
    query = f"""
        SELECT n.nspname::text, c.relname::text, c.relkind::text, max(a.attname)::text
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
        WHERE c.relkind IN ('v', 'm', 'S') AND {OURS} GROUP BY 1, 2, 3 ORDER BY 1, 2
    """
    tried = [statement for found in rows(module_database.owner, query) for statement in through_views(*found)]
    assert tried
    assert allowed(urls[role], *tried) == []


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("role", ROLES)
def test_no_login_writes_where_it_need_not(role: str, urls: Mapping[str, str], module_database: DatabaseUrls) -> None:
    tables = {key: names for key, names in columns(module_database.owner).items() if key[0] not in GENERATIONS[role]}
    assert ("public", "events") in tables
    found: dict[str, set[str]] = {}
    for (_, table), what in ways_allowed(urls[role], tables):
        found.setdefault(table, set()).add(what)
    # A right to some columns, of which the first is none, is a right to lock the row.
    known = {table: {what for what in may if "(" not in what} for table, may in MAY_WRITE[role].items()}
    locks = {"projections": {"LOCK ROWS"}, "projections_parked": {"LOCK ROWS", "LOCK"}}
    assert found == {table: may | locks[table] for table, may in known.items()}


def ways_allowed(url: str, tables: Mapping[tuple[str, str], list[str]]) -> set[tuple[tuple[str, str], str]]:
    """Every table with every way to write to it that is not refused."""
    ways = {(key, what): way for key, names in tables.items() for what, way in writing(*key, names[0]).items()}
    return allowed_of(url, ways)


@pytest.mark.parametrize("role", [PROJECTIONS_ROLE, SIGNER_ROLE])
def test_follower_fills_the_tables_of_its_generations_and_no_more(
    role: str, urls: Mapping[str, str], module_database: DatabaseUrls
) -> None:
    tables = {key: names for key, names in columns(module_database.owner).items() if key[0] in GENERATIONS[role]}
    assert tables
    may = ("INSERT", "UPDATE", "DELETE", "LOCK ROWS", "LOCK")
    assert ways_allowed(urls[role], tables) == {(key, what) for key in tables for what in may}


@pytest.mark.parametrize("role", ROLES)
def test_no_login_reads_what_it_need_not(role: str, urls: Mapping[str, str], module_database: DatabaseUrls) -> None:
    every = rows(module_database.owner, RELATIONS)
    readable = {(schema, name) for schema, name in every if allowed(urls[role], f"TABLE {relation(schema, name)}")}
    assert {name for schema, name in readable if schema == "public"} == MAY_READ[role]
    others = {schema for schema, _ in readable} - {"public", "projected"}
    assert others <= set(GENERATIONS[role])
    tiles = ("projected", "log_tiles")
    assert (tiles in readable) == (role in (SERVICE_ROLE, SIGNER_ROLE))
    shown = {key for key in readable if key[0] == "projected"}
    assert shown <= {tiles} or role in (SERVICE_ROLE, PROJECTIONS_ROLE)


@pytest.mark.parametrize(
    ("role", "others"), [(PROJECTIONS_ROLE, ["evidence"]), (SIGNER_ROLE, ["feeds", "ratings", "tournaments"])]
)
def test_follower_moves_nobody_else_s_tables(
    role: str, others: list[str], urls: Mapping[str, str], module_database: DatabaseUrls
) -> None:
    """Neither how far they are, nor a new generation of them, nor switching to one."""
    moving = "UPDATE projections SET position = position, log_ended_at = NULL RETURNING name"
    assert {name for (name,) in rows(urls[role], moving)} == {"evidence", "feeds", "ratings", "tournaments"} - set(
        others
    )
    for name in others:
        [(definition,)] = rows(module_database.owner, f"SELECT definition FROM projections WHERE name = '{name}'")
        tried = [
            f"SELECT public.scoresheet_begin_generation('{name}', '{definition}')",
            f"SELECT public.scoresheet_switch_generation('{name}', 'a', 0)",
        ]
        assert allowed(urls[role], *tried) == []
        assert len(allowed(module_database.owner, *tried)) == len(tried)


@pytest.mark.parametrize("role", ROLES)
def test_statistics_tell_nothing_of_columns_that_can_not_be_read(
    role: str, urls: Mapping[str, str], module_database: DatabaseUrls
) -> None:
    with psycopg.connect(module_database.owner, autocommit=True) as owner:
        owner.execute("INSERT INTO commands VALUES (%s, '', '', 1, 0)", (role,))
        owner.execute("ANALYZE")
    with psycopg.connect(urls[role]) as connection:
        seen = connection.execute(
            "SELECT DISTINCT tablename::text FROM pg_stats WHERE schemaname = 'public'"
        ).fetchall()
    assert {name for (name,) in seen} <= MAY_READ[role]
    assert allowed(urls[role], "TABLE pg_statistic", "TABLE pg_authid", "TABLE pg_statistic_ext_data") == []


def test_functions_with_the_owners_rights_are_pinned_and_for_nobody_else(
    urls: Mapping[str, str], module_database: DatabaseUrls
) -> None:
    functions = rows(module_database.owner, FUNCTIONS)
    assert len(functions) >= len(MAY_CALL[SERVICE_ROLE])
    for name, config, is_for_everybody in functions:
        assert config == [PINNED], name
        assert not is_for_everybody, name
    for role in ROLES:
        query = f"""
            SELECT p.proname::text FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
            WHERE {OURS} AND has_function_privilege(p.oid, 'EXECUTE')
        """
        assert {name for (name,) in rows(urls[role], query)} == MAY_CALL[role]


def test_valid_keys_are_told_from_others_by_one_function(module_database: DatabaseUrls) -> None:
    query = "SELECT proname::text FROM pg_proc WHERE prosrc ~ 'expires_at IS NULL' ORDER BY proname"
    assert rows(module_database.owner, query) == [("scoresheet_is_valid",)]


def test_a_function_of_tomorrow_is_for_nobody_until_it_is_granted(module_database: DatabaseUrls) -> None:
    with psycopg.connect(module_database.owner) as owner:
        owner.execute("CREATE FUNCTION public.tomorrow() RETURNS integer LANGUAGE sql AS 'SELECT 1'")
        row = owner.execute("SELECT has_function_privilege('public', 'public.tomorrow()', 'EXECUTE')").fetchone()
        owner.rollback()
    assert row == (False,)


GIVEN = """
SELECT coalesce(rolname, 'everybody'), privilege_type FROM pg_database
CROSS JOIN aclexplode(datacl) LEFT JOIN pg_roles ON pg_roles.oid = grantee
WHERE datname = current_database() AND (grantee = 0 OR rolname = ANY(%s))
"""


def test_rights_that_a_copied_database_gives_to_everybody_are_taken_back(module_database: DatabaseUrls) -> None:
    everybody = sql.SQL(", ").join([sql.SQL("PUBLIC"), *map(sql.Identifier, ROLES)])
    with psycopg.connect(module_database.owner) as owner:
        name = sql.Identifier(owner.info.dbname)
        owner.execute(sql.SQL("GRANT CREATE, TEMPORARY ON DATABASE {} TO {}").format(name, everybody))
        limit_roles(owner)
        given = set(owner.execute(GIVEN, (list(ROLES),)).fetchall())
        owner.rollback()
    assert given == {("everybody", "CONNECT"), *((role, "TEMPORARY") for role in ROLES)}


@pytest.mark.parametrize("role", ROLES)
def test_no_login_makes_anything_of_its_own(role: str, urls: Mapping[str, str], module_database: DatabaseUrls) -> None:
    tried = [
        "CREATE SCHEMA mine",
        "CREATE EXTENSION pg_trgm",
        "CREATE EXTENSION file_fdw",
        "CREATE ROLE mine",
        "CREATE DATABASE mine",
        "CREATE PUBLICATION mine",
        "CREATE EVENT TRIGGER mine ON ddl_command_end EXECUTE FUNCTION suppress_redundant_updates_trigger()",
        "CREATE LANGUAGE mine HANDLER plpgsql_call_handler",
        "CREATE FOREIGN DATA WRAPPER mine",
    ]
    for (schema,) in rows(module_database.owner, SCHEMAS):
        place = sql.Identifier(schema).as_string(None)
        tried += [
            f"CREATE TABLE {place}.mine (number integer)",
            f"CREATE VIEW {place}.mine AS SELECT 1",
            f"CREATE SEQUENCE {place}.mine",
            f"CREATE TYPE {place}.mine AS ENUM ('a')",
            f"CREATE DOMAIN {place}.mine AS integer",
            f"CREATE FUNCTION {place}.mine() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
            f"CREATE OPERATOR {place}.=== (LEFTARG = integer, RIGHTARG = integer, FUNCTION = int4eq)",
            f'CREATE COLLATION {place}.mine FROM "C"',
        ]
    assert [statement for statement in tried if _makes(urls[role], statement)] == []


def _makes(url: str, statement: str) -> bool:
    with psycopg.connect(url, autocommit=True) as connection:
        try:
            connection.execute(statement.encode())
        except errors.InsufficientPrivilege:
            return False
        except (errors.UndefinedFile, errors.FeatureNotSupported):  # an extension that this server does not have at all
            return False
    return True


@pytest.mark.parametrize("role", ROLES)
def test_no_login_becomes_another_or_reaches_the_machine(
    role: str, urls: Mapping[str, str], module_database: DatabaseUrls
) -> None:
    [(owner,)] = rows(module_database.owner, "SELECT current_user::text")
    others = [other for other in (*ROLES, owner, SUPERUSER, "pg_read_all_data") if other != role]
    known = {name for (name,) in rows(module_database.owner, "SELECT rolname::text FROM pg_roles")}
    tried = [f'SET ROLE "{other}"' for other in others if other in known]
    tried += [f'GRANT "{owner}" TO CURRENT_USER', f'SET SESSION AUTHORIZATION "{owner}"']
    tried += [
        f"ALTER ROLE \"{owner}\" PASSWORD 'mine'",
        f'ALTER DATABASE "{_name(module_database)}" OWNER TO CURRENT_USER',
    ]
    tried += [
        "COPY events TO '/tmp/scoresheet-test-copied'",
        "COPY events TO PROGRAM 'cat'",
        "CREATE TEMPORARY TABLE mine (line text); COPY mine FROM '/etc/passwd'",
        "CREATE TEMPORARY TABLE mine (line text); COPY mine FROM PROGRAM 'id'",
        "SELECT pg_read_file('PG_VERSION')",
        "SELECT pg_ls_dir('.')",
        "SELECT lo_import('/etc/passwd')",
        "SELECT pg_reload_conf()",
        "SELECT pg_switch_wal()",
        "ALTER SYSTEM SET fsync = off",
        "SET session_replication_role = replica",
        "SET lc_messages = 'C'",
        "CHECKPOINT",
    ]
    assert [statement for statement in tried if _makes(urls[role], statement)] == []


def _name(database: DatabaseUrls) -> str:
    return str(psycopg.conninfo.conninfo_to_dict(database.owner)["dbname"])


SHADOW = """
CREATE FUNCTION pg_temp.mine() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM public.events;
    RETURN NULL;
END
$$;
SET search_path TO pg_temp, public;
"""
ERASE = """
SELECT outcome FROM public.scoresheet_append_in_time(ARRAY['b'], ARRAY['d'::bytea], ARRAY['{}'::bytea], ARRAY[0],
'{}'::text[], '{}'::bigint[], ARRAY[1], ARRAY['person-2'], ARRAY[1::bigint],
ARRAY['person.erased.v1'], ARRAY['{}'::bytea])
"""


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("shadowed", ["person_keys", "api_keys", "events", "commands"])
def test_a_temporary_table_lends_nobody_the_owners_rights(
    server_url: str, database: DatabaseUrls, shadowed: str
) -> None:
    """Even where a login may make temporary tables, one that takes the name of ours is not what functions work on."""
    append_erasure(database, "person-1")
    with logins(server_url, database) as made, psycopg.connect(database.owner, autocommit=True) as owner:
        allow = sql.SQL("GRANT TEMPORARY ON DATABASE {} TO PUBLIC")
        owner.execute(allow.format(sql.Identifier(_name(database))))
        with psycopg.connect(made[SERVICE_ROLE], autocommit=True) as attacker:
            attacker.execute(f"CREATE TEMPORARY TABLE {shadowed} (person text PRIMARY KEY, key bytea)")
            attacker.execute(SHADOW)
            attacker.execute(
                f"CREATE TRIGGER mine BEFORE INSERT OR UPDATE ON {shadowed} EXECUTE FUNCTION pg_temp.mine()"
            )
            assert attacker.execute(ERASE).fetchall() == [("done",)]
    assert rows(database.owner, "SELECT stream FROM events ORDER BY position") == [("person-1",), ("person-2",)]
    assert rows(database.owner, "SELECT person FROM person_keys ORDER BY 1") == [("1",), ("2",)]


def append_erasure(database: DatabaseUrls, stream: str) -> None:
    """What is in history before the attack."""
    connection = Dedicated(database.service)
    event = StoredEvent(stream, 1, "person.erased.v1", b"{}")
    JournalRecorder(connection).append([Append("a", b"d", b"{}", {StreamName(stream): 0}, [event])])
    connection.close()


@pytest.mark.parametrize("role", ROLES)
def test_no_login_holds_the_log_up(role: str, urls: Mapping[str, str], module_database: DatabaseUrls) -> None:
    """Neither the row that appends wait for, nor what they write to; advisory locks are nothing to them."""
    tried = ["SELECT FROM append_turn FOR KEY SHARE", "LOCK TABLE append_turn IN ACCESS SHARE MODE"]
    tried += [f"LOCK TABLE {table} IN SHARE MODE" for table in ("events", "commands", "person_keys")]
    assert allowed(urls[role], *tried) == []
    with psycopg.connect(urls[role]) as connection:
        readable = "schema_version" if role == WEBHOOKS_ROLE else "events"
        connection.execute(f"SELECT pg_advisory_lock(7235419260187452), count(*) FROM {readable}".encode())
        append_erasure(module_database, f"person-{role}")


def test_a_key_that_was_destroyed_is_not_read_on_an_older_snapshot(database: DatabaseUrls) -> None:
    recorder = JournalRecorder(one := Dedicated(database.service))
    recorder.make_keys(["1"])
    with psycopg.connect(database.service) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.execute("SELECT count(*) FROM events")
        append_erasure(database, "person-1")
        with pytest.raises(errors.RaiseException, match="READ COMMITTED"):
            connection.execute("SELECT public.scoresheet_person_key('1')")
    one.close()
