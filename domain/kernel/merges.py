"""Records of one person that were merged: the event for every stream that names them, and the record known by it."""

from typing import ClassVar, TypeVar

from domain.kernel.envelope import Event
from domain.kernel.ids import PersonId
from domain.kernel.renaming import rename_id
from domain.kernel.visibility import PUBLIC, Part

Merges = tuple[tuple[PersonId, PersonId], ...]
"""Records that were merged, in that order, each with the one that it was merged into."""
V = TypeVar("V")


class RecordEvent(Event):
    """Two records of one person were merged (REG-1), or a merge was taken back (REG-3)."""

    SEEN: ClassVar[Part] = PUBLIC
    record: PersonId
    merged_into: PersonId


def with_merge(merges: Merges, event: RecordEvent) -> Merges:
    """Those that hold once these two were merged."""
    return (*without_merge(merges, event), (event.record, event.merged_into))


def without_merge(merges: Merges, event: RecordEvent) -> Merges:
    """Those that hold once the record's was taken back; a record is merged into one at a time."""
    return tuple(one for one in merges if one[0] != event.record)


def under_known_ids(value: V, merges: Merges) -> V:
    """The recorded value, under the present ids of its persons."""
    for record, merged_into in merges:
        value = rename_id(value, record, merged_into)
    return value
