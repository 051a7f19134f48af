"""A round paired down an order: the highest still free meets the next whom it may meet (MON-3).

Nobody meets twice, and those who must not meet do not (SWX-7). Club-mates do not meet where all can be paired so, and
else there are as few pairs of them as can be (MON-8). Of the pairings that are left that one is made in which the
highest meets the highest it can, then the next. An odd field first gives a bye: to one with the fewest byes so far, of
these to the lowest in the order (MON-9).

Readings: a round that is won without play counts as a bye, when the next is given. Rather somebody has a second bye
than two meet again: if the others could not be paired, the bye goes to the next. Where fewer pairs of club-mates could
be had by rematches alone, club-mates are not looked at in that round. Where rematches are allowed, as few as possible
are made, and those who must not meet do so last of all. Named first is who was so less often; of equals who was not
last time; then the higher in the order in odd rounds, and the lower in even ones (MON-4).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from domain.formats.contract.protocol import ConsideredOpponent, Facts, RoundPlace
from domain.formats.contract.steps import Contender, Drawing, Due, Excused, Pair
from domain.formats.kept_apart import CLUB, ApartOptions, club_mates
from domain.formats.round_options import byes_had_on_request, has_asked
from domain.kernel.values import Why
from domain.pairing.players import Player
from domain.pairing.reasons import Paired, Pairing
from domain.pairing.walk import can_be_paired, pair, pair_with_rematches

ANY = 1_000_000
"""As window: how far two are apart in points makes no difference."""

Whom = Mapping[int, Collection[int]]


@dataclass(frozen=True, slots=True)
class Rules:
    """By which rules the draw names the reasons of its pairs and of its bye."""

    pairs: str
    bye: str


def contender(facts: Facts, entry: int, counts: Mapping[str, int], club: int | None) -> Contender:
    """The entry with what the draw goes by: these counts, and byes, turns as first side and opponents so far."""
    places = facts.places_of(entry)
    firsts = [place.entries[0] == entry for place in sorted(places, key=lambda place: place.round)]
    free = sum(_is_won_unplayed(place, entry) for place in places)
    own = {
        "byes": facts.byes(entry) - byes_had_on_request(facts, entry) + free,
        "firsts": sum(firsts),
        "first_last": int(bool(firsts) and firsts[-1]),
        **({} if club is None else {CLUB: club}),
    }
    met = {place.opponent_of(entry) for place in places}
    return Contender(entry=entry, counts={**counts, **own}, met=tuple(sorted(met)))


def _is_won_unplayed(place: RoundPlace, entry: int) -> bool:
    return place.ended is not None and place.ended.how == "default" and place.ended.winner == entry


def can_pair(options: ApartOptions, due: Due) -> bool:
    """Whether all of them can be paired without a rematch, and without two who must not meet (MON-3, SWX-7)."""
    met = {one.entry: one.met for one in due.contenders}
    there = [one for one in due.contenders if not has_asked(one)]
    return can_be_paired(_players(there, _union(met, options.banned_opponents(due.round))))


def drawing(options: ApartOptions, due: Due, order: Sequence[Contender], rules: Rules) -> Drawing:
    """The draw of what is due, down that order."""
    work = _Work(options, due, order, rules)
    pairing = work.pairing
    pairs = tuple(work.pair(one) for one in pairing.pairs)
    asked = (Excused(one.entry, Why(rule="SWX-3"), requested=True) for one in due.contenders if has_asked(one))
    return Drawing(pairs, (*work.byes, *asked))


def opponents_passed_over(
    options: ApartOptions, due: Due, order: Sequence[Contender], rules: Rules, entry: int
) -> Sequence[ConsideredOpponent]:
    """Those who stand higher and were not taken by the one of the two who was to choose."""
    work = _Work(options, due, order, rules)
    chosen = next((one for one in work.pairing.pairs if entry in one.sides), None)
    return [] if chosen is None else list(work.considered_opponents(chosen))


def against(options: ApartOptions, due: Due, entries: Sequence[int]) -> Mapping[str, int]:
    """Of two paired by hand: that they must not meet (SWX-7), are of one club (MON-8), or how far apart they are; of a
    bye, that it is another one while somebody had fewer (MON-9)."""
    of = {one.entry: one for one in due.contenders}
    known = [of[entry] for entry in entries if entry in of]
    if len(known) < len(entries):
        return {}
    asked = {"asked_for_bye": sum(map(has_asked, known))}
    if len(known) == 1:
        others = [one for one in due.contenders if not has_asked(one)]
        return {} if asked["asked_for_bye"] else second_bye(others, known[0])
    one, other = known
    return {
        **asked,
        "must_not_meet": int(other.entry in options.banned_opponents(due.round).get(one.entry, ())),
        "club_mates": int(other.entry in club_mates(known).get(one.entry, ())),
        "score_difference": abs(one.counts["score"] - other.counts["score"]),
    }


def second_bye(contenders: Sequence[Contender], idle: Contender) -> Mapping[str, int]:
    """The number of byes the one has had, where another of them has had fewer."""
    fewest = min(one.counts["byes"] for one in contenders)
    return {"byes_before": idle.counts["byes"]} if idle.counts["byes"] > fewest else {}


class _Work:
    """A round being paired: `order` is who is paired, without who has the bye."""

    def __init__(self, options: ApartOptions, due: Due, order: Sequence[Contender], rules: Rules) -> None:
        self._round, order = due.round, [one for one in order if not has_asked(one)]
        self._rules = rules
        self._banned = options.banned_opponents(due.round)
        self._met: Whom = {one.entry: one.met for one in order}
        self._mates = club_mates(order)
        self._of = {one.entry: one for one in order}
        idle = self._idle(order) if len(order) % 2 else None
        self.order = [one for one in order if one is not idle]
        self._places = {one.entry: place for place, one in enumerate(self.order)}
        self.byes = () if idle is None else (self._excuse_idle(idle, order),)

    def _idle(self, order: Sequence[Contender]) -> Contender:
        """MON-9."""
        lowest_first = [*reversed(order)]
        candidates = sorted(lowest_first, key=lambda one: one.counts["byes"])
        return next((one for one in candidates if self._others_can_meet(order, one)), candidates[0])

    def _others_can_meet(self, order: Sequence[Contender], idle: Contender) -> bool:
        others = [one for one in order if one is not idle]
        return can_be_paired(_players(others, _union(self._met, self._banned)))

    def _excuse_idle(self, idle: Contender, order: Sequence[Contender]) -> Excused:
        fewest = min(one.counts["byes"] for one in order)
        counts = {"byes_before": idle.counts["byes"], "candidates": sum(one.counts["byes"] == fewest for one in order)}
        return Excused(idle.entry, Why(rule=self._rules.bye, counts=counts))

    @cached_property
    def pairing(self) -> Pairing:
        """As few as can be of what is to be avoided, the hardest first."""
        hardest = _union(self._met, self._banned)
        found = self._fewest(hardest, self._mates) or self._fewest(self._banned, _union(self._met, self._mates))
        return found or pair_with_rematches(_players(self.order, _union(hardest, self._mates)), ANY)

    def _fewest(self, never: Whom, avoided: Whom) -> Pairing | None:
        """A pairing with as few as possible of whom one avoids, and none of those one never meets; None: there is no
        such. Where the fewest of both together has none of these, nothing better can be had."""
        pairing = pair_with_rematches(_players(self.order, _union(never, avoided)), ANY)
        if all(one.sides[1] not in never.get(one.sides[0], ()) for one in pairing.pairs):
            return pairing
        return pair(_players(self.order, never), ANY)

    def pair(self, paired: Paired) -> Pair:
        """MON-4: who of them is named first."""
        one, other = (self._of[entry] for entry in paired.sides)
        return Pair(self._sides(one, other), Why(rule=self._rules.pairs, counts=self._counts(one, other)))

    def _sides(self, one: Contender, other: Contender) -> tuple[int, int]:
        higher_first = self._round % 2 == 1
        keys = (_had_first(one), not higher_first), (_had_first(other), higher_first)
        return (one.entry, other.entry) if keys[0] < keys[1] else (other.entry, one.entry)

    def _counts(self, one: Contender, other: Contender) -> dict[str, int]:
        return {
            "score_difference": abs(one.counts["score"] - other.counts["score"]),
            "rematch": int(other.entry in one.met),
            "club_mates": int(other.entry in self._mates.get(one.entry, ())),
            "passed_over": len(self.considered_entries(one.entry, other.entry)),
        }

    def considered_opponents(self, paired: Paired) -> list[ConsideredOpponent]:
        """Those between the two who had not been taken yet, with the reason."""
        chooser, chosen = paired.sides
        return [self._because(chooser, entry) for entry in self.considered_entries(chooser, chosen)]

    def considered_entries(self, chooser: int, chosen: int) -> list[int]:
        """Those in the order between the two who meet somebody lower than the chooser."""
        between = self.order[self._places[chooser] + 1 : self._places[chosen]]
        here = self._places[chooser]
        return [one.entry for one in between if self._places[self._partners[one.entry]] > here]

    @cached_property
    def _partners(self) -> Mapping[int, int]:
        return {one: other for paired in self.pairing.pairs for one, other in (paired.sides, paired.sides[::-1])}

    def _because(self, chooser: int, entry: int) -> ConsideredOpponent:
        if entry in self._met.get(chooser, ()):
            return ConsideredOpponent(entry=entry, because="met")
        apart = entry in self._banned.get(chooser, ()) or entry in self._mates.get(chooser, ())
        return ConsideredOpponent(entry=entry, because="apart" if apart else "rest")


def _had_first(one: Contender) -> tuple[int, int]:
    return one.counts["firsts"], one.counts["first_last"]


def _union(one: Whom, other: Whom) -> Whom:
    return {entry: {*one.get(entry, ()), *other.get(entry, ())} for entry in {*one, *other}}


def _players(order: Sequence[Contender], never: Whom) -> list[Player]:
    return [Player(one.entry, 0, None, tuple(sorted(never.get(one.entry, ())))) for one in order]
