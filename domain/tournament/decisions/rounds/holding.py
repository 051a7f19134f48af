"""Draws held from the public, where that was announced, until they are released (ALL-2).

The draw is recorded at once, and releasing it changes nothing of it. From the first draw that is held on the public is
shown the tournament as it was just before. Other published data, such as ratings, is made of results that count. So
held pairings are released by themselves as soon as one of their results does. What becomes of earlier rounds tells
nothing of it, and releases nothing.
"""

from collections.abc import Iterator

from domain.kernel.envelope import Event
from domain.kernel.refusal import Refused
from domain.match import validity
from domain.problems.rounds import NOTHING_HELD
from domain.tournament.guards.context import Context, Effect, Events, settings_of
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds.events import PairingsReleased
from domain.tournament.state import Tournament


def release(state: Tournament, _: round_commands.ReleasePairings, __: Context) -> Events:
    """The release of all that is held."""
    if state.held is None:
        raise Refused(NOTHING_HELD, "No draw is held back from the public.")
    return (PairingsReleased(),)


def with_release(effect: Effect, context: Context) -> Effect:
    """The effect while something is held, and its release, where it can be held no longer."""
    if not _is_public(effect):
        return effect
    released: Event = PairingsReleased(by_itself=True)
    return effect.then((released,), context)


def _is_public(effect: Effect) -> bool:
    settings = settings_of(effect.after)
    if settings.status != "started" or settings.conditions.pairings_shown == "at-once":
        return True
    changed = (one for one in effect.laid if _counting(effect.before, one) != _counting(effect.after, one))
    return any(_is_of_held(effect.after, number) for number in changed)


def _is_of_held(state: Tournament, number: int) -> bool:
    """Whether the match is of what was drawn since: of the start, of a stage opened, or of a round."""
    held, match = state.held, state.matches[number]
    if held is None or not held.matches or match.opening > len(held.rounds.openings):
        return True
    return match.round in set(_rounds_since(state, held))


def _rounds_since(state: Tournament, held: Tournament) -> Iterator[int | None]:
    """The rounds that have got pairings since: what results make in a bracket or ring has a place there instead."""
    for number in range(len(held.matches) + 1, len(state.matches) + 1):
        match = state.matches[number]
        if match.slot is None and match.round is not None:
            yield match.round


def _counting(state: Tournament, number: int) -> object:
    match = state.matches.get(number)
    return None if match is None else validity.counting(match)
