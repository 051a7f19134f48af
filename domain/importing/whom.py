"""The persons that a list's names mean (REG-4): found where that is clear, asked where it is not, and never guessed.

A name stands for whom the list has meant by it before; else for whom an id of some federation says; else for the one
person of exactly that name, among the entrants first and then in the register. It is asked where the id is that of
somebody of a quite different name, and where anyone who has the name has another id. Whatever is only like it, in the
register or elsewhere in the same list, is asked about: once, since the answer is recorded with the name. Who is like
nobody is new.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from domain.importing.spelling import is_garbled, surname_last
from domain.kernel.ids import UUID_PATTERN, PersonId
from domain.kernel.replacing import replace
from domain.person.details import Details, ExternalId
from domain.person.likeness import CanonicalName, Likeness, shares_a_word, spelling

_MOST_COMPARED = 50
"""Names of a list that have a word and a letter in common; among more, one slip of the pen is not looked for."""
Alike = Callable[[Details], Sequence[PersonId]]
"""Who of those registered is likely somebody of whom that is known."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The answer about a name: that it means that person, or the same as another name of the list; neither: somebody
    new."""

    person: PersonId | None = None
    same_as: str | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A name of a list, with what the list tells of whom it means. `known` is who it has meant before; `key` is the
    list's own id of the person, where it has one."""

    name: str
    details: Details
    known: PersonId | None = None
    key: str = ""
    as_written: Callable[[str], str] = field(default=lambda name: name, repr=False)


@dataclass(frozen=True, slots=True)
class Meant:
    """The person that a name means: a `person` of the register; the same as another name of the list (`same_as`); one
    of the `candidates` or of the names in `like`, which is still to be chosen; or somebody new. `is_asked`: it is to be
    said although nobody is likely."""

    name: str
    person: PersonId | None = None
    candidates: tuple[PersonId, ...] = ()
    like: tuple[str, ...] = ()
    same_as: str | None = None
    is_asked: bool = False

    @property
    def is_unclear(self) -> bool:
        """Whether it is still to be chosen."""
        open_ = bool(self.candidates or self.like or self.is_asked)
        return self.person is None and self.same_as is None and open_


@dataclass(slots=True)
class Heads:
    """The names of a list of which no other is asked about: each further one that is like one of them is, by its
    spelling, or as the register finds who is alike. So it is all one into how many parts a list is cut. A list that has
    ids of its own tells its persons apart by them."""

    _spelt: dict[CanonicalName, str] = field(default_factory=dict)
    _marked: dict[str, list[tuple[Likeness, str]]] = field(default_factory=dict)

    def add(self, asked: Asked) -> None:
        """One more of them."""
        if not (is_id(asked.name) or asked.key):
            self._spelt.setdefault(spelling(asked.name), asked.name)
            known = Likeness.of(asked.details)
            for mark in known.marks:
                near = self._marked.setdefault(mark, [])
                if len(near) < _MOST_COMPARED:
                    near.append((known, asked.name))

    def like(self, asked: Asked) -> str | None:
        """The first of them that the name is like, if it is like one."""
        if asked.key or is_id(asked.name):
            return None
        spelt = self._spelt.get(spelling(asked.name))
        return spelt if spelt not in (None, asked.name) else self._alike(asked)

    def _alike(self, asked: Asked) -> str | None:
        wanted = Likeness.of(asked.details)
        near = (one for mark in wanted.marks for one in self._marked.get(mark, ()))
        return next((name for other, name in near if name != asked.name and wanted.is_like(other)), None)


def _no_ids(_: Iterable[PersonId]) -> Mapping[PersonId, Collection[ExternalId]]:
    return {}


@dataclass(frozen=True, slots=True)
class Register:
    """The questions to the register: whether somebody has that id, who is alike or has one of those ids of federations,
    what persons are called, and which ids federations have given them. `chosen` is what was said of names."""

    is_registered: Callable[[PersonId], bool]
    alike: Alike
    called: Callable[[Iterable[PersonId]], Mapping[PersonId, str]]
    chosen: Mapping[str, Chosen] = field(default_factory=dict)
    ids_of: Callable[[Iterable[PersonId]], Mapping[PersonId, Collection[ExternalId]]] = _no_ids

    def meant(self, asked: Sequence[Asked], entered: Mapping[PersonId, str]) -> list[Meant]:
        """The person meant by each name, in their order; `entered` are the names of those in the list's tournament."""
        found = [self._meant(one, entered) for one in asked]
        heads = Heads()
        for one, meant in zip(asked, found, strict=True):
            if meant.person is not None:
                heads.add(one)
        beside = [self._beside(heads, one, meant) for one, meant in zip(asked, found, strict=True)]
        return _together(_asked_once(beside))

    def _beside(self, heads: "Heads", asked: Asked, meant: Meant) -> Meant:
        """The person that the name means, beside the other names of the list."""
        is_open = meant.person is None and meant.same_as is None and meant.name not in self.chosen
        first = heads.like(asked) if is_open else None
        if first is None and meant.same_as is None:
            heads.add(asked)
        if not is_open:
            return meant
        garbled = is_garbled(asked.name) and not meant.candidates
        return replace(meant, like=(first,) if first else (), is_asked=garbled)

    def _meant(self, asked: Asked, entered: Mapping[PersonId, str]) -> Meant:
        name = asked.name
        if is_id(name):
            return Meant(name, name)
        if asked.known is not None:
            return Meant(name, asked.known)
        if name in self.chosen:
            chosen = self.chosen[name]
            return Meant(name, chosen.person, same_as=chosen.same_as)
        there = _of_name(asked, entered)
        if len(there) == 1 and not asked.details.external_ids:
            return Meant(name, there[0])
        return self._find_person(asked, there)

    def _find_person(self, asked: Asked, there: Sequence[PersonId]) -> Meant:
        alike = list(dict.fromkeys((*there, *self.alike(asked.details))))
        called = self.called(alike) if alike else {}
        holding, others = self._holding(asked, alike), self._of_other_ids(asked, alike)
        if len(holding) == 1 and shares_a_word(asked.name, called.get(holding[0], "")):
            return Meant(asked.name, holding[0])
        same = there if len(there) == 1 else _of_name(asked, called)
        if len(same) == 1 and not holding and not others.intersection(same):
            return Meant(asked.name, same[0])
        likely = [one for one in alike if one in same or one not in others]
        return Meant(asked.name, None, (*likely, *(one for one in self._of_another_year(asked) if one not in alike)))

    def _of_another_year(self, asked: Asked) -> Sequence[PersonId]:
        """Persons who have the name in some spelling, and another year of birth: one of the two may be mistyped. A list
        that has ids of its own tells such persons apart."""
        if asked.details.birth_year is None or asked.key:
            return ()
        found = self.alike(asked.details.model_copy(update={"birth_year": None}))
        others = self._of_other_ids(asked, found)
        return [
            one
            for one, name in self.called(found).items()
            if one not in others and spelling(name) == spelling(asked.name)
        ]

    def _holding(self, asked: Asked, persons: Sequence[PersonId]) -> Sequence[PersonId]:
        """Those who have an id that the list says."""
        said = set(asked.details.external_ids)
        ids = self.ids_of(persons) if said else {}
        return [one for one in persons if not said.isdisjoint(ids.get(one, ()))]

    def _of_other_ids(self, asked: Asked, persons: Sequence[PersonId]) -> set[PersonId]:
        """Those who have only other ids of a federation than the list says."""
        said = {one.federation: one.id for one in asked.details.external_ids}
        ids = self.ids_of(persons) if said else {}
        of = {one: [each for each in ids.get(one, ()) if each.federation in said] for one in persons}
        return {one for one, given in of.items() if given and all(said[each.federation] != each.id for each in given)}


def register_of(
    is_registered: Callable[[PersonId], bool],
    alike: Alike,
    known: Callable[[Iterable[PersonId]], Mapping[PersonId, Details]],
    chosen: Mapping[str, Chosen],
) -> Register:
    """The register of which `known` says what is known of persons, as far as it may be told."""
    return Register(
        is_registered,
        alike,
        lambda persons: {one: details.name for one, details in known(persons).items()},
        chosen,
        lambda persons: {one: details.external_ids for one, details in known(persons).items()},
    )


def unclear(meant: Meant) -> str:
    """The sentence about a name that several persons may have."""
    likely = ", ".join((*meant.candidates, *(f"the same as {one}" for one in meant.like)))
    return (
        f"{meant.name} may be {likely}; choose who is meant"
        if likely
        else f"choose who {meant.name} is: somebody in the register, or somebody new"
    )


def is_id(player: str) -> bool:
    """Whether a list names a person of the register by their id."""
    return re.fullmatch(UUID_PATTERN, player) is not None


def _asked_once(found: Sequence[Meant]) -> list[Meant]:
    """The names, none of which is said to be like another whose person is among those to choose from anyhow."""
    persons = {one.name: one.person for one in found}
    return [
        replace(one, like=tuple(name for name in one.like if persons.get(name) not in one.candidates)) for one in found
    ]


def _together(found: Sequence[Meant]) -> list[Meant]:
    """The names, of which those that mean the same as another mean that one's person."""
    persons = {one.name: one.person for one in found if one.person is not None}
    return [
        replace(one, person=persons[one.same_as]) if one.same_as in persons and one.person is None else one
        for one in found
    ]


def _of_name(asked: Asked, called: Mapping[PersonId, str]) -> list[PersonId]:
    """The persons who have exactly that name, as it is written there."""
    wanted = {asked.name, asked.as_written(asked.name)}
    return [person for person, known in called.items() if known in wanted or asked.as_written(known) in wanted]


def as_report_files_write(name: str) -> str:
    """The name in the order of speech: report files write the surname first."""
    return surname_last(name)
