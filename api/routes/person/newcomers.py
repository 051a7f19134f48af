"""Persons who one request registers: who of them is likely known already, or is in another row (REG-4)."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import Field

from api.http.command_requests import Incoming
from api.routes.person.details import Registration, registration
from api.routes.person.persons import NewOpeningRating, opening_rating
from domain.application import bulk
from domain.kernel.ids import PersonId
from domain.person.likeness import Likeness


class NewPerson(Registration):
    """A person to register, with what they bring to rating pools, which administrators set. `even_though_known`: the
    person is another than those of a like name, registered or in other rows."""

    opening_ratings: Annotated[tuple[NewOpeningRating, ...], Field(max_length=10)] = ()


@dataclass(frozen=True, slots=True)
class Newcomers:
    """Those of one request, by the marks that who is alike has in common."""

    incoming: Incoming[Any]
    rows: dict[str, list[tuple[int, Likeness]]] = field(default_factory=lambda: defaultdict(list))

    def in_row(self, row: int, body: NewPerson) -> bulk.NewPerson:
        """The person of that row; each row is asked for once, in order."""
        likeness = Likeness.of(body)
        details = registration(self.incoming, body, self._in_rows(likeness))
        for mark in likeness.marks:
            self.rows[mark].append((row, likeness))
        ratings = tuple(opening_rating(one) for one in body.opening_ratings)
        return bulk.NewPerson(self.incoming.created_in(row), details, ratings)

    def _in_rows(self, likeness: Likeness) -> dict[int, PersonId]:
        """Those of the rows so far who are alike."""
        marked = {row: other for mark in likeness.marks for row, other in self.rows.get(mark, ())}
        return {row: self.incoming.created_in(row) for row, other in sorted(marked.items()) if likeness.is_like(other)}
