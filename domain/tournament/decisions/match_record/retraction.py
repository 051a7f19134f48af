"""Records and requests made by mistake are taken back (TD-3, TD-6 to TD-8, TD-20, TD-23, TD-24).

Readings: it stays, marked and with the reason, under its number, and counts for nothing. A break taken back can be
taken, an attachment is missing again. What a side recorded by itself it takes back at once, within two minutes, unless
something has come of it; so nobody gets back a break that they have had. All else is for the staff who don't play that
match. What follows for a result is for a ruling, here too.
"""

from datetime import timedelta

from domain.tournament.decisions.match_record.recording import require_number, require_open
from domain.tournament.guards.context import Context, Events
from domain.tournament.guards.lookup import find_match
from domain.tournament.match_record import commands as match_record_commands
from domain.tournament.match_record import events as match_record_events
from domain.tournament.match_record.state import Noted, Wish
from domain.tournament.state import Tournament

AT_ONCE = timedelta(minutes=2)
OWN = (
    "The person who recorded it can take it back within two minutes, unless something followed from it. "
    "After that only the staff can."
)


def retract(state: Tournament, command: match_record_commands.WithdrawRecord, _: Context) -> Events:
    """By the staff who don't play the match, or by who has just recorded it."""
    one = _find_record(state, command)
    if one.retracted:
        require_open(one, OWN)
    person = one.made.requested_by if isinstance(one, Wish) else None
    return (match_record_events.MatchRecordRetracted.from_attributes(command, requested_by=person),)


def _find_record(state: Tournament, command: match_record_commands.WithdrawRecord) -> Noted:
    """The record that is taken back. Raises Refused where there is no such thing."""
    if command.match is not None:
        find_match(state, command.match)
    listed = state.match_records.of_kind(command.kind, command.match)
    require_number(command.number, len(listed), command.kind)
    return listed[command.number - 1]


def is_own_slip(state: Tournament, command: match_record_commands.WithdrawRecord, context: Context) -> bool:
    """Whether the actor has just recorded it, and nothing has come of it."""
    listed = state.match_records.of_kind(command.kind, command.match)
    return any(_is_slip(one, context) for one in listed[command.number - 1 : command.number])


def _is_slip(one: Noted, context: Context) -> bool:
    own = one.by is not None and one.by == context.actor.person
    return own and one.open and context.now <= one.at + AT_ONCE
