"""The bars of persons."""

from collections.abc import Iterator, Sequence

from domain.person.state import Person
from projections.engine.rows import Row
from projections.engine.tables import Table
from projections.views.sanctions import of_bar

TABLE = Table("bars", ("person", "number"), ("kind", "status", "placed_at", "since", "document"))


def rows(persons: Sequence[Person]) -> Iterator[Row]:
    """These persons' bars; none ever goes."""
    for person in persons:
        for bar in person.bars:
            document = of_bar(bar).model_dump_json()
            yield person.id, bar.number, bar.kind, bar.status, bar.placed_at, bar.since, document
