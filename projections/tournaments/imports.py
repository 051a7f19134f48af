"""The tournaments that were imported, and what the list of them tells of each."""

from collections.abc import Iterable, Iterator

from domain.tournament.state import Tournament
from projections.engine.rows import Row
from projections.engine.tables import Table
from projections.views.federation import import_view

TABLE = Table("imports", ("tournament",), ("imported_at",))
VIEWS = Table("import_views", ("tournament",), ("document",))
"""As each is now: the list of a moment past is made from the tournaments themselves."""


def rows(states: Iterable[Tournament]) -> Iterator[Row]:
    """One for each of these that was imported."""
    for state in states:
        if state.imported is not None:
            yield state.id, state.imported.at


def views(states: Iterable[Tournament]) -> Iterator[Row]:
    """One for each of these that was imported."""
    for state in states:
        if state.imported is not None:
            yield state.id, import_view(state).model_dump_json()
