"""PostgreSQL keeps samples of columns for its plans: it keeps none of what somebody said, which would outlive it."""

import psycopg
import pytest

COLUMNS = """
SELECT c.relname::text || '.' || a.attname::text FROM pg_class AS c
JOIN pg_namespace AS n ON n.oid = c.relnamespace
JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE n.nspname = 'public' AND c.relkind = 'r' AND coalesce(a.attstattarget, -1) <> 0
    AND a.atttypid IN ('text'::regtype, 'bytea'::regtype, 'text[]'::regtype)
"""
NAMES_OF_THINGS = """
address answer caller code code_digest command commitment definition dialled differing digest feed generation
held_because id key kind language last_event line mail_links maker mark message named_origins note origin outcome person
place problem problems program projection public_key push_key role root sealed sha256 state stopped_because stream topic
tournament vkey way what
"""
"""What columns are called that hold ids, words of the program, digests, and what is sealed."""
OTHERS = {
    "kept.content": "states of streams, in which personal text is sealed",
    "passwords.hash": "of Argon2id",
    "passwords.name": "by which an office logs in",
    "password_tries.name": "a digest of it",
    "projections.name": "of a read model",
    "projection_definitions.statements": "of a read model",
    "projections_parked.error": "of the program",
    "published_files.content": "for everybody, for ever",
    "schema_version.name": "of a migration",
}


@pytest.mark.rule("ALL-1")
def test_no_statistics_are_gathered_of_what_somebody_said(admin_url: str) -> None:
    with psycopg.connect(admin_url) as connection:
        gathered = {str(column) for (column,) in connection.execute(COLUMNS)}
    assert {one for one in gathered if one.partition(".")[2] not in NAMES_OF_THINGS.split()} == OTHERS.keys()
