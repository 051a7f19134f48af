"""What the library may rely on in our recorder and mapper, and what we rely on in the library."""

import inspect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NoReturn

import pytest
from eventsourcing.application import Application, LocalNotificationLog, Repository, Section
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import IntegrityError, Notification, StoredEvent, Subscription

from domain.journal.application import LogApplication
from domain.journal.connections import Dedicated
from domain.journal.journal import Journal
from domain.journal.mapper import DomainEvent, JournalMapper
from domain.journal.recorder import JournalRecorder
from domain.kernel.envelope import Event
from domain.kernel.ids import CommandId
from tests.journal.support import ACTOR, REGISTRY, SALT, START, Noted, Told, ledger, note, person


@pytest.fixture
def mapper(database_url: str) -> Iterator[JournalMapper]:
    connection = Dedicated(database_url)
    recorder = JournalRecorder(connection)
    yield JournalMapper(REGISTRY, recorder.make_keys)
    connection.close()


@pytest.fixture
def application(journal: Journal) -> LogApplication:
    return journal.application


def event(mapper: JournalMapper, version: int, command: CommandId, payload: Event) -> DomainEvent:
    return DomainEvent(
        mapper.envelope(
            payload,
            stream=ledger(1),
            version=version,
            actor=ACTOR,
            recorded_at=START,
            happened_at=START,
            command=command,
            salt=SALT,
        )
    )


def test_saving_and_loading_through_the_library(application: LogApplication, mapper: JournalMapper) -> None:
    command = "ab" * 32
    told = Told(person=person(7), remark=None)
    events = [event(mapper, 1, command, Noted(number=4)), event(mapper, 2, command, told)]
    recordings = application.save(*events)
    assert [recording.notification.id for recording in recordings] == [1, 2]
    assert list(application.events.get(ledger(1))) == events


class AskedError(Exception):
    """Somebody has asked the library."""


def test_journal_reads_the_log_through_the_library(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(*_: object, **__: object) -> NoReturn:
        raise AskedError

    monkeypatch.setattr(LocalNotificationLog, "select", ask)
    with pytest.raises(AskedError):
        journal.read(0, 10)


def test_saving_upon_a_version_that_is_taken_is_an_integrity_error(
    application: LogApplication, mapper: JournalMapper, journal: Journal
) -> None:
    journal.execute(note("a", ledger(1), 1))
    with pytest.raises(IntegrityError):
        application.save(event(mapper, 1, "cd" * 32, Noted(number=4)))
    assert journal.position() == 1


def test_saving_again_after_a_lost_reply_is_no_error(application: LogApplication, mapper: JournalMapper) -> None:
    again = event(mapper, 1, "cd" * 32, Noted(number=4))
    first, second = application.save(again), application.save(again)
    assert [one.notification for one in first] == [one.notification for one in second]


def test_events_of_two_commands_are_not_saved_as_one(application: LogApplication, mapper: JournalMapper) -> None:
    with pytest.raises(IntegrityError):
        application.save(event(mapper, 1, "cd" * 32, Noted(number=4)), event(mapper, 2, "ef" * 32, Noted(number=4)))


def test_the_notification_log(application: LogApplication, journal: Journal) -> None:
    journal.execute(note("a", ledger(1), *range(25)))
    section: Section = application.notification_log["11,20"]
    assert (section.id, section.next_id) == ("11,20", "21,30")
    assert [item.id for item in section.items] == list(range(11, 21))
    assert [n.id for n in application.notification_log.select(21, 10)] == [21, 22, 23, 24, 25]
    assert [n.id for n in application.notification_log.select(5, 10, stop=6)] == [5, 6]
    assert application.notification_log.select(1, 10, topics=[Told.TOPIC]) == []
    assert len(application.notification_log.select(1, 10, topics=[Noted.TOPIC])) == 10


def test_the_recorder_by_stream(application: LogApplication, journal: Journal) -> None:
    journal.execute(note("a", ledger(1), *range(5)))
    select = application.recorder.select_events
    assert [one.originator_version for one in select(ledger(1), gt=1, lte=4)] == [2, 3, 4]
    assert [one.originator_version for one in select(ledger(1), desc=True, limit=2)] == [5, 4]
    assert select(ledger(2)) == []
    assert application.recorder.max_notification_id() == 5


def test_the_environment_does_not_change_the_application(
    monkeypatch: pytest.MonkeyPatch, mapper: JournalMapper
) -> None:
    monkeypatch.setenv("PERSISTENCE_MODULE", "nowhere")
    monkeypatch.setenv("IS_SNAPSHOTTING_ENABLED", "y")
    monkeypatch.setenv("AGGREGATE_CACHE_MAXSIZE", "5")
    application = LogApplication(JournalRecorder(Dedicated("")), mapper)
    assert application.repository.cache is None
    assert application.snapshots is None


def test_undocumented_parts_of_the_library_that_we_use_are_still_there() -> None:
    """Hooks that are not documented, or only by example; a new release that changes one must be looked at."""
    assert list(inspect.signature(Application.construct_env).parameters) == ["self", "name", "env"]
    assert list(inspect.signature(Application.construct_mapper).parameters) == ["self"]
    assert list(inspect.signature(Application.construct_recorder).parameters) == ["self"]
    assert list(inspect.signature(Subscription.__init__).parameters) == ["self", "recorder", "gt", "topics"]
    assert "_last_notification_id" in inspect.getsource(Subscription.__init__)
    assert "_recorder" in inspect.getsource(Subscription.__init__)
    assert "_topics" in inspect.getsource(Subscription.__init__)


def test_the_order_of_fields_that_rows_are_made_into() -> None:
    notification = Notification("stream", 1, "topic", b"state", 9)
    assert (notification.originator_id, notification.originator_version) == ("stream", 1)
    assert (notification.topic, notification.state, notification.id) == ("topic", b"state", 9)
    assert isinstance(notification, StoredEvent)


@dataclass(frozen=True)
class Folded:
    """A state under the names that the library's repository knows."""

    id: str
    version: int


def test_states_are_not_kept_by_the_library_for_a_reason(application: LogApplication, journal: Journal) -> None:
    """Its repository forgets what it fast-forwarded where states are values; should that change, ours may go."""

    def project(before: Folded | None, events: Iterable[DomainEventProtocol[str]]) -> Folded:
        return Folded(ledger(1), (before.version if before else 0) + len(list(events)))

    repository = Repository[str](application.events, cache_maxsize=10, deepcopy_from_cache=False)
    versions = []
    for n in range(3):
        journal.execute(note(f"k{n}", ledger(1), n))
        forwarded: Folded = repository.get(ledger(1), projector_func=project)
        assert repository.cache is not None
        versions.append((forwarded.version, repository.cache.get(ledger(1)).version))
    assert versions == [(1, 1), (2, 1), (3, 1)]
