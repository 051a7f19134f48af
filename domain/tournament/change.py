"""The effect of changed results on one stage, by itself and with each choice (ALL-4)."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from domain.kernel.entry_keys import is_entry_key, matches_in
from domain.match import layering
from domain.match.record import Bye, Derived, Match, Opening
from domain.match.verdict import Basis, DerivedKey, Verdict
from domain.tournament.derived.propagation import changed_places, derived_of_key, rewind, set_aside
from domain.tournament.derived.provenance import others_in_slot
from domain.tournament.derived.sides import empty_sides
from domain.tournament.derived.stage import Stage, stage_of
from domain.tournament.matches.events import ChangedResult, MetBefore
from domain.tournament.state import Tournament


@dataclass(frozen=True)
class Change:
    """A change of what some matches came to, or of who is still in, and what it brings about in a stage. `numbers` are
    those matches, and minus the number of an entry that has left or come back; in `laid` are all matches that it has
    touched. `together` are those of the numbers that have not changed, but go with one that has, see
    `exchanged_matches`."""

    numbers: tuple[int, ...]
    before: Tournament
    after: Tournament
    laid: tuple[int, ...]
    stage: int
    together: tuple[int, ...] = ()

    @cached_property
    def lost(self) -> Sequence[Derived]:
        """Matches, byes and openings that were possible and no longer are, as they were."""
        return [made for made, now in self._derived if made.possible and not now.possible]

    @cached_property
    def revived(self) -> Sequence[Derived]:
        """Those that were not possible and now are, but for the replaced ones."""
        return [made for made in self._possible_again if not self._is_replaced(made)]

    @cached_property
    def replaced(self) -> Sequence[Derived]:
        """Those that would be possible again, though another is in their slot, or was there after them. They stay
        away, so that nobody is in a slot twice."""
        return [made for made in self._possible_again if self._is_replaced(made)]

    @cached_property
    def lapsed(self) -> Sequence[Match]:
        """Matches that were abandoned and no longer are, but for what changed itself."""
        pairs = ((self.before.matches[number], self.after.matches[number]) for number in self.laid)
        mine = ((match, now) for match, now in pairs if match.stage == self.stage)
        return [m for m, now in mine if m.abandoned and not now.abandoned and m.number not in self.numbers]

    @property
    def matters(self) -> bool:
        """Whether it changes anything in the stage."""
        return bool(self.lost or self.lapsed or self.revived or self.replaced)

    @property
    def changed(self) -> tuple[ChangedResult, ...]:
        return self.changed_keeping(())

    def changed_keeping(self, places_of: Collection[int]) -> tuple[ChangedResult, ...]:
        """The change, where anyone who had gone on by one of those keeps the place."""
        after = self.after.verdict
        keeps = {number: number in places_of for number in self.numbers}
        return tuple(
            ChangedResult(before=(n, self._was(n)), after=(n, after(n)), keeps_place=kept) for n, kept in keeps.items()
        )

    def _was(self, number: int) -> Verdict:
        """Its verdict before, or the one by which others have gone on since a decision kept it."""
        stood = self.before.override(number) if number in self.together else None
        return self.before.verdict(number) if stood is None else stood.advances_as

    @property
    def met_before(self) -> tuple[MetBefore, ...]:
        """Former sides of the matches whose sides were corrected."""
        known = [(self.before.matches[n], self.after.matches[n]) for n in self.numbers if not is_entry_key(n)]
        met = [(n.number, n.sides_paired if n.number in self.together else was.sides, n.sides) for was, n in known]
        return tuple(MetBefore(match=number, sides=was) for number, was, now in met if was != now)

    @cached_property
    def _possible_again(self) -> Sequence[Derived]:
        return [now for made, now in self._derived if not made.possible and now.possible]

    @cached_property
    def rivals(self) -> Sequence[tuple[Opening, Opening]]:
        """The openings that come back to a stage which is open otherwise, each with the other one, unless it stays
        away. A stage has one opening."""
        back = [made for made in self.revived if isinstance(made, Opening) and made.live]
        return [(made, other) for made in back if (other := self._rival(made)) is not None]

    @property
    def started(self) -> Sequence[int]:
        """The started matches that are lost by it."""
        matches = (made for made in self.lost if isinstance(made, Match))
        return [match.number for match in matches if counts_as_started(self.before, match)]

    @property
    def can_stand(self) -> bool:
        """Whether what it takes from the stage may stay: a stage rests on the one before it."""
        openings = (made for made in self.lost if isinstance(made, Opening))
        return all(self._hangs_on_it_alone(opening) for opening in openings)

    def _hangs_on_it_alone(self, opening: Opening) -> bool:
        return all(n in self.numbers for n, verdict in opening.made_from if self.after.verdict(n) != verdict)

    def has_begun(self, opening: Opening) -> bool:
        """Whether a match of that opening has been started, or had been before it went."""
        return any(match.opening == opening.number and match.started for match in self.after.matches.values())

    def touches(self, basis: Basis) -> bool:
        """Whether it changes one of these outcomes."""
        return any(origin in self.numbers for origin, _ in basis)

    @property
    def direct(self) -> Sequence[Derived]:
        """Of what is lost what was made from the changed results themselves: all else comes back with it."""
        return [
            one for one in self.lost if self.touches((*one.made_from, *derived_of_key(self.after, one.key).made_from))
        ]

    @cached_property
    def was(self) -> Stage | None:
        """The stage as it was before; None: it was not open."""
        return self._stage_in(self.before)

    def stage_in(self, state: Tournament) -> Stage:
        """The stage, as it was opened, in a state after the change."""
        opening = None if self.was is None else self.was.facts.opening
        return stage_of(state, None if opening is None else state.rounds.openings[opening.number - 1])

    def _stage_in(self, state: Tournament) -> Stage | None:
        if self.stage == 1:
            return stage_of(state, None)
        live = (one for one in state.rounds.openings if one.stage == self.stage and one.live)
        return next((stage_of(state, one) for one in live), None)

    @property
    def is_played(self) -> bool:
        """Whether no later stage was open."""
        return not any(one.live and one.stage > self.stage for one in self.before.rounds.openings)

    def _rival(self, made: Opening) -> Opening | None:
        """The other opening of its stage that is live, if one is."""
        others = (one for one in self.after.rounds.openings if one.stage == made.stage and one.live)
        return next((one for one in others if one.number != made.number), None)

    def _is_replaced(self, made: Derived) -> bool:
        if not made.valid:
            return False
        if isinstance(made, Opening):
            rival = self._rival(made)
            return rival is not None and self.has_begun(rival) and not self.has_begun(made)
        since = _last_changed(derived_of_key(self.before, made.key))
        others = (derived_of_key(self.before, other.key) for other in others_in_slot(self.after, made))
        return any(other.possible or _last_changed(other) > since for other in others)

    def is_of_its_bout(self, made: Derived) -> bool:
        """Whether it is a later match of a bout that a changed match began: what that has come to is its result too."""
        return isinstance(made, Match) and made.begun_by in self.numbers

    @property
    def _derived(self) -> Iterator[tuple[Derived, Derived]]:
        """Each of the stage that may have turned, before and after, every kind by number."""
        matches = (self.before.matches[number] for number in self.laid)
        byes = (bye for _, bye in sorted(self.before.rounds.byes.items()))
        made: tuple[Derived, ...] = (*matches, *byes, *self.before.rounds.openings)
        return ((one, derived_of_key(self.after, one.key)) for one in made if one.stage == self.stage)


def counts_as_started(state: Tournament, match: Match) -> bool:
    """Whether something was played in it, or said of it by somebody. Nobody has played a later match of a bout that was
    lost because a side is out, or lacks a player (NXE-8, TEA-4)."""
    if match.begun_by is None:
        return match.started
    played = match.outcome is not None and match.outcome.play_began
    said = layering.without_concessions(match, layering.conceding(match)).started and not empty_sides(state, match)
    return played or said


def exchanged_matches(state: Tournament, numbers: Sequence[int]) -> tuple[int, ...]:
    """The other matches of brackets in which players changed places with those of these matches, by a correction of who
    met. Those who had gone on keep their places, so that nobody keeps one place and comes to another besides."""
    known_now = (state.matches[number] for number in numbers if not is_entry_key(number))
    found = [match for match in known_now if match.paired is not None]
    known = {match.number for match in found}
    stood = [state.matches[n] for n in matches_in(state.rounds.stood) if _keeps_places(state, state.matches[n])]
    for match in found:  # grows on the way
        more = [one for one in stood if one.number not in known and changed_places(one, match)]
        known |= {one.number for one in more}
        found += more
    return tuple(sorted(known - {*numbers}))


def left_with_places(change: Change, number: int, keeping: Sequence[int]) -> Sequence[int]:
    """The live matches of brackets in which players changed places with that one, but for those of which anyone keeps
    the place too."""
    match = change.after.matches.get(number)
    if match is None or match.slot is None:
        return ()
    mine = _moved_entries(change, match)
    numbers = {n for entry in mine for n in change.after.rounds.matches_of.get(entry, ())} - {number, *keeping}
    others = (change.after.matches[n] for n in sorted(numbers))
    here = (one for one in others if one.valid and (one.opening, one.round) == (match.opening, match.round))
    return [one.number for one in here if not mine.isdisjoint(_moved_entries(change, one))]


def _moved_entries(change: Change, match: Match) -> set[int]:
    """The entries that came into the match, or went from it, since its sides were corrected."""
    was = change.before.matches.get(match.number, match)
    return ({*match.sides_paired} ^ {*match.sides}) | ({*was.sides} ^ {*match.sides})


def _keeps_places(state: Tournament, match: Match) -> bool:
    stood = state.rounds.override(match.number, state.verdict(match.number))
    return match.slot is not None and match.paired is not None and stood is not None and stood.keeps_place


def _last_changed(made: Derived) -> int:
    """At which version of the stream."""
    return made.version if isinstance(made, Opening) else made.revision


@dataclass(frozen=True, slots=True)
class Restored:
    """Rewound matches and byes that somebody brings back, and those that go for them, in the state after both."""

    after: Tournament
    keys: tuple[DerivedKey, ...] = ()
    instead_of: tuple[DerivedKey, ...] = ()


def restored_matches(state: Tournament, numbers: Sequence[int], stage: int) -> Restored:
    """The stage's rewound matches made from these results, which come back: of several in one place the newest. A place
    that has not begun goes for one that had, unless that is void besides: it has no place."""
    found, before = Restored(state), Restored(state)
    keys = {key for number in numbers for key in state.rounds.derived_from.get(number, ())}
    made = (one for one in (derived_of_key(state, key) for key in keys) if one.rewound and one.stage == stage)
    waiting = sorted(made, key=lambda one: (_last_changed(one), one.key), reverse=True)
    while waiting:
        for one in waiting:
            found = _with(found, one)
        if found is before:
            break
        waiting, before = [one for one in waiting if one.key not in found.keys], found
    return found


def _with(found: Restored, made: Derived) -> Restored:
    after = rewind(found.after, made.key, rewound=False)
    back = derived_of_key(after, made.key)
    there = () if isinstance(back, Opening) or not back.valid else tuple(_in_its_place(found.after, after, back))
    begun = isinstance(back, Match) and back.started
    others_begun = any(isinstance(other, Match) and counts_as_started(after, other) for other in there)
    if not back.possible or (there and not begun) or others_begun:
        return found
    aside = tuple(other.key for other in there)
    for key in aside:
        after = set_aside(after, key)
    return Restored(after, (*found.keys, made.key), (*found.instead_of, *aside))


def _in_its_place(before: Tournament, state: Tournament, made: Match | Bye) -> Iterator[Match | Bye]:
    """The ones that count where it comes back: in its slot, or for one of its entries in its round. In its bout what
    was made after it though not from it, as was before: it may call for that no more."""
    if isinstance(made, Match) and made.begun_by is not None:
        later = (before.matches[number] for number in before.rounds.bouts[made.begun_by] if number > made.number)
        mine = made.number
        yield from (match for match in later if match.valid and all(origin != mine for origin, _ in match.made_from))
        return
    if made.slot is not None:
        yield from (other for other in others_in_slot(state, made) if other.possible)
        return
    stage = stage_of(state, state.rounds.openings[made.opening - 1] if made.opening > 0 else None)
    for entry in (made.entry,) if isinstance(made, Bye) else made.sides:
        others = [*_others(state, made, entry)]
        if len(others) >= stage.seats(entry):
            yield from others


def _others(state: Tournament, made: Match | Bye, entry: int) -> Iterator[Match | Bye]:
    matches = (state.matches[number] for number in state.rounds.matches_of.get(entry, ()))
    byes = (bye for _, bye in sorted(state.rounds.byes.items()) if bye.entry == entry)
    found: tuple[Match | Bye, ...] = (*matches, *byes)
    for other in found:
        alike = other.round == made.round and other.opening == made.opening
        in_bout = isinstance(other, Match) and other.begun_by is not None
        if alike and other.valid and other.key != made.key and not in_bout:
            yield other
