"""Rounds: drawn, paired by hand, annulled; and the questions a director decides (ALL-2, ALL-5)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from domain.formats.contract.steps import Ask, Contender, Due, Excused, Pair, Wait
from domain.kernel.chance import Chance, draw_key
from domain.kernel.refusal import Refused, name_list
from domain.kernel.replacing import replace
from domain.problems.rounds import COMMITMENT_MISSING, NOT_IN_ROUND, ROUND_NOT_DUE, ROUND_STARTED, ROUND_UNKNOWN
from domain.problems.tournament import QUESTION_UNKNOWN
from domain.tournament.decisions.rounds.commitments import secret_of
from domain.tournament.decisions.rounds.objections import Objections
from domain.tournament.decisions.rounds.outside_value import require_value
from domain.tournament.derived.batches import draws_from
from domain.tournament.derived.outside_value import value_in_force
from domain.tournament.derived.progress import Next, StageDue, next_of
from domain.tournament.derived.provenance import placings
from domain.tournament.derived.stage import current_stage
from domain.tournament.derived.stage_facts import StageFacts
from domain.tournament.guards.context import Context, Events
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds import events as round_events
from domain.tournament.state import Tournament

PURPOSE = "round"


def draw(state: Tournament, command: round_commands.DrawRound, context: Context) -> Events:
    """ALL-2: the draw's outcome is in the event, and what is needed to check it."""
    stage = current_stage(state)
    due = next_of(state)
    if not isinstance(due, Due):
        raise _not_due(due)
    _require_round(due, command.round)
    _require_time(state, due, context)
    if state.commitment is None:
        raise Refused(COMMITMENT_MISSING, "The tournament has no commitment in force.")
    require_value(state)
    commitment, attempt = state.commitment.commitment, state.rounds.drawn.get(due.round, 0) + 1
    chance = chance_of(state, due.round, attempt, due.contenders, secret_of(state.commitment, context))
    drawing = stage.draw(due, chance)
    pairings, byes = placings(state, due.round, due.terms, drawing.pairs, drawing.byes)
    drawn = round_events.RoundDrawn(
        round=due.round,
        attempt=attempt,
        commitment=commitment,
        drawn_from=due.contenders,
        pairings=pairings,
        byes=byes,
    )
    return (drawn,)


def chance_of(state: Tournament, round_: int, attempt: int, drawn_from: Sequence[Contender], secret: bytes) -> Chance:
    """The choices of one draw (ALL-2): a function of the secret and of what is drawn, and of nothing else."""
    key = draw_key(
        secret,
        tournament=state.id,
        stage=current_stage(state).label,
        purpose=PURPOSE,
        round_=round_,
        attempt=attempt,
        drawn_from=[one.model_dump(exclude_defaults=True) for one in drawn_from],
        outside=value_in_force(state),
    )
    return Chance(key)


def _not_due(step: Next) -> Refused:
    match step:
        case Wait(matches=matches):
            return Refused(
                ROUND_NOT_DUE, f"Matches still waiting for a result: {len(matches)}.", matches=list(matches[:100])
            )
        case Ask(question=question, detail=detail):
            return Refused(ROUND_NOT_DUE, f"A director must decide: {detail}", question=question)
        case StageDue(stage=stage):
            return Refused(ROUND_NOT_DUE, f"Stage {stage} has to be opened first.", stage=stage)
        case _:
            return Refused(ROUND_NOT_DUE, "The tournament already has its result.")


def _require_round(due: Due, round_: int) -> None:
    if due.round != round_:
        raise Refused(ROUND_NOT_DUE, f"Round {due.round} is due, not {round_}.", round=due.round)


def _require_time(state: Tournament, due: Due, context: Context) -> None:
    """MON-10."""
    moment = draws_from(state, due)
    if moment is not None and context.now < moment:
        detail = f"Those who are free are drawn every so many minutes: the next draw is from {moment.isoformat()} on."
        raise Refused(ROUND_NOT_DUE, detail, round=due.round, opens_at=moment.isoformat())


def pair(state: Tournament, command: round_commands.PairByHand, _: Context) -> Events:
    """ALL-2: any entries that are due, each as often as it plays in the round. An entry that is left out is still due.
    The entry with the bye may be paired unless it is out by now, and then loses the bye (NXE-8)."""
    stage, step = current_stage(state), next_of(state)
    due = _by_hand(step)
    if due is None:
        raise _not_due(step)
    _require_round(due, command.round)
    free = {one.entry: one.places for one in due.contenders}
    holders = dict(_bye_holders(state, due.round))
    paired = [entry for sides in command.pairings for entry in sides]
    _require_free([*paired, *command.byes], {**dict.fromkeys(holders, 1), **free})
    _require_free(command.byes, free)
    _require_two_sides(command.pairings)
    replaced = tuple(sorted(number for entry, number in holders.items() if entry in paired and entry not in free))
    objections = Objections.to(stage, due, certain=isinstance(step, Due))
    pairs = [Pair(sides, objections.why(sides)) for sides in command.pairings]
    asked_for = stage.facts.bye_requests(due.round - stage.facts.rounds_before)
    excused = [Excused(one, objections.why((one,)), requested=one in asked_for) for one in command.byes]
    pairings, byes = placings(state, due.round, due.terms, pairs, excused)
    event = round_events.RoundPaired(
        round=due.round, pairings=pairings, byes=byes, replaced_byes=replaced, reason=command.reason
    )
    return (event,)


def _bye_holders(state: Tournament, round_: int) -> Iterator[tuple[int, int]]:
    """The entries still in that have a bye in the round, each with the bye's number."""
    byes = (bye for bye in state.rounds.byes.values() if bye.live and bye.round == round_)
    return ((bye.entry, bye.number) for bye in byes if not state.entries[bye.entry].gone)


def due_by_hand(state: Tournament) -> Due | None:
    """The round that can be paired by hand: the one due, be it that the director is asked about it."""
    return _by_hand(next_of(state))


def _by_hand(step: Next) -> Due | None:
    due = step.due if isinstance(step, Ask) else step
    return due if isinstance(due, Due) else None


def _require_two_sides(pairings: Sequence[tuple[int, int]]) -> None:
    for first, second in pairings:
        if first == second:
            raise Refused(NOT_IN_ROUND, f"Entry {first} is on both sides of a pairing.", entry=first)


def _require_free(entries: Sequence[int], allowed: Mapping[int, int]) -> None:
    for entry, times in sorted(Counter(entries).items()):
        if entry not in allowed:
            raise Refused(NOT_IN_ROUND, f"Entry {entry} does not play in this round.", entry=entry)
        if times > allowed[entry]:
            raise Refused(NOT_IN_ROUND, f"Entry {entry} is named {times} times.", entry=entry)


def require_round(state: Tournament, round_: int) -> None:
    """Raises Refused where no round of that number has been drawn, paired by hand or come into being."""
    byes = (bye.round for bye in state.rounds.byes.values())
    if round_ not in {*(match.round for match in state.matches.values()), *byes}:
        raise Refused(ROUND_UNKNOWN, f"There is no round {round_} here.", round=round_)


def annul(state: Tournament, command: round_commands.AnnulRound, _: Context) -> Events:
    """ALL-4: the newest round, none of whose matches has been started, is to be drawn again."""
    newest = newest_round(state)
    if newest is None:
        raise _no_round_to_annul(current_stage(state).facts)
    if newest.number != command.round:
        raise Refused(ROUND_NOT_DUE, f"The newest round is {newest.number}, not {command.round}.", round=newest.number)
    byes = [n for n, bye in sorted(state.rounds.byes.items()) if bye.live and bye.round == command.round]
    if newest.started:
        detail = f"Started matches of round {command.round}: {name_list(newest.started)}."
        raise Refused(ROUND_STARTED, detail, round=command.round, matches=list(newest.started[:100]))
    annulled = round_events.RoundAnnulled(
        round=command.round, matches=newest.matches, byes=tuple(byes), reason=command.reason
    )
    return (annulled,)


def _no_round_to_annul(facts: StageFacts) -> Refused:
    """The stage has no round that was drawn: there are none yet, or its field and results make all of its matches."""
    is_made = any(place.slot is not None for place in facts.places)
    if is_made:
        return Refused(
            ROUND_NOT_DUE,
            f"The matches of stage {facts.stage} come from its field and its results, so no round can be annulled.",
            stage=facts.stage,
        )
    if facts.stage > 1:
        detail = (
            f"Stage {facts.stage} has been opened, and no round of it has been drawn. "
            "Rounds before it can't be annulled."
        )
        return Refused(ROUND_NOT_DUE, detail, stage=facts.stage)
    return Refused(ROUND_NOT_DUE, "No round has been drawn.")


@dataclass(frozen=True, slots=True)
class NewestRound:
    """A round that was drawn or paired by hand, the live matches in it, and those of them that were `started`."""

    number: int
    matches: tuple[int, ...]
    started: tuple[int, ...]


def newest_round(state: Tournament) -> NewestRound | None:
    """The newest of the stage that is played; None: it has none, or those of its bracket or ring alone."""
    facts = current_stage(state).facts
    newest = max((place.round for place in facts.places if place.slot is None), default=0)
    if not newest:
        return None
    matches = tuple(place.match for place in facts.places if place.round == newest and place.match is not None)
    started = tuple(number for number in matches if state.matches[number].started)
    return NewestRound(newest + facts.rounds_before, matches, started)


def decide_question(state: Tournament, command: round_commands.DecideQuestion, _: Context) -> Events:
    """ALL-5: one of the choices offered, with a reason; also in place of what was decided before. Choices that are
    commands of their own are carried out by those."""
    step = question_asked(state, command.question)
    if step is None:
        raise Refused(
            QUESTION_UNKNOWN,
            f"The tournament does not ask the question {command.question!r}.",
            question=command.question,
        )
    if any(choice.command and choice.name == command.choice for choice in step.choices):
        detail = f"The choice {command.choice!r} has its own command; it is not an answer."
        raise Refused(QUESTION_UNKNOWN, detail, question=command.question)
    offered = {choice.name: choice.entries for choice in step.choices if not choice.command}
    entries = offered.get(command.choice)
    if entries is None or (command.entry not in entries if entries else command.entry is not None):
        detail = f"The choice {command.choice!r} with entry {command.entry} is not offered."
        raise Refused(QUESTION_UNKNOWN, detail, choices=list(offered))
    decided = round_events.QuestionDecided(
        question=command.question, choice=command.choice, entry=command.entry, reason=command.reason
    )
    return (decided,)


def question_asked(state: Tournament, question: str) -> Ask | None:
    """The question as it is asked, or was before it was decided; None where the tournament does not ask it."""
    undecided = replace(state, rounds=replace(state.rounds, decisions=state.rounds.decisions.discard(question)))
    step = next_of(undecided)
    return step if isinstance(step, Ask) and step.question == question else None
