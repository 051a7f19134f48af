"""Closing a round when its time is over (SWI-3, SWI-4)."""

from collections.abc import Iterator
from datetime import datetime
from typing import assert_never

from domain.kernel.envelope import Event
from domain.kernel.refusal import Refused, name_list
from domain.match.record import Match
from domain.problems.matches import MATCH_LEFT_UNDECIDED, NO_DEFAULT_RESULT
from domain.problems.rounds import NOTHING_TO_CLOSE, ROUND_OPEN
from domain.tournament.decisions.rounds.left_open import WhyLeft, comes_to_a_result
from domain.tournament.derived.deadline import deadline
from domain.tournament.derived.stage import Stage, current_stage, stages_of
from domain.tournament.guards.conflicts_of_interest import (
    Interested,
    require_no_conflict,
    sides_announced_for,
    sides_of,
)
from domain.tournament.guards.context import Context, Events, outcome_of
from domain.tournament.matches import events as match_events
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds import events as round_events
from domain.tournament.state import Tournament


def close(state: Tournament, command: round_commands.CloseRound, context: Context) -> Events:
    """SWI-4: each match whose time is over gets the result that follows from reports of no time agreed; those reported
    are announced. A match of anyone who closes the round is left open, unless its opponent has reported it (TD-9); so
    is one that has time left, unless the round is closed early, and what the service leaves to the director."""
    stage, awaited = _awaited_matches(state, command.round)
    if not awaited:
        raise _nothing_to_close(command.round)
    due = _due(state, command, awaited, context)
    own = {match.number for match in due if _decides_for_own(state, match, context)}
    matches = [match for match in due if match.number not in own]
    if not matches:
        require_no_conflict(state, Interested(sides_of(state, own)), context.actor.persons)
    _require_defaults(stage, matches, command.round)
    closing = {match.number for match in matches}
    closed = round_events.RoundClosed(
        round=command.round,
        matches=tuple(sorted(closing)),
        left_open=tuple(match.number for match in awaited if match.number not in closing),
        reason=command.reason,
    )
    return (closed, *_close_matches(stage, matches, context))


def can_be_closed(state: Tournament, round_: int) -> bool:
    """Whether a match of the round awaits a result, and each that does is reported or comes to one of itself."""
    stage, awaited = _awaited_matches(state, round_)
    return bool(awaited) and not _without_default(stage, awaited)


def _awaited_matches(state: Tournament, round_: int) -> tuple[Stage, list[Match]]:
    """The matches of the round that await a result, and their stage: one that has been left may have some again."""
    for stage in stages_of(state):
        waiting = (state.matches[number] for number in stage.facts.awaited)
        if found := [match for match in waiting if match.round == round_]:
            return stage, found
    return current_stage(state), []


def _nothing_to_close(round_: int) -> Refused:
    return Refused(NOTHING_TO_CLOSE, f"No match of round {round_} awaits a result.", round=round_)


def _decides_for_own(state: Tournament, match: Match, context: Context) -> bool:
    entries = (state.entries[number] for number in sides_announced_for(state, match))
    return any(not set(context.actor.persons).isdisjoint(entry.persons) for entry in entries)


def _due(state: Tournament, command: round_commands.CloseRound, awaited: list[Match], context: Context) -> list[Match]:
    """The matches whose time is over: all, where the round is closed early; of the service, those that it closes.
    SWI-3: where no closing time was said there is none that could have come; nobody is removed by a slip."""
    if command.early:
        return awaited
    by_service = context.actor.role == "service"
    left = WhyLeft(state)
    until = {match.number: deadline(state, match) for match in awaited}
    over = [match for match in awaited if _is_over(until[match.number], context)]
    due = [match for match in over if not by_service or left.because(match) is None]
    if not due:
        raise _still_open(command.round, [moment for moment in until.values() if moment is not None])
    return due


def _is_over(until: datetime | None, context: Context) -> bool:
    return until is not None and context.now >= until


def _still_open(round_: int, until: list[datetime]) -> Refused:
    """Nobody's time is over."""
    if not until:
        return Refused(ROUND_OPEN, f"Round {round_} has no closing time.", round=round_, closes_at=None)
    closes_at = min(until).isoformat()
    return Refused(ROUND_OPEN, f"Round {round_} closes at {closes_at}.", round=round_, closes_at=closes_at)


def _require_defaults(stage: Stage, matches: list[Match], round_: int) -> None:
    undecided = [match.number for match in matches if match.phase == "needs-ruling"]
    if undecided:
        detail = f"Matches of the round that their scores do not decide: {name_list(undecided)}."
        raise Refused(MATCH_LEFT_UNDECIDED, detail, round=round_, matches=undecided[:100])
    without = _without_default(stage, matches)
    if without:
        raise Refused(
            NO_DEFAULT_RESULT,
            f"The director must decide {len(without)} matches of the round.",
            round=round_,
            matches=without[:100],
        )


def _without_default(stage: Stage, matches: list[Match]) -> list[int]:
    return [match.number for match in matches if not comes_to_a_result(stage, match)]


def _close_matches(stage: Stage, matches: list[Match], context: Context) -> Iterator[Event]:
    for match in matches:
        match match.phase:
            case "reported":
                yield match_events.ResultVerified(match=match.number)
            case "open":
                yield _by_default(stage, match, context)
            case "needs-ruling" | "announced" | "abandoned" | "void":
                pass
            case _:
                assert_never(match.phase)


def _by_default(stage: Stage, match: Match, context: Context) -> match_events.ResultReported:
    result = stage.unplayed_result(match.number)
    if result is None:
        raise ValueError(f"match {match.number} comes to no result by itself")
    outcome = outcome_of(stage.facts.state, match, result, match.as_played[1])
    return match_events.ResultReported(
        match=match.number, result=result, outcome=outcome, played_at=context.now, verified=True
    )
