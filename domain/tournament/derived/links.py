"""The person whose word makes a result count, where it was given by a link or a code (TD-9). A director may have issued
the link by which their own opponent speaks; a player may speak by a code that they have chosen.

A director who holds a player's link could have spoken by it. *Reading:* where the conditions say so, and no other
director is there for the match, such a word counts all the same; the result is marked `by the director's link`. It
counts for no stake, in no pool of prices, and for no win in a series, until somebody else confirms it. Nor does it take
anybody into the next stage. What a player's code has confirmed counts in full; the player says within the correction
window that it was not them.
"""

from collections.abc import Collection, Sequence

from domain.kernel.envelope import Actor
from domain.kernel.ids import PersonId
from domain.match import validity
from domain.match.record import Match
from domain.tournament.derived.sides import side_of
from domain.tournament.state import ChosenCode, Tournament


def issuer(state: Tournament, match: Match, persons: Sequence[PersonId]) -> PersonId | None:
    """The director who plays the match against the first of these, and is among those behind: they may have acted."""
    speaker = side_of(state, match, persons[0] if persons else None)
    if speaker is None:
        return None
    sides = ((person, side_of(state, match, person)) for person in persons[1:] if person in state.directors)
    return next((person for person, side in sides if side not in (None, speaker)), None)


def has_director_beside(state: Tournament, match: Match) -> bool:
    """Whether a director is there who does not play the match."""
    return any(side_of(state, match, director) is None for director in state.directors)


def link_counts(state: Tournament, match: Match) -> bool:
    """Whether a word by the link of the director who plays it counts."""
    return match.directors_link_confirms and not has_director_beside(state, match)


def director_by_link(state: Tournament, match: Match, persons: Sequence[PersonId]) -> PersonId | None:
    """The director by whose link alone the match is confirmed, where these act by it, or as that director on a report
    by it. None where they speak for themselves, or where no such word counts."""
    if not match.directors_link_confirms:
        return None
    reported = issuer(state, match, match.sitting.reported_by)
    return issuer(state, match, persons) or (reported if reported in persons else None)


def won_by_link(state: Tournament, entries: Collection[int]) -> list[int]:
    """The matches that one of these has won by a director's link alone, by number."""
    return [number for number in sorted(state.by_link) if validity.winner(state.matches[number]) in entries]


def code_spoken(state: Tournament, match: Match, actor: Actor) -> ChosenCode | None:
    """The code of a player of the match by which the actor speaks."""
    entries = (state.entries.get(side) for side in match.as_played[0])
    codes = (code for entry in entries if entry for code in entry.codes)
    return next((code for code in codes if code.key == actor.key), None)


def player_by_code(state: Tournament, match: Match, actor: Actor) -> PersonId | None:
    """The player by whose chosen code the actor speaks."""
    code = code_spoken(state, match, actor)
    return None if code is None else code.by.person
