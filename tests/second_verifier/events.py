"""Step 5: the lines of events beside the records of the tree."""

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.second_verifier.findings import Findings
from tests.second_verifier.place import Place
from tests.second_verifier.tree import Record

KEPT = 10_000


def event_lines(place: Place, named: Iterable[str]) -> list[bytes]:
    """All lines of events, in the order of the files that the manifest names."""
    names = sorted(name for name in named if name.startswith("events/"))
    return [line for name in names for line in place.lines(name)]


@dataclass
class Walk:
    """Records and lines side by side: those that belong together, and those kept aside."""

    records: list[Record]
    lines: list[bytes]
    found: Findings
    right: list[tuple[Record, bytes]] = field(default_factory=list)
    aside: list[tuple[Record, str]] = field(default_factory=list)
    record: int = 0
    line: int = 0

    def __post_init__(self) -> None:
        self.digests = [hashlib.sha256(line).hexdigest() for line in self.lines]

    def run(self) -> None:
        """Goes through both to the end."""
        while self.record < len(self.records) and self.line < len(self.lines):
            self._step()
        if self.record < len(self.records):
            self.found.add("truncated", "the events end here", self.records[self.record].position)
        if self.line < len(self.lines):
            self.found.add("event-extra", "there are lines behind the last event")
        self._tell_aside()

    def _fits(self, record: int, line: int) -> bool:
        ends = record >= len(self.records) or line >= len(self.lines)
        return not ends and self.records[record].digest == self.digests[line]

    def _step(self) -> None:
        here, position = (self.record, self.line), self.records[self.record].position
        if self._fits(*here):
            self._take(0, 0)
            self._on(1, 1)
        elif self._fits(self.record + 1, self.line):
            self._moved(position)
        elif self._fits(self.record, self.line + 1):
            self.found.add("event-extra", "a line was put in before this event", position)
            self._on(0, 1)
        else:
            self.aside.append((self.records[self.record], self.digests[self.line]))
            self._on(1, 1)

    def _moved(self, position: int) -> None:
        if self._fits(self.record, self.line + 1):
            self.found.add("order", "this event and the next have changed places", position)
            self._take(0, 1)
            self._take(1, 0)
            self._on(2, 2)
        else:
            self.found.add("event-missing", "this event is left out", position)
            self._on(1, 0)

    def _take(self, record: int, line: int) -> None:
        self.right.append((self.records[self.record + record], self.lines[self.line + line]))

    def _on(self, records: int, lines: int) -> None:
        self.record += records
        self.line += lines

    def _tell_aside(self) -> None:
        told = self.aside[:KEPT]
        elsewhere = {record.digest for record, _ in told}
        for record, digest in told:
            if digest in elsewhere:
                self.found.add("order", "an event that stands elsewhere stands here", record.position)
            else:
                self.found.add("event-changed", "the line is not the event that was signed", record.position)


def counted(topics: list[str]) -> dict[str, int]:
    """How many there are of each topic."""
    return dict(Counter(topics))
