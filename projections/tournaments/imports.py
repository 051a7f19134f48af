"""The tournaments that were imported."""

from collections.abc import Iterable, Iterator

from domain.tournament.state import Tournament
from projections.engine.rows import Row
from projections.engine.tables import Table

TABLE = Table("imports", ("tournament",), ("imported_at",))


def rows(states: Iterable[Tournament]) -> Iterator[Row]:
    """One for each of these that was imported."""
    for state in states:
        if state.imported is not None:
            yield state.id, state.imported.at
