"""Pairs as soon as two are free, instead of round by round (MON-10).

Who is free and has lost as often as another who is free meets them, while all others play on. Nobody meets twice, and
those who must not meet do not, as long as anybody plays. When nobody plays, and no two who have lost equally often can
meet, all who are free are paired down the order, with as few rematches as can be. An odd one waits: the last to become
free. Each draw counts as a round.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby

from domain.formats.contract.protocol import Facts
from domain.formats.contract.steps import Contender, Drawing, Due
from domain.formats.down_the_order import Rules, can_pair, drawing
from domain.formats.kept_apart import ApartOptions
from domain.formats.progress import newest_round
from domain.kernel.replacing import replace
from domain.pairing.bits import bit
from domain.pairing.matching import Matching

RULES = Rules(pairs="MON-10", bye="MON-9")


def free_entries(facts: Facts, still_in: Collection[int]) -> Sequence[int]:
    """Those who have no match to play, the longest free first; without those who are absent, while two others are
    there (SWX-4)."""
    places = map(facts.place_of, facts.awaited)
    busy = {entry for place in places if place is not None for entry in place.entries}
    next_round, newest = newest_round(facts) + 1, facts.played.newest
    here = [entry for entry in still_in if not facts.is_absent(entry, next_round)]
    there = here if len(here) > 1 else still_in
    return sorted((entry for entry in there if entry not in busy), key=lambda entry: (newest.get(entry, 0), entry))


def who_meets(options: ApartOptions, due: Due, *, is_quiet: bool) -> Sequence[Contender]:
    """Those of the free who are paired now; `is_quiet` says that nobody plays."""
    banned = options.banned_opponents(due.round)
    found = [one for group in equal_groups(due.contenders) for one in most_who_can_meet(group, banned)]
    if found or not is_quiet:
        return found
    return due.contenders[: len(due.contenders) // 2 * 2]


def equal_groups(contenders: Sequence[Contender]) -> Sequence[Sequence[Contender]]:
    """Those who have lost equally often, the fewest first."""
    in_order = sorted(contenders, key=lives_lost)
    return [[*group] for _, group in groupby(in_order, key=lives_lost)]


def lives_lost(one: Contender) -> int:
    """The number of lives that it has lost, by which it is drawn."""
    return one.counts["score"]


def most_who_can_meet(group: Sequence[Contender], banned: Mapping[int, Collection[int]]) -> Sequence[Contender]:
    """As many as can meet each other for the first time; of the others the last to become free wait."""
    unmet = {number: _unmet(group, one, banned.get(one.entry, ())) for number, one in enumerate(group)}
    matching, paired, taken = Matching(unmet), set[int](), set[int]()
    for number in range(len(group)):
        if number not in taken:
            chosen = matching.take(number, (unmet[number], matching.jokers))
            taken |= {number, chosen}
            paired |= {number, chosen} if chosen < len(group) else set()
    return [one for number, one in enumerate(group) if number in paired]


def _unmet(group: Sequence[Contender], one: Contender, banned: Collection[int]) -> int:
    """The others whom that one may meet, as bits."""
    others = ((number, other.entry) for number, other in enumerate(group) if other.entry != one.entry)
    return sum(bit(number) for number, entry in others if entry not in one.met and entry not in banned)


def drawing_of_pairs(options: ApartOptions, due: Due, order: Sequence[Contender]) -> Drawing:
    """The draw of those who are due, in that order: among those who have lost equally often, where all can meet so."""
    groups = [replace(due, contenders=tuple(group)) for group in equal_groups(order)]
    if not all(len(one.contenders) % 2 == 0 and can_pair(options, one) for one in groups):
        return drawing(options, due, order, RULES)
    drawn = [drawing(options, one, one.contenders, RULES) for one in groups]
    return Drawing(tuple(pair for one in drawn for pair in one.pairs), ())
