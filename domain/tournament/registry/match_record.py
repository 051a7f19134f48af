"""The commands on how a match is played, and what is asked of the director. A side records what is its own; anyone who
plays a match records as staff nothing of the other side's, and answers no request of their own (TD-9).

Reading: a monitor has "the authority to draw attention to illegal actions and protect the players" [1.3.3]. While they
are appointed, they record what they see in their match: breaks, clocks, sheets and recordings; and they alert the
director. What a director decides they don't: consents, lost time, answers and results; nor do they attach an analysis,
whose error rates can decide a bout or who plays the next stage."""

from domain.tournament.decisions.match_record import recording, retraction
from domain.tournament.guards.conflicts_of_interest import Interested
from domain.tournament.guards.context import Context
from domain.tournament.guards.lookup import find_entry, find_match
from domain.tournament.guards.permissions import acts_for, plays
from domain.tournament.match_record import commands
from domain.tournament.registry.spec import (
    SIDE,
    SINCE_THE_START,
    STAFF,
    UNTIL_THE_END,
    Permission,
    Role,
    Row,
    named_side,
    nobody,
    or_staff,
    sides,
)
from domain.tournament.state import Tournament

_OWN = "A side records what is its own; the staff anything."
_SEEN = "A side records what is its own; a monitor of the match what they see; the staff anything."


def _asks(state: Tournament, command: commands.MakeRequest, context: Context) -> bool:
    """An entrant for themselves, in a match that they play."""
    own = command.entry is not None and acts_for(context.actor, find_entry(state, command.entry))
    return own and (command.match is None or plays(state, context.actor, find_match(state, command.match)))


def _watches(state: Tournament, command: commands.OfMatch, context: Context) -> bool:
    of = state.match_records.of(find_match(state, command.match).number)
    return of.is_watched_by(context.actor.person) and context.actor.role in ("player", "director")


def _attaches(state: Tournament, command: commands.AddAttachment, context: Context) -> bool:
    """A monitor, what they have seen or recorded."""
    return command.kind != "analysis" and _watches(state, command, context)


def _alerts(state: Tournament, command: commands.MakeRequest, context: Context) -> bool:
    """A monitor, of their match."""
    watched = command.match is not None and state.match_records.of(command.match).is_watched_by(context.actor.person)
    return watched and command.kind == "spectator-alert" and context.actor.role in ("player", "director")


def _who_asked(state: Tournament, command: commands.AnswerRequest) -> Interested:
    requests = state.match_records.requests
    made = requests[command.number - 1].made if 0 < command.number <= len(requests) else None
    if made is None:
        return Interested()
    asked = () if made.entry is None else (made.entry,)
    return Interested((*asked, *sides(state, made).entries))


_LEAVER = named_side("side", "the side that takes the break")
_ASKER = Role("the entry that asks", _asks)
_MONITOR = Role("a monitor of the match", _watches, own=False)
_ALERTER = Role("a monitor of the match, who alerts the director", _alerts, own=False)
_COLLECTOR = Role("a monitor of the match", _attaches, own=False)
_RECORDER = Role("anyone who has just recorded it", retraction.is_own_slip)


def _by_monitor(*others: Role) -> Permission:
    """By these, by a monitor of the match, or by staff."""
    return Permission((*others, _MONITOR, STAFF), _SEEN)


COMMANDS = (
    Row(commands.AppointMonitor, recording.appoint, sides).at("matches/{match}/monitors", creates=("monitor",)),
    Row(commands.ReleaseMonitor, recording.release, sides).at("matches/{match}/monitors/{number}/release"),
    Row(commands.RecordConsent, recording.consent, sides).at(
        "matches/{match}/consents", permission=or_staff(named_side("answered_by"), _OWN), creates=("consent",)
    ),
    Row(commands.WithdrawConsent, recording.revoke, sides).at("matches/{match}/consents/{number}/withdrawal"),
    Row(commands.BeginBreak, recording.begin_break, sides).at(
        "matches/{match}/breaks", permission=_by_monitor(_LEAVER), creates=("break",)
    ),
    Row(commands.EndBreak, recording.end_break, sides).at(
        "matches/{match}/breaks/{number}/end", permission=_by_monitor(SIDE)
    ),
    Row(commands.RecordClock, recording.record_clock, sides).at(
        "matches/{match}/clocks", permission=_by_monitor(), creates=("clock",)
    ),
    Row(commands.DeclareOutOfTime, recording.declare, sides).at(
        "matches/{match}/declarations", permission=or_staff(named_side("declared_by"), _OWN), creates=("declaration",)
    ),
    Row(commands.AddAttachment, recording.attach, nobody).at(
        "matches/{match}/attachments",
        permission=Permission((SIDE, _COLLECTOR, STAFF), _SEEN),
        during=SINCE_THE_START,
        creates=("attachment",),
    ),
    Row(commands.MakeRequest, recording.ask, nobody).at(
        "requests",
        permission=Permission((_ASKER, _ALERTER, STAFF), _OWN),
        during=(*UNTIL_THE_END, "completed"),
        creates=("request",),
    ),
    Row(commands.AnswerRequest, recording.answer, _who_asked).at(
        "requests/{number}/answer", during=(*UNTIL_THE_END, "completed")
    ),
    Row(commands.MakeException, recording.make_exception, sides).at(
        "exceptions", during=UNTIL_THE_END, creates=("exception",)
    ),
    Row(commands.WithdrawRecord, retraction.retract, sides).at(
        "match-record/withdrawals",
        permission=or_staff(_RECORDER, retraction.OWN),
        during=("announced", "started", "completed"),
    ),
)
