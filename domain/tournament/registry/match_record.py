"""The commands on how a match is played, and what is asked of the director. A side records what is its own; anyone who
plays a match records as staff nothing of the other side's, and answers no request of their own (TD-9)."""

from domain.tournament.decisions.match_record import recording, retraction
from domain.tournament.guards.conflicts_of_interest import Interested
from domain.tournament.guards.context import Context
from domain.tournament.guards.lookup import find_entry, find_match
from domain.tournament.guards.permissions import acts_for, plays
from domain.tournament.match_record import commands
from domain.tournament.registry.spec import (
    SIDE,
    SINCE_THE_START,
    UNTIL_THE_END,
    CommandSpec,
    Role,
    named_side,
    nobody,
    or_staff,
    sides,
)
from domain.tournament.state import Tournament

_OWN = "A side records what is its own; the staff anything."


def _asks(state: Tournament, command: commands.MakeRequest, context: Context) -> bool:
    """An entrant for themselves, in a match that they play."""
    own = command.entry is not None and acts_for(context.actor, find_entry(state, command.entry))
    return own and (command.match is None or plays(state, context.actor, find_match(state, command.match)))


def _who_asked(state: Tournament, command: commands.AnswerRequest) -> Interested:
    requests = state.match_records.requests
    made = requests[command.number - 1].made if 0 < command.number <= len(requests) else None
    if made is None:
        return Interested()
    asked = () if made.entry is None else (made.entry,)
    return Interested((*asked, *sides(state, made).entries))


_LEAVER = named_side("side", "the side that takes the break")
_ASKER = Role("the entry that asks", _asks)
_RECORDER = Role("anyone who has just recorded it", retraction.is_own_slip)

COMMANDS = (
    CommandSpec(commands.AppointMonitor, recording.appoint, sides, "matches/{match}/monitors", creates=("monitor",)),
    CommandSpec(commands.ReleaseMonitor, recording.release, sides, "matches/{match}/monitors/{number}/release"),
    CommandSpec(
        commands.RecordConsent,
        recording.consent,
        sides,
        "matches/{match}/consents",
        permission=or_staff(named_side("answered_by"), _OWN),
        creates=("consent",),
    ),
    CommandSpec(commands.WithdrawConsent, recording.revoke, sides, "matches/{match}/consents/{number}/withdrawal"),
    CommandSpec(
        commands.BeginBreak,
        recording.begin_break,
        sides,
        "matches/{match}/breaks",
        permission=or_staff(_LEAVER, _OWN),
        creates=("break",),
    ),
    CommandSpec(
        commands.EndBreak,
        recording.end_break,
        sides,
        "matches/{match}/breaks/{number}/end",
        permission=or_staff(SIDE, _OWN),
    ),
    CommandSpec(commands.RecordClock, recording.record_clock, sides, "matches/{match}/clocks", creates=("clock",)),
    CommandSpec(
        commands.DeclareOutOfTime,
        recording.declare,
        sides,
        "matches/{match}/declarations",
        permission=or_staff(named_side("declared_by"), _OWN),
        creates=("declaration",),
    ),
    CommandSpec(
        commands.AddAttachment,
        recording.attach,
        nobody,
        "matches/{match}/attachments",
        permission=or_staff(SIDE, _OWN),
        during=SINCE_THE_START,
        creates=("attachment",),
    ),
    CommandSpec(
        commands.MakeRequest,
        recording.ask,
        nobody,
        "requests",
        permission=or_staff(_ASKER, _OWN),
        during=UNTIL_THE_END,
        creates=("request",),
    ),
    CommandSpec(commands.AnswerRequest, recording.answer, _who_asked, "requests/{number}/answer", during=UNTIL_THE_END),
    CommandSpec(
        commands.MakeException,
        recording.make_exception,
        sides,
        "exceptions",
        during=UNTIL_THE_END,
        creates=("exception",),
    ),
    CommandSpec(
        commands.WithdrawRecord,
        retraction.retract,
        sides,
        "match-record/withdrawals",
        permission=or_staff(_RECORDER, retraction.OWN),
        during=("announced", "started", "completed"),
    ),
)
