"""A person with a new name in a list keeps what the list said of them under an earlier one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
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
