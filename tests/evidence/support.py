"""A log that is followed and signed, as the signing process does it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from domain.evidence.checkpoints import Checkpoint
from domain.journal.journal import Journal
from ops.database import DatabaseUrls
from ops.evidence.key_folder import KeyFolder
from ops.evidence.signer import Signing, sign
from tests.projections.support import follow

ORIGIN = "club.example/v1/log"


def signed(urls: DatabaseUrls, journal: Journal, folder: KeyFolder, origin: str = ORIGIN) -> Checkpoint | None:
    """Follows the log with the tree and signs what there is."""
    folder.prepare(None)
    follow(urls.signer, journal, "evidence")
    with psycopg.connect(urls.signer, autocommit=True) as connection:
        return sign(connection, Signing(folder, origin))


def newest_note(url: str) -> bytes:
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT note FROM checkpoints ORDER BY number DESC LIMIT 1").fetchone()
    assert row is not None
    return bytes(row[0])


@contextmanager
def owner(urls: DatabaseUrls) -> Iterator[psycopg.Connection]:
    """The database in the owner's hands, who may change anything."""
    with psycopg.connect(urls.owner, autocommit=True) as connection:
        yield connection


def key_folder(path: Path) -> KeyFolder:
    return KeyFolder(path / "log-key")
