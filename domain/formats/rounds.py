"""What formats share that are played round by round: who is behind in a round, and how pairings stand when a result
changes (ALL-4).

The default where nothing made from the result has been started: the pairings stand, except that a player whom the
change puts out is replaced by the one whom it brings back. Who is then without a place meets the one with the bye, if
they have not met in this stage, or has the bye; failing that the director decides.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from domain.formats.contract.protocol import Facts, Format, Options, RoundPlace
from domain.formats.contract.steps import Excused, Pair, Substitution, Terms
from domain.kernel.values import Why

Chosen = TypeVar("Chosen", bound=Options)

WHY = Why(rule="ALL-4")


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
        waits=any(place.round < round_ and place.match in open_matches for place in facts.places),
    )


def pairings_stand(
    rules: Format[Chosen],
    options: Chosen,
    before: Facts,
    after: Facts,
    lost: Sequence[RoundPlace],
    terms_of: Callable[[int], Terms],
) -> Substitution:
    """How the pairings stand without the places that a change takes away. `before` and `after` are the facts around
    the change."""
    was_in, is_in = set(rules.going_on(options, before)), set(rules.going_on(options, after))
    work = _Work(after, min(place.round for place in lost), was_in - is_in, sorted(is_in - was_in))
    for place in lost:
        _adjust(work, place)
    one, other = _place_the_loose(work)
    if one and other:
        work.pairs.append(Pair(rules.sides(options, after, one, other), WHY))
    kept, tied = (tuple(place.key for place in places) for places in (work.kept, work.tied))
    return Substitution(work.round, terms_of(work.round), kept, tied, tuple(work.pairs), tuple(work.byes))


@dataclass
class _Work:
    """What is worked out on the way: who is `out` and who takes over (`back`), who is without a place (`loose`), which
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


def _place_the_loose(work: _Work) -> tuple[int, int] | tuple[None, None]:
    """Gives whoever is without a place, while others have theirs in the round, the bye where nobody has it; or says
    with whom they meet."""
    placed = {entry for place in work.after.places if place.round >= work.round for entry in place.entries}
    waiting = [entry for entry in (*work.loose, *work.back) if entry not in placed]
    if not waiting or work.byes:
        return None, None
    places = (*work.after.places, *work.kept)
    free = [place for place in places if place.match is None and place.round == work.round]
    if not free:
        work.byes.append(Excused(waiting[0], WHY))
    elif not _have_met(work.after, waiting[0], free[0].entries[0]):
        return waiting[0], _take_the_bye(work, free[0])
    return None, None


def _have_met(facts: Facts, one: int, other: int) -> bool:
    return any(other in place.entries for place in facts.places_of(one))


def _take_the_bye(work: _Work, bye: RoundPlace) -> int:
    """The entry that had it. Should the change be taken back, it comes back with what is then live again."""
    if bye in work.kept:
        work.kept.remove(bye)
    else:
        work.tied.append(bye)
    return bye.entries[0]
