"""Histories of desks, put into a log as if they had been recorded there."""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from domain.application.catalogue import REGISTRY
from domain.journal.mapper import JournalMapper
from domain.kernel.envelope import Recorded
from domain.kernel.ids import PersonId
from ops.database import DatabaseUrls
from tests.desk import person
from tests.evidence.support import owner

_INSERT = """
INSERT INTO events (stream, version, position, topic, state)
SELECT %s, %s, coalesce(max(position), 0) + 1, %s, %s FROM events
"""


def _keys(persons: Collection[PersonId]) -> Mapping[PersonId, bytes]:
    return {each: hashlib.sha256(each.encode()).digest() for each in persons}


def append(urls: DatabaseUrls, history: Sequence[Recorded[Any]]) -> None:
    """Puts it at the end; every text in it is about the player A."""
    mapper = JournalMapper(REGISTRY, _keys)
    with owner(urls) as connection, connection.transaction():
        for one in history:
            stored = mapper.store(one, (person("A"),))
            row = (stored.originator_id, stored.originator_version, stored.topic, stored.state)
            connection.execute(_INSERT, row)
