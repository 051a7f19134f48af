"""Who has come, and who has paid, as the helpers at the door note it. It decides nothing (TD-2)."""

from domain.kernel.refusal import Refused
from domain.problems.entries import NOTED_BEFORE
from domain.tournament.entries import commands as entry_commands
from domain.tournament.entries import events as entry_events
from domain.tournament.guards.context import Context, Events
from domain.tournament.guards.lookup import find_entry
from domain.tournament.state import Entry, Tournament


def check_in(state: Tournament, command: entry_commands.CheckIn, _: Context) -> Events:
    """Raises Refused where it was noted before: of two helpers who press at once the first is believed."""
    entry = find_entry(state, command.entry)
    _require_news(entry, is_so=(entry.here_since is not None) == command.here)
    return (entry_events.EntryCheckedIn(entry=entry.number, here=command.here),)


def note_fee(state: Tournament, command: entry_commands.NoteFee, _: Context) -> Events:
    """Raises Refused where it was noted before."""
    entry = find_entry(state, command.entry)
    _require_news(entry, is_so=entry.fee_paid == command.paid)
    return (entry_events.EntryFeeNoted(entry=entry.number, paid=command.paid),)


def _require_news(entry: Entry, *, is_so: bool) -> None:
    if is_so:
        raise Refused(NOTED_BEFORE, f"This is already noted for entry {entry.number}.", entry=entry.number)
