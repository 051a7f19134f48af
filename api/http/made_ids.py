"""Ids that were once made of names, without a secret: the public is told none of anybody who is erased or withheld.

Anybody can make such an id of a name that they guess, and compare. So the number of the entry is told instead, written
as an id that nobody has; what is asked for under the id is answered like an unknown one (decision 0078).
"""

import re
from collections.abc import Callable, Mapping
from typing import Literal

from domain.kernel.ids import PersonId

Hidden = Literal["erased", "withheld"]
"""Why somebody's name is not for the public."""
Place = tuple[int, int]
"""The number of an entry, and which of its persons; 0: no entry."""

_MADE = re.compile(rb"[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
_INSTEAD = "00000000-0000-8{member:03x}-{mark}000-{entry:012x}"
_MARKS: Mapping[Hidden, str] = {"erased": "8", "withheld": "9"}
_WITHHELD = re.compile("00000000-0000-8[0-9a-f]{3}-9000-[0-9a-f]{12}")


def made_in(content: bytes) -> frozenset[PersonId]:
    """The ids in a text that may be made of names: UUIDs of version 5 (RFC 9562)."""
    return frozenset(found.decode() for found in _MADE.findall(content))


def instead(why: Hidden, place: Place) -> PersonId:
    """The id to show in place of that of somebody with that place in a tournament."""
    entry, member = place
    return _INSTEAD.format(member=member, mark=_MARKS[why], entry=entry)


def is_instead(person: PersonId) -> bool:
    """Whether that stands in place of somebody's id: nothing is read under it."""
    return person.startswith("00000000-0000-8")


def is_withheld(person: PersonId) -> bool:
    """Whether that stands in place of the id of somebody whose name is withheld."""
    return _WITHHELD.fullmatch(person) is not None


def without_made(content: bytes, hidden: Mapping[PersonId, Hidden], place_of: Callable[[PersonId], Place]) -> bytes:
    """The text with the places of those who are hidden instead of their ids."""
    told = {one.encode(): instead(why, place_of(one)).encode() for one, why in hidden.items()}
    return _MADE.sub(lambda found: told.get(found[0], found[0]), content) if told else content
