"""Rounds: drawn, paired by hand, annulled; and the questions a director decides (ALL-2, ALL-5)."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from domain.chance import Chance, draw_key
from domain.errors import Refused
from domain.formats.protocol import Ask, Contender, Done, Due, Excused, Pair, Step, Wait
from domain.problems import (
    CHANCE_NOT_COMMITTED,
    DECISION_AWAITED,
    MATCHES_AWAITED,
    NOT_IN_ROUND,
    QUESTION_UNKNOWN,
    ROUND_DUE,
    ROUND_NOT_DUE,
    ROUND_STARTED,
)
from domain.tournament import commands as asked
from domain.tournament import events as happened
from domain.tournament.authority import require_staff
from domain.tournament.context import Context, Events, require_status
from domain.tournament.making import placings
from domain.tournament.model import Settings, Tournament
from domain.values import Why

STAGE = "main"
PURPOSE = "round"
BY_HAND = Why()


def step_of(state: Tournament, settings: Settings) -> Step:
    """What comes next, as the format says."""
    return settings.rules.step(settings.format, state)


def require_done(step: Step) -> Done:
    """The step, where nothing is missing; else raises Refused with what is."""
    match step:
        case Wait(matches=matches):
            raise Refused(MATCHES_AWAITED, f"Matches that await a result: {len(matches)}.", matches=list(matches[:100]))
        case Due(round=round_):
            raise Refused(ROUND_DUE, f"Round {round_} is due.", round=round_)
        case Ask():
            raise Refused(DECISION_AWAITED, step.detail, question=step.question, choices=[c.name for c in step.choices])
        case Done():
            return step


def draw(state: Tournament, command: asked.DrawRound, context: Context) -> Events:
    """ALL-2: the draw's outcome is in the event, and what is needed to check it."""
    settings = _staff(state, context)
    due = step_of(state, settings)
    if not isinstance(due, Due):
        raise _not_due(due)
    _require_round(due, command.round)
    if state.commitment is None:
        raise Refused(CHANCE_NOT_COMMITTED, "The tournament has no commitment in force.")
    commitment, attempt = state.commitment.commitment, state.rounds.drawn.get(due.round, 0) + 1
    chance = chance_of(state.id, due.round, attempt, due.contenders, context.secrets.secret(commitment))
    drawing = settings.rules.draw(settings.format, due, chance)
    pairings, byes = placings(state, due.round, due.length, drawing.pairs, drawing.byes)
    drawn = happened.RoundDrawn(
        round=due.round,
        attempt=attempt,
        commitment=commitment,
        drawn_from=due.contenders,
        pairings=pairings,
        byes=byes,
    )
    return (drawn,)


def chance_of(tournament: str, round_: int, attempt: int, drawn_from: Sequence[Contender], secret: bytes) -> Chance:
    """The choices of one draw (ALL-2): a function of the secret and of what is drawn, and of nothing else."""
    key = draw_key(
        secret,
        tournament=tournament,
        stage=STAGE,
        purpose=PURPOSE,
        round_=round_,
        attempt=attempt,
        drawn_from=[one.model_dump() for one in drawn_from],
    )
    return Chance(key)


def _staff(state: Tournament, context: Context) -> Settings:
    settings = require_status(state, "started")
    require_staff(state, context.actor)
    return settings


def _not_due(step: Step) -> Refused:
    match step:
        case Wait(matches=matches):
            return Refused(
                ROUND_NOT_DUE, f"Matches that await their results: {len(matches)}.", matches=list(matches[:100])
            )
        case Ask(question=question, detail=detail):
            return Refused(ROUND_NOT_DUE, f"A director decides: {detail}", question=question)
        case _:
            return Refused(ROUND_NOT_DUE, "The tournament has its result.")


def _require_round(due: Due, round_: int) -> None:
    if due.round != round_:
        raise Refused(ROUND_NOT_DUE, f"Round {due.round} is due, not {round_}.", round=due.round)


def pair(state: Tournament, command: asked.PairByHand, context: Context) -> Events:
    """ALL-2: any of those due, each once; who is left out stays due. Whoever has the bye may be paired, and then
    has it no more."""
    settings = _staff(state, context)
    step = step_of(state, settings)
    due = step.due if isinstance(step, Ask) else step
    if not isinstance(due, Due):
        raise _not_due(step)
    _require_round(due, command.round)
    holders = {b.entry: b.number for b in state.rounds.byes.values() if b.live and b.round == due.round}
    paired = [entry for sides in command.pairings for entry in sides]
    free = {one.entry for one in due.contenders}
    _require_each_once([*paired, *command.byes], free | holders.keys())
    _require_each_once(command.byes, free)
    taken_back = tuple(sorted(holders[entry] for entry in paired if entry in holders))
    pairs = [Pair(sides, BY_HAND) for sides in command.pairings]
    pairings, byes = placings(state, due.round, due.length, pairs, [Excused(e, BY_HAND) for e in command.byes])
    event = happened.RoundPaired(
        round=due.round, pairings=pairings, byes=byes, taken_back=taken_back, reason=command.reason
    )
    return (event,)


def _require_each_once(entries: Sequence[int], allowed: Collection[int]) -> None:
    for entry, times in sorted(Counter(entries).items()):
        if times > 1:
            raise Refused(NOT_IN_ROUND, f"Entry {entry} is named {times} times.", entry=entry)
        if entry not in allowed:
            raise Refused(NOT_IN_ROUND, f"Entry {entry} is not due in this round.", entry=entry)


def annul(state: Tournament, command: asked.AnnulRound, context: Context) -> Events:
    """ALL-4: the newest round, none of whose matches has been started, is to be drawn again."""
    _staff(state, context)
    newest = max((place.round for place in state.places), default=0)
    if newest != command.round:
        raise Refused(ROUND_NOT_DUE, f"The newest round is {newest}, not {command.round}.", round=newest)
    matches = [place.match for place in state.places if place.round == newest and place.match is not None]
    byes = [n for n, bye in sorted(state.rounds.byes.items()) if bye.live and bye.round == newest]
    started = [number for number in matches if state.matches[number].started]
    if started:
        detail = f"{len(started)} matches of round {newest} have been started."
        raise Refused(ROUND_STARTED, detail, round=newest, matches=started[:100])
    return (happened.RoundAnnulled(round=newest, matches=tuple(matches), byes=tuple(byes), reason=command.reason),)


def decide_question(state: Tournament, command: asked.DecideQuestion, context: Context) -> Events:
    """ALL-5: one of the choices offered, with a reason; also in place of what was decided before. Choices that are
    commands of their own are carried out by those."""
    step = step_of(_undecided(state, command.question), _staff(state, context))
    if not isinstance(step, Ask) or step.question != command.question:
        raise Refused(QUESTION_UNKNOWN, f"{command.question!r} is not asked.", question=command.question)
    if step.due is not None:
        detail = f"Round {step.due.round} is paired by hand or annulled instead of answering this."
        raise Refused(QUESTION_UNKNOWN, detail, question=command.question, round=step.due.round)
    offered = {choice.name: choice.entries for choice in step.choices}
    entries = offered.get(command.choice)
    if entries is None or (command.entry not in entries if entries else command.entry is not None):
        detail = f"{command.choice!r} with entry {command.entry} is not offered."
        raise Refused(QUESTION_UNKNOWN, detail, choices=list(offered))
    decided = happened.QuestionDecided(
        question=command.question, choice=command.choice, entry=command.entry, reason=command.reason
    )
    return (decided,)


def _undecided(state: Tournament, question: str) -> Tournament:
    return replace(state, rounds=replace(state.rounds, decisions=state.rounds.decisions.discard(question)))
