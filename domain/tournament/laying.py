"""Laying matches and byes into a tournament's state: tallies, what is awaited, and what hangs on a result (ALL-4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from heapq import heappop, heappush

from rpds import HashTrieMap, HashTrieSet

from domain import record
from domain.record import Bye, Effective, Match
from domain.standings.tally import Tally
from domain.tournament.model import Rounds, Tournament


def lay_match(state: Tournament, match: Match) -> Tournament:
    """The state with the match in its place, and with what was made from it live or void as it now must be."""
    state = _put_match(state, match)
    if match.number in state.rounds.matches_from or match.number in state.rounds.byes_from:
        return _follow(state, match.number)
    return state


def make_match(state: Tournament, match: Match) -> Tournament:
    """The state with a new match."""
    if match.made_from:
        made = {number for number, _ in match.made_from}
        state = _with_rounds(state, matches_from=_indexed(state.rounds.matches_from, made, match.number))
    return lay_match(state, match)


def make_bye(state: Tournament, bye: Bye) -> Tournament:
    """The state with a new bye."""
    made = {number for number, _ in bye.made_from}
    state = _with_rounds(state, byes_from=_indexed(state.rounds.byes_from, made, bye.number))
    return _put_bye(state, bye)


def tie_bye(state: Tournament, bye: Bye, match: int, winner: int | None) -> Tournament:
    """The state with the bye made from one more outcome."""
    tied = replace(bye, made_from=(*bye.made_from, (match, winner)))
    state = _with_rounds(state, byes_from=_indexed(state.rounds.byes_from, {match}, bye.number))
    return relay_bye(state, tied)


def relay_match(state: Tournament, match: Match) -> Tournament:
    """The state with the match, live or void as what it was made from says."""
    return lay_match(state, replace(match, live=record.live(match, state.winner), revision=state.version))


def relay_bye(state: Tournament, bye: Bye) -> Tournament:
    """The state with the bye, live or void as what it was made from says."""
    return _put_bye(state, replace(bye, live=record.live(bye, state.winner), revision=state.version))


def _put_match(state: Tournament, match: Match) -> Tournament:
    """The state with a match put in its place: tallies move by the difference of what counts."""
    before = state.matches.get(match.number)
    tallies = state.tallies
    if before is not None:
        tallies = _tallied(tallies, record.counting(before), -1)
    return Tournament(
        state.stream,
        match.revision,
        state.settings,
        state.entries,
        state.entry_of,
        state.matches.insert(match.number, match),
        _tallied(tallies, record.counting(match), 1),
        _awaiting(state.awaiting, match),
        state.rounds,
    )


def _tallied(tallies: HashTrieMap[int, Tally], result: Effective | None, sign: int) -> HashTrieMap[int, Tally]:
    if result is None:
        return tallies
    for entry in result.sides:
        tallies = tallies.insert(entry, tallies.get(entry, Tally()).plus(result, entry, sign))
    return tallies


def _awaiting(awaiting: HashTrieSet[int], match: Match) -> HashTrieSet[int]:
    settled = match.void or (match.effective is not None and match.effective.announced_at is not None)
    return awaiting.discard(match.number) if settled else awaiting.insert(match.number)


def _put_bye(state: Tournament, bye: Bye) -> Tournament:
    before = state.rounds.byes.get(bye.number)
    difference = int(bye.live) - int(before is not None and before.live)
    counts = state.rounds.bye_counts
    counts = counts.insert(bye.entry, counts.get(bye.entry, 0) + difference)
    return _with_rounds(state, byes=state.rounds.byes.insert(bye.number, bye), bye_counts=counts)


def _follow(state: Tournament, number: int) -> Tournament:
    """Everything made from the match, directly or not. What is made has a higher number than what it was made
    from, so that in ascending order each is settled before what hangs on it."""
    waiting = [number]
    while waiting:
        number = heappop(waiting)
        for following in state.rounds.matches_from.get(number, ()):
            match = state.matches[following]
            if match.live != record.live(match, state.winner):
                state = _put_match(state, replace(match, live=not match.live, revision=state.version))
                heappush(waiting, following)
        state = _byes_follow(state, state.rounds.byes_from.get(number, ()))
    return state


def _byes_follow(state: Tournament, byes: Iterable[int]) -> Tournament:
    for number in byes:
        bye = state.rounds.byes[number]
        if bye.live != record.live(bye, state.winner):
            state = _put_bye(state, replace(bye, live=not bye.live, revision=state.version))
    return state


def _indexed(
    index: HashTrieMap[int, tuple[int, ...]], made_from: Iterable[int], number: int
) -> HashTrieMap[int, tuple[int, ...]]:
    for match in made_from:
        index = index.insert(match, (*index.get(match, ()), number))
    return index


def _with_rounds(state: Tournament, **changes: object) -> Tournament:
    rounds: Rounds = replace(state.rounds, **changes)  # type: ignore[arg-type]  # fields by name
    return replace(state, rounds=rounds)
