"""Nobody gains in their own matches by what they decide as staff, be it on others' matches (TD-9, ALL-4).

Reading: a change of others' results can void, bring back or decide a match of anyone who makes it. Where that match
then counts as won, or no longer as lost, somebody else makes the change, unless another has reported the win. What a
player does for themselves by a key that another has made may be that other's act, and gives that other nothing either.
What is marked as said by a director's link alone is excepted (`tournament/derived/links.py`).
"""

from collections.abc import Collection

from domain.formats.rounds import WHY
from domain.kernel.ids import PersonId
from domain.match import validity
from domain.tournament.derived.sides import sides_played
from domain.tournament.guards.conflicts_of_interest import Interested, require_no_conflict
from domain.tournament.guards.context import Effect
from domain.tournament.guards.permissions import verification_of
from domain.tournament.state import Tournament


def require_no_gain(effect: Effect, persons: Collection[PersonId]) -> None:
    """Raises Refused where the effect gives these acting persons a win, a walkover or a bye for a match, or takes a
    loss away. Where two of them may have acted who play each other, one gains by any change."""
    for number in effect.matches:
        own = sides_played(effect.after, effect.after.matches[number], persons)
        if any(_gains(effect, number, side, persons) for side in own):
            require_no_conflict(effect.after, Interested(own), tuple(persons))
    given = _without_opponent(effect.after, persons) - _without_opponent(effect.before, persons)
    if given:
        require_no_conflict(effect.after, Interested(tuple(sorted(entry for entry, _ in given))), tuple(persons))


def _without_opponent(state: Tournament, persons: Collection[PersonId]) -> set[tuple[int, int]]:
    """Their entries that have gone on without an opponent left, with the rounds: in a bracket (ALL-9), or by changed
    results (ALL-4)."""
    own = {number for person in persons if person in state.entry_of for number in state.entries_of(person)}
    byes = state.rounds.byes.values() if own else ()
    left = (bye for bye in byes if bye.entry in own and bye.live and bye.made_from)
    return {(bye.entry, bye.round) for bye in left if bye.slot is not None or bye.why == WHY}


def _gains(effect: Effect, number: int, own: int, persons: Collection[PersonId]) -> bool:
    before, after = (_has_won(state, number, own) for state in (effect.before, effect.after))
    if before is False and after is not False:
        return True
    return after is True and not before and not _is_confirmed_by_another(effect.after, number, persons)


def _has_won(state: Tournament, number: int, entry: int) -> bool | None:
    """Whether the entry has won it, None where it does not count."""
    result = validity.counting(state.matches[number])
    return None if result is None else result.winner == entry


def _is_confirmed_by_another(state: Tournament, number: int, persons: Collection[PersonId]) -> bool:
    match = state.matches[number]
    if match.by_link_of is not None:
        return True
    by = match.sitting.reported_by
    told = bool(by) and set(by).isdisjoint(persons)
    return told or verification_of(state, match) == "at-once"
