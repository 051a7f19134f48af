"""A log is held where it is not the one that was noted beside its key, and nothing is appended to it then (ALL-1)."""

import psycopg
import pytest

from domain.journal.errors import Unavailable
from domain.journal.journal import Journal
from ops.database import DatabaseUrls
from ops.evidence import renewal
from ops.evidence.fork_guard import doubt, note, settle
from ops.evidence.key_folder import KeyFolder
from tests.evidence.support import owner, signed
from tests.projections.support import Club, follow, opened

pytestmark = pytest.mark.rule("ALL-1")


@pytest.fixture
def noted(journal: Journal, database: DatabaseUrls, folder: KeyFolder) -> Club:
    """A log of five events of which three are signed, and all are noted."""
    club = Club(journal)
    club.register(1, 2, 3)
    signed(database, journal, folder)
    club.register(4, 5)
    followed_and_noted(database, journal, folder)
    return club


def followed_and_noted(urls: DatabaseUrls, journal: Journal, folder: KeyFolder) -> None:
    follow(urls.signer, journal, "evidence")
    with psycopg.connect(urls.signer, autocommit=True) as connection:
        note(connection, folder)


def change(urls: DatabaseUrls, statement: str) -> None:
    with owner(urls) as connection:
        connection.execute(statement.encode())


def found(urls: DatabaseUrls, folder: KeyFolder) -> str | None:
    with owner(urls) as connection:
        return settle(connection, folder)


def test_a_log_that_only_grew_is_not_held(noted: Club, database: DatabaseUrls, folder: KeyFolder) -> None:
    noted.register(6)
    assert found(database, folder) is None
    noted.register(7)


def test_a_log_without_its_unsigned_end_is_held(noted: Club, database: DatabaseUrls, folder: KeyFolder) -> None:
    head = folder.head()
    assert head is not None
    assert head.size == 3
    change(database, "DELETE FROM events WHERE position > 4")
    assert found(database, folder) == ("the log has 4 events, and had 5: 1 acknowledged positions are gone from it")
    with pytest.raises(Unavailable, match="held"):
        noted.register(6)


@pytest.mark.usefixtures("noted")
def test_a_log_that_was_changed_before_the_end_is_held(database: DatabaseUrls, folder: KeyFolder) -> None:
    change(database, "TRUNCATE evidence_a.log_tiles")
    change(
        database, "UPDATE events SET state = replace(convert_from(state, 'UTF8'), '1', '2')::bytea WHERE position = 2"
    )
    assert found(database, folder) == "among the first 5 events of the log is another than there was"


def test_the_signer_holds_a_log_while_it_is_served(noted: Club, database: DatabaseUrls, folder: KeyFolder) -> None:
    change(database, "DELETE FROM events WHERE position > 4")
    with psycopg.connect(database.signer, autocommit=True) as connection:
        note(connection, folder)
    with pytest.raises(Unavailable, match="held"):
        noted.register(6)
    assert folder.noted() is not None


@pytest.mark.usefixtures("noted")
def test_a_log_is_let_go_of_when_what_was_missing_is_back_or_it_begins_anew(
    database: DatabaseUrls, folder: KeyFolder
) -> None:
    change(database, "CREATE TABLE set_aside AS SELECT * FROM events WHERE position > 4")
    change(database, "DELETE FROM events WHERE position > 4")
    assert found(database, folder) is not None
    change(database, "INSERT INTO events SELECT * FROM set_aside")
    assert found(database, folder) is None
    change(database, "DELETE FROM events WHERE position > 4")
    assert found(database, folder) is not None
    with owner(database) as connection, opened(database.service) as journal:
        renewal.restart(journal, connection, folder)
        assert doubt(connection, folder) is None
