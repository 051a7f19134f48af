"""The tree that a projection keeps over the log, on a real database."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import psycopg
import pytest

from domain.evidence import merkle
from domain.evidence.leaves import leaf_of
from domain.evidence.tiles import nodes_in, tiles_of
from domain.journal.journal import Journal
from ops.database import DatabaseUrls
from projections.engine.rebuild import rebuild
from projections.evidence.projection import EvidenceTables
from tests.projections.support import Club, contents, follow, opened


@pytest.fixture
def club(database: DatabaseUrls) -> Iterator[Club]:
    with opened(database.service) as journal:
        yield Club(journal)


def leaves(journal: Journal) -> list[bytes]:
    found = journal.read(0, 10_000)
    return [leaf_of(one.recorded.stream, one.recorded.version, one.state).hash for one in found]


def kept(url: str) -> dict[tuple[int, int], bytes]:
    with psycopg.connect(url) as connection:
        rows = connection.execute("SELECT level, index, hashes FROM projected.log_tiles").fetchall()
    return {(level, index): hashes for level, index, hashes in rows}


SIZES = (1, 100, 5000)


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("batches", [SIZES, *(pytest.param((size,) * 3, marks=pytest.mark.proof) for size in SIZES)])
def test_the_tree_has_a_leaf_for_each_event_however_they_come(
    club: Club, database: DatabaseUrls, batches: Sequence[int]
) -> None:
    """They come in batches of each size, one after the other; in `make proof` also in those of one size alone."""
    for first, last, largest in zip((0, 300, 420), (300, 420, 520), batches, strict=True):
        club.register(*range(first, last))
        follow(database.signer, club.journal, "evidence", largest_batch=largest)
    tiles, hashes = kept(database.service), leaves(club.journal)
    assert {(tile.level, tile.index): tile.width * 32 for tile in tiles_of(520)} == {
        place: len(found) for place, found in tiles.items()
    }
    assert merkle.root(520, nodes_in(lambda *place: tiles[place])) == merkle.root_of(hashes)
    before = contents(database.service, ["evidence"])
    assert rebuild(database.signer, club.journal, EvidenceTables, largest_batch=64) == 520
    assert contents(database.service, ["evidence"]) == before


def test_an_event_that_cannot_be_read_has_its_leaf(club: Club, database: DatabaseUrls) -> None:
    club.register(1, 2)
    with psycopg.connect(database.owner) as connection:
        connection.execute("UPDATE events SET topic = 'no.such.v1', state = 'rubbish' WHERE position = 1")
    follow(database.signer, club.journal, "evidence")
    with psycopg.connect(database.owner) as connection:
        rows = connection.execute("SELECT stream, version, state FROM events ORDER BY position").fetchall()
    assert kept(database.service)[0, 0] == b"".join(leaf_of(*row).hash for row in rows)


@contextmanager
def changed(database: DatabaseUrls) -> Iterator[psycopg.Connection]:
    with psycopg.connect(database.owner) as connection:
        connection.execute("ALTER TABLE events DISABLE TRIGGER ALL")
        yield connection


def test_the_tree_stands_still_before_an_event_that_is_missing(club: Club, database: DatabaseUrls) -> None:
    club.register(*range(5))
    with changed(database) as connection:
        connection.execute("DELETE FROM events WHERE position = 3")
    follow(database.signer, club.journal, "evidence")
    assert len(kept(database.service)[0, 0]) == 2 * 32
