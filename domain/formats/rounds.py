"""Shared rules of formats played round by round: who is behind in a round, and the pairings when a result changes
(ALL-4).

The default where nothing made from the result has been started: the pairings stand, except that a player who the
change puts out is replaced by the one who it brings back. Those who are then without a place meet each other, as many
as have not met in this stage; who is left meets the one with the bye, if they have not met, or has the bye. Failing
that the director decides.

Readings: two of whom it turns out that they have met already, since it was corrected who met, do not meet once more
without need: they are without a place too. As few as can be are left. Who has asked for the bye keeps it (SWI-6). Of
several who are left nobody has the bye unless their number is odd, and then who has had the fewest.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from domain.formats.contract import acts
from domain.formats.contract.acts import Act
from domain.formats.contract.protocol import Facts, Format, Options, RoundPlace
from domain.formats.contract.steps import Excused, Pair, Substitution, Terms
from domain.kernel.refusal import Refused
from domain.kernel.values import Why
from domain.pairing.bits import bit
from domain.pairing.matching import Matching
from domain.problems.entries import RESIGN_INSTEAD
from domain.problems.matches import NO_DEFAULT_RESULT, NO_DRAWS
from domain.problems.rounds import PAIRED_BY_ROUND, SIDES_DRAWN
from domain.scoring.games import Outcome

Chosen = TypeVar("Chosen", bound=Options)

WHY = Why(rule="ALL-4")


def refuse_in_rounds(act: Act) -> Refused | None:
    """The refusal of an act that no format with drawn rounds allows; when players may enter and have byes, each says by
    itself."""
    match act:
        case acts.PairThemselves() | acts.SitOut():
            return Refused(PAIRED_BY_ROUND, "Matches here come from the pairings of a round.")
        case acts.Leave():
            return Refused(RESIGN_INSTEAD, "The tournament has started.")
        case acts.ReportNoTimeAgreed(match=number):
            return Refused(NO_DEFAULT_RESULT, "In this format a director decides what was not played.", match=number)
        case acts.CorrectMatch(sides=True):
            return Refused(SIDES_DRAWN, "Correct who met for the whole round, with all the players concerned.")
        case acts.EndMatch(outcome=Outcome(ended="drawn" | "drawn-by-default")):
            return Refused(NO_DRAWS, "A match goes on until it is won.")
        case _:
            return None


@dataclass(frozen=True, slots=True)
class Behind:
    """Those who are furthest behind: how many places each of them `lacks` in that round. `under_way` says whether
    others have theirs in it already, `waits` whether a match of a round before is still open."""

    round: int
    lacks: Mapping[int, int]
    under_way: bool
    waits: bool


def behind(facts: Facts, lacking: Mapping[int, tuple[int, int]]) -> Behind:
    """The entries that are behind, by the round in which each next lacks places, and how many. All are level, unless a
    change has taken places from some, or brought somebody back."""
    round_ = min(round_ for round_, _ in lacking.values())
    lacks = {entry: number for entry, (due_in, number) in lacking.items() if due_in == round_}
    open_matches = set(facts.awaited)
    return Behind(
        round_,
        lacks,
        under_way=any(place.round == round_ for place in facts.places),
        waits=any(place.round < round_ and not open_matches.isdisjoint(place.matches) for place in facts.places),
    )


def present(facts: Facts, lacking: Mapping[int, tuple[int, int]]) -> Mapping[int, tuple[int, int]]:
    """The same without those who are absent in the round in which they next lack places; all of them, where not two
    would be left to play (SWX-4)."""
    here = {entry: lacks for entry, lacks in lacking.items() if not facts.is_absent(entry, lacks[0])}
    return here if len(here) > 1 else lacking


def pairings_stand(
    rules: Format[Chosen],
    options: Chosen,
    before: Facts,
    after: Facts,
    lost: Sequence[RoundPlace],
    terms_of: Callable[[int], Terms],
) -> Substitution:
    """The pairings as they are without the places that a change takes away. `before` and `after` are the facts around
    the change."""
    was_in, is_in = set(rules.going_on(options, before)), set(rules.going_on(options, after))
    round_ = min(place.round for place in lost)
    back = sorted(entry for entry in is_in - was_in if not after.is_absent(entry, round_))
    work = _Work(after, round_, was_in - is_in, back)
    for place in lost:
        if met_meanwhile(before, after, place):
            work.loose += [entry for entry in place.entries if entry not in work.out]
        else:
            _adjust(work, place)
    met = _place_the_loose(work)
    work.pairs += [Pair(rules.sides(options, after, one, other), WHY) for one, other in met]
    kept, tied = (tuple(place.key for place in places) for places in (work.kept, work.tied))
    return Substitution(work.round, terms_of(work.round), kept, tied, tuple(work.pairs), tuple(work.byes))


def met_meanwhile(before: Facts, after: Facts, place: RoundPlace) -> bool:
    """Whether those two have met in an earlier round, and had not before it was corrected who met there."""
    return len(place.entries) > 1 and _have_met(after, place) and not _have_met(before, place)


def _have_met(facts: Facts, place: RoundPlace) -> bool:
    mine = facts.places_of(place.entries[0])
    return any(one.round < place.round and set(one.entries) == set(place.entries) for one in mine)


@dataclass
class _Work:
    """The intermediate results: who is `out` and who takes over (`back`), who is without a place (`loose`), which
    places are kept or tied to the old results, and what is made."""

    after: Facts
    round: int
    out: Collection[int]
    back: list[int]
    loose: list[int] = field(default_factory=list)
    kept: list[RoundPlace] = field(default_factory=list)
    tied: list[RoundPlace] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    byes: list[Excused] = field(default_factory=list)


def _adjust(work: _Work, place: RoundPlace) -> None:
    staying = [entry for entry in place.entries if entry not in work.out]
    missing = len(place.entries) - len(staying)
    if not missing:
        work.kept.append(place)
    elif place.round != work.round or len(work.back) < missing:
        work.loose += staying
    elif place.match is None:
        work.byes.append(Excused(work.back.pop(0), WHY))
    else:
        first, second = (work.back.pop(0) if entry in work.out else entry for entry in place.entries)
        work.pairs.append(Pair((first, second), WHY))


def _place_the_loose(work: _Work) -> list[tuple[int, int]]:
    """Those without a place in the round, although others have theirs, with whom they meet; gives the bye to one who
    meets nobody, where nobody has it."""
    placed = {entry for place in work.after.places if place.round >= work.round for entry in place.entries}
    waiting = [entry for entry in dict.fromkeys((*work.loose, *work.back)) if entry not in placed]
    holder = _holder(work) if waiting else None
    pairs = _meeting(work.after, waiting, holder)
    meeting = {entry for pair in pairs for entry in pair}
    if holder in meeting:
        _take_the_bye(work, holder)
    left = [entry for entry in waiting if entry not in meeting]
    if len(left) % 2 and (holder is None or holder in meeting):
        work.byes.append(Excused(min(left, key=work.after.byes), WHY))
    return pairs


def _holder(work: _Work) -> int | None:
    """The entry that has the bye of the round, and has not asked for it."""
    places = (place for place in (*work.after.places, *work.kept) if place.match is None and not place.requested)
    held = [place.entries[0] for place in places if place.round == work.round]
    return next(iter((*held, *(one.entry for one in work.byes))), None)


def _meeting(facts: Facts, waiting: Sequence[int], holder: int | None) -> list[tuple[int, int]]:
    """The pairs: each the earliest so that as few as can be are left, and the holder of the bye only failing others."""
    entries = [*waiting, *([] if holder is None else [holder])]
    unmet = {number: _unmet(facts, entries, number) for number in range(len(entries))}
    matching, pairs, taken = Matching(unmet), list[tuple[int, int]](), set[int]()
    others = (1 << len(waiting)) - 1
    for number in range(len(waiting)):
        if number not in taken:
            wishes = (unmet[number] & others, unmet[number] & ~others, matching.jokers)
            chosen = matching.take(number, wishes)
            taken |= {number, chosen}
            if chosen < len(entries):
                pairs.append((entries[number], entries[chosen]))
    return pairs


def _unmet(facts: Facts, entries: Sequence[int], number: int) -> int:
    """The others who that one of these has not met, as bits."""
    met = {other for place in facts.places_of(entries[number]) for other in place.entries}
    return sum(bit(other) for other, entry in enumerate(entries) if other != number and entry not in met)


def _take_the_bye(work: _Work, holder: int) -> None:
    """The entry has it no longer. Should the change be taken back, it comes back with what is then live again."""
    work.byes = [one for one in work.byes if one.entry != holder]
    for place in [*work.kept, *work.after.places]:
        if place.match is None and place.round == work.round and place.entries == (holder,):
            if place in work.kept:
                work.kept.remove(place)
            else:
                work.tied.append(place)
