"""The default where a result changes and nothing made from it has been started (ALL-4): the pairings stand, except
that a player whom the change puts out is replaced by the one whom it brings back. Who is then without a place meets
the one with the bye, if they have not met, or has the bye; failing that the director decides."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, field

from domain.formats.contract.steps import Excused, Pair, Terms
from domain.kernel.values import Why
from domain.match.record import Bye, DerivedKey, Match
from domain.tournament.derived.provenance import placings
from domain.tournament.derived.stage import current_stage
from domain.tournament.matches import events as match_events
from domain.tournament.state import Tournament

WHY = Why(rule="ALL-4")


@dataclass
class _Work:
    """What is worked out on the way: who takes over (`back`), who is without a place (`loose`), and what is made."""

    after: Tournament
    round: int
    back: list[int]
    loose: list[int] = field(default_factory=list)
    kept_matches: list[Match] = field(default_factory=list)
    kept_byes: list[Bye] = field(default_factory=list)
    tied_byes: list[Bye] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    byes: list[Excused] = field(default_factory=list)


@dataclass(frozen=True)
class Adjustment:
    """What stays, what is valid only while the results are as before, and what fills the places left empty."""

    kept: tuple[DerivedKey, ...]
    tied: tuple[DerivedKey, ...]
    filled: match_events.PlacesFilled | None


def adjusted(
    before: Tournament, after: Tournament, lost_matches: Sequence[Match], lost_byes: Sequence[Bye]
) -> Adjustment:
    """How the pairings stand. `before` and `after` are the states around the change, of which nothing made from the
    changed result has been started."""
    was_in, is_in = _going_on(before), _going_on(after)
    round_ = min([match.round or 0 for match in lost_matches] + [bye.round for bye in lost_byes])
    work = _Work(after, round_, sorted(is_in - was_in))
    for match in lost_matches:
        _adjust_match(work, match, was_in - is_in)
    for bye in lost_byes:
        _adjust_bye(work, bye, was_in - is_in)
    _place_the_loose(work)
    terms = _terms(before, round_) or Terms(1)  # where the round has no match, no pairs are made of its places
    pairings, byes = placings(after, round_, terms, work.pairs, work.byes)
    filled = match_events.PlacesFilled(round=round_, pairings=pairings, byes=byes) if pairings or byes else None
    kept = (*(match.key for match in work.kept_matches), *(bye.key for bye in work.kept_byes))
    return Adjustment(kept, tuple(bye.key for bye in work.tied_byes), filled)


def _going_on(state: Tournament) -> set[int]:
    return set(current_stage(state).going_on())


def _terms(state: Tournament, round_: int) -> Terms | None:
    """What the matches of a round are played to, as it was paired."""
    return next((Terms(m.length, m.form) for _, m in sorted(state.matches.items()) if m.round == round_), None)


def _adjust_match(work: _Work, match: Match, out: Set[int]) -> None:
    if not out & set(match.sides):
        work.kept_matches.append(match)
    elif match.round == work.round and work.back:
        substitute = work.back.pop(0)
        first, second = (substitute if side in out else side for side in match.sides)
        work.pairs.append(Pair((first, second), WHY))
    else:
        work.loose += [side for side in match.sides if side not in out]


def _adjust_bye(work: _Work, bye: Bye, out: Set[int]) -> None:
    if bye.entry not in out:
        work.kept_byes.append(bye)
    elif bye.round == work.round and work.back:
        work.byes.append(Excused(work.back.pop(0), WHY))


def _place_the_loose(work: _Work) -> None:
    """Whoever is without a place while others have theirs in the round."""
    facts = current_stage(work.after).facts
    local = work.round - facts.rounds_before
    placed = {entry for place in facts.places if place.round >= local for entry in place.entries}
    waiting = [entry for entry in (*work.loose, *work.back) if entry not in placed]
    free = [b for _, b in sorted(work.after.rounds.byes.items()) if b.live and b.round == work.round]
    free += [bye for bye in work.kept_byes if bye.round == work.round]
    if not waiting or work.byes:
        return
    if not free:
        work.byes.append(Excused(waiting[0], WHY))
    elif _terms(work.after, work.round) is not None and not _have_met(work.after, waiting[0], free[0].entry):
        _meet(work, waiting[0], free[0])


def _have_met(state: Tournament, one: int, other: int) -> bool:
    return any({one, other} == set(match.sides) for match in state.matches.values() if not match.void)


def _meet(work: _Work, entry: int, bye: Bye) -> None:
    """The bye goes; should the change be taken back, it comes back with what is then live again."""
    if bye in work.kept_byes:
        work.kept_byes.remove(bye)
    else:
        work.tied_byes.append(bye)
    stage = current_stage(work.after)
    first, second = stage.rules.sides(stage.options, stage.facts, entry, bye.entry)
    work.pairs.append(Pair((first, second), WHY))
