"""The value from outside that is part of the key of each draw, where the tournament announced a source (ALL-2)."""

from domain.kernel.outside_source import Dice
from domain.tournament.state import Tournament


def value_in_force(state: Tournament) -> str | None:
    """The value recorded, and of dice witnessed; None where there is none."""
    recorded = state.rounds.outside
    if recorded is None or (isinstance(_source(state), Dice) and not recorded.witnessed):
        return None
    return recorded.value


def value_awaited(state: Tournament) -> bool:
    """Whether a source was announced and its value is not in force."""
    return _source(state) is not None and value_in_force(state) is None


def _source(state: Tournament) -> object:
    return None if state.settings is None else state.settings.outside_source
