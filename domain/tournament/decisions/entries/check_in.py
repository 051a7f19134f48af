"""Check-in: the helpers at the door note who has come and who has paid. That decides nothing (TD-2). And the code that
a player chooses then, on their own phone, by which they speak for themselves on any other (TD-9).

Reading: anyone who has issued the link to a phone could choose a code by it. So another phone chooses none for eight
days, and a code counts in no match that was made before it was chosen.
"""

from datetime import timedelta

from domain.kernel.refusal import Refused
from domain.problems.entries import CODE_CHOSEN, NOTED_BEFORE
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


CODE_LASTS = timedelta(days=8)
"""As long as a link can be used that was opened."""


def choose_code(state: Tournament, command: entry_commands.ChooseCode, context: Context) -> Events:
    """Raises Refused where another phone has chosen one."""
    entry = find_entry(state, command.entry)
    former = entry.code_of(context.actor.person)
    is_over = former is not None and context.now - former.chosen_at > CODE_LASTS
    if former is not None and not is_over and not former.is_renewed_by(context.actor):
        detail = f"The code of entry {entry.number} was chosen at {former.chosen_at.isoformat()}."
        raise Refused(CODE_CHOSEN, detail, entry=entry.number)
    return (entry_events.CodeChosen(entry=entry.number, key=command.key),)


def _require_news(entry: Entry, *, is_so: bool) -> None:
    if is_so:
        raise Refused(NOTED_BEFORE, f"This is already noted for entry {entry.number}.", entry=entry.number)
