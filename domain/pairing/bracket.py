"""A knockout's bracket: its slots, who is seated where, and who comes out of each (SEL-3).

In every round the slots are numbered from the top, from 1; the winners of the first two meet in the first slot of the
next round, and so on. Where the entrants are fewer than the seats of the first round, the top seeds have no opponent
in it. A match for the third place has a slot of its own beside the final.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Generic, TypeVar

from domain.kernel.entry_keys import entry_key
from domain.pairing.round_names import FROM_THE_END, RoundName, name_before


def rounds_of(entrants: int) -> int:
    """The number of rounds for so many entrants: 1 for two, 3 for five to eight; 0 for one or none."""
    return max(entrants - 1, 0).bit_length()


@cache
def seats_of(rounds: int) -> tuple[int, ...]:
    """The seeds on the seats of a full first round, from the top: 1, 8, 4, 5, 2, 7, 3, 6 for three rounds. If the
    better seed always wins, the two in every slot add up to the same."""
    seats = [1]
    for _ in range(rounds):
        pair = 2 * len(seats) + 1
        seats = [seed for better in seats for seed in (better, pair - better)]
    return tuple(seats)


def seats_as_listed(entrants: int) -> tuple[int, ...]:
    """SE-4: the seeds on the seats of round 1 as they are listed, from the top: 1 and 2, 3 and 4. Seats are empty as
    second sides of the last matches, one each."""
    empty = (1 << rounds_of(entrants)) - entrants
    meeting = entrants - empty
    alone = (seed for first in range(1, empty + 1) for seed in (meeting + first, entrants + first))
    return (*range(1, meeting + 1), *alone)


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """A place for one match: in a round, at a position from the top, both from 1."""

    round: int
    position: int

    @property
    def next(self) -> "Slot":
        """Where its winner goes on."""
        return Slot(self.round + 1, (self.position + 1) // 2)

    @property
    def feeders(self) -> tuple["Slot", "Slot"]:
        """The two of the round before that its sides come from, the upper first."""
        return Slot(self.round - 1, 2 * self.position - 1), Slot(self.round - 1, 2 * self.position)


@dataclass(frozen=True, slots=True)
class Held:
    """The occupant of a slot: a match of two, or a walkover of one where `match` is None. `winner` goes on from it,
    once it is decided; None: nobody does. A match is to be played `again` if it was drawn; but where one of the two has
    `left`, that has decided it. `went_on` are the two of whom that is told, where others met there."""

    entries: tuple[int, ...]
    match: int | None
    decided: bool
    winner: int | None = None
    again: bool = False
    left: tuple[int, ...] = ()
    went_on: tuple[int, ...] = ()

    @property
    def loser(self) -> int | None:
        """The other of the two, where somebody has won."""
        two = self.went_on or self.entries
        return next((e for e in two if e != self.winner), None) if self.winner is not None else None


@dataclass(frozen=True, slots=True)
class Out:
    """The entry that comes out of a slot, None where none does, and what has decided it: matches by number, and minus
    the numbers of those who have left. `through` are the slots on the entry's way in which no match has decided it."""

    entry: int | None
    origins: tuple[int, ...] = ()
    through: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Where somebody sits who belongs to another slot of the round, since it was corrected who met: the slot, the side
    there from 0, and `origins`, which that hangs on."""

    slot: str
    side: int
    origins: tuple[int, ...] = ()


SitsElsewhere = Callable[[str, int], Elsewhere | None]
"""Says where an entry sits who belongs to the slot of that name; None: there."""


def nobody_elsewhere(_slot: str, _entry: int) -> Elsewhere | None:
    """Everybody is in their own place."""
    return None


def occupant_of(
    slot: str, out: Out, elsewhere: SitsElsewhere, coming_into: Callable[[str], tuple[Out, Out] | None]
) -> Out | None:
    """The occupant of a slot; None while that is open. One who sits elsewhere gives way to who belongs there, and so
    on. `coming_into` says who belongs to a slot."""
    looked_at: set[int] = set()
    while out.entry is not None and out.entry not in looked_at:
        looked_at.add(out.entry)
        there = elsewhere(slot, out.entry)
        if there is None:
            return out
        coming = coming_into(there.slot)
        if coming is None:
            return None
        other = coming[there.side]
        out = Out(other.entry, (*out.origins, *other.origins, *there.origins), (*out.through, *other.through))
    return out


@dataclass(frozen=True, slots=True)
class Missing:
    """The occupant that a slot lacks: a match of two, the upper first, or a walkover of one; `origins` and `through` as
    of those who come out of one, and `through` are the slots further up too, in which a match is wanting. `corrected`:
    somebody who belongs there sits elsewhere, since it was corrected who met."""

    entries: tuple[int, ...]
    origins: tuple[int, ...]
    through: tuple[str, ...] = ()
    corrected: bool = False


def _has_match(held: Held | None) -> bool:
    return held is not None and held.match is not None


P = TypeVar("P")


class Walk(ABC, Generic[P]):
    """Slots of any kind that are filled from one another: who comes into each, and who out of it. Says nothing of how
    they hang together. `held` says what a slot of that name is filled with, `by_seed` who is seated, the first seed
    first, `present` whether somebody still can go on, and `elsewhere` who sits in another place."""

    held: Callable[[str], Held | None]
    by_seed: Callable[[], Sequence[int | None]]
    present: Callable[[int], bool]
    elsewhere: SitsElsewhere
    _outs: dict[str, Out | None]
    _taken: dict[str, bool]

    @abstractmethod
    def name(self, slot: P) -> str:
        """The name of the slot."""

    @abstractmethod
    def slot(self, name: str) -> P:
        """The slot of that name."""

    @abstractmethod
    def above(self, slot: P) -> Sequence[P]:
        """Where those who come out of the slot go on."""

    @abstractmethod
    def _settling(self, slot: P) -> tuple[str, ...]:
        """The slots further up: with any of them filled, the slot would be settled."""

    @abstractmethod
    def _coming_into(self, slot: P) -> tuple[Out, Out] | None:
        """The two that belong to the slot, wherever they sit; None while that is open."""

    @abstractmethod
    def _seats(self) -> Iterator[tuple[P, Out]]:
        """Each seat of a first place: the place, and who belongs there."""

    @abstractmethod
    def _is_bye(self, slot: P) -> bool:
        """Whether nobody is waited for there, since a seat was empty from the outset."""

    @abstractmethod
    def _beaten_from(self, slot: P) -> Collection[int]:
        """Those who play further up as beaten in this slot."""

    @cached_property
    def seats(self) -> dict[int, P]:
        """The first place that each entry is seated in."""
        return {out.entry: slot for slot, out in self._seats() if out.entry is not None}

    def seats_without_match(self) -> dict[int, str]:
        """By entry the first place in which it sits now, of those without a match: in that of another where it was
        corrected who met."""
        seats = ((self.name(slot), out) for slot, out in self._seats() if not _has_match(self.contents_of(slot)))
        now = ((name, occupant_of(name, out, self.elsewhere, self._belonging)) for name, out in seats)
        return {out.entry: name for name, out in now if out is not None and out.entry is not None}

    def contents_of(self, slot: P) -> Held | None:
        """The contents of the slot."""
        return self.held(self.name(slot))

    def is_passed(self, slot: P) -> bool:
        """Whether somebody stands further up, so that what the slot came to is settled."""
        return any(map(self.is_taken, self.above(slot)))

    def is_taken(self, slot: P) -> bool:
        """Whether nobody can come into the slot any more: it is filled, or settled."""
        name = self.name(slot)
        if name not in self._taken:
            self._taken[name] = self.held(name) is not None or self.is_passed(slot)
        return self._taken[name]

    def hanging_on(self, slots: Iterable[P]) -> Iterator[P]:
        """These, and those above them as far as it is known who comes into them from there."""
        looked_at: set[str] = set()
        waiting = list(slots)
        while waiting:
            slot = waiting.pop()
            if self.name(slot) not in looked_at:
                looked_at.add(self.name(slot))
                yield slot
                waiting += self.above(slot) if self.out_of(slot) is not None else ()

    def missing(self, slot: P) -> Missing | None:
        """The entries that the slot still lacks; None where it is filled, settled or still open, or nobody comes."""
        held = self.contents_of(slot)
        if held is not None:
            if not held.again or not held.match or self.is_passed(slot):
                return None
            return Missing(held.entries, (held.match,), self._settling(slot), self._is_corrected(slot))
        into = self.into(slot)
        here = self._here(into) if into else ()
        if into is None or not here or self.is_passed(slot):
            return None
        through = (*into[0].through, *into[1].through, *self._settling(slot))
        return Missing(here, self._origins(into), through, self._is_corrected(slot))

    def _is_corrected(self, slot: P) -> bool:
        """Whether somebody who belongs to the slot sits elsewhere."""
        belong = (out.entry for out in self._coming_into(slot) or () if out.entry is not None)
        return any(self.elsewhere(self.name(slot), entry) is not None for entry in belong)

    def into(self, slot: P) -> tuple[Out, Out] | None:
        """The two that come into the slot, the first side first; None while that is open."""
        coming = self._coming_into(slot)
        if coming is None:
            return None
        name = self.name(slot)
        upper, lower = (occupant_of(name, one, self.elsewhere, self._belonging) for one in coming)
        return None if upper is None or lower is None else (upper, lower)

    def _belonging(self, name: str) -> tuple[Out, Out] | None:
        return self._coming_into(self.slot(name))

    def out_of(self, slot: P) -> Out | None:
        """The one who comes out of the slot; None while that is open."""
        name = self.name(slot)
        if name not in self._outs:
            self._outs[name] = self._out_of(slot)
        return self._outs[name]

    def _out_of(self, slot: P) -> Out | None:
        held = self.contents_of(slot)
        if held is None:
            return self._out_of_unfilled(slot)
        if held.match is None:
            into = None if self._is_bye(slot) else self.into(slot)
            return self._without_match(slot, held.winner, into or ())
        if not held.decided:
            return None
        left = tuple(map(entry_key, held.left))
        return Out(held.winner, (held.match, *left), (self.name(slot),) if left else ())

    @cached_property
    def _entries(self) -> Sequence[int | None]:
        return self.by_seed()

    def _out_of_unfilled(self, slot: P) -> Out | None:
        """Open while two are still to meet; otherwise the only one there is, or nobody. Anyone who plays where the
        beaten come has been beaten."""
        into = self.into(slot)
        beaten = self._beaten_from(slot)
        here = [entry for entry in self._here(into or ()) if entry not in beaten]
        if into is None or len(here) == 2:
            return None
        return self._without_match(slot, here[0] if here else self._entry_with_place_above(slot, into), into)

    def _entry_with_place_above(self, slot: P, into: Sequence[Out]) -> int | None:
        """The one of them who has left, but has a place further up that was corrected: somebody else sits there."""
        left = [out.entry for out in into if out.entry is not None and not self.present(out.entry)]
        moved = (one for one in left if any(self.elsewhere(name, one) for name in self._settling(slot)))
        return next(moved, None)

    def _without_match(self, slot: P, entry: int | None, into: Sequence[Out]) -> Out:
        """Comes out of a slot without a match: because of all that keeps others away."""
        through = (name for out in into for name in out.through)
        return Out(entry, self._origins(into), (self.name(slot), *through))

    def _here(self, into: Sequence[Out]) -> tuple[int, ...]:
        """Those of them who are still there to go on, the first side first."""
        return tuple(out.entry for out in into if out.entry is not None and self.present(out.entry))

    def _origins(self, into: Sequence[Out]) -> tuple[int, ...]:
        """The origins that have brought the two together, or kept one of them away."""
        here = self._here(into)
        left = (entry_key(out.entry) for out in into if out.entry is not None and out.entry not in here)
        return tuple(dict.fromkeys((*(number for out in into for number in out.origins), *left)))


@dataclass(frozen=True)
class Bracket(Walk[Slot]):
    """The bracket of so many entrants. `held` says what a slot of that name is filled with, `by_seed` who is seated,
    the first seed first, `present` whether somebody still can go on, and `elsewhere` who sits in another place."""

    entrants: int
    third_place: bool
    held: Callable[[str], Held | None]
    by_seed: Callable[[], Sequence[int | None]]
    present: Callable[[int], bool]
    elsewhere: SitsElsewhere = nobody_elsewhere
    reseeds: bool = False
    """Whether those left are put on the seats again before each round, by their first seeds (SE-6)."""
    first_seats: tuple[int, ...] | None = None
    """The seeds on the seats of round 1, from the top; None: those of SE-2."""
    _outs: dict[str, Out | None] = field(default_factory=dict)
    _taken: dict[str, bool] = field(default_factory=dict)
    _left: dict[int, Sequence[Out] | None] = field(default_factory=dict)

    THIRD = "third"

    @cached_property
    def rounds(self) -> int:
        return rounds_of(self.entrants)

    @property
    def final(self) -> Slot:
        return Slot(self.rounds, 1)

    @property
    def third(self) -> Slot | None:
        """The slot of the match for the third place, where there is one: beside the final, after semifinals."""
        return Slot(self.rounds, 2) if self.third_place and self.rounds > 1 else None

    @property
    def slots(self) -> Iterator[Slot]:
        """All of them, round by round from the top, the third place last."""
        for round_ in range(1, self.rounds + 1):
            yield from self.slots_of(round_)
        if self.third:
            yield self.third

    @property
    def round_names(self) -> Mapping[str, RoundName]:
        """By slot what its round is called, of those rounds that have a name."""
        last = range(max(1, self.rounds - len(FROM_THE_END) + 1), self.rounds + 1)
        named = [(slot, name_before(self.rounds - slot.round)) for round_ in last for slot in self.slots_of(round_)]
        third: dict[str, RoundName] = {self.THIRD: "third-place"} if self.third else {}
        return {self.name(slot): name for slot, name in named if name} | third

    def slots_of(self, round_: int) -> Sequence[Slot]:
        """Those of a round, from the top."""
        return [Slot(round_, position) for position in range(1, 2**self.rounds // 2**round_ + 1)]

    def name(self, slot: Slot) -> str:
        """The slot's name: `2-1`, or `third`."""
        return self.THIRD if slot == self.third else f"{slot.round}-{slot.position}"

    def slot(self, name: str) -> Slot:
        """The slot that is called so."""
        if name == self.THIRD:
            return Slot(self.rounds, 2)
        round_, position = name.split("-")
        return Slot(int(round_), int(position))

    def above(self, slot: Slot) -> Sequence[Slot]:
        """Where those who come out of the slot go on."""
        if slot.round >= self.rounds:
            return ()
        if self.reseeds and slot.round < self.rounds - 1:
            return self.slots_of(slot.round + 1)
        return (slot.next, self.third) if self.third and slot.round == self.rounds - 1 else (slot.next,)

    def _settling(self, slot: Slot) -> tuple[str, ...]:
        """The slots further up: with any of them filled, the slot would be settled."""
        found: dict[Slot, None] = {}
        waiting = list(self.above(slot))
        while waiting:
            one = waiting.pop(0)
            if one not in found:
                found[one] = None
                waiting += self.above(one)
        return tuple(map(self.name, found))

    def feeders(self, slot: Slot) -> Sequence[Slot]:
        """Where those come from who come into the slot, the upper first; none in the first round."""
        if slot.round == 1:
            return ()
        return (self.final if slot == self.third else slot).feeders

    def coming(self, slot: Slot, feeder: Slot) -> Out | None:
        """The one who comes into the slot from that one: its winner, for the third place its loser; None while that is
        open."""
        return self._beaten_in(feeder) if slot == self.third else self.out_of(feeder)

    def _coming_into(self, slot: Slot) -> tuple[Out, Out] | None:
        if slot.round == 1:
            return self.seated_pair(slot)
        if self.reseeds and slot != self.third:
            return self._seated_again(slot)
        first, second = self.feeders(slot)
        upper = self.coming(slot, first)
        lower = None if upper is None else self.coming(slot, second)
        return None if upper is None or lower is None else (upper, lower)

    def plays_on_in(self, entry: int, round_: int) -> Slot | None:
        """The slot of that round in which the entry is seated, where those left are seated again; None while that
        is open, or nowhere."""
        found = ((slot, self._seated_again(slot)) for slot in self.slots_of(round_) if round_ > 1)
        return next((slot for slot, both in found if both and entry in (both[0].entry, both[1].entry)), None)

    def _seated_again(self, slot: Slot) -> tuple[Out, Out] | None:
        """SE-6: who is put there of those who come out of the round before; None while one of its slots is open. Where
        fewer come than have room, the first of them have no opponent."""
        outs = self._outs_after(slot.round - 1)
        if outs is None:
            return None
        origins = tuple(dict.fromkeys(number for out in outs for number in out.origins))
        through = tuple(dict.fromkeys(name for out in outs for name in out.through))
        here = [out.entry for out in outs if out.entry is not None]
        seats = seats_of(self.rounds - slot.round + 1)[2 * slot.position - 2 : 2 * slot.position]
        first, second = (here[seat - 1] if seat <= len(here) else None for seat in seats)
        return Out(first, origins, through), Out(second, origins, through)

    def _outs_after(self, round_: int) -> Sequence[Out] | None:
        """The entries that come out of the slots of a round, the first seed first; None while that is open."""
        if round_ not in self._left:
            outs = [self.out_of(slot) for slot in self.slots_of(round_)]
            known = [out for out in outs if out is not None]
            seeds = {entry: seed for seed, entry in enumerate(self._entries, 1) if entry is not None}
            known.sort(key=lambda out: seeds.get(out.entry or 0, len(seeds) + 1))
            self._left[round_] = known if len(known) == len(outs) else None
        return self._left[round_]

    def seeds_at(self, slot: Slot) -> tuple[int, int]:
        """The seeds seated in a slot of the first round; a seed beyond the entrants is an empty seat."""
        seats = self.first_seats or seats_of(self.rounds)
        return seats[2 * slot.position - 2], seats[2 * slot.position - 1]

    def _seats(self) -> Iterator[tuple[Slot, Out]]:
        """From the top."""
        return ((slot, out) for slot in self.slots_of(1) for out in self.seated_pair(slot))

    def bye(self, slot: Slot) -> bool:
        """Whether it has an empty seat from the outset."""
        return slot.round == 1 and max(self.seeds_at(slot)) > self.entrants

    _is_bye = bye

    def seated_pair(self, slot: Slot) -> tuple[Out, Out]:
        """The two that are seated in a slot of the first round."""
        entries = self._entries
        upper, lower = (entries[seed - 1] if seed <= len(entries) else None for seed in self.seeds_at(slot))
        return Out(upper), Out(lower)

    def _beaten_from(self, slot: Slot) -> Collection[int]:
        """Those who play for the third place."""
        third = [held for one in self.above(slot) if one == self.third and (held := self.contents_of(one))]
        return {entry for held in third for entry in held.entries}

    def _beaten_in(self, slot: Slot) -> Out | None:
        """The entry beaten in the slot, which is none where no match was won; None while that is open."""
        out, held = self.out_of(slot), self.contents_of(slot)
        return None if out is None else Out(held.loser if held else None, out.origins, out.through)
