"""Step 6: what the events say of themselves."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.second_verifier.canonical import number_in, parsed_object, text_in
from tests.second_verifier.findings import Findings
from tests.second_verifier.tree import Record

BOX = {"bound_to", "ciphertext", "shares"}


@dataclass(frozen=True)
class Event:
    """An event whose bytes are those signed."""

    position: int
    stream: str
    version: int
    topic: str
    data: dict[str, object]
    held: object


@dataclass
class Envelopes:
    """Reads envelopes in the log's order, and keeps the first key of each person."""

    found: Findings
    whole: bool
    events: list[Event] = field(default_factory=list)
    keys: dict[str, str] = field(default_factory=dict)
    erased: set[str] = field(default_factory=set)

    def read(self, record: Record, line: bytes) -> Event | None:
        """Reads one, and checks it; None where it is no envelope."""
        try:
            held = parsed_object(line)
        except ValueError as wrong:
            self.found.add("column", f"the event is {wrong}", record.position)
            return None
        topic, data = text_in(held, "topic"), held.get("event")
        if topic is None:
            self.found.add("column", "the event has no topic", record.position)
            return None
        if (held.get("stream"), number_in(held, "version")) != (record.stream, record.version):
            self.found.add("column", "the event is of another stream or version", record.position)
        said = data if isinstance(data, dict) else {}
        event = Event(record.position, record.stream, record.version, topic, said, data)
        self.events.append(event)
        self._check_boxes(event)
        return event

    def _check_boxes(self, event: Event) -> None:
        if event.topic == "person.erased.v1":
            self.erased.add(event.stream.removeprefix("person-"))
        for box in boxes_in(event.held):
            bound_to, shares = text_in(box, "bound_to"), box["shares"]
            if not (bound_to or "").startswith(f"{event.stream}@{event.version}."):
                self.found.add("seal", f"a box is bound to {bound_to}", event.position)
            for share in shares if isinstance(shares, list) else [None]:
                self._check_share(share, event.position)

    def _check_share(self, share: object, position: int) -> None:
        held = share if isinstance(share, dict) else {}
        person, digest = text_in(held, "person"), text_in(held, "key_digest")
        if person is None or digest is None:
            self.found.add("seal", "a share names no person or no key", position)
        elif self.whole and self.keys.setdefault(person, digest) != digest and person not in self.erased:
            self.found.add("seal", f"another key of {person}", position)


def boxes_in(value: object) -> Iterator[dict[str, object]]:
    """The boxes in a value, wherever they are."""
    if isinstance(value, dict) and value.keys() == BOX:
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from boxes_in(one)
