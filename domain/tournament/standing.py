"""The parts of a stage that the choice `stand` keeps: matches that were made and have begun, and nothing more (ALL-4).

Anyone who has a place in a match that has begun keeps it. In drawn rounds the pairings which have not begun are kept,
but for anyone who is out: who comes back takes their place. Lives and credits count again for every round that is made
from then on; a round that has begun is missed by who was wrongly out of it, and counts as nothing.

Readings: in a bracket or ring every place comes out of another. Anyone who came out of a match stays in their place, if
a match in one of its two places has begun. Both go together, so that nobody is in both. So do the places of all who are
in those matches. What has not begun is made again. A bye has begun once a later round is made, in a bracket once a
match further on has begun. Who loses a credit by the change plays the matches of the round that is made all the same.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from domain.formats.contract.steps import Substitution
from domain.formats.rounds import met_meanwhile
from domain.kernel.entry_keys import entry_of_key, is_entry_key
from domain.match.record import Bye, Derived, Match, Opening
from domain.match.verdict import DerivedKey
from domain.tournament.change import Change
from domain.tournament.derived.propagation import derived_of_key, keep, tie
from domain.tournament.derived.stage import Stage
from domain.tournament.matches.events import RoundMissed
from domain.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class Stands:
    """Matches that are kept, and those kept only while the results are as they were; the results whose players keep
    their places; and what fills the round of that stage, in the state before that."""

    kept: tuple[DerivedKey, ...] = ()
    tied: tuple[DerivedKey, ...] = ()
    keeps_places: tuple[int, ...] = ()
    filled: tuple[Tournament, Stage, Substitution] | None = None


def what_stands(change: Change) -> Stands:
    """The parts of its stage that a change leaves as they are."""
    openings = [made for made in change.direct if isinstance(made, Opening)]
    if openings or change.was is None:
        return Stands(tuple(one.key for one in openings if change.has_begun(one)))
    if change.was.rules.keeps_places:
        return _places_kept(change)
    return _rounds_kept(change, change.was)


def _places_kept(change: Change) -> Stands:
    """All that was made from the results that keep their places, or was abandoned because of them."""
    keeping = _keeping_places(change)
    direct = [made for made in change.direct if not _is_of_bout(made)]
    kept = [made.key for made in direct if keeping.issuperset(_origins_of(change, made) & {*change.numbers})]
    kept += [made.key for made in change.direct if _is_of_bout(made) and _has_begun(made, 0)]
    kept += [match.key for match in change.lapsed if not keeping.isdisjoint(_abandoned_because_of(match))]
    return Stands(tuple(kept), keeps_places=tuple(number for number in change.numbers if number in keeping))


def _keeping_places(change: Change) -> set[int]:
    """The changed results of which those who have gone on keep their places. These are all where the stage is not
    played any more, or where a match on record could not have been played otherwise (RNG-6)."""
    if not change.is_played or _contradicts(change):
        return set(change.numbers)
    begun = {number for number in change.numbers if _goes_on(change, number) or _is_kept_on(change, number)}
    together = {number: _players(change, number) for number in change.numbers}
    while more := {
        number
        for number in set(together) - begun
        if any(not together[number].isdisjoint(together[other]) for other in begun)
    }:
        begun |= more
    return begun


def _contradicts(change: Change) -> bool:
    was, now = change.was, change.stage_in(change.after)
    return was is not None and bool(now.rules.impossible(now.options, was.facts, now.facts))


def _goes_on(change: Change, number: int) -> bool:
    """Whether a match has begun that hangs on that one, or on the entry: directly, or on what hangs on it."""
    waiting, looked_at = [number], {number}
    while waiting:
        origin = waiting.pop()
        placed = (made for made in change.lost if isinstance(made, Match) and not _is_of_bout(made))
        following = [match for match in placed if origin in _origins_of(change, match)]
        if any(match.started and not match.voided for match in following):
            return True
        abandoned = [match for match in change.lapsed if origin in _abandoned_because_of(match)]
        more = {match.number for match in (*following, *abandoned)} - looked_at
        looked_at |= more
        waiting += sorted(more)
    return False


def _is_kept_on(change: Change, number: int) -> bool:
    """Whether a match that has begun is kept on what that one has come to, which goes with one that has changed."""
    outcome = (number, change.after.verdict(number))
    made = (derived_of_key(change.after, key) for key in change.after.rounds.derived_from.get(number, ()))
    kept = (one for one in made if isinstance(one, Match) and one.valid and outcome in one.kept_on)
    return number in change.together and any(match.started for match in kept)


def _origins_of(change: Change, made: Derived) -> set[int]:
    """Its origins: all that it was made from, or could be played by alone, before the change and after it."""
    now = derived_of_key(change.after, made.key)
    tied_to = now.tied_to if isinstance(now, Match) else ()
    return {origin for origin, _ in (*made.made_from, *now.made_from, *tied_to)}


def _abandoned_because_of(match: Match) -> set[int]:
    return {origin for one in match.abandonments for origin, _ in one.because_of}


def _players(change: Change, number: int) -> set[int]:
    """The sides of the match, before and after, and who was paired; or the entry that has left or come back."""
    if is_entry_key(number):
        return {entry_of_key(number)}
    matches = (state.matches[number] for state in (change.before, change.after))
    return {entry for match in matches for entry in (*match.sides, *match.sides_paired)}


def _rounds_kept(change: Change, was: Stage) -> Stands:
    newest = newest_round(change)
    begun = [made for made in change.direct if _has_begun(made, newest)]
    rest = [one for one in change.direct if one not in begun and isinstance(one, Match | Bye) and not _is_of_bout(one)]
    kept = tuple(made.key for made in begun)
    if not change.is_played:
        return Stands((*kept, *(made.key for made in rest)))
    state = _keeping(change, kept)
    after = change.stage_in(state)
    out = set(was.going_on()) - set(after.going_on())
    staying = [made for made in rest if out.isdisjoint(_entries(made)) and not _met_meanwhile(was, after, made)]
    going = [made for made in rest if made not in staying]
    kept = (*kept, *(made.key for made in staying))
    put_out = [made for made in _not_begun(after, newest) if not out.isdisjoint(_entries(made))]
    return _with_the_rest(change, Stands(kept, tuple(made.key for made in put_out)), [*going, *put_out])


def _is_of_bout(made: Derived) -> bool:
    """Whether it is a later match of a bout, which has no place of its own. It stays where it has begun, and decides
    nothing there any more (SER-6)."""
    return isinstance(made, Match) and made.begun_by is not None


def _met_meanwhile(was: Stage, after: Stage, made: Match | Bye) -> bool:
    return met_meanwhile(was.facts, after.facts, was.facts.place(made))


def _with_the_rest(change: Change, stands: Stands, empty: Sequence[Match | Bye]) -> Stands:
    """The same, with what fills the places that become empty, where the format says so."""
    state = _keeping(change, stands.kept)
    before = tuple((number, change.before.verdict(number)) for number in change.numbers)
    for key in stands.tied:
        state = tie(state, key, before)
    after = change.stage_in(state)
    found = change.was.substitute(after, empty) if change.was is not None and empty else None
    if found is None:
        return stands
    tied = (*stands.tied, *(key for key in found.tied if key not in stands.tied))
    return Stands((*stands.kept, *found.kept), tied, filled=(state, after, found))


def _keeping(change: Change, keys: Sequence[DerivedKey]) -> Tournament:
    state = change.after
    for key in keys:
        state = keep(state, key, tuple((number, state.verdict(number)) for number in change.numbers))
    return state


def newest_round(change: Change) -> int:
    """The newest round of the stage before the change, as the tournament counts."""
    if change.was is None:
        return 0
    places = change.was.facts.places
    return max((place.round for place in places), default=0) + change.was.facts.rounds_before


def _has_begun(made: Derived, newest: int) -> bool:
    if isinstance(made, Match):
        return made.started
    return isinstance(made, Bye) and made.round < newest


def _not_begun(stage: Stage, newest: int) -> Iterator[Match | Bye]:
    """The live matches and byes of the stage that have not begun."""
    state = stage.facts.state
    for place in stage.facts.places:
        made = state.rounds.byes[place.bye] if place.match is None else state.matches[place.match]
        if not _has_begun(made, newest):
            yield made


def _entries(made: Match | Bye) -> tuple[int, ...]:
    return (made.entry,) if isinstance(made, Bye) else made.sides


def earlier_misses(change: Change) -> Iterator[RoundMissed]:
    """The rounds that were missed by the results as they were: who was out of a round does not come into it later."""
    for number in change.numbers:
        stood = change.before.override(number)
        for entry, round_, places in () if stood is None else stood.missed:
            yield RoundMissed(entry=entry, round=round_, places=places)


def rounds_missed(change: Change, after: Tournament, filled: Tournament) -> Sequence[RoundMissed]:
    """The begun rounds of a stage being played that entries wrongly out of them have missed after the change. Places
    that they fill after it are left out. Of each entry it is the first that is not known yet."""
    was = change.was
    if was is None or was.rules.keeps_places or not change.is_played:
        return ()
    now, there, begun = change.stage_in(after), change.stage_in(filled), _newest_begun(after, was)
    found = []
    for entry in sorted(now.going_on()):
        lacks = now.rules.lacks(now.options, now.facts, entry)
        if lacks is None or lacks[0] > begun or _was_behind(was, entry, begun):
            continue
        missed = lacks[1] - (_places_in(there, lacks[0], entry) - _places_in(now, lacks[0], entry))
        if missed > 0:
            places = missed + now.facts.missed_places(entry).get(lacks[0], 0)
            found.append(RoundMissed(entry=entry, round=lacks[0] + was.facts.rounds_before, places=places))
    return found


def _places_in(stage: Stage, round_: int, entry: int) -> int:
    return sum(place.round == round_ and entry in place.entries for place in stage.facts.places)


def _was_behind(was: Stage, entry: int, begun: int) -> bool:
    """Whether it was to be paired in a round that had begun, and still is."""
    lacks = was.rules.lacks(was.options, was.facts, entry) if entry in was.going_on() else None
    return lacks is not None and lacks[0] <= begun


def _newest_begun(state: Tournament, was: Stage) -> int:
    """As the stage counts its rounds (`newest_round`): one of which all is void has not begun, and is drawn again."""
    opening = 0 if was.facts.opening is None else was.facts.opening.number
    valid = (m for m in state.matches.values() if m.valid and m.begun_by is None and m.opening == opening)
    rounds = (m.round for m in valid if m.started and m.round)
    return max(rounds, default=0) - was.facts.rounds_before
