"""Holds what lies beside the log, and decides who gets in and who reads what, against what the log tells of it."""

from collections.abc import Sequence
from datetime import datetime
from typing import cast

import psycopg

from domain.access.state import Access, KnownKey
from domain.journal.journal import Journal
from domain.kernel.ids import ACCESS

_FIRST_BOX = """
SELECT person.id, kept.key IS NULL AS is_gone,
    position(convert_to(encode(sha256(convert_to('scoresheet/person-key/v1', 'UTF8') || '\\x00' || kept.key), 'hex'),
        'UTF8') IN registered.state) = 0 AS is_another
FROM public.events AS registered
CROSS JOIN LATERAL (SELECT substr(registered.stream, length('person-') + 1)) AS person (id)
LEFT JOIN public.person_keys AS kept ON kept.person = person.id
WHERE registered.stream >= 'person-' AND registered.stream < 'person.' AND registered.version = 1
    AND position('"key_digest":"'::bytea IN registered.state) > 0
"""
_WRONG_PERSON_KEYS = f"""
SELECT id, is_gone FROM ({_FIRST_BOX}) AS found
WHERE is_another OR is_gone AND NOT EXISTS (
    SELECT FROM public.events WHERE stream = 'person-' || id AND topic LIKE 'person.erased.%'
) ORDER BY id
"""  # noqa: S608 -- no value from outside
_VALID = """
SELECT id, expires_at, role, person, tournament, personal, maker, coalesce(line, id) FROM public.api_keys
WHERE NOT is_proposed AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) ORDER BY id
"""


def wrong_person_keys(connection: psycopg.Connection) -> Sequence[str]:
    """The persons whose key is not the one that the first text about them was sealed with, or is gone without an
    erasure; with what is wrong."""
    found = connection.execute(_WRONG_PERSON_KEYS).fetchall()
    return [
        f"that of {person}: {'it is gone without an erasure' if gone else 'it is another'}" for person, gone in found
    ]


def wrong_api_keys(connection: psycopg.Connection, journal: Journal) -> Sequence[str]:
    """The keys that are valid and that the log does not tell of, or otherwise. Raises what reading the log raises."""
    told = cast("Access", journal.state(ACCESS)).keys
    rows = connection.execute(_VALID).fetchall()
    return [key for key, expires_at, *what in rows if not _is_told(told.get(key), expires_at, what)]


def _is_told(known: KnownKey | None, expires_at: datetime | None, what: Sequence[object]) -> bool:
    if known is None or known.revoked:
        return False
    is_longer = known.expires_at is not None and (expires_at is None or expires_at > known.expires_at)
    told = [known.role, known.person, known.tournament, known.reads_personal_text, known.key_maker, known.line]
    return not is_longer and what == told
