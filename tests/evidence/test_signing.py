"""The log is signed as it grows, never otherwise, and by a key that lies outside the database."""

import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from domain.evidence.checkpoints import open_checkpoint
from domain.evidence.handovers import successor_key
from domain.evidence.keys import verifier_key
from domain.evidence.merkle import root_of
from domain.evidence.origins import generation_of, is_of, next_origin
from domain.federation.events import LogKeyRotated, LogRestarted
from domain.journal.journal import Journal
from domain.kernel.ids import FEDERATION
from ops.command_line import app
from ops.database import DatabaseUrls
from ops.errors import LogForkedError, LogKeyError
from ops.evidence import renewal, signer
from ops.evidence.key_folder import Head, KeyFolder
from tests.evidence.support import ORIGIN, newest_note, owner, signed
from tests.evidence.test_tree import leaves
from tests.projections.support import Club, opened


@pytest.fixture
def club(database: DatabaseUrls) -> Iterator[Club]:
    with opened(database.service) as journal:
        yield Club(journal)


def restarted(urls: DatabaseUrls, journal: Journal, folder: KeyFolder) -> Head:
    with owner(urls) as connection:
        return renewal.restart(journal, connection, folder)


def test_recorded_log_is_signed_once(club: Club, database: DatabaseUrls, folder: KeyFolder) -> None:
    assert signed(database, club.journal, folder) is None
    club.register(*range(5))
    found = signed(database, club.journal, folder)
    key = folder.key()
    assert key is not None
    assert found is not None
    assert (found.origin, found.size, found.root) == (ORIGIN, 5, root_of(leaves(club.journal)))
    assert open_checkpoint(newest_note(database.service), ORIGIN, [key.verifier]) == found
    assert signed(database, club.journal, folder) is None
    club.register(6)
    again = signed(database, club.journal, folder)
    assert again is not None
    assert again.size == 6


def test_the_key_is_for_the_signing_account_alone(club: Club, database: DatabaseUrls, folder: KeyFolder) -> None:
    club.register(1)
    signed(database, club.journal, folder)
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.path.iterdir()}
    assert set(modes) == {"key", "head.json", "lock"}
    assert set(modes.values()) == {0o600}


def test_a_restored_backup_is_not_signed_until_the_log_is_restarted(
    club: Club, database: DatabaseUrls, folder: KeyFolder
) -> None:
    club.register(*range(5))
    former = signed(database, club.journal, folder)
    assert former is not None
    with owner(database) as connection:
        connection.execute("DELETE FROM events WHERE position > 3")
        connection.execute("DELETE FROM commands WHERE last_position > 3")
        connection.execute("UPDATE projections SET position = 3 WHERE name = 'evidence'")
        connection.execute("UPDATE evidence_a.log_tiles SET hashes = substr(hashes, 1, 3 * 32)")
        connection.execute("DELETE FROM checkpoints")
    with opened(database.service) as journal:
        with pytest.raises(LogForkedError, match="the log has 3 events, and 5 were signed before"):
            signed(database, journal, folder)
        Club(journal, "later").register(*range(10, 14))
        with pytest.raises(LogForkedError, match="the first 5 events are not those that were signed"):
            signed(database, journal, folder)
        assert restarted(database, journal, folder) == Head(ORIGIN, 5, former.root)
        again = signed(database, journal, folder)
        [told] = journal.history(FEDERATION)
    assert again is not None
    assert (again.origin, again.size) == (f"{ORIGIN}/2", 8)
    assert told.position == 8
    assert told.recorded.event == LogRestarted(
        origin=again.origin, former_origin=ORIGIN, former_size=5, former_root=former.root.hex()
    )
    key = folder.key()
    assert key is not None
    open_checkpoint(newest_note(database.service), f"{ORIGIN}/2", [key.verifier])


def test_administrator_who_begins_a_new_log_is_told_what_a_backup_has_brought_back(
    club: Club, database: DatabaseUrls, folder: KeyFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    club.register(1)
    signed(database, club.journal, folder)
    monkeypatch.setenv("SCORESHEET_DATABASE_URL", database.owner)
    monkeypatch.setenv("SCORESHEET_LOG_KEY_DIR", str(folder.path))
    done = CliRunner().invoke(app, ["log", "restart"])
    assert done.exit_code == 0, done.output
    assert "persons who were banned since" in done.stdout


def test_a_key_that_is_lost_signs_no_more_until_the_log_is_restarted(
    club: Club, database: DatabaseUrls, folder: KeyFolder, tmp_path: Path
) -> None:
    club.register(1, 2)
    former = signed(database, club.journal, folder)
    assert former is not None
    lost = KeyFolder(tmp_path / "empty")
    with pytest.raises(LogKeyError, match="is not in"):
        signed(database, club.journal, lost)
    assert restarted(database, club.journal, lost) == Head(ORIGIN, 2, former.root)
    again = signed(database, club.journal, lost)
    assert again is not None
    assert (again.origin, again.size) == (f"{ORIGIN}/2", 3)


def test_the_origin_is_fixed_with_the_first_checkpoint(club: Club, database: DatabaseUrls, folder: KeyFolder) -> None:
    club.register(1)
    signed(database, club.journal, folder)
    club.register(2)
    with pytest.raises(LogKeyError, match=f"the log is {ORIGIN} for ever"):
        signed(database, club.journal, folder, "other.example/v1/log")


def test_a_key_hands_over_to_the_next_by_an_event_that_it_signs(
    club: Club, database: DatabaseUrls, folder: KeyFolder
) -> None:
    club.register(1)
    signed(database, club.journal, folder)
    old = folder.key()
    assert old is not None
    folder.note_copy()
    new = renewal.rotate(club.journal, folder)
    assert folder.copied_at() is None  # what was copied is the former key
    [told] = club.journal.history(FEDERATION)
    event = told.recorded.event
    assert isinstance(event, LogKeyRotated)
    assert successor_key(event.signed_note.encode(), ORIGIN, [old.verifier]) == new == verifier_key(event.verifier_key)
    found = signed(database, club.journal, folder)
    assert found is not None
    assert open_checkpoint(newest_note(database.service), ORIGIN, [new]) == found
    with owner(database) as connection:
        rows = connection.execute("SELECT origin, vkey, size FROM log_keys ORDER BY number").fetchall()
    assert rows == [(ORIGIN, old.verifier.text, 0), (ORIGIN, new.text, 1)]


class KilledError(Exception):
    """Stands for the end of the process."""


@pytest.mark.parametrize("place", ["_write", "take_next_key", "keep_head"])
def test_a_restart_that_is_broken_off_signs_nothing_and_goes_on(
    club: Club, database: DatabaseUrls, folder: KeyFolder, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    club.register(1)
    former = signed(database, club.journal, folder)
    assert former is not None

    def die(*_: object) -> None:
        raise KilledError

    with monkeypatch.context() as broken:
        broken.setattr(KeyFolder, place, die)
        with pytest.raises(KilledError):
            restarted(database, club.journal, folder)
    assert restarted(database, club.journal, folder) == Head(ORIGIN, 1, former.root)
    assert len(club.journal.history(FEDERATION)) == 1
    again = signed(database, club.journal, folder)
    assert again is not None
    assert (again.origin, again.size) == (f"{ORIGIN}/2", 2)


def test_a_checkpoint_that_is_broken_off_is_signed_again_to_the_same_bytes(
    club: Club, database: DatabaseUrls, folder: KeyFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    club.register(1, 2)
    with monkeypatch.context() as broken:
        broken.setattr(signer, "_KEEP", "SELECT 1 / 0 WHERE %s <> '' AND %s > 0 AND %s <> '' AND %s <> ''")
        with pytest.raises(Exception, match="division by zero"):
            signed(database, club.journal, folder)
    head = folder.head()
    assert head is not None
    found = signed(database, club.journal, folder)
    assert found is not None
    assert (found.size, found.root) == (head.size, head.root) == (2, root_of(leaves(club.journal)))


def test_origins_are_counted_on() -> None:
    assert [next_origin("a.b/log"), next_origin("a.b/log/2"), next_origin("a.b/log/9")] == [
        "a.b/log/2",
        "a.b/log/3",
        "a.b/log/10",
    ]
    assert is_of("a.b/log", "a.b/log")
    assert is_of("a.b/log/12", "a.b/log")
    assert not is_of("a.b/log/x", "a.b/log")
    assert not is_of("a.b/logs", "a.b/log")
    assert [generation_of(one) for one in ("a.b/log", "a.b/log/2", "a.b/log/10", "a.b/log/v1")] == [1, 2, 10, 1]
