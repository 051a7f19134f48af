"""Changes by the hands of anyone who owns the database: the doctor names each of them."""

from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from domain.evidence import checkpoints
from domain.evidence.checkpoints import Checkpoint
from domain.evidence.keys import SigningKey
from domain.evidence.leaves import leaf_of
from ops import doctor
from ops.database import DatabaseUrls
from ops.evidence.key_folder import Head, KeyFolder
from projections.evidence.examination import problems_of
from tests.evidence.exports.support import exported, lines_of, trusted
from tests.evidence.support import ORIGIN, owner, signed
from tests.projections.support import Club, opened

EVENTS = 9
SIGNED = (3, 6, 9)

Change = str
COLUMNS: dict[str, Change] = {
    "bytes": "UPDATE events SET state = convert_to(replace(convert_from(state, 'UTF8'), 'office', 'offiCe'), 'UTF8')"
    " WHERE position = 5",
    "salt": "UPDATE events SET state = convert_to(regexp_replace(convert_from(state, 'UTF8'), '\"salt\":\".{4}',"
    " '\"salt\":\"0000'), 'UTF8') WHERE position = 5",
    "topic": "UPDATE events SET topic = 'person.erased.v1' WHERE position = 5",
    "stream": "UPDATE events SET stream = 'person-x' WHERE position = 5",
    "version": "UPDATE events SET version = 7 WHERE position = 5",
    "position": "UPDATE events SET position = 50 WHERE position = 5",
}
ROWS: dict[str, Change] = {
    "delete in the middle": "DELETE FROM events WHERE position = 5;"
    "UPDATE events SET position = position + 1000 WHERE position > 5;"
    "UPDATE events SET position = position - 1001 WHERE position > 1000",
    "insert in the middle": "UPDATE events SET position = position + 1000 WHERE position > 4;"
    "INSERT INTO events SELECT stream || 'x', 1, 5, topic, state FROM events WHERE position = 1;"
    "UPDATE events SET position = position - 999 WHERE position > 1000",
    "duplicate": "UPDATE events SET position = position + 1000 WHERE position > 4;"
    "INSERT INTO events SELECT stream, 77, 5, topic, state FROM events WHERE position = 4;"
    "UPDATE events SET position = position - 999 WHERE position > 1000",
    "swap": "UPDATE events SET position = position + 1000 WHERE position IN (4, 5);"
    "UPDATE events SET position = 1009 - position WHERE position > 1000",
    "truncate": "DELETE FROM events WHERE position > 6",
    "append": "INSERT INTO events SELECT stream || 'x', 1, 10, topic, state FROM events WHERE position = 1",
    "append with a name twice": "INSERT INTO events SELECT stream || 'x', 1, 10, topic,"
    " convert_to(replace(replace(convert_from(state, 'UTF8'), stream, stream || 'x'), '\"version\":1}',"
    " '\"version\":1,\"version\":1}'), 'UTF8') FROM events WHERE position = 1",
}
TREE: dict[str, Change] = {
    "tile": "UPDATE evidence_a.log_tiles SET hashes = set_byte(hashes, 130, 1 + get_byte(hashes, 130) % 200)",
    "tiles gone": "DELETE FROM evidence_a.log_tiles",
    "key": "UPDATE log_keys SET vkey = 'none'",
    "newest": "UPDATE checkpoints SET number = 1000 WHERE size = 3",
    "root": "UPDATE checkpoints SET root = set_byte(root, 0, 1 + get_byte(root, 0) % 200) WHERE size = 6",
    "size": "UPDATE checkpoints SET size = 7 WHERE size = 6",
    "note": "UPDATE checkpoints SET note = set_byte(note, length(note) - 20, "
    "CASE get_byte(note, length(note) - 20) WHEN 65 THEN 66 ELSE 65 END) WHERE size = 6",
}
LEFT_FOR_THE_ROWS = {"topic", "append", "append with a name twice"}
"""What the leaves don't hold: the topic is in the bytes, and an event beyond the tree is the next one to be
signed."""


@pytest.fixture
def club(database: DatabaseUrls, folder: KeyFolder) -> Iterator[Club]:
    """Nine events, of which checkpoints were signed at three, six and nine."""
    with opened(database.service) as journal:
        made = Club(journal)
        for number in range(EVENTS):
            made.register(number)
            if number + 1 in SIGNED:
                signed(database, journal, folder)
        yield made


def found(connection: psycopg.Connection, head: Head | None) -> list[str]:
    with connection.transaction():
        return list(problems_of(connection, head))


def changed(database: DatabaseUrls, change: Change, then: Callable[[psycopg.Connection], None]) -> list[str]:
    with owner(database) as connection:
        assert found(connection, None) == []
        for statement in change.split(";"):
            connection.execute(statement.encode())
        then(connection)
        return found(connection, None)


def leave(_: psycopg.Connection) -> None:
    """The tree stays as it is."""


def make_the_tree_anew(connection: psycopg.Connection) -> None:
    """The level-0 tile, as it follows from the rows that there are now."""
    rows = connection.execute("SELECT stream, version, state FROM events ORDER BY position").fetchall()
    hashes = b"".join(leaf_of(*row).hash for row in rows)
    connection.execute("UPDATE evidence_a.log_tiles SET hashes = %s", (hashes,))


NAMED = {
    "bytes": "event 5 is not the one that the tree has",
    "salt": "event 5 is not the one that the tree has",
    "topic": "its topic was changed",
    "stream": "its stream was changed",
    "version": "its version was changed",
    "position": "event 5 is not the one that the tree has",
    "delete in the middle": "events 9 to 9 are gone",
    "insert in the middle": "event 5 (person-",
    "duplicate": "its version was changed",
    "swap": "event 4 is not the one that the tree has",
    "truncate": "events 7 to 9 are gone",
    "append": "event 10 (person-",
    "append with a name twice": "event 10 (person-00000000-0000-0001-0000-000000000000x@1): its bytes were changed",
    "tile": "event 5 is not the one that the tree has",
    "tiles gone": "the tree is not whole: it has 0 leaves, and a checkpoint covers 3",
    "key": "a key of the log can't be read",
    "newest": "the newest checkpoint is not the newest: it covers 3 events, and another 9",
    "root": "the checkpoint of 6 events is not signed",
    "size": "the checkpoint of 7 events is not signed",
    "note": "the checkpoint of 6 events is not signed",
}
CASES = [*COLUMNS, *ROWS, *TREE]
MATRIX = [pytest.param(name, marks=[] if name == "bytes" else pytest.mark.proof) for name in CASES]


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("name", MATRIX)
@pytest.mark.usefixtures("club")
def test_a_change_is_named(database: DatabaseUrls, name: str) -> None:
    change = {**COLUMNS, **ROWS, **TREE}[name]
    assert NAMED[name] in "; ".join(changed(database, change, leave))


REMADE = [
    pytest.param(name, marks=[] if name == "swap" else pytest.mark.proof)
    for name in (*COLUMNS, *ROWS)
    if name not in LEFT_FOR_THE_ROWS
]


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("name", REMADE)
@pytest.mark.usefixtures("club")
def test_checkpoints_say_between_which_events_the_tree_was_changed_to_match(database: DatabaseUrls, name: str) -> None:
    said = changed(database, {**COLUMNS, **ROWS}[name], make_the_tree_anew)
    bracket = "events 7 to 9 are gone" if name == "truncate" else "among the events 4 to 6 is another than was signed"
    assert bracket in "; ".join(said)


@pytest.mark.usefixtures("club")
def test_head_beside_the_key_tells_with_tree_and_checkpoints_gone(database: DatabaseUrls, folder: KeyFolder) -> None:
    def forget(connection: psycopg.Connection) -> None:
        make_the_tree_anew(connection)
        connection.execute("DELETE FROM checkpoints")

    assert changed(database, COLUMNS["bytes"], forget) == []
    with owner(database) as connection:
        assert found(connection, folder.head()) == ["among the events 1 to 9 is another than was signed"]


@pytest.mark.usefixtures("club")
def test_a_checkpoint_of_another_log_is_not_the_newest(database: DatabaseUrls, folder: KeyFolder) -> None:
    stranger = SigningKey("other.example/log", bytes(32))
    with owner(database) as connection, connection.transaction():
        assert doctor.evidence(connection, folder, whole=False).is_good
        root = bytes(connection.execute("SELECT root FROM checkpoints WHERE size = 9").fetchall()[0][0])
        note = checkpoints.sign(Checkpoint(stranger.name, 9, root), stranger).content
        connection.execute(
            "INSERT INTO log_keys (origin, vkey, size) VALUES (%s, %s, 0)", (stranger.name, stranger.verifier.text)
        )
        connection.execute(
            "INSERT INTO checkpoints (origin, size, root, note) VALUES (%s, 9, %s, %s)", (stranger.name, root, note)
        )
        found = doctor.evidence(connection, folder, whole=False)
    assert f"it is of {stranger.name}, and {ORIGIN} was signed last" in found.found
    assert not found.is_good


EXPORTED = {
    "bytes": "leaf: event 5",
    "salt": "leaf: event 5",
    "topic": "column: by the columns 1 events are person.erased.v1, by their bytes 0",
    "stream": "column: event 5 (person-x@1): it says that it is person-",
    "version": "gap: event 5 (",
    "position": "event-missing: event 5",
    "delete in the middle": "event-missing: event 9",
    "insert in the middle": "column: event 5 (",
    "duplicate": "gap: event 5 (",
    "swap": "leaf: event 4",
    "truncate": "event-missing: event 7",
    "tile": "leaf: event 5",
    "size": "column: the checkpoint filed under 7 events is one of 6",
    "note": "signature: ",
}
"""What an export of the changed database shows. It has nothing of the checkpoints' column `root`, nor of an event that
is not signed yet."""
ABROAD = [pytest.param(name, marks=[] if name == "swap" else pytest.mark.proof) for name in EXPORTED]


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("name", ABROAD)
@pytest.mark.usefixtures("club")
def test_an_export_of_a_changed_database_shows_it(
    database: DatabaseUrls, folder: KeyFolder, tmp_path: Path, name: str
) -> None:
    changed(database, {**COLUMNS, **ROWS, **TREE}[name], leave)
    exported(database.service, tmp_path / "export")
    assert EXPORTED[name] in "\n".join(lines_of(tmp_path / "export", trusted(folder)))


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("name", REMADE)
@pytest.mark.usefixtures("club")
def test_an_export_with_the_tree_changed_to_match_says_between_which_events(
    database: DatabaseUrls, folder: KeyFolder, tmp_path: Path, name: str
) -> None:
    changed(database, {**COLUMNS, **ROWS}[name], make_the_tree_anew)
    exported(database.service, tmp_path / "export")
    said = "\n".join(lines_of(tmp_path / "export", trusted(folder)))
    assert ("event-missing: event 7" if name == "truncate" else "; among 4 to 6 is another") in said
