"""Notices before a round closes: no time could be agreed, a bye is wanted, the times of a round (SWI-3, SWI-4,
SWI-6)."""

from domain.formats.contract.acts import AskForBye, ReportNoTimeAgreed
from domain.kernel.refusal import Refused
from domain.match.record import Match
from domain.problems.matches import NO_DEFAULT_RESULT, NO_TIME_AGREED_REPORTED
from domain.problems.rounds import BYE_NOT_OFFERED, BYE_NOT_REQUESTED, ROUND_CLOSED
from domain.tournament.decisions.rounds import absences
from domain.tournament.derived.deadline import deadline
from domain.tournament.derived.stage import current_stage, stage_of_match
from domain.tournament.guards.context import Context, Events
from domain.tournament.guards.lookup import find_entry, open_match
from domain.tournament.matches import commands as match_commands
from domain.tournament.matches import events as match_events
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds import events as round_events
from domain.tournament.state import PLAY_OFF, Tournament


def report_no_time_agreed(state: Tournament, command: match_commands.ReportNoTimeAgreed, context: Context) -> Events:
    """SWI-4: before the round closes, by that side or the staff for it."""
    match = open_match(state, command.match)
    _require_not_closed(state, match, context)
    if match.opening == PLAY_OFF:
        raise Refused(NO_DEFAULT_RESULT, "A director decides a play-off that was not played.", match=match.number)
    stage_of_match(state, match).require(ReportNoTimeAgreed(match.number))
    if command.reported_by in match.no_time_agreed:
        raise Refused(
            NO_TIME_AGREED_REPORTED,
            f"The {command.reported_by} side of match {match.number} has already reported this to the director.",
            match=match.number,
        )
    return (match_events.NoTimeAgreedReported(match=match.number, reported_by=command.reported_by),)


def _require_not_closed(state: Tournament, match: Match, context: Context) -> None:
    until = deadline(state, match)
    if until is not None and context.now >= until:
        detail = f"Match {match.number} of round {match.round} was to be played until {until.isoformat()}."
        raise Refused(ROUND_CLOSED, detail, round=match.round, closes_at=until.isoformat())


def schedule(_: Tournament, command: round_commands.ScheduleRound, __: Context) -> Events:
    """SWI-3: also of a round that is still to come."""
    return (round_events.RoundScheduled(round=command.round, opens_at=command.opens_at, closes_at=command.closes_at),)


def request_bye(state: Tournament, command: round_commands.RequestBye, context: Context) -> Events:
    """SWI-6: for the following round, until the round before it closes."""
    if command.worth == "zero":
        return absences.for_one_round(state, command)
    if _asks(state, command):
        raise Refused(BYE_NOT_REQUESTED, f"Entry {command.entry} has already requested the bye.", entry=command.entry)
    _require_round_before_open(state, command, context)
    return (round_events.ByeRequested(entry=command.entry, round=command.round),)


def _require_round_before_open(state: Tournament, command: round_commands.RequestBye, context: Context) -> None:
    closed_at = state.rounds.closes_at(command.round - 1)
    if closed_at is not None and context.now >= closed_at:
        before, moment = command.round - 1, closed_at.isoformat()
        raise Refused(BYE_NOT_OFFERED, f"Round {before} closed at {moment}.", round=command.round)


def withdraw_request(state: Tournament, command: round_commands.WithdrawByeRequest, _: Context) -> Events:
    """SWI-6: until the round is drawn."""
    if not _asks(state, command):
        raise Refused(BYE_NOT_REQUESTED, f"Entry {command.entry} has not requested the bye.", entry=command.entry)
    return (round_events.ByeRequestWithdrawn(entry=command.entry, round=command.round),)


def _asks(state: Tournament, command: round_commands.RequestBye | round_commands.WithdrawByeRequest) -> bool:
    """Whether the entry has asked for a bye in that round, where it may ask or take it back."""
    entry = find_entry(state, command.entry)
    stage = current_stage(state)
    stage.require(AskForBye(entry.number, command.round - stage.facts.rounds_before))
    return entry.number in state.rounds.requests.get(command.round, frozenset())
