"""The commands on how a match is played, and what is asked of the director. A side records what is its own; whoever
plays a match records as staff nothing of the other side's, and answers no request of their own (TD-9)."""

from domain.kernel.ids import MatchNumber
from domain.tournament.guards.conflicts_of_interest import Interested, sides_of
from domain.tournament.guards.context import Context
from domain.tournament.guards.lookup import find_entry, find_match
from domain.tournament.guards.permissions import acts_for, plays
from domain.tournament.match_record import commands, recording, retraction
from domain.tournament.registry.matches import acts_for_side
from domain.tournament.registry.spec import BY_STAFF, STAFF, CommandSpec, Permission, Role, nobody
from domain.tournament.state import Tournament

_OWN = "A side records what is its own; the staff anything."


def _speaks(state: Tournament, command: commands.GiveConsent | commands.DeclareOutOfTime, context: Context) -> bool:
    return acts_for_side(state, command.match, command.by, context)


def _leaves(state: Tournament, command: commands.BeginBreak, context: Context) -> bool:
    return acts_for_side(state, command.match, command.side, context)


def _plays(state: Tournament, command: commands.OfMatch, context: Context) -> bool:
    return plays(state, context.actor, find_match(state, command.match))


def _asks(state: Tournament, command: commands.MakeRequest, context: Context) -> bool:
    """An entrant for themselves, in a match that they play."""
    own = command.by is not None and acts_for(context.actor, find_entry(state, command.by))
    return own and (command.match is None or plays(state, context.actor, find_match(state, command.match)))


def _sides(state: Tournament, command: commands.OfMatch) -> Interested:
    return _sides_of(state, command.match)


def _sides_of(state: Tournament, match: MatchNumber | None) -> Interested:
    return Interested(() if match is None else sides_of(state, (find_match(state, match).number,)))


def _who_asked(state: Tournament, command: commands.AnswerRequest) -> Interested:
    requests = state.match_records.requests
    made = requests[command.number - 1].made if 0 < command.number <= len(requests) else None
    if made is None:
        return Interested()
    asked = () if made.by is None else (made.by,)
    return Interested((*asked, *_sides_of(state, made.match).entries))


def _sides_of_exception(state: Tournament, command: commands.MakeException) -> Interested:
    return _sides_of(state, command.match)


def _sides_of_slip(state: Tournament, command: commands.RetractRecord) -> Interested:
    return _sides_of(state, command.match)


_SPEAKER = Role("the side of the match that is named", _speaks)
_LEAVER = Role("the side that takes the break", _leaves)
_SIDE = Role("a side of the match", _plays)
_ASKER = Role("the entry that asks", _asks)
_RECORDER = Role("whoever has just recorded it", retraction.is_own_slip)

COMMANDS = (
    CommandSpec(
        commands.AppointMonitor,
        recording.appoint,
        BY_STAFF,
        decides_for=_sides,
        creates=("monitor",),
        reasons=("reason",),
        path="matches/{match}/monitors",
    ),
    CommandSpec(
        commands.ReleaseMonitor,
        recording.release,
        BY_STAFF,
        decides_for=_sides,
        reasons=("reason",),
        path="matches/{match}/monitors/{number}/release",
    ),
    CommandSpec(
        commands.GiveConsent,
        recording.consent,
        Permission((_SPEAKER, STAFF), _OWN),
        decides_for=_sides,
        creates=("consent",),
        reasons=("reason",),
        path="matches/{match}/consents",
    ),
    CommandSpec(
        commands.RevokeConsent,
        recording.revoke,
        BY_STAFF,
        decides_for=_sides,
        reasons=("reason",),
        path="matches/{match}/consents/{number}/revocation",
    ),
    CommandSpec(
        commands.BeginBreak,
        recording.begin_break,
        Permission((_LEAVER, STAFF), _OWN),
        decides_for=_sides,
        creates=("break",),
        path="matches/{match}/breaks",
    ),
    CommandSpec(
        commands.EndBreak,
        recording.end_break,
        Permission((_SIDE, STAFF), _OWN),
        decides_for=_sides,
        path="matches/{match}/breaks/{number}/return",
    ),
    CommandSpec(
        commands.RecordClock,
        recording.record_clock,
        BY_STAFF,
        decides_for=_sides,
        creates=("clock",),
        reasons=("reason",),
        path="matches/{match}/clocks",
    ),
    CommandSpec(
        commands.DeclareOutOfTime,
        recording.declare,
        Permission((_SPEAKER, STAFF), _OWN),
        decides_for=_sides,
        creates=("declaration",),
        path="matches/{match}/declarations",
    ),
    CommandSpec(
        commands.Attach,
        recording.attach,
        Permission((_SIDE, STAFF), _OWN),
        decides_for=nobody,
        during=("started", "completed"),
        creates=("attachment",),
        path="matches/{match}/attachments",
    ),
    CommandSpec(
        commands.MakeRequest,
        recording.ask,
        Permission((_ASKER, STAFF), _OWN),
        decides_for=nobody,
        during=("announced", "started"),
        creates=("request",),
        reasons=("reason",),
        path="requests",
    ),
    CommandSpec(
        commands.AnswerRequest,
        recording.answer,
        BY_STAFF,
        decides_for=_who_asked,
        during=("announced", "started"),
        reasons=("reason",),
        path="requests/{number}/answer",
    ),
    CommandSpec(
        commands.MakeException,
        recording.make_exception,
        BY_STAFF,
        decides_for=_sides_of_exception,
        during=("announced", "started"),
        creates=("exception",),
        reasons=("reason",),
        path="exceptions",
    ),
    CommandSpec(
        commands.RetractRecord,
        retraction.retract,
        Permission((_RECORDER, STAFF), retraction.OWN),
        decides_for=_sides_of_slip,
        during=("announced", "started", "completed"),
        reasons=("reason",),
        path="match-record/retractions",
    ),
)
