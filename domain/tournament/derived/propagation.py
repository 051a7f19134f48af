"""Matches, byes and openings of stages are put into a tournament's state: each is valid while its origins still hold
(ALL-4). With each, tallies and what is awaited move by the difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from heapq import heapify, heappop, heappush
from typing import TypeVar, assert_never

from rpds import HashTrieMap, HashTrieSet

from domain.kernel.entry_keys import entry_key, is_entry_key
from domain.kernel.replacing import replace
from domain.match import layering, validity
from domain.match.record import Abandonment, Bye, Derived, Match, Opening, Paired
from domain.match.validity import Tally
from domain.match.verdict import Basis, DerivedKey, Verdict
from domain.tournament.derived import bouts
from domain.tournament.derived.settlements import with_touched_match
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.state import Circular, Entry, Rounds, StandOverride, Tournament

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_NO_TALLY = Tally()
_TURNS = 50
"""The most times that one thing may turn by one change, beside once for each entry, before it is taken to hang on
itself."""


def lay_match(state: Tournament, match: Match) -> Tournament:
    """The state with the match in its place, and with what was made from it valid or void as it now must be."""
    return _follow(_put_derived(state, with_due_status(state, match)), _turning_with(state, match))


def lay_entry(state: Tournament, entry: Entry) -> Tournament:
    """The state with the entry as it now is, and with what was made from its leaving valid or void."""
    leaving = entry_key(entry.number)
    entries, codes = state.entries.insert(entry.number, entry), _codes_with(state, entry)
    state = replace(state, entries=entries, codes=codes, laid=state.laid.insert(leaving))
    return _follow(state, _dependents_of(state, leaving))


def _codes_with(state: Tournament, entry: Entry) -> HashTrieSet[str]:
    """The keys of all codes, with those that the entry now has."""
    before, codes = state.entries.get(entry.number), state.codes
    for gone in before.codes if before else ():
        codes = codes.discard(gone.key)
    for chosen in entry.codes:
        codes = codes.insert(chosen.key)
    return codes


def make(state: Tournament, made: Derived) -> Tournament:
    """The state with a new match, bye or opening. How reports of a match come to count is as announced now (TD-14)."""
    if isinstance(made, Match) and state.settings is not None:
        made = layering.coming_to(_made_under(made, state.settings.conditions))
    state = _index(state, made.key, made.made_from)
    if isinstance(made, Match) and made.begun_by is not None:
        state = _in_bout(state, made, made.begun_by)
    if isinstance(made, Match) and (made.bout is not None or made.begun_by is not None):
        made = with_due_status(state, made)
    if isinstance(made, Match) and (made.round is not None or made.slot is not None):
        state = _with_rounds(state, matches_of=_add_to_index(state.rounds.matches_of, made.sides, made.number))
    if isinstance(made, Match) and made.slot is not None:
        slots = _add_to_index(state.rounds.slots, ((made.opening, made.slot),), made.number)
        state = _with_rounds(state, slots=slots)
    if isinstance(made, Bye) and made.slot is not None:
        bye_slots = _add_to_index(state.rounds.bye_slots, ((made.opening, made.slot),), made.number)
        state = _with_rounds(state, bye_slots=bye_slots)
    in_bout = isinstance(made, Match) and made.begun_by is not None
    return _follow(_put_derived(state, made), _hanging_on(state, made, made) if in_bout else ())


def _in_bout(state: Tournament, match: Match, begun_by: int) -> Tournament:
    """The state that knows the match as the next of that bout, which hangs on it."""
    first: DerivedKey = ("match", begun_by)
    return _with_rounds(
        state,
        bouts=_add_to_index(state.rounds.bouts, (begun_by,), match.number),
        derived_from=_add_to_index(state.rounds.derived_from, (match.number,), first),
    )


def _made_under(match: Match, conditions: Conditions) -> Match:
    return replace(
        match,
        verification=conditions.verification,
        directors_link_confirms=conditions.directors_link_confirms,
    )


def meet(
    state: Tournament, matches: Mapping[int, tuple[int, int]], byes: Mapping[int, int], version: int
) -> Tournament:
    """The state, now at that version, in which these met in those matches and had those byes. Each is made from what
    all of them were made from; and what those who come into a match played next hangs on it too. Nothing else knows
    where they come from. Back where all had been paired, each is made from its own again."""
    state = replace(state, version=version)
    made: list[Match | Bye] = [state.matches[number] for number in matches]
    made += [state.rounds.byes[number] for number in byes]
    origins = {
        one.key: {o: state.verdict(o) for other in made if other is not one for o, _ in other.made_from} for one in made
    }
    for number, sides in matches.items():
        for entry in set(sides) - set(state.matches[number].sides):
            state = _tie_next_matches(state, number, entry)
    for one in made:
        entries = matches[one.number] if isinstance(one, Match) else (byes[one.number],)
        others = {number: verdict for number, verdict in origins[one.key].items() if number not in matches}
        state = _meet_one(state, one.key, entries, others)
    return state


def _tie_next_matches(state: Tournament, number: int, entry: int) -> Tournament:
    """The state in which what the entry played next in drawn rounds hangs on what that match has come to."""
    match, verdict = state.matches[number], state.verdict(number)
    if match.slot is not None or match.round is None or verdict is None:
        return state
    possible = (one for one in all_derived(state) if one.possible and not isinstance(one, Opening))
    mine = [one for one in possible if entry in _entries(one)]
    later = [one for one in mine if one.opening == match.opening and (one.round or 0) > match.round]
    newest = min((one.round or 0 for one in later), default=0)
    for one in later:
        if one.round == newest and all(origin != number for origin, _ in one.made_from):
            basis = ((number, verdict),)
            state = relay(_index(state, one.key, basis), replace(one, made_from=(*one.made_from, *basis)))
    return state


def _meet_one(
    state: Tournament, key: DerivedKey, entries: tuple[int, ...], origins: Mapping[int, Verdict]
) -> Tournament:
    made = derived_of_key(state, key)
    if isinstance(made, Opening):
        return state
    before = made.paired or Paired(_entries(made))
    own = tuple(one for one in made.made_from if one not in before.also)
    is_back = set(entries) == set(before.entries)
    also = () if is_back else tuple(one for one in sorted(origins.items()) if one not in own)
    shared = tuple(one for one in own if one in origins.items())
    paired = None if is_back else Paired(before.entries, also, shared)
    state = _index(state, key, also)
    if isinstance(made, Bye):
        asked_for = entries[0] in state.rounds.requests.get(made.round, frozenset())
        bye = replace(made, entry=entries[0], requested=asked_for, made_from=(*own, *also), paired=paired)
        return relay(state, bye)
    sides = entries[0], entries[1]
    state = _bout_met(state, made, sides)
    match = replace(made, sides=sides, made_from=(*own, *also), paired=paired, revision=state.version)
    return lay_match(_move_match(state, made, sides), layering.coming_to(match))


def recount_bout(state: Tournament, match: Match) -> Tournament:
    """The state in which the bout of that match is counted again, since its analysis has changed (SER-7)."""
    first = bouts.first_of(state, match)
    if first.bout is None or first.bout.kind != "points":
        return state
    for number in bouts.matches_of(state, first):
        state = relay(state, state.matches[number])
    return state


def _bout_met(state: Tournament, first: Match, sides: tuple[int, int]) -> Tournament:
    """The state in which the later matches of the bout that this one began have these sides too."""
    met = dict(zip(first.sides, sides, strict=True))
    for number in state.rounds.bouts.get(first.number, ()):
        match = state.matches[number]
        now = met.get(match.sides[0], match.sides[0]), met.get(match.sides[1], match.sides[1])
        later = replace(match, sides=now, revision=state.version)
        state = lay_match(_move_match(state, match, now), layering.coming_to(later))
    return state


def _move_match(state: Tournament, match: Match, sides: tuple[int, int]) -> Tournament:
    """The state that knows the match as one of these, and no longer of those who had been in it."""
    of = state.rounds.matches_of
    for entry in match.sides:
        of = of.insert(entry, tuple(number for number in of.get(entry, ()) if number != match.number))
    for entry in sides:
        of = of.insert(entry, tuple(sorted((*of.get(entry, ()), match.number))))
    return _with_rounds(state, matches_of=of)


def _entries(made: Match | Bye) -> tuple[int, ...]:
    return (made.entry,) if isinstance(made, Bye) else made.sides


def abandon(state: Tournament, number: int, because_of: Basis) -> Tournament:
    """The state with a match abandoned, because of these outcomes."""
    match = state.matches[number]
    state = _index(state, match.key, because_of)
    return relay(state, replace(match, abandonments=(*match.abandonments, Abandonment(because_of))))


def set_aside(state: Tournament, key: DerivedKey) -> Tournament:
    """The state without it, for good."""
    return relay(state, replace(derived_of_key(state, key), status="set-aside"))


def void_for_good(state: Tournament, matches: Iterable[int], byes: Iterable[int]) -> Tournament:
    """The state without these; of what is not there it makes nothing."""
    made: list[DerivedKey] = [*(("match", number) for number in matches), *(("bye", number) for number in byes)]
    for key in made:
        if is_known(state, key):
            state = set_aside(state, key)
    return state


def keep(state: Tournament, key: DerivedKey, outcomes: Basis) -> Tournament:
    """The state in which it stays on those of the outcomes that it hangs on, too."""
    made = derived_of_key(state, key)
    origins = {origin for basis in (made.made_from, *_abandoned_because_of(made)) for origin, _ in basis}
    kept_on = (*made.kept_on, *(one for one in outcomes if one[0] in origins))
    state = relay(state, replace(made, kept_on=kept_on))
    return _with_rounds(state, kept=state.rounds.kept.insert(made.number)) if isinstance(made, Match) else state


def tie(state: Tournament, key: DerivedKey, outcomes: Basis) -> Tournament:
    """The state in which it is valid only while these outcomes are so. A match that was played by them alone stays
    abandoned besides, where it was."""
    made = derived_of_key(state, key)
    state = _index(state, key, outcomes)
    if isinstance(made, Match):
        return relay(state, replace(made, tied_to=(*made.tied_to, *outcomes)))
    return relay(state, replace(made, made_from=(*made.made_from, *outcomes)))


def rewind(state: Tournament, key: DerivedKey, *, rewound: bool) -> Tournament:
    """The state in which it has lapsed until somebody chooses otherwise; or no longer."""
    return relay(state, replace(derived_of_key(state, key), rewound=rewound))


def release(state: Tournament, number: int, verdict: Verdict, stage: int | None = None) -> Tournament:
    """The state without what earlier decisions keep in that stage on that outcome of the match (ALL-4); None: in any
    stage."""
    outcome = (number, verdict)
    for key in _dependents_of(state, number):
        made = derived_of_key(state, key)
        if outcome in made.kept_on and stage in (None, made.stage):
            kept_on = tuple(one for one in made.kept_on if one != outcome)
            state = relay(state, replace(made, kept_on=kept_on))
    return let_stand(state, number, verdict) if stage is None or is_of_stage(state, number, stage) else state


def is_of_stage(state: Tournament, number: int, stage: int) -> bool:
    """Whether that match is of the stage; minus an entry: whether something there was made from its leaving."""
    if not is_entry_key(number):
        return number in state.matches and state.matches[number].stage == stage
    return any(derived_of_key(state, key).stage == stage for key in _dependents_of(state, number))


def let_stand(state: Tournament, number: int, verdict: Verdict, *overrides: StandOverride) -> Tournament:
    """The state in which these overrides hold while that match counts as that verdict, and those on other outcomes
    still do."""
    stood = state.rounds.stood
    kept = (*(one for one in stood.get(number, ()) if one.counts_as != verdict), *overrides)
    return _with_rounds(state, stood=stood.insert(number, kept) if kept else stood.discard(number))


def changed_places(one: Match, other: Match) -> bool:
    """Whether players changed places between these two matches of a round, since it was corrected who met."""
    alike = (one.opening, one.round) == (other.opening, other.round)
    return alike and not {*one.sides, *one.sides_paired}.isdisjoint((*other.sides, *other.sides_paired))


def undo_changes_of_places(state: Tournament, slots: Collection[tuple[int, str]]) -> Tournament:
    """The state in which nobody changes seats any more by corrections of who met in these slots, by opening."""
    corrected = [match for _, match in sorted(state.matches.items()) if match.paired is not None]
    found = [match for match in corrected if match.slot is not None and (match.opening, match.slot) in slots]
    for match in found:  # grows on the way
        found += [one for one in corrected if one not in found and changed_places(one, match)]
    for match in found:
        undone = replace(match, paired=match.paired and replace(match.paired, undone=True), revision=state.version)
        state = _put_derived(state, undone)
    return state


def relay(state: Tournament, made: Derived) -> Tournament:
    """The state with a match, bye or opening, valid or void as what it was made from says, and what follows."""
    if isinstance(made, Match | Bye):
        made = replace(made, revision=state.version)
    before, made = derived_of_key(state, made.key), with_due_status(state, made)
    return _follow(_put_derived(state, made), _hanging_on(state, before, made))


def derived_of_key(state: Tournament, key: DerivedKey) -> Derived:
    """The match, bye or opening of that key."""
    kind, number = key
    if kind == "match":
        return state.matches[number]
    return state.rounds.byes[number] if kind == "bye" else state.rounds.openings[number - 1]


def is_known(state: Tournament, key: DerivedKey) -> bool:
    """Whether there is anything of that key."""
    kind, number = key
    if kind == "match":
        return number in state.matches
    return number in state.rounds.byes if kind == "bye" else 0 < number <= len(state.rounds.openings)


def all_derived(state: Tournament) -> Sequence[Derived]:
    """Every match, bye and opening, each kind by number."""
    matches = (match for _, match in sorted(state.matches.items()))
    byes = (bye for _, bye in sorted(state.rounds.byes.items()))
    return (*matches, *byes, *state.rounds.openings)


def with_due_status(state: Tournament, made: Derived) -> Derived:
    """The match, bye or opening, with the status that it now must have; itself where it has that."""
    opens = isinstance(made, Opening) or state.opens(made.opening)
    if isinstance(made, Match) and made.begun_by is not None:
        return _settled_in_bout(state, made, opens=opens)
    status = validity.status_of(made, partial(standing, state), opens=opens)
    if not isinstance(made, Match):
        return made if made.status == status else replace(made, status=status)
    abandonments = validity.abandonments_of(made, _abandoning(state, made)) if made.abandonments else ()
    bout_ended, bout_score = bouts.end_of_bout(state, made), bouts.score_with(state, made)
    if (made.status, made.abandonments, made.bout_ended, made.bout_score) == (
        status,
        abandonments,
        bout_ended,
        bout_score,
    ):
        return made
    now = replace(made, status=status, abandonments=abandonments, bout_ended=bout_ended, bout_score=bout_score)
    return layering.coming_to(now) if layering.conceding(now) and now.abandoned is not made.abandoned else now


def _settled_in_bout(state: Tournament, made: Match, *, opens: bool) -> Match:
    """SER-6: a later match of a bout is live while those before it call for it, or a decision keeps it."""
    kept = any(validity.still_kept(on, standing(state, number)) for number, on in made.kept_on)
    called_for = kept or bouts.calls_for(state, made)
    unmade = replace(made, made_from=())
    status = validity.status_of(unmade, partial(standing, state), opens=opens and called_for)
    score, nth = bouts.score_with(state, made), bouts.nth(state, made)
    if (made.status, made.bout_score, made.nth_of_bout) == (status, score, nth):
        return made
    return replace(made, status=status, bout_score=score, nth_of_bout=nth)


def standing(state: Tournament, number: int) -> Verdict:
    """Verdict of the match, or minus an entry, or that it has lapsed."""
    match = state.matches.get(number)
    return state.verdict(number) if match is None else validity.standing(match)


def _abandoning(state: Tournament, match: Match) -> validity.VerdictOf:
    """The verdicts of others, because of which the match is abandoned. Who is put out by a ruling concedes both games
    in progress: neither is abandoned because of what they concede of the other (RNG-7)."""
    out = layering.conceding(match)
    if not out:
        return partial(standing, state)

    def verdict_of(number: int) -> Verdict:
        other = state.matches.get(number)
        return standing(state, number) if other is None else validity.standing(layering.without_concessions(other, out))

    return verdict_of


def _abandoned_because_of(made: Derived) -> Iterator[Basis]:
    return (one.because_of for one in made.abandonments) if isinstance(made, Match) else iter(())


def _dependents_of(state: Tournament, number: int) -> Sequence[DerivedKey]:
    """Matches, byes and openings made from that match, or minus the number of an entry, or abandoned because of it."""
    return state.rounds.derived_from.get(number, ())


def _turning_with(state: Tournament, match: Match) -> Sequence[DerivedKey]:
    """All that was made from the match, and the others of its bout. What came before calls for these (SER-6), also
    where boards were made together, or one of them again."""
    in_bout = state.rounds.bouts.get(match.begun_by or match.number, ())
    others: Iterator[DerivedKey] = (("match", number) for number in in_bout if number in state.matches)
    return tuple(dict.fromkeys((*_dependents_of(state, match.number), *others)))


def _hanging_on(state: Tournament, before: Derived, now: Derived) -> Sequence[DerivedKey]:
    """All that may turn with it."""
    if isinstance(now, Match):
        return _turning_with(state, now)
    if isinstance(now, Bye) or before.live == now.live:
        return ()
    members = (one for one in all_derived(state) if not isinstance(one, Opening) and one.opening == now.number)
    return tuple(one.key for one in members)


def _follow(state: Tournament, keys: Sequence[DerivedKey]) -> Tournament:
    """Everything that hangs on what has turned, directly or not, until nothing changes any more. All that is made has a
    higher number than its origins. So, in ascending order, each is settled before what hangs on it. What would turn
    without end is remembered as `circular`, to be refused."""
    if not keys:
        return state
    waiting, turns = list(keys), Counter[DerivedKey]()
    heapify(waiting)
    while waiting:
        key = heappop(waiting)
        before = derived_of_key(state, key)
        made = with_due_status(state, before)
        if made is before:
            continue
        turns[key] += 1
        if turns[key] > _TURNS + len(state.entries):
            return _with_rounds(state, circular=Circular(state.version, key))
        made = replace(made, revision=state.version) if isinstance(made, Match | Bye) else made
        state = _put_derived(state, made)
        for following in _hanging_on(state, before, made):
            heappush(waiting, following)
    return state


def _put_derived(state: Tournament, made: Derived) -> Tournament:
    if isinstance(made, Match):
        return _put_match(state, made)
    return _put_bye(state, made) if isinstance(made, Bye) else _put_opening(state, made)


def _put_match(state: Tournament, match: Match) -> Tournament:
    """The state with a match put in its place: tallies move by the difference of what counts."""
    before = state.matches.get(match.number)
    tallies = state.tallies
    if before is not None:
        tallies = _add_to_tallies(tallies, before, -1)
    return replace(
        state,
        version=match.revision,
        matches=state.matches.insert(match.number, match),
        tallies=_add_to_tallies(tallies, match, 1),
        awaiting=_awaiting(state.awaiting, match),
        by_link=_by_link(state.by_link, match),
        settlements=state.settlements
        if match.stake is None
        else with_touched_match(state.settlements, match.number, before),
        laid=state.laid.insert(match.number),
    )


def _add_to_tallies(
    tallies: HashTrieMap[tuple[int, int], Tally], match: Match, sign: int
) -> HashTrieMap[tuple[int, int], Tally]:
    """The tallies with the match's points and its end; a bout's end counts once, for all of it (SER-5)."""
    points, came_to = validity.counting(match), None if match.begun_by is not None else validity.end_of_match(match)
    if points is not None:
        for entry in points.sides:
            key = match.opening, entry
            tallies = tallies.insert(key, tallies.get(key, _NO_TALLY).plus_points(points, entry, sign))
    if came_to is not None and came_to.how != "abandoned":
        for entry in match.sides if points is None or match.bout is not None else points.sides:
            key = match.opening, entry
            tallies = tallies.insert(key, tallies.get(key, _NO_TALLY).plus_ended(came_to, entry, sign))
    return tallies


def _by_link(by_link: HashTrieSet[int], match: Match) -> HashTrieSet[int]:
    counts = match.by_link_of is not None and validity.counting(match) is not None
    return by_link.insert(match.number) if counts else by_link.discard(match.number)


def _awaiting(awaiting: HashTrieSet[int], match: Match) -> HashTrieSet[int]:
    match match.phase:
        case "open" | "needs-ruling":
            return awaiting.insert(match.number)
        case "reported":
            return awaiting.discard(match.number) if match.abandoned else awaiting.insert(match.number)
        case "announced" | "abandoned" | "void":
            return awaiting.discard(match.number)
        case _:
            assert_never(match.phase)


def _put_bye(state: Tournament, bye: Bye) -> Tournament:
    before = state.rounds.byes.get(bye.number)
    counts = state.rounds.bye_counts
    for one, sign in ((before, -1), (bye, 1)):
        if one is not None:
            key = one.opening, one.entry
            counts = counts.insert(key, counts.get(key, 0) + sign * int(one.live))
    return _with_rounds(state, byes=state.rounds.byes.insert(bye.number, bye), bye_counts=counts)


def _put_opening(state: Tournament, opening: Opening) -> Tournament:
    place, openings = opening.number - 1, state.rounds.openings
    return _with_rounds(state, openings=(*openings[:place], opening, *openings[place + 1 :]))


def _index(state: Tournament, key: DerivedKey, made_from: Basis) -> Tournament:
    """The state that knows that it hangs on these outcomes."""
    origins = dict.fromkeys(origin for origin, _ in made_from)
    if not origins:
        return state
    return _with_rounds(state, derived_from=_add_to_index(state.rounds.derived_from, origins, key))


def _add_to_index(index: HashTrieMap[K, tuple[V, ...]], keys: Iterable[K], number: V) -> HashTrieMap[K, tuple[V, ...]]:
    for key in keys:
        index = index.insert(key, (*index.get(key, ()), number))
    return index


def _with_rounds(state: Tournament, **changes: object) -> Tournament:
    rounds: Rounds = replace(state.rounds, **changes)  # type: ignore[arg-type]  # fields by name
    return replace(state, rounds=rounds)
