"""Records of how a match is played: monitors, consents, breaks, clocks and attachments (TD-3, TD-7, TD-8, TD-20,
TD-24). Requests to the director, with their answers, belong to them (TD-6, TD-23).

Readings: none of it changes a result; what is to follow from it is for a ruling. Sides record what is their own, the
staff anything. A player's break counts against what the match's length allows; a break beyond that is flagged and not
refused, and the player is due back when the allowed breaks are over. A side is on one break at a time. A monitor does
not play the match they watch. A request is answered once. An exception to a clause that names none is flagged, not
refused. Recordings and analyses that the conditions oblige to are owed for each match that was played and counts; they
can be attached after the tournament's end, too.
"""

from collections.abc import Collection
from datetime import datetime

from domain.kernel.refusal import Refused
from domain.kernel.replacing import replace
from domain.kernel.values import Side
from domain.match.record import Match
from domain.officiating.sanction_catalogue import Clause
from domain.problems.match_record import (
    ALREADY_ATTACHED,
    ALREADY_SETTLED,
    CLOCK_TERMS_MISSING,
    MATCH_RECORD_UNKNOWN,
    MATCH_RECORD_UNTIMELY,
    MONITOR_APPOINTED,
    MONITOR_PARTY,
    ON_A_BREAK,
    START_NOT_ANNOUNCED,
)
from domain.scoring.clock import Break, BreakReview, BreakTerms, ClockTerms, LostOnTime, PlayOnWithoutClock, out_of_time
from domain.scoring.lateness import Lateness
from domain.tournament.decisions.match_record.breaks import late_from_break, review_nth_break
from domain.tournament.decisions.match_record.transcripts import check_transcript
from domain.tournament.evolve.match_record import plays_not
from domain.tournament.guards.context import CLOCK_DIFFERENCE, Context, Events, settings_of
from domain.tournament.guards.lookup import find_entry, find_match
from domain.tournament.guards.permissions import is_staff, require
from domain.tournament.match_record import commands as match_record_commands
from domain.tournament.match_record import events as match_record_events
from domain.tournament.match_record.state import MatchRecord, Noted, TakenBreak, standing, with_nth_changed
from domain.tournament.state import Entry, Tournament, announced_settings

EXCEPTIONS: tuple[Clause, ...] = ("2.2.3", "3.4.2", "3.5.2")


def appoint(state: Tournament, command: match_record_commands.AppointMonitor, context: Context) -> Events:
    """TD-3: by the staff; nobody twice at a time."""
    match, of = _under_way(state, command)
    context.person(command.person)
    if any(command.person in state.entries[side].persons for side in _sides(match)):
        raise Refused(MONITOR_PARTY, "The person plays this match.", person=command.person)
    if any(one.open and one.appointed.person == command.person for one in of.monitors):
        raise Refused(MONITOR_APPOINTED, "The person is already a monitor of this match.", person=command.person)
    return (
        match_record_events.MonitorAppointed.from_attributes(command, match=match.number, number=len(of.monitors) + 1),
    )


def release(state: Tournament, command: match_record_commands.ReleaseMonitor, _: Context) -> Events:
    """TD-3: by the staff."""
    match, of = _under_way(state, command)
    require_number(command.number, len(of.monitors), "monitor")
    require_open(of.monitors[command.number - 1], "The monitor was released.")
    return (match_record_events.MonitorReleased(match=match.number, number=command.number, reason=command.reason),)


def consent(state: Tournament, command: match_record_commands.RecordConsent, context: Context) -> Events:
    """TD-24: a side for itself; the director's own is the staff's."""
    match, of = _under_way(state, command)
    if command.applies_to is not None:
        context.person(command.applies_to)
    person = (
        context.actor.person if command.answered_by is None else _entry_of(state, match, command.answered_by).person
    )
    given = match_record_events.ConsentRecorded.from_attributes(
        command, match=match.number, number=len(of.consents) + 1, text_about=person
    )
    return (given,)


def revoke(state: Tournament, command: match_record_commands.WithdrawConsent, _: Context) -> Events:
    """TD-24: by the director."""
    match, of = _under_way(state, command)
    require_number(command.number, len(of.consents), "consent")
    require_open(of.consents[command.number - 1], "The consent was already revoked or refused.")
    return (match_record_events.ConsentRevoked(match=match.number, number=command.number, reason=command.reason),)


def begin_break(state: Tournament, command: match_record_commands.BeginBreak, context: Context) -> Events:
    """TD-8: one at a time; a break beyond those allowed is flagged when it is read."""
    match, of = _under_way(state, command)
    if any(one.begun.side == command.side and one.open for one in of.breaks):
        raise Refused(ON_A_BREAK, "The side is already on a break.", match=match.number, side=command.side)
    started_at = _moment(command.started_at, context)
    _require_since_start(state, started_at)
    taken, number = Break.from_attributes(command, started_at=started_at), len(of.breaks) + 1
    return (
        match_record_events.BreakBegun.from_attributes(command, match=match.number, number=number, break_taken=taken),
    )


def end_break(state: Tournament, command: match_record_commands.EndBreak, context: Context) -> Events:
    """TD-8: either side or the staff say so."""
    match, of = _under_way(state, command)
    require_number(command.number, len(of.breaks), "break")
    taken = of.breaks[command.number - 1]
    require_open(taken, "That side is already back.")
    at = _moment(command.ended_at, context)
    if at < taken.begun.break_taken.started_at:
        raise Refused(MATCH_RECORD_UNTIMELY, "The break would end before it began.", at=at.isoformat())
    return (match_record_events.BreakEnded(match=match.number, number=command.number, ended_at=at),)


def record_clock(state: Tournament, command: match_record_commands.RecordClock, _: Context) -> Events:
    """TD-7, TD-8: by the staff."""
    match, of = _under_way(state, command)
    return (match_record_events.ClockRecorded.from_attributes(command, match=match.number, number=len(of.clocks) + 1),)


def declare(state: Tournament, command: match_record_commands.DeclareOutOfTime, _: Context) -> Events:
    """TD-7: out of time counts when a player or the director declares it; the loss is ruled."""
    match, of = _under_way(state, command)
    number = len(of.declarations) + 1
    return (match_record_events.OutOfTimeDeclared.from_attributes(command, match=match.number, number=number),)


def attach(state: Tournament, command: match_record_commands.AddAttachment, context: Context) -> Events:
    """TD-20: by either side or the staff; the same bytes once. Staff confirm a side's analysis by attaching it too.
    GAM-7: a transcript that is kept can be read."""
    match = find_match(state, command.match)
    of = state.match_records.of(match.number)
    is_apart = is_staff(state, context.actor) and plays_not(state, match.number, context.actor)
    confirms = is_apart and command.error_rates is not None
    known = [one for one in standing(of.attachments) if one.by_staff or not confirms]
    if (command.kind, command.digest) in [(one.added.kind, one.added.digest) for one in known]:
        raise Refused(
            ALREADY_ATTACHED, f"This {command.kind} is already attached to match {match.number}.", match=match.number
        )
    number = len(of.attachments) + 1
    added = match_record_events.AttachmentAdded.from_attributes(command, match=match.number, number=number)
    if command.transcript is None:
        return (added,)
    check_transcript(state, match, command.transcript, turned=command.turned)
    return added, match_record_events.TranscriptKept.from_attributes(command, match=match.number, number=number)


def ask(state: Tournament, command: match_record_commands.MakeRequest, context: Context) -> Events:
    """TD-6, TD-23: an entrant for themselves, in a match they play; the staff for anybody, or for themselves. After the
    end the staff alone ask, for what a match's players have of it: its summary and analysis (TD-20) [3.8]."""
    if settings_of(state).status == "completed":
        of_match = is_staff(state, context.actor) and command.match is not None and command.kind == "other"
        require(of_match, "After the end only the staff ask, as `other`, for records of a match that was played.")
    entry = None if command.entry is None else find_entry(state, command.entry)
    if command.match is not None:
        find_match(state, command.match)
    person = None if entry is None else entry.person
    return (
        match_record_events.RequestMade.from_attributes(
            command, number=len(state.match_records.requests) + 1, requested_by=person
        ),
    )


def answer(state: Tournament, command: match_record_commands.AnswerRequest, _: Context) -> Events:
    """TD-23: by the staff, once."""
    requests = state.match_records.requests
    require_number(command.number, len(requests), "request")
    wish = requests[command.number - 1]
    require_open(wish, "The request was already answered.")
    answered = match_record_events.RequestAnswered(
        number=command.number, requested_by=wish.made.requested_by, granted=command.granted, reason=command.reason
    )
    return (answered,)


def make_exception(state: Tournament, command: match_record_commands.MakeException, _: Context) -> Events:
    """TD-23: by the staff, with the reason."""
    if command.match is not None:
        find_match(state, command.match)
    return (match_record_events.ExceptionMade.from_attributes(command, number=len(state.match_records.exceptions) + 1),)


def _under_way(state: Tournament, command: match_record_commands.OfMatch) -> tuple[Match, MatchRecord]:
    """The match, and what is known of it so far."""
    match = find_match(state, command.match)
    return match, state.match_records.of(match.number)


def _sides(match: Match) -> tuple[int, int]:
    return match.as_played[0]


def _entry_of(state: Tournament, match: Match, side: Side) -> Entry:
    first, second = _sides(match)
    return state.entries[first if side == "first" else second]


def _moment(given: datetime | None, context: Context) -> datetime:
    """When it was; a little of what is to come is another clock's."""
    if given is not None and given > context.now + CLOCK_DIFFERENCE:
        raise Refused(MATCH_RECORD_UNTIMELY, "The given time is in the future.", at=given.isoformat())
    return given or context.now


def _require_since_start(state: Tournament, moment: datetime) -> None:
    """Nobody plays, or leaves a match for a break, before the tournament has started."""
    start = settings_of(state).started_at
    if start is not None and moment < start - CLOCK_DIFFERENCE:
        raise Refused(
            MATCH_RECORD_UNTIMELY, f"The tournament was started at {start.isoformat()}.", at=moment.isoformat()
        )


def require_number(number: int, known: int, kind: str) -> None:
    """Raises Refused where there are not so many."""
    if number > known:
        raise Refused(MATCH_RECORD_UNKNOWN, f"There is no {kind} {number} here.", number=number)


def require_open(one: Noted, followed: str) -> None:
    """Raises Refused where it was taken back, or where something came of it: `followed` says what."""
    if not one.open:
        raise Refused(
            ALREADY_SETTLED, "The entry in the match record was already taken back." if one.retracted else followed
        )


def is_foreseen(clause: Clause) -> bool:
    """Whether the rules let the director depart from that clause (TD-23)."""
    return any(f"{clause}.".startswith(f"{one}.") for one in EXCEPTIONS)


def unruled_declarations(state: Tournament) -> list[int]:
    """The matches of which somebody declared that a side is out of time, and which nobody has ruled on since (TD-7)."""
    ruled = {
        (ruling.on.number, ruling.orders.given_at)
        for ruling in state.directing.rulings.values()
        if ruling.on.kind == "match"
    }
    recorded = (state.matches[number] for number in sorted(state.match_records.matches))
    return [match.number for match in recorded if _waits_for_ruling(state, match, ruled)]


def _waits_for_ruling(state: Tournament, match: Match, ruled: Collection[tuple[int | None, datetime]]) -> bool:
    if match.phase not in ("open", "needs-ruling"):
        return False
    declared = [one.at for one in standing(state.match_records.of(match.number).declarations)]
    return any(not any(on == match.number and at <= since for on, since in ruled) for at in declared)


class BreakMeaning(BreakReview):
    """The terms of a break when it begins, and when it ends; `late` is what may be awarded to the other side."""

    late: Lateness | None = None


Meaning = BreakMeaning | LostOnTime | PlayOnWithoutClock


def meaning(state: Tournament, event: match_record_events.MatchRecordEvent) -> Meaning | None:
    """Consequences of the record that is made next, for the answer; None where nothing is worked out from it."""
    match event:
        case match_record_events.BreakBegun():
            of = state.match_records.of(event.match)
            begun = replace(of, breaks=(*of.breaks, TakenBreak(event, at=event.break_taken.started_at, by=None)))
            return BreakMeaning(**dict(_review(state, begun, event)))
        case match_record_events.BreakEnded():
            of = state.match_records.of(event.match)
            breaks = with_nth_changed(of.breaks, event.number, lambda one: replace(one, ended_at=event.ended_at))
            back = replace(of, breaks=breaks)
            length, terms = state.matches[event.match].as_played[1], break_terms_of(state, state.matches[event.match])
            late = late_from_break(back, length, event.number, terms)
            return BreakMeaning(late=late, **dict(_review(state, back, event)))
        case match_record_events.OutOfTimeDeclared():
            return out_of_time(event.out_of_time)
        case _:
            return None


def _review(
    state: Tournament, of: MatchRecord, event: match_record_events.BreakBegun | match_record_events.BreakEnded
) -> BreakReview:
    match = state.matches[event.match]
    terms = break_terms_of(state, match)
    return review_nth_break(of, match.as_played[1], event.number, match.form, terms)


def announced_start(state: Tournament, match: Match) -> datetime:
    """When the match is announced to begin (TD-5, TD-21) [2.2.1]. Raises Refused where nothing is announced of it."""
    begins_at = announced_settings(state).begins_at(match.round)
    if begins_at is None:
        raise Refused(START_NOT_ANNOUNCED, f"No starting time is announced for match {match.number}.")
    return begins_at


def break_terms_of(state: Tournament, match: Match) -> BreakTerms:
    """The breaks that each player has in the match: as announced, else those of [2.2.2] (TD-8)."""
    return announced_settings(state).conditions.breaks_in(match.round, match.number)


def clock_terms_of(state: Tournament, match: Match) -> ClockTerms:
    """The allotment and delay of a match: as announced, else the default of singles (TD-7). Raises Refused where a team
    plays it, or it is a best of three, and nothing is announced [3.5.5]."""
    terms = announced_settings(state).conditions.clock_terms or default_terms(state, match)
    if terms is None:
        how = "is a best of three" if match.form == "best-of-three" else "is played by a team"
        raise Refused(CLOCK_TERMS_MISSING, f"Match {match.number} {how}, and no time is announced for it.")
    return terms


def default_terms(state: Tournament, match: Match) -> ClockTerms | None:
    """Those of standard singles; None where a team plays the match, and in a best of three."""
    if match.form == "best-of-three":
        return None
    return None if any(state.entries[side].members for side in _sides(match)) else ClockTerms()
