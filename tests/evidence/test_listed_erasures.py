"""Who was erased is listed beside the log's key, and stays erased where an older backup is put back (ALL-1)."""

from collections.abc import Sequence

import psycopg
import pytest

from domain.journal.journal import Journal
from domain.person.commands import RequestErasure
from ops.database import DatabaseUrls
from ops.erased_again import erase_listed, require_told
from ops.erasures import erase_again, erasures, not_told
from ops.errors import ErasuresWaitError
from ops.evidence import renewal
from ops.evidence.fork_guard import note, settle
from ops.evidence.key_folder import KeyFolder
from tests.evidence.support import owner, signed
from tests.projections.support import Club, follow, opened, person_id

pytestmark = pytest.mark.rule("ALL-1")

COPIED = ("events", "commands", "person_keys", "erasures", "checkpoints")
FIRST, SECOND = person_id(1), person_id(2)


@pytest.fixture
def put_back(journal: Journal, database: DatabaseUrls, folder: KeyFolder) -> KeyFolder:
    """A log of three persons from before two of them were erased; that they were is noted beside the key."""
    club = Club(journal)
    club.register(1, 2, 3)
    follow(database.projections, journal, "tournaments")
    signed(database, journal, folder)
    copy(database)
    for number in (1, 2):
        Club(journal, f"erasing-{number}").erase(number)
    noted(database, journal, folder)
    put_copy_back(database)
    return folder


def noted(urls: DatabaseUrls, journal: Journal, folder: KeyFolder) -> None:
    follow(urls.signer, journal, "evidence")
    with psycopg.connect(urls.signer, autocommit=True) as connection:
        note(connection, folder)


def copy(urls: DatabaseUrls) -> None:
    with owner(urls) as connection:
        for table in COPIED:
            connection.execute(f"CREATE TABLE copy_of_{table} AS TABLE {table}".encode())


def put_copy_back(urls: DatabaseUrls) -> None:
    """What erasing changed is as it was; the triggers of the log know nothing of it."""
    with owner(urls) as connection, connection.transaction():
        connection.execute("ALTER TABLE events DISABLE TRIGGER USER")
        for table in COPIED:
            connection.execute(f"TRUNCATE {table} CASCADE".encode())
            connection.execute(f"INSERT INTO {table} TABLE copy_of_{table}".encode())
        connection.execute("ALTER TABLE events ENABLE TRIGGER USER")
        connection.execute("TRUNCATE evidence_a.log_tiles")
        connection.execute("UPDATE projections SET position = 0 WHERE name = 'evidence'")


def named(urls: DatabaseUrls) -> Sequence[str]:
    """The persons whose names the tables show."""
    with owner(urls) as connection:
        found = connection.execute("SELECT id::text FROM projected.persons WHERE name IS NOT NULL ORDER BY id")
        return sorted(person for (person,) in found)


def with_keys(urls: DatabaseUrls) -> Sequence[str]:
    with owner(urls) as connection:
        found = connection.execute("SELECT person FROM person_keys WHERE key IS NOT NULL")
        return sorted(person for (person,) in found)


def test_erasures_are_listed_with_the_log_that_is_noted(put_back: KeyFolder) -> None:
    assert sorted(put_back.erased()) == sorted([FIRST, SECOND])
    assert all(moment.endswith("Z") for moment in put_back.erased().values())


def test_erasures_from_before_there_was_a_list_are_listed(
    journal: Journal, database: DatabaseUrls, folder: KeyFolder
) -> None:
    Club(journal).register(1)
    Club(journal, "erasing").erase(1)
    signed(database, journal, folder)
    noted(database, journal, folder)
    assert list(folder.erased()) == [FIRST]


def test_persons_erased_since_a_backup_are_erased_again_with_its_new_log(
    put_back: KeyFolder, database: DatabaseUrls
) -> None:
    assert with_keys(database) == named(database) == sorted(map(person_id, (1, 2, 3)))
    with owner(database) as connection, opened(database.service) as journal:
        assert settle(connection, put_back) is not None
        renewal.restart(journal, connection, put_back)
    assert erase_listed(database, put_back.erased()) == sorted([FIRST, SECOND])
    assert with_keys(database) == named(database) == [person_id(3)]
    with owner(database) as connection:
        assert not_told(connection, put_back.erased()) == []
        assert {one.person: one.state for one in erasures(connection)} == dict.fromkeys((FIRST, SECOND), "effective")
    assert erase_listed(database, put_back.erased()) == []


def test_log_that_is_held_and_lacks_erasures_is_not_served(put_back: KeyFolder, database: DatabaseUrls) -> None:
    with pytest.raises(ErasuresWaitError, match="2 persons were erased since"):
        require_told(database, put_back.erased())
    require_told(database, {person_id(9): ""})


def test_any_command_destroys_the_keys_of_listed_persons(put_back: KeyFolder, database: DatabaseUrls) -> None:
    with owner(database) as connection:
        assert erase_again(connection, put_back.erased()) == sorted([FIRST, SECOND])
        assert erase_again(connection, put_back.erased()) == []
    assert with_keys(database) == [person_id(3)]
    with owner(database) as connection, opened(database.service) as journal:
        renewal.restart(journal, connection, put_back)
    assert erase_listed(database, put_back.erased()) == sorted([FIRST, SECOND])


def test_persons_whose_erasure_could_still_be_stopped_are_erased_again(
    journal: Journal, database: DatabaseUrls
) -> None:
    club = Club(journal)
    club.register(1)
    club.tell_of(1, RequestErasure(wait_hours=72))
    assert erase_listed(database, {FIRST: ""}) == [FIRST]
    assert with_keys(database) == named(database) == []
