"""Every draw of a tournament made again from its history and its revealed secret (ALL-2), by anybody.

A draw that was chosen among several, quietly repeated, or altered is found, and named by the event that holds it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from domain.chance import commitment_to
from domain.formats.protocol import Drawing, Due, Excused, Pair, Terms
from domain.history import Recorded
from domain.tournament import events as happened
from domain.tournament.model import Tournament, initial
from domain.tournament.rounds import chance_of
from domain.tournament.stage import current_stage
from domain.tournament.stages import next_of
from domain.tournament.state import evolve

ATTEMPTS_TRIED = 100
"""How many attempts are made to see whether a draw is that of another one."""

Kind = Literal[
    "not-committed", "not-revealed", "wrong-secret", "not-due", "state-differs", "repeated", "chosen", "altered"
]


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong with a draw: the stream version of its event, its round, and what was found."""

    version: int
    round: int
    kind: Kind
    detail: str


@dataclass(frozen=True, slots=True)
class Repeat:
    """A round, or what was left of it, that was drawn once more, and openly so: the history says why."""

    version: int
    round: int
    attempt: int


@dataclass(frozen=True, slots=True)
class Checked:
    """How many draws there are, how many of them could be made again, what is wrong with any, and which were
    repeats: a draw can be right and still be the one that somebody kept on annulling for."""

    draws: int
    confirmed: int
    findings: tuple[Finding, ...]
    repeats: tuple[Repeat, ...] = ()


def check_draws(history: Sequence[Recorded[Any]]) -> Checked:
    """Checks the whole history of one tournament, in order, from its first event."""
    secrets = {
        one.event.commitment: bytes.fromhex(one.event.secret)
        for one in history
        if isinstance(one.event, happened.ChanceRevealed)
    }
    checked = [list(_findings(state, one, secrets)) for state, one in _draws(history)]
    findings = [finding for found in checked for finding in found]
    return Checked(len(checked), sum(not found for found in checked), tuple(findings), tuple(_repeats(history)))


def _repeats(history: Iterable[Recorded[Any]]) -> Iterator[Repeat]:
    """By the history's count, whatever the draws say of themselves."""
    attempts = Counter[int]()
    for one in history:
        if isinstance(one.event, happened.RoundDrawn):
            attempts[one.event.round] += 1
            if attempts[one.event.round] > 1:
                yield Repeat(one.version, one.event.round, attempts[one.event.round])


def _draws(history: Iterable[Recorded[Any]]) -> Iterator[tuple[Tournament, Recorded[Any]]]:
    """Each draw, with the state it was made in."""
    state: Tournament | None = None
    for one in history:
        state = state or initial(one.stream)
        if isinstance(one.event, happened.RoundDrawn):
            yield state, one
        state = evolve(state, one)


def _findings(state: Tournament, recorded: Recorded[Any], secrets: Mapping[str, bytes]) -> Iterator[Finding]:
    for kind, detail in _wrong(state, recorded.event, secrets):
        yield Finding(recorded.version, recorded.event.round, kind, detail)


def _wrong(state: Tournament, event: happened.RoundDrawn, secrets: Mapping[str, bytes]) -> Iterator[tuple[Kind, str]]:
    """What is wrong, in the order in which it is looked at; the draw itself is made again only with a secret."""
    in_force = state.commitment
    if in_force is None or in_force.commitment != event.commitment:
        yield "not-committed", "Its commitment was not in force when it was drawn."
    yield from _wrong_ground(state, event)
    secret = secrets.get(event.commitment)
    if secret is None:
        yield "not-revealed", "The secret behind its commitment has not been revealed."
    elif commitment_to(secret) != event.commitment:
        yield "wrong-secret", "The secret revealed is not the one that was committed to."
    else:
        yield from _wrong_outcome(state, event, secret)


def _wrong_ground(state: Tournament, event: happened.RoundDrawn) -> Iterator[tuple[Kind, str]]:
    """What it says it was drawn from, against the history."""
    due = next_of(state)
    if not isinstance(due, Due) or due.round != event.round:
        yield "not-due", "The round was not due."
    elif due.contenders != event.drawn_from:
        yield "state-differs", "It was drawn from another state than the one that was in effect."
    attempt = state.rounds.drawn.get(event.round, 0) + 1
    if event.attempt != attempt:
        yield "repeated", f"It says it is attempt {event.attempt}; in the history it is attempt {attempt}."


def _wrong_outcome(state: Tournament, event: happened.RoundDrawn, secret: bytes) -> Iterator[tuple[Kind, str]]:
    recorded = _recorded(event)
    if recorded == _drawn_again(state, event, event.attempt, secret):
        return
    for attempt in range(1, ATTEMPTS_TRIED + 1):
        if recorded == _drawn_again(state, event, attempt, secret):
            yield "chosen", f"These are the pairings of attempt {attempt}, not of attempt {event.attempt}."
            return
    yield "altered", "The secret draws other pairings."


def _drawn_again(state: Tournament, event: happened.RoundDrawn, attempt: int, secret: bytes) -> Drawing:
    chance = chance_of(state, event.round, attempt, event.drawn_from, secret)
    return current_stage(state).draw(Due(event.round, event.drawn_from, Terms(1)), chance)


def _recorded(event: happened.RoundDrawn) -> Drawing:
    pairs = tuple(Pair(pairing.sides, pairing.why) for pairing in event.pairings)
    return Drawing(pairs, tuple(Excused(bye.entry, bye.why, bye.requested) for bye in event.byes))
