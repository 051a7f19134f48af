"""Laying matches, byes and openings into a tournament's state: tallies, what is awaited, and what hangs on a result
(ALL-4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import replace
from heapq import heappop, heappush
from typing import TypeVar

from rpds import HashTrieMap, HashTrieSet

from domain.match import validity
from domain.match.record import Basis, Bye, Effective, Made, Match, Opening, Verdict
from domain.standings.tally import Tally
from domain.tournament.stakes.evolve import touched
from domain.tournament.state import Circular, Entry, Rounds, Tournament

K = TypeVar("K", bound=Hashable)

_MOST_TURNS = 50
"""How often a match may turn before it is taken to hang on itself: each turn has another cause, and there are few."""


def lay_match(state: Tournament, match: Match) -> Tournament:
    """The state with the match in its place, and with what was made from it live or void as it now must be."""
    state = _put_match(state, match)
    rounds = state.rounds
    if match.number in rounds.matches_from or match.number in rounds.byes_from or rounds.openings:
        return _follow(state, match.number)
    return state


def lay_entry(state: Tournament, entry: Entry) -> Tournament:
    """The state with the entry as it now is, and with what was made from its leaving live or void."""
    leaving = -entry.number
    state = replace(state, entries=state.entries.insert(entry.number, entry), laid=state.laid.insert(leaving))
    if leaving in state.rounds.matches_from or leaving in state.rounds.byes_from:
        return _follow(state, leaving)
    return state


def make_match(state: Tournament, match: Match) -> Tournament:
    """The state with a new match."""
    rounds = state.rounds
    matches_from = _indexed(rounds.matches_from, {number for number, _ in match.made_from}, match.number)
    if match.round is not None or match.slot is not None:
        state = _with_rounds(
            state, matches_from=matches_from, matches_of=_indexed(rounds.matches_of, match.sides, match.number)
        )
    elif match.made_from:
        state = _with_rounds(state, matches_from=matches_from)
    if match.slot is not None:
        slots = _indexed(rounds.slots, ((match.opening, match.slot),), match.number)
        state = _with_rounds(state, slots=slots)
    return lay_match(state, match)


def make_bye(state: Tournament, bye: Bye) -> Tournament:
    """The state with a new bye."""
    made = {number for number, _ in bye.made_from}
    state = _with_rounds(state, byes_from=_indexed(state.rounds.byes_from, made, bye.number))
    if bye.slot is not None:
        bye_slots = _indexed(state.rounds.bye_slots, ((bye.opening, bye.slot),), bye.number)
        state = _with_rounds(state, bye_slots=bye_slots)
    return _put_bye(state, bye)


def make_opening(state: Tournament, opening: Opening) -> Tournament:
    """The state with another stage opened."""
    return _with_rounds(state, openings=(*state.rounds.openings, opening))


def abandon(state: Tournament, number: int, origins: Iterable[tuple[int, Verdict]]) -> Tournament:
    """The state with a match abandoned, because of these outcomes."""
    match, basis = state.matches[number], tuple(origins)
    index = _indexed(state.rounds.matches_from, {origin for origin, _ in basis}, number)
    state = _with_rounds(state, matches_from=index)
    return relay_match(state, replace(match, abandonments=(*match.abandonments, basis)))


def tie_bye(state: Tournament, bye: Bye, match: int, verdict: Verdict) -> Tournament:
    """The state with the bye made from one more outcome."""
    tied = replace(bye, made_from=(*bye.made_from, (match, verdict)))
    state = _with_rounds(state, byes_from=_indexed(state.rounds.byes_from, {match}, bye.number))
    return relay_bye(state, tied)


def relay_match(state: Tournament, match: Match) -> Tournament:
    """The state with the match, live and abandoned as what it was made from says."""
    return lay_match(state, replace(_settled(state, match), revision=state.version))


def relay_bye(state: Tournament, bye: Bye) -> Tournament:
    """The state with the bye, live or void as what it was made from says."""
    return _put_bye(state, replace(bye, live=is_live(state, bye, bye.opening), revision=state.version))


def relay_opening(state: Tournament, opening: Opening) -> Tournament:
    """The state with the opening, in force or not as the results before it say, and what belongs to it."""
    opening = replace(opening, live=validity.live(opening, state.verdict))
    place = opening.number - 1
    turned = state.rounds.openings[place].live != opening.live
    openings = (*state.rounds.openings[:place], opening, *state.rounds.openings[place + 1 :])
    state = _with_rounds(state, openings=openings)
    return _opening_follows(state, opening.number) if turned else state


def release(state: Tournament, number: int, verdict: Verdict) -> Tournament:
    """The state without what earlier decisions keep, or let stand, on that outcome of the match (ALL-4)."""
    outcome = (number, verdict)
    for following in state.rounds.matches_from.get(number, ()):
        match = state.matches[following]
        if outcome in match.kept_on:
            state = relay_match(state, replace(match, kept_on=_without(match.kept_on, outcome)))
    for following in state.rounds.byes_from.get(number, ()):
        bye = state.rounds.byes[following]
        if outcome in bye.kept_on:
            state = relay_bye(state, replace(bye, kept_on=_without(bye.kept_on, outcome)))
    for opening in state.rounds.openings:
        if outcome in opening.kept_on:
            state = relay_opening(state, replace(opening, kept_on=_without(opening.kept_on, outcome)))
    stood = state.rounds.stood.get(number)
    if stood is not None and stood.now == verdict:
        state = _with_rounds(state, stood=state.rounds.stood.remove(number))
    return state


def _without(kept_on: Basis, outcome: tuple[int, Verdict]) -> Basis:
    return tuple(one for one in kept_on if one != outcome)


def is_live(state: Tournament, made: Made, opening: int) -> bool:
    """Whether what belongs to that opening is live."""
    return state.opens(opening) and validity.live(made, state.verdict)


def _settled(state: Tournament, match: Match) -> Match:
    """The match, live and abandoned as it now must be."""
    live = is_live(state, match, match.opening)
    abandoned = validity.abandoned(match, state.verdict)
    if match.live == live and match.abandoned == abandoned:
        return match
    return replace(match, live=live, abandoned=abandoned)


def _put_match(state: Tournament, match: Match) -> Tournament:
    """The state with a match put in its place: tallies move by the difference of what counts."""
    before = state.matches.get(match.number)
    tallies = state.tallies
    if before is not None:
        tallies = _tallied(tallies, match.opening, validity.counting(before), -1)
    return Tournament(
        state.stream,
        match.revision,
        state.settings,
        state.entries,
        state.entry_of,
        state.matches.insert(match.number, match),
        _tallied(tallies, match.opening, validity.counting(match), 1),
        _awaiting(state.awaiting, match),
        state.rounds,
        state.directing,
        state.settlements if match.stake is None else touched(state.settlements, match.number, before),
        state.filings,
        state.proceedings,
        state.reviewed,
        state.reported,
        state.placed,
        state.laid.insert(match.number),
    )


def _tallied(
    tallies: HashTrieMap[tuple[int, int], Tally], opening: int, result: Effective | None, sign: int
) -> HashTrieMap[tuple[int, int], Tally]:
    if result is None:
        return tallies
    for entry in result.sides:
        key = opening, entry
        tallies = tallies.insert(key, tallies.get(key, Tally()).plus(result, entry, sign))
    return tallies


def _awaiting(awaiting: HashTrieSet[int], match: Match) -> HashTrieSet[int]:
    announced = match.effective is not None and match.effective.announced_at is not None
    settled = match.void or announced or match.abandoned
    return awaiting.discard(match.number) if settled else awaiting.insert(match.number)


def _put_bye(state: Tournament, bye: Bye) -> Tournament:
    before = state.rounds.byes.get(bye.number)
    difference = int(bye.live) - int(before is not None and before.live)
    counts, key = state.rounds.bye_counts, (bye.opening, bye.entry)
    counts = counts.insert(key, counts.get(key, 0) + difference)
    return _with_rounds(state, byes=state.rounds.byes.insert(bye.number, bye), bye_counts=counts)


def _follow(state: Tournament, number: int) -> Tournament:
    """Everything that hangs on the match, directly or not, until nothing changes any more. Mostly what is made has a
    higher number than what it was made from, so that in ascending order each is settled before what hangs on it. What
    would never end is left off, and `circular` says so."""
    waiting, turns = [number], Counter[int]()
    while waiting:
        number = heappop(waiting)
        turns[number] += 1
        if turns[number] > _MOST_TURNS:
            return _with_rounds(state, circular=Circular(state.version, number))
        for following in state.rounds.matches_from.get(number, ()):
            match = _settled(state, state.matches[following])
            if match is not state.matches[following]:
                state = _put_match(state, replace(match, revision=state.version))
                heappush(waiting, following)
        state = _byes_follow(state, state.rounds.byes_from.get(number, ()))
        state = _openings_follow(state, number)
    return state


def _byes_follow(state: Tournament, byes: Iterable[int]) -> Tournament:
    for number in byes:
        bye = state.rounds.byes[number]
        if bye.live != is_live(state, bye, bye.opening):
            state = _put_bye(state, replace(bye, live=not bye.live, revision=state.version))
    return state


def _openings_follow(state: Tournament, number: int) -> Tournament:
    """The openings of the stage after the match's."""
    for opening in state.rounds.openings if number > 0 else ():
        if opening.stage == state.matches[number].stage + 1:
            state = relay_opening(state, opening)
    return state


def _opening_follows(state: Tournament, opening: int) -> Tournament:
    """All matches and byes of an opening that has turned, and what hangs on them."""
    for number in sorted(n for n, match in state.matches.items() if match.opening == opening):
        if _settled(state, state.matches[number]) is not state.matches[number]:
            state = relay_match(state, state.matches[number])
    of_it = [number for number, bye in sorted(state.rounds.byes.items()) if bye.opening == opening]
    return _byes_follow(state, of_it)


def _indexed(index: HashTrieMap[K, tuple[int, ...]], keys: Iterable[K], number: int) -> HashTrieMap[K, tuple[int, ...]]:
    for key in keys:
        index = index.insert(key, (*index.get(key, ()), number))
    return index


def _with_rounds(state: Tournament, **changes: object) -> Tournament:
    rounds: Rounds = replace(state.rounds, **changes)  # type: ignore[arg-type]  # fields by name
    return replace(state, rounds=rounds)
