"""The append against a model of it: random groups of commands, some repeated, some on stale versions."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count

from eventsourcing.persistence import StoredEvent
from hypothesis import given
from hypothesis import strategies as st

from domain.journal.connections import Dedicated
from domain.journal.recorder import Append, Appended, JournalRecorder
from domain.kernel.ids import StreamName
from ops.database import DatabaseUrls
from tests.properties import examples

RUNS = count()


@dataclass(frozen=True, slots=True)
class Asked:
    """A command: which streams it read or wrote, how far off it was in each, and how many events it has for it."""

    command: int
    streams: dict[int, tuple[int, int]]
    refused: bool


@dataclass(slots=True)
class Model:
    """What the log should be. Positions count from where the log was; `unrecorded` are the streams whose events, as a
    command of the group decided them, are not in the log."""

    position: int
    versions: dict[int, int] = field(default_factory=dict)
    accepted: dict[int, Appended] = field(default_factory=dict)
    unrecorded: set[int] = field(default_factory=set)

    def append(self, asked: Asked) -> Appended:
        appended = self._appended(asked)
        if appended.result != "done" and not asked.refused:
            self.unrecorded |= {stream for stream, (_, events) in asked.streams.items() if events}
        return appended

    def _appended(self, asked: Asked) -> Appended:
        if asked.command in self.accepted:
            return self.accepted[asked.command]
        if self.unrecorded & asked.streams.keys() or any(off for off, _ in asked.streams.values()):
            return Appended("conflict", None, None, self.position + 1, self.position)
        first = self.position + 1
        if not asked.refused:
            for stream, (_, events) in asked.streams.items():
                self.versions[stream] = self.versions.get(stream, 0) + events
                self.position += events
            repeated = Appended("repeated", digest(asked), answer(asked), first, self.position)
            self.accepted[asked.command] = repeated
        return Appended("done", None, None, first, self.position)


commands = st.builds(
    Asked,
    st.integers(0, 6),
    st.dictionaries(st.integers(0, 3), st.tuples(st.sampled_from([0, 0, 0, -1, 1]), st.integers(0, 2)), max_size=3),
    st.sampled_from([False, False, False, True]),
)


@examples(40)
@given(st.lists(st.lists(commands, max_size=6), max_size=5))
def test_the_append_does_what_the_model_says(module_database: DatabaseUrls, groups: list[list[Asked]]) -> None:
    connection = Dedicated(module_database.service)
    recorder = JournalRecorder(connection)
    run = next(RUNS)
    begin = recorder.max_notification_id() or 0
    model = Model(begin)
    for group in groups:
        model.unrecorded.clear()
        appends, expected = [], []
        for asked in group:
            appends.append(append(run, asked, model.versions))
            expected.append(model.append(asked))
        assert recorder.append(appends) == expected
    written = recorder.select_notifications(begin, 1000, inclusive_of_start=False)
    assert [one.id for one in written] == list(range(begin + 1, model.position + 1))
    for stream, version in model.versions.items():
        found = [one.originator_version for one in recorder.select_events(name(run, stream))]
        assert found == list(range(1, version + 1))
    connection.close()


def append(run: int, asked: Asked, versions: dict[int, int]) -> Append:
    expected = {name(run, stream): versions.get(stream, 0) + off for stream, (off, _) in asked.streams.items()}
    events: Sequence[StoredEvent] = [
        StoredEvent(name(run, stream), versions.get(stream, 0) + off + n, "t", b"{}")
        for stream, (off, number) in asked.streams.items()
        for n in range(1, number + 1)
    ]
    if asked.refused:
        return Append(f"{run}-{asked.command}", digest(asked), None, expected, ())
    return Append(f"{run}-{asked.command}", digest(asked), answer(asked), expected, events)


def name(run: int, stream: int) -> StreamName:
    return StreamName(f"ledger-{run}-{stream}")


def digest(asked: Asked) -> bytes:
    return str(sorted(asked.streams.items())).encode()


def answer(asked: Asked) -> bytes:
    return f'{{"streams":{len(asked.streams)}}}'.encode()
