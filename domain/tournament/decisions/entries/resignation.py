"""An entrant resigns or leaves for today: open matches are conceded or finished first (NXE-8, RNG-7, ALL-7).

Leaving for today is as a resignation here, and counts in no other tournament (ALL-8).

Reading: the player takes back alone what somebody else has recorded in their name. What they have sent themselves only
another director or administrator takes back, who says why (ALL-5, ALL-8). A person who recorded it for another takes it
back until the next match or bye is made: a wrong click is not final. Then everything is as if it had never been
recorded, as far as play has not gone on (ALL-4); a concession that somebody has corrected since stays as it was
corrected. Matches then void, or decided or abandoned by rulings or the opponent's concession, are conceded too, should
they come back; that needs nobody's verification beside the decision that brings them back (TD-13, ALL-4).
"""

from collections.abc import Iterator, Sequence
from typing import assert_never

from domain.kernel.envelope import Event
from domain.kernel.refusal import Refused
from domain.kernel.values import Side
from domain.match import layering
from domain.match.record import Match
from domain.problems.entries import ENTRY_STATUS
from domain.problems.tournament import REASON_MISSING
from domain.scoring.result import Conceded
from domain.tournament.decisions.entries.registration import require_reason_of_others
from domain.tournament.decisions.matches.results import result_of
from domain.tournament.derived.progress import forgone_matches, open_to_concede
from domain.tournament.entries import commands as entry_commands
from domain.tournament.entries import events as entry_events
from domain.tournament.guards.context import Context, Events, without_rulings
from domain.tournament.guards.lookup import find_entry
from domain.tournament.guards.permissions import said_itself
from domain.tournament.matches import commands as match_commands
from domain.tournament.matches import events as match_events
from domain.tournament.state import LEFT, Entry, Tournament


def resign(state: Tournament, command: entry_commands.Resign, context: Context) -> Events:
    """NXE-8: by the player, or by others with a reason."""
    require_reason_of_others(find_entry(state, command.entry), command.reason, context)
    return _leave(state, command, command.reason, entry_events.EntryResigned, context)


def leave_for_today(state: Tournament, command: entry_commands.LeaveForToday, context: Context) -> Events:
    """NXE-8, not ALL-8: by the player or others, with a reason."""
    return _leave(state, command, command.reason, entry_events.EntryLeftForToday, context)


def _leave(
    state: Tournament,
    command: entry_commands.Leaving,
    reason: str | None,
    left: type[entry_events.EntrantLeft],
    context: Context,
) -> Events:
    """Open matches are conceded, unless the player finishes them first."""
    entry = find_entry(state, command.entry)
    if entry.status != "approved":
        raise Refused(ENTRY_STATUS, f"Entry {entry.number} is {entry.status}.", entry=entry.number, status=entry.status)
    at_once, later = _open_matches(state, entry.number, context)
    finishes = command.open_matches == "finish"
    gone = left(
        entry=entry.number,
        person=entry.person,
        given_up=() if finishes else later,
        finishes=(*at_once, *later) if finishes else (),
        play_began=command.play_began and bool(later) and not finishes,
        reason=reason,
    )
    return (gone, *(() if finishes else _conceding(state, at_once, entry, command, context)))


def _conceding(
    state: Tournament, matches: Sequence[int], entry: Entry, command: entry_commands.Leaving, context: Context
) -> Iterator[Event]:
    """The concessions at once: a match to be played is reported so; of one that was left undecided what is reported
    stays (ALL-3)."""
    undecided: list[entry_events.ConcededMatch] = []
    for match in (state.matches[number] for number in matches):
        match match.phase:
            case "open":
                yield _concession(state, match, entry, command, context)
            case "needs-ruling":
                began = layering.shows_play(match)
                undecided.append(entry_events.ConcededMatch(match=match.number, entry=entry.number, play_began=began))
            case "reported" | "announced" | "abandoned" | "void":
                pass
            case _:
                assert_never(match.phase)
    if undecided:
        yield entry_events.MatchesConceded(conceded=tuple(undecided))


def _open_matches(state: Tournament, entry: int, context: Context) -> tuple[Sequence[int], tuple[int, ...]]:
    """Those that are open now, and those that would be without the rulings in force, or if they came back."""
    now, without = (open_to_concede(one, entry) for one in (state, without_rulings(state, context)))
    return now, tuple(sorted({*without, *forgone_matches(state, entry)}.difference(now)))


def _concession(
    state: Tournament, match: Match, entry: Entry, command: entry_commands.Leaving, context: Context
) -> match_events.ResultReported:
    loser: Side = "first" if match.sides[0] == entry.number else "second"
    report = match_commands.ReportedResult(result=Conceded(loser=loser, play_began=command.play_began))
    return result_of(state, match, report, context, by_resigning=True)


def take_back(state: Tournament, command: entry_commands.WithdrawResignation, _: Context) -> Events:
    """ALL-8: the player is in again, and what they conceded by resigning is open."""
    entry = find_entry(state, command.entry)
    if entry.status not in LEFT:
        detail = f"Entry {entry.number} is {entry.status}; this only brings back an entry that has left."
        raise Refused(ENTRY_STATUS, detail, entry=entry.number, status=entry.status)
    if command.reason is None and said_itself(entry):
        raise Refused(REASON_MISSING, f"The player of entry {entry.number} was the one who resigned it.")
    back = entry_events.ResignationTakenBack(
        entry=entry.number, person=entry.person, matches=conceded_on_leaving(state, entry), reason=command.reason
    )
    return (back,)


def has_play_gone_on(state: Tournament, entry: Entry) -> bool:
    """Whether a match was made or opened again since the entry resigned, or a bye was given."""
    since = entry.left_at
    opened = (match.open_since for match in state.matches.values())
    later = since is not None and any(one is not None and one > since for one in opened)
    return later or any(bye.revision > entry.revision for bye in state.rounds.byes.values())


def conceded_on_leaving(state: Tournament, entry: Entry) -> tuple[int, ...]:
    """The matches that the entry conceded as it resigned, and that nobody has corrected since, by number."""
    matches = (match for _, match in sorted(state.matches.items()) if entry.number in match.sides)
    return tuple(match.number for match in matches if layering.is_conceded_by(match, entry.number))
