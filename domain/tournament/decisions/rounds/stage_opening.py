"""Opening the next stage with its field, and the play-off before it (SEL-1, SEL-2)."""

from collections.abc import Sequence

from domain.formats.contract.steps import Ask, Wait
from domain.kernel.refusal import Refused
from domain.problems.rounds import FIELD_NOT_POSSIBLE, PLAY_OFF_NOT_POSSIBLE, QUALIFIED_BY_LINK, STAGE_NOT_DUE
from domain.tournament.decisions.rounds.commitments import commitment_for_draw, secret_of
from domain.tournament.decisions.rounds.outside_value import require_value
from domain.tournament.derived.progress import (
    Next,
    StageDue,
    coins_of,
    due_at_the_cut,
    next_of,
    play_off_chance,
    play_off_length,
    play_off_terms,
    play_offs_by_lot,
    seeds_by_coin,
    stage_due,
)
from domain.tournament.derived.stage import Stage, current_stage
from domain.tournament.derived.stage_facts import question_of
from domain.tournament.guards.context import Context, Events
from domain.tournament.matches import events as match_events
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds import events as round_events
from domain.tournament.state import Tournament


def open_stage(state: Tournament, command: round_commands.OpenStage, context: Context) -> Events:
    """SEL-1: with the field as it is, and coins where they are needed, or by hand with a reason (ALL-5)."""
    stage = current_stage(state)
    step = next_of(state)
    number = stage.facts.stage + 1
    asked_at_the_cut = isinstance(step, Ask) and step.question == question_of(stage.facts.stage, f"cut-{number}")
    if command.stage != number or not (isinstance(step, StageDue) or asked_at_the_cut):
        _require_confirmed(state, step)
        raise Refused(STAGE_NOT_DUE, f"Stage {command.stage} can't be opened now.", stage=command.stage)
    due = stage_due(state, stage, number)
    attempt = 1 + sum(opening.stage == number for opening in state.rounds.openings)
    if command.seeds is not None:
        _require_field(due, stage, command.seeds)
        opened = round_events.StageOpened(stage=number, attempt=attempt, seeds=command.seeds, reason=command.reason)
        return (opened,)
    if not isinstance(step, StageDue):
        raise Refused(
            STAGE_NOT_DUE,
            "A director must first decide which of the entries tied for the last places qualify.",
            stage=number,
        )
    return _opening_by_coins(state, due, attempt, context)


def _require_confirmed(state: Tournament, step: Next) -> None:
    """Raises Refused where the field waits for what counts by a director's link alone."""
    unconfirmed = [number for number in step.matches if number in state.by_link] if isinstance(step, Wait) else []
    if unconfirmed:
        detail = f"Matches to be confirmed by somebody else: {', '.join(map(str, unconfirmed))}."
        raise Refused(QUALIFIED_BY_LINK, detail, matches=unconfirmed)


def _require_field(due: StageDue, before: Stage, seeds: Sequence[int]) -> None:
    """By hand: as many as have a place, each once, and only such as could go up."""
    able = {row.entry for row in before.rules.onward(before.options, before.facts).rows}
    if len(set(seeds)) < len(seeds) or not set(seeds) <= able or len(seeds) != due.places:
        detail = f"The field must have {due.places} different entries that qualify."
        raise Refused(FIELD_NOT_POSSIBLE, detail, stage=due.stage, entries=sorted(able))


def _opening_by_coins(state: Tournament, due: StageDue, attempt: int, context: Context) -> Events:
    """The opening, and before it the first commitment, where coins are the first thing that is drawn (ALL-2)."""
    if not due.tied:
        seeds = tuple(entry for group in due.groups for entry in group)
        return (round_events.StageOpened(stage=due.stage, attempt=attempt, seeds=seeds),)
    published, committed = commitment_for_draw(state, context)
    require_value(state)
    chance = coins_of(state, due.stage, attempt, due.tied, secret_of(committed, context))
    opened = round_events.StageOpened(
        stage=due.stage,
        attempt=attempt,
        seeds=seeds_by_coin(due, chance),
        coin_flips=due.tied,
        commitment=committed.commitment,
    )
    return *published, opened


def play_off(state: Tournament, command: round_commands.MakePlayOff, context: Context) -> Events:
    """SEL-2: between the last one in and the first one out, before the coin is flipped. Where that is announced, the
    lot names the players from all who are tied for the last places."""
    due = due_at_the_cut(state)
    length = None if due is None else play_off_length(state, due.stage)
    if due is not None and due.stage == command.stage and due.at_the_cut and length is not None:
        return _draw_play_offs(state, due, length, context)
    if due is None or due.stage != command.stage or len(due.at_the_cut) != 2:
        raise Refused(
            PLAY_OFF_NOT_POSSIBLE,
            f"Not exactly two entries are tied for the last place of stage {command.stage}.",
            stage=command.stage,
        )
    first, second = due.at_the_cut
    terms = play_off_terms(state, current_stage(state))
    made = match_events.PlayOffMade(
        match=len(state.matches) + 1,
        stage=due.stage,
        sides=(first, second),
        length=terms.length,
        form=terms.form,
    )
    return (made,)


def _draw_play_offs(state: Tournament, due: StageDue, length: int, context: Context) -> Events:
    """As many matches as can be played at once, and no more than there are players too many."""
    published, committed = commitment_for_draw(state, context)
    require_value(state)
    tied = tuple(sorted(due.at_the_cut))
    attempt = state.rounds.play_offs_drawn.get(due.stage, 0) + 1
    chance = play_off_chance(state, due.stage, attempt, tied, secret_of(committed, context))
    pairs = play_offs_by_lot(tied, min(len(tied) // 2, len(tied) - due.places_at_the_cut), chance)
    drawn = round_events.PlayOffsDrawn(
        stage=due.stage,
        attempt=attempt,
        commitment=committed.commitment,
        drawn_from=tied,
        play_offs=tuple(
            round_events.DrawnPlayOff(match=number, sides=sides)
            for number, sides in enumerate(pairs, len(state.matches) + 1)
        ),
        length=length,
    )
    return *published, drawn
