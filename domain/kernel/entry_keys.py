"""The keys of what a match, a bye or an opening is made from: a match by its number, or an entry that has left.

Both are in one set and in one recorded list. This module alone tells them apart.
"""

from collections.abc import Iterable
from typing import NewType

from domain.kernel.ids import EntryNumber, MatchNumber

EntryKey = NewType("EntryKey", int)


def entry_key(entry: EntryNumber) -> EntryKey:
    """The key of an entry."""
    return EntryKey(-entry)


def is_entry_key(key: int) -> bool:
    """Whether it is the key of an entry, and no match's number."""
    return key < 0


def entry_of_key(key: int) -> EntryNumber:
    """The entry that has this key."""
    return -key


def matches_in(keys: Iterable[int]) -> list[MatchNumber]:
    """The matches whose numbers are among these, in order."""
    return sorted(key for key in keys if not is_entry_key(key))


def entries_in(keys: Iterable[int]) -> list[EntryNumber]:
    """The entries whose keys are among these, by number."""
    return sorted(entry_of_key(key) for key in keys if is_entry_key(key))
