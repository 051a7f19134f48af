"""Since when each match is open, as every event leaves it: from when on it can be played, and its time runs (SWI-3).

A match is open from when it is made. A decision opens it again by a new sitting, by another sitting that is the newest
without it, or by taking its result away; and so does the tournament's own reopening, for while that is over nothing of
it can be played.
"""

from collections.abc import Iterable
from datetime import datetime

from domain.kernel.entry_keys import matches_in
from domain.kernel.replacing import replace
from domain.match.record import Match
from domain.tournament.state import Tournament


def with_openings(before: Tournament, after: Tournament, moment: datetime) -> Tournament:
    """The state after an event of that moment, which knows of each match that it has opened."""
    opened = [number for number in _touched_matches(before, after) if _opens(before, after, number)]
    if not opened:
        return after
    matches, since = after.matches, after.rounds.since
    for number in opened:
        match = replace(matches[number], open_since=moment)
        matches = matches.insert(number, match)
        if match.round is not None and match.round not in since:
            since = since.insert(match.round, moment)
    if since is not after.rounds.since:
        after = replace(after, rounds=replace(after.rounds, since=since))
    return replace(after, matches=matches, laid=after.laid.update(opened))


def _touched_matches(before: Tournament, after: Tournament) -> Iterable[int]:
    """The matches that it may have opened."""
    if _reopens(before, after):
        return sorted(after.awaiting)
    return matches_in(after.laid)


def _reopens(before: Tournament, after: Tournament) -> bool:
    was_over = before.settings is not None and before.settings.status in ("completed", "cancelled")
    return was_over and after.started


def _opens(before: Tournament, after: Tournament, number: int) -> bool:
    if number not in after.awaiting:
        return False
    waited = number in before.awaiting and not _reopens(before, after)
    return not waited or _newest(before.matches[number]) != _newest(after.matches[number])


def _newest(match: Match) -> object:
    """Which of its sittings is the newest."""
    return match.sitting.opened_by
