"""Events that change whose a tournament's entries, offices and acts are. Topics and fields are for ever."""

from typing import ClassVar

from domain.kernel import merges
from domain.kernel.envelope import Event
from domain.kernel.ids import EntryNumber


class RecordEvent(merges.RecordEvent):
    """Two records of one person were merged, or a merge was taken back. `entries` were made for the `record`."""

    entries: tuple[EntryNumber, ...]


class RecordMerged(RecordEvent):
    """All that is under the id of the `record` belongs to the record it was `merged_into` (REG-1). These are entries,
    and the offices and acts of a director, a committee member, a monitor, or an author."""

    TOPIC: ClassVar[str] = "tournament.record-merged.v1"


class RecordSplit(RecordEvent):
    """All that was under the id of the `record` is so again. So are those entries made since the merge that are said to
    be its person's (REG-3)."""

    TOPIC: ClassVar[str] = "tournament.merge-taken-back.v1"
    entered_since: tuple[EntryNumber, ...]


MERGE_EVENTS: tuple[type[Event], ...] = (RecordMerged, RecordSplit)
