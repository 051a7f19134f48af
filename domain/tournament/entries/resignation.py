"""An entrant resigns: open matches are conceded or finished first (NXE-8, RNG-7, ALL-7)."""

from domain.kernel.refusal import Refused
from domain.kernel.values import Side
from domain.match.record import Match
from domain.problems.entries import ENTRY_STATUS
from domain.scoring.result import Conceded
from domain.tournament.derived.progress import conceded
from domain.tournament.entries import commands as entry_commands
from domain.tournament.entries import events as entry_events
from domain.tournament.guards.context import Context, Events
from domain.tournament.guards.lookup import find_entry
from domain.tournament.matches import commands as match_commands
from domain.tournament.matches import events as match_events
from domain.tournament.matches.results import result_of
from domain.tournament.state import Entry, Tournament


def resign(state: Tournament, command: entry_commands.Resign, context: Context) -> Events:
    """NXE-8: by the player or the staff. Open matches are conceded, unless the player finishes them first."""
    entry = find_entry(state, command.entry)
    if entry.status != "approved":
        raise Refused(ENTRY_STATUS, f"Entry {entry.number} is {entry.status}.", entry=entry.number, status=entry.status)
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
    report = match_commands.ReportedResult(result=Conceded(loser=loser, play_began=command.play_began))
    return result_of(state, match, report, context)
