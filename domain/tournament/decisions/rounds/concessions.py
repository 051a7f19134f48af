"""Matches that a side which is out concedes as they come into being, or are open again.

Anyone who is out has nothing left to play (NXE-8, TD-4). *Reading:* an appeal is decided as its committee has voted,
and a ruling is taken back, anyone who has left meanwhile. What is open again by that is conceded at once by the side
that is out, or that left first, and open once more should they be in again. So is the next match of a bout. A plain
ruling that would open such a match is refused instead, and so is an alternative put forward.
"""

from collections.abc import Iterator

from domain.kernel.entry_keys import matches_in
from domain.match import layering
from domain.tournament.derived.progress import is_conceded_by_leaving, sides_out
from domain.tournament.entries.events import ConcededMatch, MatchesConceded
from domain.tournament.guards.context import Context, Effect


def with_concessions(effect: Effect, context: Context) -> Effect:
    """The effect, and what those who are out concede at once of what has come into being or is open again (NXE-8)."""
    conceded = tuple(_conceded(effect))
    return effect.then((MatchesConceded(conceded=conceded),), context) if conceded else effect


def _conceded(effect: Effect) -> Iterator[ConcededMatch]:
    """The matches that were not open before, and from which a side is out that has not conceded them already."""
    for number in matches_in(effect.laid):
        match, before = effect.after.matches[number], effect.before.matches.get(number)
        if not match.is_decided and (before is None or before.is_decided):
            out = sides_out(effect.after, match) if is_conceded_by_leaving(effect.after, match) else ()
            by = (entry for entry in out if entry not in layering.conceding(match))
            began = layering.shows_play(match)
            yield from (ConcededMatch(match=number, entry=entry, play_began=began) for entry in by)
