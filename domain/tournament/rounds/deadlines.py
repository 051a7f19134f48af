"""Closing a round by its deadline, and what is said before: that no time could be agreed, that a bye is wanted, when a
round opens and closes (SWI-3, SWI-4, SWI-6)."""

from collections.abc import Iterator

from domain.formats.contract.acts import AskForBye, ReportNoTimeAgreed
from domain.kernel.envelope import Event
from domain.kernel.refusal import Refused
from domain.match.record import Match
from domain.problems.matches import NO_DEFAULT_RESULT, NO_TIME_AGREED_REPORTED
from domain.problems.rounds import BYE_NOT_REQUESTED, NOTHING_TO_CLOSE, ROUND_CLOSED, ROUND_OPEN
from domain.tournament.derived.stage import Stage, current_stage
from domain.tournament.guards.conflicts_of_interest import Interested, announced_for, require_no_conflict, sides_of
from domain.tournament.guards.context import Context, Events, outcome_of
from domain.tournament.guards.lookup import find_entry, open_match
from domain.tournament.matches import commands as match_commands
from domain.tournament.matches import events as match_events
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds import events as round_events
from domain.tournament.state import Tournament


def close(state: Tournament, command: round_commands.CloseRound, context: Context) -> Events:
    """SWI-4: each match without a result gets the one that follows from what the director was told; those reported
    are announced. A match of whoever closes the round is left open, unless its opponent has reported it (TD-9)."""
    _require_time(state, command, context)
    stage = current_stage(state)
    awaited = _awaited(stage, command.round)
    if not awaited:
        raise Refused(NOTHING_TO_CLOSE, f"No match of round {command.round} awaits a result.", round=command.round)
    own = {match.number for match in awaited if _decides_for_own(state, match, context)}
    matches = [match for match in awaited if match.number not in own]
    if not matches:
        require_no_conflict(state, Interested(sides_of(state, own)), context.actor.persons)
    _require_defaults(stage, matches, command.round)
    closed = round_events.RoundClosed(
        round=command.round,
        matches=tuple(match.number for match in matches),
        left_open=tuple(sorted(own)),
        reason=command.reason,
    )
    return (closed, *_closed(stage, matches, context))


def can_be_closed(state: Tournament, round_: int) -> bool:
    """Whether a match of the round awaits a result, and each that does is reported or comes to one of itself."""
    stage = current_stage(state)
    awaited = _awaited(stage, round_)
    return bool(awaited) and not _without_default(stage, awaited)


def _awaited(stage: Stage, round_: int) -> list[Match]:
    waiting = (stage.facts.state.matches[number] for number in stage.facts.awaited)
    return [match for match in waiting if match.round == round_]


def _decides_for_own(state: Tournament, match: Match, context: Context) -> bool:
    entries = (state.entries[number] for number in announced_for(state, match))
    return any(not set(context.actor.persons).isdisjoint(entry.persons) for entry in entries)


def _require_time(state: Tournament, command: round_commands.CloseRound, context: Context) -> None:
    """SWI-3: where no closing time was said there is none that could have come; nobody is removed by a slip."""
    closes_at = state.rounds.closes_at(command.round)
    if command.early or (closes_at is not None and context.now >= closes_at):
        return
    if closes_at is None:
        raise Refused(ROUND_OPEN, f"Round {command.round} has no closing time.", round=command.round, closes_at=None)
    detail = f"Round {command.round} closes at {closes_at.isoformat()}."
    raise Refused(ROUND_OPEN, detail, round=command.round, closes_at=closes_at.isoformat())


def _require_defaults(stage: Stage, matches: list[Match], round_: int) -> None:
    without = _without_default(stage, matches)
    if without:
        raise Refused(
            NO_DEFAULT_RESULT,
            f"The director must decide {len(without)} matches of the round.",
            round=round_,
            matches=without[:100],
        )


def _without_default(stage: Stage, matches: list[Match]) -> list[int]:
    return [m.number for m in matches if m.effective is None and stage.unplayed(m.number) is None]


def _closed(stage: Stage, matches: list[Match], context: Context) -> Iterator[Event]:
    for match in matches:
        result = stage.unplayed(match.number)
        if match.effective is not None:
            yield match_events.ResultVerified(match=match.number)
        elif result is not None:
            outcome = outcome_of(stage.facts.state, match, result, match.as_played[1])
            yield match_events.ResultReported(
                match=match.number, result=result, outcome=outcome, played_at=context.now, verified=True
            )


def report_no_time_agreed(state: Tournament, command: match_commands.ReportNoTimeAgreed, context: Context) -> Events:
    """SWI-4: before the round closes, by that side or the staff for it."""
    match = open_match(state, command.match)
    _require_not_closed(state, match, context)
    current_stage(state).require(ReportNoTimeAgreed(match.number))
    if command.reported_by in match.no_time_agreed:
        raise Refused(
            NO_TIME_AGREED_REPORTED,
            f"The {command.reported_by} side of match {match.number} has already told the director.",
            match=match.number,
        )
    return (match_events.NoTimeAgreedReported(match=match.number, reported_by=command.reported_by),)


def _require_not_closed(state: Tournament, match: Match, context: Context) -> None:
    closes_at = None if match.round is None else state.rounds.closes_at(match.round)
    if closes_at is not None and context.now >= closes_at:
        detail = f"Round {match.round} closed at {closes_at.isoformat()}."
        raise Refused(ROUND_CLOSED, detail, round=match.round, closes_at=closes_at.isoformat())


def schedule(_: Tournament, command: round_commands.ScheduleRound, __: Context) -> Events:
    """SWI-3: also of a round that is still to come."""
    return (round_events.RoundScheduled(round=command.round, opens_at=command.opens_at, closes_at=command.closes_at),)


def request_bye(state: Tournament, command: round_commands.RequestBye, _: Context) -> Events:
    """SWI-6: the format says whether it is in time."""
    if _asks(state, command):
        raise Refused(BYE_NOT_REQUESTED, f"Entry {command.entry} has already requested the bye.", entry=command.entry)
    return (round_events.ByeRequested(entry=command.entry, round=command.round),)


def withdraw_request(state: Tournament, command: round_commands.WithdrawByeRequest, _: Context) -> Events:
    """SWI-6: as long as it could be asked for."""
    if not _asks(state, command):
        raise Refused(BYE_NOT_REQUESTED, f"Entry {command.entry} has not requested the bye.", entry=command.entry)
    return (round_events.ByeRequestWithdrawn(entry=command.entry, round=command.round),)


def _asks(state: Tournament, command: round_commands.RequestBye | round_commands.WithdrawByeRequest) -> bool:
    """Whether the entry has asked for a bye in that round, where it may ask or take it back."""
    entry = find_entry(state, command.entry)
    stage = current_stage(state)
    stage.require(AskForBye(entry.number, command.round - stage.facts.rounds_before))
    return entry.number in state.rounds.requests.get(command.round, frozenset())
