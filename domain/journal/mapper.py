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
from domain.journal.registry import Registry
from domain.journal.sealing import Keys
from domain.kernel import canonical_json
from domain.kernel.envelope import Event, Recorded
from domain.kernel.ids import PersonId
from domain.kernel.personal_text import Sealed

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
    """Maps events of the registered kinds. `make_keys` gives the keys of persons, new ones where they had none, and
    leaves out those who are erased."""

    def __init__(self, registry: Registry, make_keys: Callable[[Collection[PersonId]], Keys]) -> None:
        super().__init__(CanonicalTranscoder())
        self._registry = registry
        self._make_keys = make_keys

    def envelope(self, event: Event, **about: Any) -> AnyRecorded:  # noqa: ANN401 -- the envelope's own fields
        """The event in the envelope of its kind. Raises `UnknownTopic`, `ValidationError`."""
        return self._registry.envelope_type(event.TOPIC)(topic=event.TOPIC, event=event, **about)

    def store(self, recorded: AnyRecorded, about: Collection[PersonId] | None = None) -> StoredEvent:
        """The event as stored, with its texts sealed under those who they are about; about nobody, as they are. Raises
        `ValueError` for what has no canonical form, and where it is not said who a text is about."""
        fields: dict[str, Any] = recorded.model_dump(mode="json", warnings="error")
        texts = self._texts(recorded)
        if texts and (about is None or about):
            keys = self._keys(about or ())
            for name in texts:
                place = sealing.place_of(recorded.stream, recorded.version, name)
                box = sealing.seal(fields["event"][name], keys, place)
                fields["event"][name] = box.model_dump(mode="json")
        return StoredEvent(recorded.stream, recorded.version, recorded.topic, canonical_json.encode(fields))

    def has_texts(self, recorded: AnyRecorded) -> bool:
        """Whether there are texts in it that are to be sealed, of which it is to be said who they are about."""
        return bool(self._texts(recorded))

    def _texts(self, recorded: AnyRecorded) -> list[str]:
        return [
            name for name in self._registry.sealed_fields(recorded.topic) if _is_open(getattr(recorded.event, name))
        ]

    def _keys(self, about: Collection[PersonId]) -> Keys:
        """The keys to seal with: of those who are not erased. A text about erased persons alone is closed with keys
        that are kept nowhere: that it was given is recorded, and nobody reads it."""
        return self._make_keys(about) or {person: sealing.new_key() for person in about}

    def read(self, stored: Sequence[StoredEvent]) -> list[AnyRecorded]:
        """The events that the stored ones say, with their texts in boxes. Raises `Corrupt`."""
        return [self._read_event(one) for one in stored]

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        if not isinstance(domain_event, DomainEvent):
            raise TypeError(f"not a recorded event: {domain_event!r}")
        return self.store(domain_event.recorded)

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[str]:
        return DomainEvent(self.read([stored_event])[0])

    def _read_event(self, stored: StoredEvent) -> AnyRecorded:
        topic, text = stored.topic, stored.state
        if self._registry.is_upcast(topic):
            topic, text = self._upcast(stored)
        try:
            recorded = self._registry.reader(topic)(text)
        except ValidationError as problem:
            raise Corrupt(f"{_name(stored)} does not read as {topic!r}: {problem}") from problem
        _compare(stored, recorded.stream, recorded.version, stored.topic if topic != stored.topic else recorded.topic)
        if self._registry.sealed_fields(topic):
            self._check_places(recorded)
        return recorded

    def _upcast(self, stored: StoredEvent) -> tuple[str, bytes]:
        """The current kind, and the event as one of that kind; what is compared with columns is compared here."""
        try:
            fields = canonical_json.decode(stored.state)
            _compare(stored, fields["stream"], fields["version"], fields["topic"])
            topic, event = self._registry.upcast(fields["topic"], fields["event"])
        except (ValueError, KeyError, TypeError, AttributeError) as problem:
            raise Corrupt(f"{_name(stored)} does not read as an event: {problem!r}") from problem
        return topic, canonical_json.encode({**fields, "topic": topic, "event": event})

    def _check_places(self, recorded: AnyRecorded) -> None:
        """A box belongs to the event it is in; which field it is called in may change with the kind."""
        for name in self._registry.sealed_fields(recorded.topic):
            box, here = getattr(recorded.event, name), sealing.place_of(recorded.stream, recorded.version, "")
            if isinstance(box, Sealed) and not box.bound_to.startswith(here):
                raise Corrupt(f"{recorded.stream}@{recorded.version}: {name} was sealed as {box.bound_to}")


def _is_open(text: object) -> bool:
    return text is not None and not isinstance(text, Sealed)


def _compare(stored: StoredEvent, stream: str, version: int, topic: str) -> None:
    if stream != stored.originator_id or version != stored.originator_version or topic != stored.topic:
        raise Corrupt(f"{_name(stored)}: the columns contradict the bytes, which say {stream}@{version} {topic!r}")


def _name(stored: StoredEvent) -> str:
    return f"{stored.originator_id}@{stored.originator_version} ({stored.topic!r})"
