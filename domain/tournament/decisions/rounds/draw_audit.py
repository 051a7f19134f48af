"""Every draw of a tournament made again from its history and its revealed secret (ALL-2), by anybody.

A draw that was chosen among several, quietly repeated, or altered is found, and named by the event that holds it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from domain.formats.contract.protocol import ConsideredOpponent
from domain.formats.contract.steps import DrawBracket, Drawing, DrawLots, Due, Excused, Pair, Terms
from domain.kernel.chance import Commitment, commitment_to
from domain.kernel.envelope import Recorded
from domain.kernel.values import Value
from domain.tournament.decisions.rounds.automatic import bracket_chance, lots_chance
from domain.tournament.decisions.rounds.drawing import chance_of
from domain.tournament.derived.outside_value import value_awaited
from domain.tournament.derived.progress import (
    StageDue,
    coins_of,
    due_at_the_cut,
    due_of,
    next_of,
    play_off_chance,
    play_offs_by_lot,
    seeds_by_coin,
)
from domain.tournament.derived.stage import current_stage
from domain.tournament.evolve.tournament import evolve
from domain.tournament.rounds import events as round_events
from domain.tournament.state import Tournament, initial

ATTEMPTS_TRIED = 100
"""The most attempts made to see whether a draw is that of another one."""

Kind = Literal[
    "not-committed",
    "without-outside-value",
    "not-revealed",
    "wrong-secret",
    "not-due",
    "state-differs",
    "repeated",
    "chosen",
    "altered",
]
Purpose = Literal["round", "lots", "coin-flips", "play-offs", "bracket"]
HEARD = (
    round_events.SecretRevealed,
    round_events.RoundDrawn,
    round_events.LotsDrawn,
    round_events.StageOpened,
    round_events.PlayOffsDrawn,
    round_events.BracketDrawn,
)
Laid = tuple[Tournament, Recorded[Any]]
"""The state before an event, and the event."""
_DRAWN: Mapping[Purpose, str] = {
    "round": "pairings",
    "lots": "lots",
    "coin-flips": "seeds",
    "play-offs": "matches",
    "bracket": "seats",
}


class Finding(Value):
    """A fault of a draw, named by the stream version of its event; `round` is 0 where lots or coins were drawn."""

    version: int
    round: int
    kind: Kind
    detail: str
    purpose: Purpose


class Repeat(Value):
    """A draw of a round, or of what was left of it, that was not the first, by the stream version of its event; `round`
    is 0 where lots or coins were drawn."""

    version: int
    round: int
    attempt: int
    purpose: Purpose


class Checked(Value):
    """The numbers of draws, and of those that could be made again, with all faults and repeats. A draw can be right and
    still be the one that somebody kept on annulling for."""

    draws: int
    confirmed: int
    findings: tuple[Finding, ...]
    repeats: tuple[Repeat, ...]


@dataclass(frozen=True, slots=True)
class _Draw:
    """A draw as recorded: `wrong_ground` is what it says of its origin against the history. `again` makes it with
    another attempt's number and a secret."""

    version: int
    round: int
    purpose: Purpose
    commitment: Commitment
    attempt: int
    attempt_due: int
    wrong_ground: tuple[tuple[Kind, str], ...]
    recorded: object
    again: Callable[[int, bytes], object]


class DrawAudit:
    """Checks the draws of one tournament as its events come, from the first on."""

    def __init__(self) -> None:
        self._draws: list[tuple[Tournament, _Draw]] = []
        self._secrets: dict[str, bytes] = {}
        self._attempts = Counter[tuple[Purpose, int]]()
        self._repeats: list[Repeat] = []
        self._with_lots: set[int] = set()

    def take(self, state: Tournament, one: Recorded[Any]) -> bool:
        """Takes in an event, and the state before it; whether it is a draw."""
        if type(one.event) not in HEARD:
            return False
        before = len(self._draws)
        match one.event:
            case round_events.SecretRevealed(commitment=commitment, secret=secret):
                self._secrets[commitment] = bytes.fromhex(secret)
            case round_events.RoundDrawn(round=round_):
                self._draws.append((state, _round(state, one.version, one.event)))
                self._count(one.version, "round", round_)
            case round_events.LotsDrawn(order=order):
                self._draws.append((state, _lots(state, one.version, one.event)))
                self._count_lots(one.version, order)
            case round_events.StageOpened(stage=stage, commitment=str()):
                self._draws.append((state, _coins(state, one.version, one.event)))
                self._count(one.version, "coin-flips", stage)
            case round_events.PlayOffsDrawn():
                self._draws.append((state, _play_offs(state, one.version, one.event)))
            case round_events.BracketDrawn():
                self._draws.append((state, _bracket(state, one.version, one.event)))
        return len(self._draws) > before

    def _count_lots(self, version: int, entries: Sequence[int]) -> None:
        """Lots for latecomers are no repeat; another lot for somebody who had one is: the start was taken back."""
        self._attempts["lots", 0] += 1
        if not self._with_lots.isdisjoint(entries):
            self._repeats.append(Repeat(version=version, round=0, attempt=self._attempts["lots", 0], purpose="lots"))
        self._with_lots.update(entries)

    def check(self) -> Checked:
        """The findings, with the secrets revealed so far."""
        checked = [list(_findings(state, draw, self._secrets)) for state, draw in self._draws]
        findings = [finding for found in checked for finding in found]
        return Checked(
            draws=len(checked),
            confirmed=sum(not found for found in checked),
            findings=tuple(findings),
            repeats=tuple(self._repeats),
        )

    def _count(self, version: int, purpose: Purpose, number: int) -> None:
        """By the history's count, whatever the draws say of themselves."""
        self._attempts[purpose, number] += 1
        if (attempt := self._attempts[purpose, number]) > 1:
            self._repeats.append(
                Repeat(version=version, round=number if purpose == "round" else 0, attempt=attempt, purpose=purpose)
            )


def check_draws(history: Iterable[Recorded[Any]]) -> Checked:
    """Checks the whole history of one tournament, in order, from its first event."""
    return check_drawn(events_with_state(history))


def check_drawn(events: Iterable[Laid]) -> Checked:
    """Checks the draws of one tournament by its events of the kinds in `HEARD`, in order; others change nothing."""
    audit = DrawAudit()
    for state, one in events:
        audit.take(state, one)
    return audit.check()


def events_with_state(history: Iterable[Recorded[Any]]) -> Iterator[Laid]:
    """Each event of the whole history of one tournament, with the state before it."""
    state: Tournament | None = None
    for one in history:
        state = state or initial(one.stream)
        yield state, one
        state = evolve(state, one)


def _findings(state: Tournament, draw: _Draw, secrets: Mapping[str, bytes]) -> Iterator[Finding]:
    for kind, detail in _wrong(state, draw, secrets):
        yield Finding.from_attributes(draw, kind=kind, detail=detail)


def _wrong(state: Tournament, draw: _Draw, secrets: Mapping[str, bytes]) -> Iterator[tuple[Kind, str]]:
    """The faults, in the order in which they are looked for; the draw itself is made again only with a secret."""
    in_force = state.commitment
    if in_force is None or in_force.commitment != draw.commitment:
        yield "not-committed", "Its commitment was not in force when it was drawn."
    if value_awaited(state):
        yield "without-outside-value", "The value of the announced source was not recorded, or not witnessed."
    yield from draw.wrong_ground
    if draw.attempt != draw.attempt_due:
        yield "repeated", f"It says it is attempt {draw.attempt}; in the history it is attempt {draw.attempt_due}."
    secret = secrets.get(draw.commitment)
    if secret is None:
        yield "not-revealed", "The secret behind its commitment has not been revealed."
    elif commitment_to(secret) != draw.commitment:
        yield "wrong-secret", "The secret revealed is not the one that was committed to."
    else:
        yield from _wrong_outcome(draw, secret)


def _wrong_outcome(draw: _Draw, secret: bytes) -> Iterator[tuple[Kind, str]]:
    if draw.recorded == draw.again(draw.attempt, secret):
        return
    for attempt in range(1, ATTEMPTS_TRIED + 1):
        if draw.recorded == draw.again(attempt, secret):
            yield "chosen", f"These are the {_DRAWN[draw.purpose]} of attempt {attempt}, not of attempt {draw.attempt}."
            return
    yield "altered", f"The secret draws other {_DRAWN[draw.purpose]}."


def _round(state: Tournament, version: int, event: round_events.RoundDrawn) -> _Draw:
    def again(attempt: int, secret: bytes) -> Drawing:
        chance = chance_of(state, event.round, attempt, event.drawn_from, secret)
        return current_stage(state).draw(Due(event.round, event.drawn_from, Terms(1)), chance)

    due = next_of(state)
    wrong: tuple[tuple[Kind, str], ...] = ()
    if not isinstance(due, Due) or due.round != event.round:
        wrong = (("not-due", "The round was not due."),)
    elif due.contenders != event.drawn_from:
        wrong = (("state-differs", "It was drawn from another state than the one that was in effect."),)
    attempt = state.rounds.drawn.get(event.round, 0) + 1
    return _Draw(version, event.round, "round", event.commitment, event.attempt, attempt, wrong, _drawing(event), again)


@dataclass(frozen=True, slots=True)
class Considered:
    """A draw in which an entry was placed, by the stream version of its event, and who else might have been its
    opponent."""

    version: int
    passed_over: tuple[ConsideredOpponent, ...]


def considered_draws(events: Iterable[Laid], round_: int, entry: int) -> Iterator[Considered]:
    """Each draw of that round in which the entry was placed, worked out again from what it was drawn from."""
    for state, one in events:
        event = one.event
        if isinstance(event, round_events.RoundDrawn) and event.round == round_:
            stage = current_stage(state)
            due = Due(round_ - stage.facts.rounds_before, event.drawn_from, Terms(1))
            if any(entry == contender.entry for contender in event.drawn_from):
                passed = stage.rules.passed_opponents(stage.options, due, entry)
                yield Considered(one.version, tuple(passed))


def _drawing(event: round_events.RoundDrawn) -> Drawing:
    pairs = tuple(Pair(pairing.sides, pairing.why) for pairing in event.pairings)
    return Drawing(pairs, tuple(Excused(bye.entry, bye.why, bye.requested) for bye in event.byes))


def _lots(state: Tournament, version: int, event: round_events.LotsDrawn) -> _Draw:
    def again(attempt: int, secret: bytes) -> tuple[int, ...]:
        return tuple(lots_chance(state, attempt, event.drawn_from, secret).random_order(event.drawn_from))

    wanted = current_stage(state).service(None)
    due = isinstance(wanted, DrawLots) and wanted.entries == event.drawn_from
    wrong: tuple[tuple[Kind, str], ...] = () if due else (("not-due", "No lots were to be drawn for these."),)
    attempt = state.rounds.lots_drawn + 1
    return _Draw(version, 0, "lots", event.commitment, event.attempt, attempt, wrong, event.order, again)


def _bracket(state: Tournament, version: int, event: round_events.BracketDrawn) -> _Draw:
    def again(attempt: int, secret: bytes) -> tuple[str, ...]:
        return tuple(
            bracket_chance(state, event.stage, attempt, event.drawn_from, secret).random_order(event.drawn_from)
        )

    wanted = current_stage(state).service(None)
    wrong: tuple[tuple[Kind, str], ...] = ()
    if not isinstance(wanted, DrawBracket) or wanted.bracket != event.bracket:
        wrong = (("not-due", "That bracket was not to be drawn."),)
    elif wanted.places != event.drawn_from:
        wrong = (("state-differs", "Others than these were to come into it."),)
    attempt = state.rounds.bracket_draws.get((event.stage, event.bracket), 0) + 1
    return _Draw(version, 0, "bracket", event.commitment, event.attempt, attempt, wrong, event.order, again)


def _coins(state: Tournament, version: int, event: round_events.StageOpened) -> _Draw:
    due = due_of(state)

    def again(attempt: int, secret: bytes) -> tuple[int, ...]:
        return seeds_by_coin(due, coins_of(state, event.stage, attempt, event.coin_flips, secret))

    wrong: tuple[tuple[Kind, str], ...] = ()
    if not isinstance(next_of(state), StageDue) or due.stage != event.stage:
        wrong = (("not-due", "The stage was not to be opened."),)
    elif due.tied != event.coin_flips:
        wrong = (("state-differs", "Others than these were tied."),)
    attempt = 1 + sum(opening.stage == event.stage for opening in state.rounds.openings)
    return _Draw(version, 0, "coin-flips", event.commitment or "", event.attempt, attempt, wrong, event.seeds, again)


def _play_offs(state: Tournament, version: int, event: round_events.PlayOffsDrawn) -> _Draw:
    """Another draw for the same stage is no repeat: it goes on with those who are still tied."""
    due = due_at_the_cut(state)

    def again(attempt: int, secret: bytes) -> tuple[tuple[int, int], ...]:
        chance = play_off_chance(state, event.stage, attempt, event.drawn_from, secret)
        return play_offs_by_lot(event.drawn_from, len(event.play_offs), chance)

    wrong: tuple[tuple[Kind, str], ...] = ()
    if due is None or due.stage != event.stage:
        wrong = (("not-due", "No matches for the last places were due."),)
    elif tuple(sorted(due.at_the_cut)) != event.drawn_from:
        wrong = (("state-differs", "Others than these were tied."),)
    attempt = state.rounds.play_offs_drawn.get(event.stage, 0) + 1
    sides = tuple(one.sides for one in event.play_offs)
    return _Draw(version, 0, "play-offs", event.commitment, event.attempt, attempt, wrong, sides, again)
