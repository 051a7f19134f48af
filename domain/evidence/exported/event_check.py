"""The events of an export, held against the leaf records: none changed, left out, added or put elsewhere."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from domain.evidence.exported.ahead import Ahead
from domain.evidence.exported.findings import Finding
from domain.evidence.exported.tree_check import Placed, Tell
from domain.kernel import canonical_json
from domain.kernel.personal_text import is_box

MOST_KEPT = 10_000
"""The number of events named, of those that are not what was signed."""

Take = Callable[[Placed, bytes], None]
"""Is given each event that is what was signed, with its stored bytes."""


@dataclass(frozen=True, slots=True)
class Line:
    """An event as it is in a file: its bytes without the newline, and their SHA-256."""

    content: bytes
    digest: str


class EventCheck:
    """Goes through leaf records and lines together. `take` is given what is as it was signed."""

    def __init__(self, tell: Tell, take: Take) -> None:
        self._tell = tell
        self._take = take
        self._changed: list[tuple[Placed, Line]] = []

    def run(self, leaves: Iterable[Placed], lines: Iterable[bytes]) -> None:
        """Checks them all."""
        placed, found = Ahead(leaves), Ahead(Line(line, hashlib.sha256(line).hexdigest()) for line in lines)
        last = None
        while (here := placed.at(0)) is not None and (line := found.at(0)) is not None:
            last = here
            if here.leaf.digest == line.digest:
                self._take(here, line.content)
                placed.drop()
                found.drop()
            else:
                self._misfit(here, line, placed, found)
        self._end(last, placed, found)
        self._tell_changed()

    def _misfit(self, here: Placed, line: Line, placed: Ahead[Placed], found: Ahead[Line]) -> None:
        after, beyond = placed.at(1), found.at(1)
        if after is not None and after.leaf.digest == line.digest:
            if beyond is not None and beyond.digest == here.leaf.digest:
                self._tell(here.finding("order", "it and the one after it stand the other way round"))
                placed.drop(2)
                found.drop(2)
            else:
                self._tell(here.finding("event-missing", "it was signed, and is not there"))
                placed.drop()
        elif beyond is not None and beyond.digest == here.leaf.digest:
            self._tell(here.finding("event-extra", "before it stands a line that nobody signed"))
            found.drop()
        else:
            if len(self._changed) < MOST_KEPT:
                self._changed.append((here, line))
            placed.drop()
            found.drop()

    def _end(self, last: Placed | None, placed: Ahead[Placed], found: Ahead[Line]) -> None:
        missing = placed.at(0)
        if missing is not None:
            number = sum(1 for _ in placed.rest())
            self._tell(
                missing.finding("truncated", f"the events end before it; {number} that were signed are not there")
            )
        extra = sum(1 for _ in found.rest())
        if extra:
            position = None if last is None else last.position
            self._tell(Finding("event-extra", f"{extra} lines stand after the last event that was signed", position))

    def _tell_changed(self) -> None:
        """Of those that are not what was signed: the ones that are elsewhere, and the changed ones."""
        signed = {here.leaf.digest for here, _ in self._changed}
        for here, line in self._changed:
            if line.digest in signed:
                self._tell(here.finding("order", "in its place stands another event that was signed"))
            else:
                self._tell(here.finding("event-changed", "its bytes are not those that were signed"))


class EnvelopeCheck:
    """Checks the content of the envelopes: the stream and version of the leaf record, boxes of this place and of one
    key a person, and as many events of each topic as the manifest says. What is written about the erased is closed with
    keys that nobody keeps; in less than the `whole` log their erasure may be missing, so there keys say nothing."""

    def __init__(self, tell: Tell, *, whole: bool) -> None:
        self._tell = tell
        self._whole = whole
        self.topics: dict[str, int] = {}
        self._keys: dict[str, tuple[str, int]] = {}
        self._erased: set[str] = set()

    def take(self, placed: Placed, content: bytes) -> object:
        """One event that is as it was signed; what its bytes say."""
        leaf = placed.leaf
        said = canonical_json.exactly(content)
        if not isinstance(said, dict) or not isinstance(said.get("topic"), str):
            self._tell(placed.finding("column", "it is no envelope in canonical JSON"))
            return None
        if (said.get("stream"), said.get("version")) != (leaf.stream, leaf.version) or said["version"] is True:
            detail = f"it says that it is {said.get('stream')}@{said.get('version')}"
            self._tell(placed.finding("column", detail))
        topic = said["topic"]
        self.topics[topic] = self.topics.get(topic, 0) + 1
        if b'"ciphertext":' in content:
            for box in boxes_in(said.get("event")):
                self._check_box(box, placed)
        if topic == "person.erased.v1":
            self._erased.add(leaf.stream.removeprefix("person-"))
        return said

    def against(self, topics: Iterable[tuple[str, int]]) -> None:
        """Holds the topics of the manifest, which are those of the log's columns, against what the events say."""
        told = dict(topics)
        for topic in sorted({*told, *self.topics}):
            columns, said = told.get(topic, 0), self.topics.get(topic, 0)
            if columns != said:
                self._tell(Finding("column", f"by the columns {columns} events are {topic}, by their bytes {said}"))

    def _check_box(self, box: dict[str, object], placed: Placed) -> None:
        leaf = placed.leaf
        if not str(box["bound_to"]).startswith(f"{leaf.stream}@{leaf.version}."):
            self._tell(placed.finding("seal", f"it holds the box of {box['bound_to']}"))
        shares = box["shares"]
        for share in shares if isinstance(shares, list) else [None]:
            match share:
                case {"person": str(person), "key_digest": str(key)}:
                    self._check_key(person, key, placed)
                case _:
                    self._tell(placed.finding("seal", "a share in a box is none"))

    def _check_key(self, person: str, key: str, placed: Placed) -> None:
        first, since = self._keys.setdefault(person, (key, placed.position))
        if self._whole and first != key and person not in self._erased:
            detail = f"a text about person {person} is sealed with another key than that of event {since}"
            self._tell(placed.finding("seal", detail))


def boxes_in(value: object) -> Iterator[dict[str, object]]:
    """The boxes of sealed text in JSON."""
    if isinstance(value, dict):
        if is_box(value):
            yield value
        else:
            for inner in value.values():
                yield from boxes_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from boxes_in(inner)
