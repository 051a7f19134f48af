"""Facts of persons in lists, that can be compared: with what they said before, and with what is known here."""

import json
from collections.abc import Collection, Iterable, Mapping
from decimal import Decimal
from typing import Any

from domain.application.details import details_of
from domain.application.person_lines import DETAILS, NewPerson
from domain.importing.desk import Desk
from domain.importing.three_ways import Facts
from domain.kernel import canonical_json
from domain.kernel.canonical_json import JSON
from domain.kernel.ids import PersonId
from domain.person.commands import CorrectDetails, SetOpeningRating
from domain.person.details import Details
from domain.person.state import Person
from domain.rating.policy import MICROPOINTS

_OPENING = "rating in "
"""Begins what an opening rating is called, with its pool."""


def text_about_person(new: NewPerson, entry: Mapping[str, JSON] | None = None) -> str:
    """All that a list says of a person, and of their `entry`, as a text."""
    details = new.details.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
    opening: dict[str, JSON] = {}
    if new.opening is not None:
        opening = new.opening.model_dump(mode="json", exclude={"reason"}, exclude_none=True)
    said: dict[str, JSON] = {"details": details, "opening": opening}
    return canonical_json.encode(said if entry is None else {**said, "entry": dict(entry)}).decode()


def facts_in(said: str | None) -> Facts:
    """The facts of such a text; none, where nothing was said."""
    told: dict[str, Any] = json.loads(said) if said else {}
    opening = told.get("opening") or {}
    details = {name: value for name, value in told.get("details", {}).items() if name in DETAILS}
    if opening:
        details[_OPENING + opening["pool"]] = _opening(opening["rating_millionths"], opening["experience"])
    return {**details, **told.get("entry", {})}


def said_together(before: str | None, now: str) -> str:
    """The text of now; what it leaves out remains as in the text before."""
    old, new = json.loads(before or "{}"), json.loads(now)
    parts: dict[str, Any] = {name: {**old.get(name, {}), **new.get(name, {})} for name in {*old, *new}}
    return canonical_json.encode(parts).decode()


def words_of(facts: Facts, names: Iterable[str], called: Mapping[str, str]) -> str:
    """These facts in words, by what the list calls its columns."""
    return ", ".join(f"{_column_name(name, called)} {facts.get(name) or '–'}" for name in names)


def _column_name(name: str, called: Mapping[str, str]) -> str:
    column, *rest = name.split(" ")
    return " ".join((called.get(column, column), *rest))


class PersonsHere:
    """The knowledge here of persons of a list."""

    def __init__(self, desk: Desk, persons: Iterable[PersonId]) -> None:
        self._desk = desk
        self._details = dict[PersonId, Details]()
        self._learn(dict.fromkeys(persons))

    def _learn(self, persons: Iterable[PersonId]) -> None:
        states = [self._desk.person_state(one) for one in persons]
        self._details |= {one.id: one.details for one in states if isinstance(one.details, Details)}
        self._details |= details_of(states, self._desk.log)

    def _known_details(self, person: PersonId) -> Details | None:
        """The known details; also of somebody who was registered since."""
        if person not in self._details:
            self._learn([person])
        return self._details.get(person)

    def facts(self, person: PersonId) -> Facts:
        """The same facts, as they are here."""
        known = self._known_details(person)
        details = known.model_dump(mode="json", include=set(DETAILS), exclude_none=True) if known else {}
        return {**details, **_openings(self._desk.person_state(person))}

    def change(self, person: PersonId, new: NewPerson, names: Collection[str]) -> None:
        """Lays what makes these facts what the list says. Raises Refused."""
        known = self._known_details(person)
        changed = {name: getattr(new.details, name) for name in DETAILS if name in names}
        if changed and known is not None:
            self._details[person] = known.model_copy(update=changed)
            self._desk.person(person, CorrectDetails.from_attributes(self._details[person], seen=None))
        if new.opening is not None and _OPENING + new.opening.pool in names:
            self._desk.person(person, SetOpeningRating.from_attributes(new.opening, seen=None))


def _openings(state: Person) -> Facts:
    return {_OPENING + pool: _opening(one.rating, one.experience) for pool, one in state.openings.items()}


def _opening(millionths: int, experience: int) -> str:
    rating = (Decimal(millionths) / MICROPOINTS).normalize()
    return f"{rating:f} ({experience})"
