"""What was drawn and is held from the public, where that was announced, until it is released (ALL-2).

The draw is recorded at once, and releasing it changes nothing of it. From the first draw that is held on the public is
shown the tournament as it stood just before. Whatever is told elsewhere of a tournament, as ratings are, is made of
results that count: so what is held is released by itself as soon as one is another.
"""

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
        raise Refused(NOTHING_HELD, "Nothing that was drawn is held from the public.")
    return (PairingsReleased(),)


def with_release(effect: Effect, context: Context) -> Effect:
    """What was decided while something is held, and its release, where it can be held no longer."""
    if not _is_told(effect):
        return effect
    released: Event = PairingsReleased(by_itself=True)
    return effect.then((released,), context)


def _is_told(effect: Effect) -> bool:
    settings = settings_of(effect.after)
    if settings.status != "started" or settings.conditions.pairings_shown == "at-once":
        return True
    return any(_counting(effect.before, number) != _counting(effect.after, number) for number in effect.laid)


def _counting(state: Tournament, number: int) -> object:
    match = state.matches.get(number)
    return None if match is None else validity.counting(match)
