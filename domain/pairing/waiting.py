"""Who waits in a bracket for an opponent, and for which match."""

from collections.abc import Iterable, Sequence
from typing import Protocol


class _Seat(Protocol):
    @property
    def entry(self) -> int | None: ...
    @property
    def waits_for(self) -> str | None: ...


class _Slot(Protocol):
    @property
    def slot(self) -> str: ...
    @property
    def seats(self) -> Sequence[_Seat]: ...
    @property
    def matches(self) -> Sequence[int]: ...


def opponent_from(slots: Iterable[_Slot], entry: int) -> Sequence[int]:
    """The matches of the slot out of which the entry's next opponent comes, the oldest first; none where the entry
    waits for nobody, or no match is made there."""
    by_name = {one.slot: one for one in slots}
    waiting = (one for one in by_name.values() if not one.matches and any(seat.entry == entry for seat in one.seats))
    names = (seat.waits_for for one in waiting for seat in one.seats if seat.waits_for)
    return next((by_name[name].matches for name in names if name in by_name), ())
