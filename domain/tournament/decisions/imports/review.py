"""The review of an import (TD-9).

Readings: an import counts at once, and waits in the federation's list until an administrator confirms it. That is one
who has recorded nothing of it since it was confirmed last, be it by an import or by hand. Results that change after
that wait again. Cancelling its tournament takes it back whole: nothing of it is rated (ALL-13).
"""

from typing import Literal

from domain.kernel.envelope import Actor
from domain.kernel.refusal import Refused
from domain.problems.tournament import IMPORT_CONFIRMED, STALE
from domain.tournament.guards.context import Context, Events, settings_of
from domain.tournament.imports import commands as import_commands
from domain.tournament.imports import events as import_events
from domain.tournament.state import Tournament

ImportStatus = Literal["waiting", "confirmed", "taken-back"]


def status_of(state: Tournament) -> ImportStatus:
    """Status of the review of an imported tournament."""
    if settings_of(state).status == "cancelled":
        return "taken-back"
    confirmed = state.imported and state.imported.confirmed
    return "confirmed" if confirmed and confirmed.tournament_version >= results_version(state) else "waiting"


def results_version(state: Tournament) -> int:
    """The version that has last changed a match; 0 where there is none."""
    return max((match.revision for match in state.matches.values()), default=0)


def may_confirm(state: Tournament, actor: Actor) -> bool:
    """Whether the actor is an administrator by a key of their own who recorded nothing of what is to be confirmed.
    What nobody knows who recorded is confirmed by nobody."""
    if state.imported is None or actor.role != "administrator" or not actor.persons:
        return False
    return {None, *actor.persons}.isdisjoint(state.imported.recorded_by)


def confirm(state: Tournament, command: import_commands.ConfirmImport, _: Context) -> Events:
    """Confirms the import as it is now, where that was seen and is not confirmed yet."""
    if not results_version(state) <= command.tournament_version <= state.version:
        detail = f"Version {command.tournament_version} does not have the current results."
        raise Refused(STALE, detail, revision=state.version)
    if status_of(state) == "confirmed":
        raise Refused(IMPORT_CONFIRMED, "None of its results has changed since it was confirmed.")
    return (import_events.ImportConfirmed(tournament_version=command.tournament_version),)
