"""Facts that a format may know of a tournament's stage. Formats count rounds within their stage, from 1."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from itertools import chain

from domain.formats.contract.protocol import Decided, Entrant, Played, RoundPlace
from domain.formats.contract.steps import CHAMPION
from domain.kernel.entry_keys import is_entry_key
from domain.kernel.replacing import replace
from domain.kernel.values import Side
from domain.match import validity
from domain.match.record import Bye, Match, Opening
from domain.match.validity import Tally
from domain.match.verdict import Ended, Verdict, end_of_verdict, sides_met
from domain.pairing.bracket import Elsewhere
from domain.tournament.derived import bouts
from domain.tournament.derived.propagation import standing
from domain.tournament.state import LEFT, Entry, StandOverride, Tournament, announced_settings

THOUSAND = 1000


@dataclass(frozen=True)
class StageFacts:
    """The facts that a format may use (`protocol.Facts`); `opening` is None in the first stage. Who leaves once the
    next stage has been opened has played this one to its end: what was decided in it stays so. `followed_by` is an
    opening taken for that of the next stage, by default the one in force. `with_newest_rates`: the newest analyses
    count, and not those that it was opened by."""

    state: Tournament
    opening: Opening | None
    followed_by: Opening | None = None
    with_newest_rates: bool = False

    @property
    def _number(self) -> int:
        return 0 if self.opening is None else self.opening.number

    @property
    def stage(self) -> int:
        return 1 if self.opening is None else self.opening.stage

    @property
    def rounds_before(self) -> int:
        return 0 if self.opening is None else self.opening.rounds_before

    @property
    def started(self) -> bool:
        return self.state.started

    @property
    def last(self) -> bool:
        return self.stage > len(announced_settings(self.state).stages)

    @property
    def late_entries(self) -> bool:
        return self.opening is None and announced_settings(self.state).conditions.late_entries

    @property
    def error_rates_awaited(self) -> bool:
        """Only a first field is seeded so: a later one comes up from the stage before."""
        wanted = announced_settings(self.state).conditions.error_rate_seeding
        return self.opening is None and wanted is not None and self.state.rounds.seeded is None

    @cached_property
    def beaten_before(self) -> Collection[int]:
        if self.opening is None:
            return frozenset()
        came_to = (one for one in self.opening.made_from if one[0] > 0)
        return frozenset(chain.from_iterable(self._losers(*one) for one in came_to)) & set(self.opening.seeds)

    def _losers(self, match: int, verdict: Verdict) -> Iterator[int]:
        """The losers by that verdict."""
        ended = end_of_verdict(verdict)
        sides = sides_met(verdict, self.state.matches[match].sides_paired)
        return (side for side in sides if ended is not None and ended.is_lost_by(side))

    def order_drawn(self, bracket: str) -> Sequence[str] | None:
        return self.state.rounds.brackets_drawn.get((self._number, bracket))

    def is_begun(self, match: int) -> bool:
        return self.state.matches[match].started

    def places_of_next_stage(self, able: int) -> int:
        if self.last:
            return 0
        return places(announced_settings(self.state).stages[self.stage - 1].qualifiers, able)

    @property
    def starters(self) -> int:
        if self.opening is not None:
            return len(self.opening.seeds)
        known = self.state.rounds.starters
        return self.state.places_taken if known is None else known

    @cached_property
    def _seeds(self) -> dict[int, int]:
        """The place of each seed, where the stage before has given them."""
        return {entry: place for place, entry in enumerate(self.opening.seeds, 1)} if self.opening else {}

    @cached_property
    def numbers(self) -> Sequence[int]:
        if self.opening is not None:
            return sorted(self.opening.seeds)
        return sorted(number for number, entry in self.state.entries.items() if entry.entrant)

    @cached_property
    def entrants(self) -> Sequence[Entrant]:
        return [self.entrant(number) for number in self.numbers]

    def entrant(self, entry: int) -> Entrant:
        """An entry that has asked again, and is not approved again, counts as still away."""
        known = self._known_entrants.get(entry)
        return known or self._known_entrants.setdefault(entry, self._entrant(self.state.entries[entry]))

    @cached_property
    def _known_entrants(self) -> dict[int, Entrant]:
        """Those who were asked for."""
        return {}

    def _entrant(self, entry: Entry) -> Entrant:
        rounds = self.state.rounds
        left_at = entry.left_at or self._out_since(entry)
        to_the_end = left_at is not None and self._over_at is not None and left_at > self._over_at
        return Entrant(
            entry.number,
            entry.person,
            entry.gone and not to_the_end,
            entry.status in LEFT,
            entry.colour,
            rounds.lots.get(entry.number),
            self._seeds.get(entry.number) if self.opening else rounds.seeds.get(entry.number),
            entry.credits,
            None if to_the_end else left_at,
            entry.club,
            rounds.places_taken.get(entry.number) if self.opening is None else None,
            entry.status == "left",
            entry.status == "re-entered",
            entry.place_given_up,
            entry.in_place_of if entry.number in rounds.places_taken else None,
        )

    @cached_property
    def _over_at(self) -> datetime | None:
        """When the next stage was opened."""
        following = (one for one in self.state.rounds.openings if one.live and one.stage == self.stage + 1)
        opening = self.followed_by or next(following, None)
        return None if opening is None else opening.at

    def _out_since(self, entry: Entry) -> datetime | None:
        """Since when it is out by rulings; or was, where it stays out of this stage although they were reversed
        (ALL-4)."""
        return entry.out_since if entry.excluded_by or self._stays_out(entry) else None

    def _stays_out(self, entry: Entry) -> bool:
        """Anyone who goes up to a stage was not put out in it."""
        before = self.opening is not None and entry.out_since is not None and entry.out_since < self.opening.at
        return not before and self.state.stays_out(entry.number)

    @cached_property
    def awaited(self) -> Sequence[int]:
        mine = (n for n in self.state.awaiting if self.state.matches[n].opening == self._number)
        return sorted(number for number in mine if not self._is_passed(self.state.matches[number]))

    def _is_beyond_its_bout(self, match: Match) -> bool:
        """Whether it is open in a bout that the matches before it have decided, since a decision keeps it."""
        return match.begun_by is not None and bouts.first_of(self.state, match).bout_ended is not None

    def _is_passed(self, match: Match) -> bool:
        """Whether it is open again in a bracket while those who had gone on by it keep their places. It may still be
        played, and decides nothing there (ALL-4)."""
        if self._is_beyond_its_bout(match):
            return True
        is_open = match.phase in ("open", "needs-ruling") and match.slot is not None and match.round is not None
        return is_open and self._keeping(match) is not None

    @cached_property
    def places(self) -> Sequence[RoundPlace]:
        return [*self._match_places(), *self._bye_places()]

    def _match_places(self) -> Iterator[RoundPlace]:
        placed = self.state.rounds.matches_of.values()
        for number in sorted(set(chain.from_iterable(placed))):
            match = self.state.matches[number]
            if match.opening == self._number and not match.void and match.begun_by is None:
                yield self._known_place(match)

    def _bye_places(self) -> Iterator[RoundPlace]:
        for number in sorted(self.state.rounds.byes):
            bye = self.state.rounds.byes[number]
            if bye.live and bye.opening == self._number:
                yield self._bye_place(bye)

    def place(self, made: Match | Bye) -> RoundPlace:
        """The place of a match or a bye, whatever has become of it."""
        return self._place(made) if isinstance(made, Match) else self._bye_place(made)

    @cached_property
    def _known(self) -> dict[int, RoundPlace]:
        """The places that were asked for, by match: each is that of two."""
        return {}

    def _known_place(self, match: Match) -> RoundPlace:
        known = self._known.get(match.number)
        return known or self._known.setdefault(match.number, self._place(match))

    def _place(self, match: Match) -> RoundPlace:
        round_ = 0 if match.round is None else match.round - self.rounds_before
        ended = validity.end_of_match(match)
        stood = self._keeping(match)
        went_on = () if stood is None else sides_met(stood.advances_as, match.sides_paired)
        advanced = self._deciding_end(match, ended)
        later = bouts.matches_of(self.state, match)[1:]
        return RoundPlace(round_, match.sides, match.number, match.slot, ended, advanced, went_on, later=tuple(later))

    def _deciding_end(self, match: Match, ended: Ended | None) -> Ended | None:
        """The end that decides who goes on: the one that a decision kept (ALL-4)."""
        stood = self._keeping(match)
        return ended if stood is None else end_of_verdict(stood.advances_as)

    def _keeping(self, match: Match) -> StandOverride | None:
        """The kept change, by which those who had gone on keep their places."""
        stood = self.state.override(match.number)
        return stood if stood is not None and stood.keeps_place else None

    def _bye_place(self, bye: Bye) -> RoundPlace:
        round_ = bye.round - self.rounds_before
        return RoundPlace(round_, (bye.entry,), None, bye.slot, requested=bye.requested, bye=bye.number)

    @cached_property
    def played(self) -> Played:
        """One short look at each match, and no place made of most of them: in a large field that takes seconds."""
        newest: dict[int, int] = {}
        met: dict[int, list[int]] = defaultdict(list)
        by_default: list[Match] = []
        own, stood = self._number, self.state.rounds.stood
        for number in set(chain.from_iterable(self.state.rounds.matches_of.values())):
            match = self.state.matches[number]
            if match.opening != own or not match.valid or match.begun_by is not None:
                continue
            first, second = match.sides
            met[first].append(second)
            met[second].append(first)
            round_ = match.round or 0
            if round_ > newest.get(first, 0):
                newest[first] = round_
            if round_ > newest.get(second, 0):
                newest[second] = round_
            if _by_default(match) or number in stood:
                by_default.append(match)
        return self._places_as_played(newest, met, by_default)

    def _places_as_played(
        self, newest: Mapping[int, int], met: Mapping[int, Sequence[int]], by_default: Sequence[Match]
    ) -> Played:
        before, byes = self.rounds_before, [*self._bye_places()]
        in_stage = {entry: round_ - before for entry, round_ in newest.items()}
        for bye in byes:
            [entry] = bye.entries
            in_stage[entry] = max(in_stage.get(entry, 0), bye.round)
        return Played(in_stage, met, byes, [self._known_place(match) for match in by_default])

    def places_of(self, entry: int) -> Sequence[RoundPlace]:
        matches = (self.state.matches[n] for n in self.state.rounds.matches_of.get(entry, ()))
        mine = (one for one in matches if one.opening == self._number and one.begun_by is None)
        return [self._known_place(match) for match in mine if not match.void]

    def place_in(self, slot: str) -> RoundPlace | None:
        """The newest live match, or else the live bye, in that slot."""
        for number in reversed(self.state.rounds.slots.get((self._number, slot), ())):
            match = self.state.matches[number]
            if not match.void:
                return self._place(match)
        for number in reversed(self.state.rounds.bye_slots.get((self._number, slot), ())):
            bye = self.state.rounds.byes[number]
            if bye.live:
                return self._bye_place(bye)
        return None

    def sits_elsewhere(self, slot: str, entry: int) -> Elsewhere | None:
        corrected = self._corrected_match(slot)
        there = None if corrected is None else self._elsewhere_in_round(corrected, entry)
        if there is None or there.slot is None:
            return None
        also = () if there.paired is None else there.paired.also
        origins = dict.fromkeys(number for number, _ in (*there.made_from, *also))
        side = next(there.sides.index(one) for one in self._in_place_of(entry) if one in there.sides)
        return Elsewhere(there.slot, side, (*origins,))

    def _corrected_match(self, slot: str) -> Match | None:
        """The newest match of that slot of which it was corrected who met."""
        numbers = reversed(self.state.rounds.slots.get((self._number, slot), ()))
        return next((one for n in numbers if (one := self.state.matches[n]).paired is not None), None)

    def slots_exchanged_with(self, slot: str) -> Sequence[str]:
        pairs = (pair for pair in self._exchanged if slot in pair)
        return list(dict.fromkeys(other for pair in pairs for other in pair if other != slot))

    @cached_property
    def _exchanged(self) -> Sequence[tuple[str, str]]:
        """The slot that somebody belongs to, and the one where they have their match since it was corrected who met."""
        matches = (one for _, one in sorted(self.state.matches.items()) if one.paired and one.opening == self._number)
        found = ((one.slot, self._elsewhere_in_round(one, entry)) for one in matches for entry in one.sides_paired)
        return [(slot, there.slot) for slot, there in found if slot and there and there.slot]

    def _elsewhere_in_round(self, match: Match, entry: int) -> Match | None:
        """The match in another slot of that round in which the entry sits: a live one, or else that by which it came
        there. That one is given as long as it has only been left by somebody, or does not count."""
        numbers = chain.from_iterable(map(self._matches_of, self._in_place_of(entry)))
        others = [one for one in map(self.state.matches.__getitem__, numbers) if one.begun_by is None]
        alike = [one for one in others if (one.opening, one.round) == (match.opening, match.round)]
        elsewhere = [one for one in alike if one.slot != match.slot]
        live = (one for one in elsewhere if one.valid)
        return next(live, None) or next(filter(self._keeps_seats, elsewhere), None)

    def _matches_of(self, entry: int) -> Sequence[int]:
        return self.state.rounds.matches_of.get(entry, ())

    def _in_place_of(self, entry: int) -> Iterator[int]:
        """The entry, the one whose place it was given after the start, and so on (SE-12)."""
        given: int | None = entry
        while given is not None:
            yield given
            given = self.entrant(given).instead_of

    def _keeps_seats(self, match: Match) -> bool:
        """Whether by the newest correction in its slot two sit there, although it does not count."""
        newest = self._corrected_match(match.slot or "")
        if match.paired is None or match.paired.undone or newest is None or newest.number != match.number:
            return False
        by_itself = replace(match, status="valid") if match.status == "set-aside" else match
        return validity.status_of(by_itself, partial(standing, self.state)) in ("valid", "void")

    def place_of(self, match: int) -> RoundPlace | None:
        found = bouts.first_of(self.state, self.state.matches[match])
        mine = found.opening == self._number and _has_place(found) and not found.void
        return self._place(found) if mine else None

    def tally(self, entry: int) -> Tally:
        return self.state.tallies.get((self._number, entry), Tally())

    def points(self, match: int) -> Mapping[int, int]:
        of_it = (self.state.matches[one] for one in bouts.matches_of(self.state, self.state.matches[match]))
        scored: dict[int, int] = {}
        for result in filter(None, map(validity.counting, of_it)):
            for entry, points in zip(result.sides, result.outcome.points or (), strict=False):
                scored[entry] = scored.get(entry, 0) + points
        return scored

    def error_rates(self, match: int) -> Mapping[int, int]:
        """As they were when the stage was over: what was decided by them stays so, unless somebody chooses otherwise
        (ALL-4)."""
        until = self._over_at or announced_settings(self.state).ended_at
        records = self.state.match_records.of(match)
        found = records.counted_error_rates(None if self.with_newest_rates else until)
        rates = () if found is None else (found.first, found.second)
        sides = self.state.matches[match].as_played[0]
        return {side: int(rate * THOUSAND) for side, rate in zip(sides, rates, strict=False)}

    def byes(self, entry: int) -> int:
        return self.state.rounds.bye_counts.get((self._number, entry), 0)

    def setbacks(self, entry: int) -> int:
        return self.tally(entry).losses + sum(self._losses_spared(number, entry) for number in self._standing_changes)

    def missed_places(self, entry: int) -> Mapping[int, int]:
        mine = (n for n in self.state.rounds.stood if is_entry_key(n) or self.state.matches[n].opening == self._number)
        overrides = map(self.state.override, mine)
        found = [one for stood in overrides if stood is not None for one in stood.missed if one[0] == entry]
        missed: dict[int, int] = {}
        for _, round_, places in found:
            in_stage = round_ - self.rounds_before
            missed[in_stage] = max(places, missed.get(in_stage, 0))
        return missed

    def is_absent(self, entry: int, round_: int) -> bool:
        return self.state.rounds.is_absent(entry, round_ + self.rounds_before)

    def standing_losses(self, entry: int) -> Sequence[int]:
        return sorted(number for number in self._standing_changes if self._losses_spared(number, entry) > 0)

    @property
    def _standing_changes(self) -> Iterator[int]:
        """The matches of which a decision kept a change."""
        return (number for number in self.state.rounds.stood if not is_entry_key(number))

    def _losses_spared(self, number: int, entry: int) -> int:
        """The losses that a standing change of that match adds to the entry's: 1, 0 or -1; nothing where the match
        itself hangs on what is so no longer."""
        match = self.state.matches[number]
        if entry not in match.sides or match.opening != self._number or not match.live or match.begun_by is not None:
            return 0
        ended = validity.end_of_match(match)
        return _losses(self._deciding_end(match, ended), entry) - _losses(ended, entry)

    def decision(self, question: str) -> Decided | None:
        decided = self.state.rounds.decisions.get(question_of(self.stage, question))
        named = decided.entry if decided is not None and decided.choice == CHAMPION else None
        return None if named is not None and self.state.entries[named].excluded_by else decided

    def bye_requests(self, round_: int) -> Collection[int]:
        return self.state.rounds.requests.get(round_ + self.rounds_before, frozenset())

    def reported_no_time(self, match: int) -> Collection[Side]:
        return self.state.matches[match].no_time_agreed


def _by_default(match: Match) -> bool:
    outcome = match.outcome
    ended = match.bout_ended and match.bout_ended.how if match.bout else outcome and outcome.ended
    return ended in ("default", "both-lost")


def _has_place(match: Match) -> bool:
    return (match.round is not None or match.slot is not None) and match.begun_by is None


def _losses(ended: Ended | None, entry: int) -> int:
    return int(ended is not None and ended.is_lost_by(entry))


def places(qualifiers: int, able: int) -> int:
    """The number of entrants who go up, of so many who could. SWI-1's reading: with fewer than are wanted, the largest
    power of two there is."""
    return qualifiers if able >= qualifiers else 1 << (able.bit_length() - 1) if able else 0


def question_of(stage: int, question: str) -> str:
    """A format's question, distinct from those of other stages."""
    return question if stage == 1 else f"stage-{stage}-{question}"
