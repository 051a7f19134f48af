"""Resignations, invitations and their acknowledgement (NXE-5, NXE-8)."""

from domain.kernel.refusal import Refused
from domain.kernel.values import Side, other
from domain.match.record import Match
from domain.problems.entries import ENTRY_STATUS
from domain.problems.matches import INVITATION_STATUS, MATCH_HAS_RESULT
from domain.scoring.result import Conceded
from domain.tournament.entries import commands as entry_commands
from domain.tournament.entries import events as entry_events
from domain.tournament.entries.registration import find_entry
from domain.tournament.guards.context import Context, Events, require_seen, require_status
from domain.tournament.guards.permissions import acts_for, is_staff, require
from domain.tournament.matches import commands as match_commands
from domain.tournament.matches import events as match_events
from domain.tournament.matches.results import find_match, require_no_opponent, require_not_void, result_of
from domain.tournament.rounds.progress import conceded
from domain.tournament.state import Entry, Tournament


def resign(state: Tournament, command: entry_commands.Resign, context: Context) -> Events:
    """NXE-8: by the player himself or the staff. Open matches are conceded, unless he finishes them first."""
    require_status(state, "started")
    entry = find_entry(state, command.entry)
    allowed = is_staff(state, context.actor) or acts_for(context.actor, entry)
    require(allowed, "A player resigns himself; the staff may record it for anybody.")
    require_seen(entry.revision, command.seen)
    if entry.status != "approved":
        raise Refused(ENTRY_STATUS, f"Entry {entry.number} is {entry.status}.", entry=entry.number, status=entry.status)
    if not acts_for(context.actor, entry):
        require_no_opponent(state, entry, context)
    resigned = entry_events.EntryResigned(entry=entry.number, person=entry.person, reason=command.reason)
    if command.open_matches == "finish":
        return (resigned,)
    given_up = (state.matches[number] for number in conceded(state, entry.number))
    open_matches = [match for match in given_up if match.effective is None]
    return (resigned, *(_conceded(state, match, entry, command, context) for match in open_matches))


def _conceded(
    state: Tournament, match: Match, entry: Entry, command: entry_commands.Resign, context: Context
) -> match_events.ResultReported:
    loser: Side = "first" if match.sides[0] == entry.number else "second"
    report = match_commands.Report(result=Conceded(loser=loser, play_began=command.play_began))
    return result_of(state, match, report, context)


def invite(state: Tournament, command: match_commands.Invite, context: Context) -> Events:
    """NXE-5: either side may, again and again; the last one counts. The staff may record it for either."""
    match = open_match(state, command, context, command.by)
    if match.acknowledged:
        raise Refused(INVITATION_STATUS, f"Match {match.number} has been acknowledged.", match=match.number)
    return (match_events.InvitationSent(match=match.number, by=command.by),)


def acknowledge(state: Tournament, command: match_commands.Acknowledge, context: Context) -> Events:
    """NXE-5: by the side that was invited; from here on the match counts as being played."""
    match = find_match(state, command.match)
    if match.invitation is None or match.acknowledged:
        raise Refused(INVITATION_STATUS, f"Match {match.number} has no invitation open.", match=match.number)
    open_match(state, command, context, other(match.invitation.by))
    return (match_events.InvitationAcknowledged(match=match.number),)


def open_match(state: Tournament, command: match_commands.OfMatch, context: Context, side: Side) -> Match:
    """The match, without a result and not void, where the actor may act for that side of it."""
    require_status(state, "started")
    match = find_match(state, command.match)
    entry = state.entries[match.sides[0 if side == "first" else 1]]
    allowed = is_staff(state, context.actor) or acts_for(context.actor, entry)
    require(allowed, f"Only the {side} side of the match or the staff may do this.")
    require_seen(match.revision, command.seen)
    require_not_void(match)
    if match.effective is not None:
        raise Refused(MATCH_HAS_RESULT, f"Match {match.number} has a result.", match=match.number)
    return match
