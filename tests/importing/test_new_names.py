"""What a list remembers of its persons: their earlier names, and who it named before an erasure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import cast

from domain.importing.book import Book
from domain.kernel.ids import PersonId


@dataclass
class Named:
    """A list that has said these texts, each of the person it means by the name."""

    _said: Mapping[str, str]
    persons: Mapping[str, PersonId] = field(default_factory=dict)

    def person(self, written: str) -> PersonId | None:
        return self.persons.get(written)


def test_new_name_takes_the_text_of_the_same_persons_earlier_name() -> None:
    named = cast(Book, Named({"Ada": "of Ada", "Bert": "of Bert"}, {"Ada": "1", "Bert": "2"}))
    assert Book.other_text(named, "Ada B.", "1", {"Ada B."}) == "of Ada"
    assert Book.other_text(named, "Ada B.", "1", {"Ada B.", "Ada"}) is None
    assert Book.other_text(named, "Ada B.", "3", {"Ada B."}) is None


def test_persons_known_before_erasures_are_those_named_before_the_first() -> None:
    erased_at = {"3": datetime(2026, 3, 2, tzinfo=UTC), "4": datetime(2026, 3, 5, tzinfo=UTC), "5": None}
    named_at = {"1": datetime(2026, 3, 1, tzinfo=UTC), "2": datetime(2026, 3, 3, tzinfo=UTC)}
    names = {one: SimpleNamespace(person=one, at=at) for one, at in named_at.items()}
    desk = SimpleNamespace(person_state=lambda one: SimpleNamespace(erased_at=erased_at[one]), known_id=lambda one: one)
    book = SimpleNamespace(desk=desk, _forgotten=dict.fromkeys(erased_at, 1), _state=SimpleNamespace(names=names))
    assert Book.known_before_erasures(cast(Book, book)) == {"1"}
