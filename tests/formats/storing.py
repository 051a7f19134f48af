"""Events as the journal stores them, read again and laid again (ALL-1). Texts are about nobody here, and stay open."""

from collections.abc import Sequence
from typing import Any

from domain.application.catalogue import REGISTRY
from domain.journal.mapper import JournalMapper
from domain.kernel.envelope import Recorded
from domain.tournament.evolve.tournament import evolve
from domain.tournament.state import Tournament

MAPPER = JournalMapper(REGISTRY, lambda _: {})


def stored_and_read(state: Tournament, history: Sequence[Recorded[Any]]) -> Tournament:
    """The state with these events laid on it, each as it is read from the bytes that are stored."""
    for recorded in MAPPER.read([MAPPER.store(one, about=()) for one in history]):
        state = evolve(state, recorded)
    return state
