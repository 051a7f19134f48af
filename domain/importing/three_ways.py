"""One thing compared three ways: what a list said of it before, what the list says now, and what is here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from domain.kernel.canonical_json import JSON

Fate = Literal["same", "changed-here", "changed-there", "conflict"]
Facts = Mapping[str, JSON]
"""What is said of somebody, by what it is called. What is not there was not said."""


def fate_of(said: object, says: object, here: object, *, is_sure: bool = True) -> Fate:
    """The fate of one line. Where the list's earlier text is not certain, a difference counts as a change on both
    sides."""
    if says == here:
        return "same"
    if is_sure and says == said:
        return "changed-here"
    return "changed-there" if is_sure and said == here else "conflict"


@dataclass(frozen=True, slots=True)
class Compared:
    """Which facts of a line changed there alone, which here alone, and which on both sides."""

    there: tuple[str, ...] = ()
    here: tuple[str, ...] = ()
    both: tuple[str, ...] = ()


def facts_compared(said: Facts, says: Facts, here: Facts) -> Compared:
    """Each fact that the list says now, by itself; what it does not say is not compared."""
    fates = {name: fate_of(said.get(name), value, here.get(name)) for name, value in says.items()}
    there, stays, both = (
        tuple(name for name, fate in fates.items() if fate == wanted)
        for wanted in ("changed-there", "changed-here", "conflict")
    )
    return Compared(there, stays, both)
