"""Between recorded events and the bytes that are stored: the library's mapper, with a closed registry.

Stored is the whole envelope as canonical JSON. Reading validates it in one pass and compares it with the columns.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Mapper, StoredEvent, Transcoder
from pydantic import ValidationError

from domain.journal import sealing
from domain.journal.errors import Corrupt
from domain.journal.registry import Fields, Registry
from domain.journal.sealing import Keys
from domain.kernel import canonical_json
from domain.kernel.envelope import Event, Recorded
from domain.kernel.ids import PersonId

AnyRecorded = Recorded[Any]


class CanonicalTranscoder(Transcoder):
    """The library's transcoder, writing canonical JSON."""

    def encode(self, obj: Any) -> bytes:  # noqa: ANN401 -- the library's signature
        return canonical_json.encode(obj)

    def decode(self, data: bytes) -> Any:  # noqa: ANN401 -- the library's signature
        return canonical_json.decode(data)


@dataclass(frozen=True, slots=True)
class DomainEvent:
    """A recorded event under the names the library knows."""

    recorded: AnyRecorded

    @property
    def originator_id(self) -> str:
        return self.recorded.stream

    @property
    def originator_version(self) -> int:
        return self.recorded.version


class JournalMapper(Mapper[str]):
    """Maps events of the registered kinds. `find_keys` gives the keys of persons that are not erased,
    `make_keys` makes those that are missing."""

    def __init__(
        self,
        registry: Registry,
        find_keys: Callable[[Collection[PersonId]], Keys],
        make_keys: Callable[[Collection[PersonId]], Keys],
    ) -> None:
        super().__init__(CanonicalTranscoder())
        self._registry = registry
        self._find_keys = find_keys
        self._make_keys = make_keys

    def envelope(self, event: Event, **about: Any) -> AnyRecorded:  # noqa: ANN401 -- the envelope's own fields
        """The event in the envelope of its kind. Raises `UnknownTopic`, `ValidationError`."""
        return self._registry.recorded(event.TOPIC)(topic=event.TOPIC, event=event, **about)

    def store(self, recorded: AnyRecorded) -> StoredEvent:
        """The event as stored. Raises `ValueError` for what has no canonical form, `Refused` where personal
        text is about someone who is erased."""
        fields: Fields = recorded.model_dump(mode="json", warnings="error")
        sealed = self._registry.sealed(recorded.topic)
        persons = set(sealing.persons(fields["event"], sealed))
        if persons:
            context = sealing.context_of(recorded.stream, recorded.version)
            fields["event"] = sealing.seal(fields["event"], sealed, self._make_keys(persons), context)
        return StoredEvent(recorded.stream, recorded.version, recorded.topic, canonical_json.encode(fields))

    def read(self, stored: Sequence[StoredEvent]) -> Sequence[AnyRecorded]:
        """The events that the stored ones say. Raises `Corrupt`."""
        return self.read_with_keys(stored)[0]

    def read_with_keys(self, stored: Sequence[StoredEvent]) -> tuple[list[AnyRecorded], Keys]:
        """The events that the stored ones say, and the keys it took to read them. Raises `Corrupt`."""
        plain = self._registry.needs_no_work
        worked = {n: self._current(one) for n, one in enumerate(stored) if not plain(one.topic)}
        needed = {person for _, persons in worked.values() for person in persons}
        keys = self._find_keys(needed) if needed else {}
        texts = {n: self._unsealed(fields, keys) for n, (fields, _) in worked.items()}
        return [self._validated(one, texts.get(n)) for n, one in enumerate(stored)], keys

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        if not isinstance(domain_event, DomainEvent):
            raise TypeError(f"not a recorded event: {domain_event!r}")
        return self.store(domain_event.recorded)

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[str]:
        return DomainEvent(self.read([stored_event])[0])

    def _current(self, stored: StoredEvent) -> tuple[Fields, set[PersonId]]:
        """The stored fields, those of an old kind upcast, and whose keys they need; what is compared with columns
        is compared here."""
        try:
            fields: Fields = canonical_json.decode(stored.state)
            _compare(stored, fields["stream"], fields["version"], fields["topic"])
            topic, event = self._registry.upcast(fields["topic"], fields["event"])
            persons = set(sealing.persons(event, self._registry.sealed(topic)))
        except (ValueError, KeyError, TypeError, AttributeError) as problem:
            raise Corrupt(f"{_name(stored)} does not read as an event: {problem!r}") from problem
        return {**fields, "topic": topic, "event": event}, persons

    def _unsealed(self, fields: Fields, keys: Keys) -> tuple[str, bytes]:
        context = sealing.context_of(fields["stream"], fields["version"])
        event = sealing.unseal(fields["event"], self._registry.sealed(fields["topic"]), keys, context)
        return fields["topic"], canonical_json.encode({**fields, "event": event})

    def _validated(self, stored: StoredEvent, worked: tuple[str, bytes] | None) -> AnyRecorded:
        topic, text = worked or (stored.topic, stored.state)
        try:
            recorded = self._registry.recorded(topic).model_validate_json(text)
        except ValidationError as problem:
            raise Corrupt(f"{_name(stored)} does not read as {topic!r}: {problem}") from problem
        _compare(stored, recorded.stream, recorded.version, stored.topic if worked else recorded.topic)
        return recorded


def _compare(stored: StoredEvent, stream: str, version: int, topic: str) -> None:
    if (stream, version, topic) != (stored.originator_id, stored.originator_version, stored.topic):
        raise Corrupt(f"{_name(stored)}: the columns contradict the bytes, which say {stream}@{version} {topic!r}")


def _name(stored: StoredEvent) -> str:
    return f"{stored.originator_id}@{stored.originator_version} ({stored.topic!r})"
