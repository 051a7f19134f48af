"""The append and the tables, below the journal."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent
from psycopg import errors, sql

from domain.journal.connections import Dedicated
from domain.journal.errors import Corrupt
from domain.journal.journal import Journal
from domain.journal.recorder import CHANNEL, Append, JournalRecorder
from domain.kernel.ids import StreamName
from tests.journal.support import erase, fingerprint, ledger, note, person, remark, tell
from tests.patience import PATIENCE_SECONDS

DIGEST = b"d" * 32


@pytest.fixture
def recorder(database_url: str) -> Iterator[JournalRecorder]:
    connection = Dedicated(database_url)
    yield JournalRecorder(connection)
    connection.close()


def append(command: str, stream: StreamName, version: int, count: int = 1, answer: bytes | None = b"{}") -> Append:
    events = [StoredEvent(stream, version + n, "t", b"{}") for n in range(1, count + 1)]
    return Append(command, DIGEST, answer, {stream: version}, events if answer else ())


def results(recorder: JournalRecorder, *appends: Append) -> Sequence[str]:
    return [one.result for one in recorder.append(appends)]


def test_one_conflict_in_a_group_loses_nobody_else(recorder: JournalRecorder) -> None:
    group = [
        append("a", ledger(1), 0, 2),
        append("b", ledger(2), 5),
        append("c", ledger(1), 2),
        append("d", ledger(3), 0),
    ]
    done = recorder.append(group)
    assert [one.result for one in done] == ["done", "conflict", "done", "done"]
    assert [(done[n].first_position, done[n].last_position) for n in (0, 2, 3)] == [(1, 2), (3, 3), (4, 4)]
    assert [n.id for n in recorder.select_notifications(0, 10)] == [1, 2, 3, 4]


def test_append_on_a_conflict_is_in_conflict(recorder: JournalRecorder) -> None:
    assert results(recorder, append("a", ledger(1), 1), append("b", ledger(1), 2)) == ["conflict", "conflict"]


def test_append_on_a_conflict_is_in_conflict_though_another_has_recorded_as_many_events(
    recorder: JournalRecorder,
) -> None:
    recorder.append([append("another's", ledger(1), 0, 2)])
    group = [append("a", ledger(1), 0, 2), append("b", ledger(1), 2), append("c", ledger(2), 0)]
    assert results(recorder, *group) == ["conflict", "conflict", "done"]


def test_append_on_a_repetition_is_in_conflict(recorder: JournalRecorder) -> None:
    """The repetition was decided again, and what it would record now may be other than what it has recorded."""
    recorder.append([append("a", ledger(1), 0), append("b", ledger(1), 1)])
    group = [append("b", ledger(1), 0), append("a", ledger(1), 1), append("c", ledger(1), 2)]
    assert results(recorder, *group) == ["repeated", "repeated", "conflict"]


def test_a_repetition_answers_before_versions_are_compared(recorder: JournalRecorder) -> None:
    recorder.append([append("a", ledger(1), 0, answer=b'{"first":1}')])
    [again] = recorder.append([append("a", ledger(1), 0, answer=b'{"second":1}')])
    assert (again.result, again.answer, again.digest) == ("repeated", b'{"first":1}', DIGEST)
    assert recorder.versions(again.first_position, again.last_position) == {ledger(1): 1}


def test_a_command_twice_in_one_group_is_recorded_once(recorder: JournalRecorder) -> None:
    assert results(recorder, append("a", ledger(1), 0), append("a", ledger(1), 1)) == ["done", "repeated"]


def test_refusals_are_compared_and_not_recorded(recorder: JournalRecorder) -> None:
    assert results(recorder, append("a", ledger(1), 0, answer=None), append("b", ledger(1), 4, answer=None)) == [
        "done",
        "conflict",
    ]
    assert recorder.max_notification_id() is None
    assert results(recorder, append("a", ledger(1), 0)) == ["done"]


def test_a_thousand_events_in_one_command(recorder: JournalRecorder) -> None:
    assert results(recorder, append("a", ledger(1), 0, 1000), append("b", ledger(1), 1000)) == ["done", "done"]
    assert [n.id for n in recorder.select_events(ledger(1))] == list(range(1, 1002))


def test_runners_are_told_with_the_commit(recorder: JournalRecorder, database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as listener:
        listener.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
        recorder.append([append("idle", ledger(1), 0, 0)])
        recorder.append([append("a", ledger(1), 0, 2)])
        [told] = listener.notifies(timeout=PATIENCE_SECONDS, stop_after=1)
    assert told.payload == "2"


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET topic = 'x'",
        "DELETE FROM events",
        "TRUNCATE events",
        "UPDATE commands SET answer = 'x'",
        "DELETE FROM commands",
        "TRUNCATE commands",
        "UPDATE person_keys SET key = NULL",
        "TRUNCATE person_keys",
        "DROP TABLE events",
        "ALTER TABLE events DISABLE TRIGGER ALL",
        "LOCK TABLE events IN EXCLUSIVE MODE",
    ],
)
def test_the_service_can_not_change_history(journal: Journal, database_url: str, statement: str) -> None:
    journal.execute(note("a", ledger(1), 1))
    with psycopg.connect(database_url) as connection, pytest.raises(errors.InsufficientPrivilege):
        connection.execute(statement)


def test_the_append_refuses_to_run_on_an_older_snapshot(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        with pytest.raises(errors.RaiseException, match="READ COMMITTED"):
            connection.execute(
                "SELECT * FROM scoresheet_append_in_time("
                "'{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')"
            )


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("version", 9),
        ("topic", "test.told.v1"),
        ("topic", "unheard.of.v1"),
        ("stream", "ledger-x"),
        ("state", b"x"),
    ],
)
def test_a_row_changed_behind_the_service_is_seen(
    journal: Journal, admin_url: str, column: str, value: int | str | bytes
) -> None:
    journal.execute(note("a", ledger(1), 1))
    with psycopg.connect(admin_url) as owner:
        owner.execute(sql.SQL("UPDATE events SET {} = %s").format(sql.Identifier(column)), (value,))
    with pytest.raises(Corrupt):
        journal.read(0, 10)


def test_a_commit_waits_for_the_disk_whatever_the_database_says(database_url: str, admin_url: str) -> None:
    with psycopg.connect(admin_url) as owner:
        [name] = owner.execute("SELECT current_database()").fetchone() or ("",)
        owner.execute(sql.SQL("ALTER DATABASE {} SET synchronous_commit = off").format(sql.Identifier(name)))
    connection = Dedicated(database_url)
    shown = connection.run(lambda one: one.execute("SHOW synchronous_commit").fetchone())
    connection.close()
    assert shown == ("on",)


def test_keys_are_made_once_anyone_who_asks(recorder: JournalRecorder, database_url: str) -> None:
    connections = [Dedicated(database_url) for _ in range(8)]
    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(lambda one: JournalRecorder(one).make_keys([person(1), person(2)]), connections))
    assert all(keys == recorder.find_keys([person(1), person(2)]) for keys in made)
    assert len(set(made[0].values())) == 2
    for connection in connections:
        connection.close()


def test_a_destroyed_key_is_gone_and_the_bytes_stay(journal: Journal, other: Journal, admin_url: str) -> None:
    journal.execute(tell("a", ledger(1), (person(7),), "hush"))
    before = fingerprint(other)
    assert remark(other, ledger(1)) == "hush"
    erase(admin_url, person(7))
    erase(admin_url, person(7))
    assert remark(other, ledger(1)) is None
    assert fingerprint(other) == before
    with psycopg.connect(admin_url) as owner:
        assert owner.execute("SELECT key FROM person_keys").fetchall() == [(None,)]
