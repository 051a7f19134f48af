"""Whom the names of a list stand for (REG-4): found where that is clear, chosen where it is not, and never guessed.

A name stands for whom an earlier import of the same list has registered by it; else for the one entrant of that name;
else for the one person of that name in the register. Case and the order of the words make no difference, nor does a
comma between them. Where several have the name, or nobody has it and somebody has a like one, it has to be chosen. Who
is like nobody is new.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from domain.kernel.ids import UUID_PATTERN, PersonId
from domain.person.details import Details

_WORD = re.compile(r"[^\s,]+")
Alike = Callable[[Details], Sequence[PersonId]]
"""Who of those registered is likely somebody of whom that is known."""


@dataclass(frozen=True, slots=True)
class Meant:
    """Whom a name stands for: a `person` of the register, one of the `candidates`, which is still to be chosen, or else
    somebody new."""

    name: str
    person: PersonId | None = None
    candidates: tuple[PersonId, ...] = ()

    @property
    def is_unclear(self) -> bool:
        """Whether it is still to be chosen."""
        return self.person is None and bool(self.candidates)


@dataclass(frozen=True, slots=True)
class Register:
    """What is asked of the register: whether somebody has that id, who is alike, and what persons are called.
    `chosen` is what was said of names: whom each means, None for somebody new."""

    is_registered: Callable[[PersonId], bool]
    alike: Alike
    called: Callable[[Iterable[PersonId]], Mapping[PersonId, str]]
    chosen: Mapping[str, PersonId | None] = field(default_factory=dict)

    def meant(self, details: Details, own: PersonId, entered: Mapping[PersonId, str]) -> Meant:
        """Whom somebody of whom that is known stands for; `own` is the id by which a list of that name registers them,
        `entered` are those of its tournament, with what they are called."""
        name = details.name
        if is_id(name):
            return Meant(name, name)
        if name in self.chosen:
            return Meant(name, self.chosen[name])
        if self.is_registered(own):
            return Meant(name, own)
        there = _of_name(name, entered)
        return Meant(name, there[0]) if len(there) == 1 else self._found(name, details)

    def _found(self, name: str, details: Details) -> Meant:
        alike = self.alike(details)
        same = _of_name(name, self.called(alike)) if alike else []
        return Meant(name, same[0]) if len(same) == 1 else Meant(name, None, tuple(alike))


def unclear(meant: Meant) -> str:
    """What is said of a name that may be one of several."""
    return (
        f"{meant.name} may be {', '.join(meant.candidates)}; say by the id who is meant, or register somebody new first"
    )


def is_id(player: str) -> bool:
    """Whether a list names a person of the register by their id."""
    return re.fullmatch(UUID_PATTERN, player) is not None


def _of_name(name: str, called: Mapping[PersonId, str]) -> list[PersonId]:
    return [person for person, known in called.items() if _words(known) == _words(name)]


def _words(name: str) -> list[str]:
    return sorted(_WORD.findall(name.casefold()))
