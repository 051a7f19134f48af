"""Matches that a side which is out concedes as they come into being, or are open again.

Anyone who is out has nothing left to play (NXE-8, TD-4). *Reading:* an appeal is decided as its committee has voted,
and a ruling is taken back, anyone who has left meanwhile. A match open again by that is conceded at once by the side
that is out, or that left first. It is open once more should they be in again. The same holds for the next match of a
bout, an open match they come into, and one open at another exclusion. A plain ruling that would open such a match is
refused instead, and so is an alternative put forward.
"""

from collections.abc import Callable, Iterator

from domain.kernel.entry_keys import matches_in
from domain.match import layering
from domain.match.record import Match
from domain.tournament.decisions.rounds.bouts import OfBout, circular, most_steps, with_next_matches
from domain.tournament.derived import bouts
from domain.tournament.derived.progress import is_conceded_by_leaving, sides_out
from domain.tournament.entries.events import ConcededMatch, MatchesConceded
from domain.tournament.guards.context import Context, Effect
from domain.tournament.state import Tournament


def with_concessions(effect: Effect, context: Context) -> Effect:
    """The effect, and what those who are out concede at once of what has come into being or is open again (NXE-8)."""
    conceded = tuple(_new_concessions(effect))
    return effect.then((MatchesConceded(conceded=conceded),), context) if conceded else effect


def with_bouts_conceded(effect: Effect, context: Context, *, restores: bool) -> Effect:
    """The effect, with bouts in which a side is out ended at once (NXE-8, SER-1): their next matches are made and
    conceded. So the director is asked about a bout's consequences only where it ends otherwise than before. Where
    somebody `restores` what was rewound, a bout with such matches has these first (ALL-4)."""

    def ends_at_once(state: Tournament, first: Match) -> bool:
        return bool(sides_out(state, first)) and not (restores and bouts.has_rewound(state, first))

    return with_bouts(effect, context, of=ends_at_once)


def with_bouts(
    effect: Effect,
    context: Context,
    of: OfBout = lambda _state, _first: True,
    then: Callable[[Effect], Effect] = lambda made: made,
) -> Effect:
    """The effect, with the next matches of these bouts, losses of them by a side that is out or missing, and what
    `then` follows. Raises Refused where it would not end."""
    for _ in range(most_steps(effect)):
        made = with_concessions(with_next_matches(effect, context, of), context)
        if made is effect:
            return effect
        effect = then(made)
    raise circular(effect.events)


def _new_concessions(effect: Effect) -> Iterator[ConcededMatch]:
    """By each side that is out, the matches that are open for it, were not so before, and that it does not concede
    already."""
    for number in matches_in(effect.laid):
        match = effect.after.matches[number]
        if not match.is_decided and is_conceded_by_leaving(effect.after, match):
            newly = (entry for entry in sides_out(effect.after, match) if _has_come_to_it(effect, match, entry))
            by = (entry for entry in newly if entry not in layering.conceding_while_open(match))
            began = layering.shows_play(match)
            yield from (ConcededMatch(match=number, entry=entry, play_began=began) for entry in by)


def _has_come_to_it(effect: Effect, match: Match, entry: int) -> bool:
    """Whether the match was not open for that entry before, or a ruling puts the entry out now. A resignation says
    itself what it concedes, and who withdraws before play leaves an empty place (SE-12)."""
    was = effect.before.matches.get(match.number)
    if was is None or was.is_decided or entry not in was.as_played[0]:
        return True
    return bool(effect.after.entries[entry].excluded_by) and entry not in sides_out(effect.before, was)
