"""The closed list of event kinds: which class a stored topic is read as, and how old kinds become newer ones."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from domain.journal.errors import UnknownTopic
from domain.kernel.envelope import Event, Recorded
from domain.kernel.personal_text import sealed_fields
from domain.kernel.visibility import audiences

Fields = dict[str, Any]
Reader = Callable[[bytes], Recorded[Any]]
"""Raises `ValidationError`."""


@dataclass(frozen=True, slots=True)
class Upcast:
    """The way from the fields of an event of an old kind to those of the kind `to`: a pure function."""

    to: str
    change: Callable[[Fields], Fields]


class Registry:
    """Every kind of event there is, by topic. Raises `ValueError` where the kinds don't fit together."""

    def __init__(self, events: Iterable[type[Event]], upcasts: Mapping[str, Upcast] | None = None) -> None:
        self._events: dict[str, type[Event]] = {}
        self._recorded: dict[str, type[Recorded[Any]]] = {}
        self._readers: dict[str, Reader] = {}
        self._sealed: dict[str, tuple[str, ...]] = {}
        self._upcasts = dict(upcasts or {})
        for event in events:
            self._add(event)
        for topic in self._upcasts:
            self._check_upcast(topic)

    def envelope_type(self, topic: str) -> type[Recorded[Any]]:
        """The envelope that events of `topic` are read into, made when the first is read: to make all would take a
        good part of each start. Raises `UnknownTopic`."""
        if topic not in self._recorded:
            event = self._event(topic)
            self._recorded[topic] = Recorded[event]  # type: ignore[valid-type]  # a class known at run time only
        return self._recorded[topic]

    def reader(self, topic: str) -> Reader:
        """Reads stored events of `topic` and checks them. Raises `UnknownTopic`."""
        if topic not in self._readers:
            self._readers[topic] = TypeAdapter(self.envelope_type(topic)).validator.validate_json
        return self._readers[topic]

    def sealed_fields(self, topic: str) -> tuple[str, ...]:
        """The fields of `topic` that are sealed when they are recorded."""
        return self._sealed.get(topic, ())

    def is_upcast(self, topic: str) -> bool:
        """Whether events stored as `topic` are read as another kind."""
        return topic in self._upcasts

    def stored_topics(self, topic: str) -> list[str]:
        """That topic, and those whose events are read as that kind."""
        older = [old for old, step in self._upcasts.items() if step.to == topic]
        return [topic, *(name for old in older for name in self.stored_topics(old))]

    def upcast(self, topic: str, fields: Fields) -> tuple[str, Fields]:
        """The current kind of an event stored as `topic`, and its fields in that kind."""
        while topic in self._upcasts:
            step = self._upcasts[topic]
            topic, fields = step.to, step.change(fields)
        return topic, fields

    def _event(self, topic: str) -> type[Event]:
        try:
            return self._events[topic]
        except KeyError:
            raise UnknownTopic(f"no kind of event is registered as {topic!r}") from None

    def _add(self, event: type[Event]) -> None:
        if event.TOPIC in self._events:
            raise ValueError(f"two kinds of event are called {event.TOPIC!r}")
        self._events[event.TOPIC] = event
        audiences(event)
        self._sealed[event.TOPIC] = sealed_fields(event)

    def _check_upcast(self, topic: str) -> None:
        if topic in self._events:
            raise ValueError(f"{topic!r} is both current and upcast")
        seen = {topic}
        while topic in self._upcasts:
            topic = self._upcasts[topic].to
            if topic in seen:
                raise ValueError(f"upcasting {topic!r} never ends")
            seen.add(topic)
        self._event(topic)
