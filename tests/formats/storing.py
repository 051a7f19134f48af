"""Events as the journal stores them, read again and laid anew (ALL-1)."""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from domain.application.catalogue import REGISTRY
from domain.journal.mapper import JournalMapper
from domain.kernel.envelope import Recorded
from domain.kernel.ids import PersonId
from domain.tournament.evolve import evolve
from domain.tournament.state import Tournament


def _keys(persons: Collection[PersonId]) -> Mapping[PersonId, bytes]:
    return {each: hashlib.sha256(each.encode()).digest() for each in persons}


MAPPER = JournalMapper(REGISTRY, _keys, _keys)


def stored_and_read(state: Tournament, history: Sequence[Recorded[Any]]) -> Tournament:
    """The state with these events laid on it, each as it is read from the bytes that are stored."""
    for recorded in MAPPER.read([MAPPER.store(one) for one in history]):
        state = evolve(state, recorded)
    return state
