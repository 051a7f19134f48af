"""The bans of persons."""

from collections.abc import Iterator, Sequence

from domain.person.state import Person
from projections.engine.rows import Row
from projections.engine.tables import Table
from projections.views.sanctions import of_ban

TABLE = Table("bans", ("person", "number"), ("kind", "status", "placed_at", "since", "until", "review", "document"))


def rows(persons: Sequence[Person]) -> Iterator[Row]:
    """These persons' bans; none ever goes."""
    for person in persons:
        for ban in person.bans:
            document = of_ban(ban).model_dump_json()
            times = (ban.placed_at, ban.since, ban.until)
            yield person.id, ban.number, ban.kind, ban.status, *times, ban.review.status, document
