"""Nobody gains in their own matches by what they decide as staff, be it on others' matches (TD-9, ALL-4).

Reading: a change of others' results can void, bring back or decide a match of whoever makes it. Where that match then
counts as won, or no longer as lost, somebody else makes the change, unless another has reported the win.
"""

from domain.formats.rounds import WHY
from domain.kernel.envelope import Actor
from domain.tournament.guards.conflicts_of_interest import Interested, require_no_conflict
from domain.tournament.guards.effect import Effect
from domain.tournament.guards.lookup import sides_played
from domain.tournament.guards.verification import verification_of
from domain.tournament.state import Tournament


def require_no_gain(effect: Effect, actor: Actor) -> None:
    """Raises Refused where the effect gives those who may have acted a win, a walkover or a bye in a match's place, or
    takes a loss from them."""
    for number in effect.matches:
        own = sides_played(effect.after, effect.after.matches[number], actor.persons)
        if len(own) == 1 and _gains(effect, number, own[0], actor):
            require_no_conflict(effect.after, Interested(own), actor.persons)
    given = _without_opponent(effect.after, actor) - _without_opponent(effect.before, actor)
    if given:
        require_no_conflict(effect.after, Interested(tuple(sorted(entry for entry, _ in given))), actor.persons)


def _without_opponent(state: Tournament, actor: Actor) -> set[tuple[int, int]]:
    """Their entries, and the rounds, in which these have gone on since nobody was left to meet them: in a bracket
    (ALL-9), or by what became of results (ALL-4)."""
    own = {state.entry_of[person] for person in actor.persons if person in state.entry_of}
    byes = state.rounds.byes.values() if own else ()
    left = (bye for bye in byes if bye.entry in own and bye.live and bye.made_from)
    return {(bye.entry, bye.round) for bye in left if bye.slot is not None or bye.why == WHY}


def _gains(effect: Effect, number: int, own: int, actor: Actor) -> bool:
    before, after = (_won(state, number, own) for state in (effect.before, effect.after))
    if before is False and after is not False:
        return True
    return after is True and not before and not _told_by_another(effect.after, number, actor)


def _won(state: Tournament, number: int, entry: int) -> bool | None:
    """Whether the entry has won it, None where it does not count."""
    result = state.counting(state.matches[number])
    return None if result is None else result.winner == entry


def _told_by_another(state: Tournament, number: int, actor: Actor) -> bool:
    match = state.matches[number]
    report = match.sitting.report
    told = report is not None and bool(report.by) and set(report.by).isdisjoint(actor.persons)
    return told or verification_of(state, match) == "at-once"
