"""Whether every event that was recorded is still there. What is gone can only come back from a backup."""

from collections.abc import Iterator

import psycopg

_NEWEST = "SELECT coalesce(max(position), 0) FROM events"
_POSITION = """
SELECT place FROM (SELECT row_number() OVER (ORDER BY position) AS place, position FROM events) AS counted
WHERE place <> position ORDER BY place LIMIT 1
"""
_VERSION = """
SELECT place, stream
FROM (SELECT stream, version, row_number() OVER (PARTITION BY stream ORDER BY version) AS place FROM events) AS counted
WHERE place <> version ORDER BY stream, place LIMIT 1
"""
_END = """
SELECT newest + 1, last FROM (SELECT coalesce(max(last_position), 0) AS last FROM commands) AS recorded,
    (SELECT coalesce(max(position), 0) AS newest FROM events) AS log
WHERE last > newest
"""


def newest(connection: psycopg.Connection) -> int:
    """The position of the newest event; 0 in an empty log."""
    row = connection.execute(_NEWEST).fetchone()
    return row[0] if row is not None else 0


def missing_events(connection: psycopg.Connection) -> Iterator[str]:
    """What is missing, in a few words each: the first gap in the positions, the first in a stream's versions, and what
    accepted commands have recorded beyond the log's end."""
    for query, words in ((_POSITION, "event {}"), (_VERSION, "version {} of {}"), (_END, "events {} to {}")):
        row = connection.execute(query.encode()).fetchone()
        if row is not None:
            yield words.format(*row)
