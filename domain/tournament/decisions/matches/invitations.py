"""Invitations to a match and their acknowledgement (NXE-5)."""

from domain.kernel.refusal import Refused
from domain.problems.matches import INVITATION_STATUS
from domain.tournament.guards.context import Context, Events
from domain.tournament.guards.lookup import find_match, open_match
from domain.tournament.matches import commands as match_commands
from domain.tournament.matches import events as match_events
from domain.tournament.state import Tournament


def invite(state: Tournament, command: match_commands.SendInvitation, _: Context) -> Events:
    """NXE-5: either side may, again and again; the last one counts. The staff may record it for either."""
    match = open_match(state, command.match)
    if match.acknowledged:
        raise Refused(
            INVITATION_STATUS, f"The invitation to match {match.number} was already acknowledged.", match=match.number
        )
    sent = match_events.InvitationSent(match=match.number, invited_by=command.invited_by, sitting=match.nth_sitting)
    return (sent,)


def acknowledge(state: Tournament, command: match_commands.AcknowledgeInvitation, _: Context) -> Events:
    """NXE-5: by the side that was invited; from here on the match counts as being played."""
    match = find_match(state, command.match)
    if match.invitation is None or match.acknowledged:
        raise Refused(INVITATION_STATUS, f"Match {match.number} has no open invitation.", match=match.number)
    open_match(state, command.match)
    return (match_events.InvitationAcknowledged(match=match.number, sitting=match.nth_sitting),)
