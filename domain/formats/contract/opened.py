"""A table opened up line by line."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from domain.formats.contract.account import Account
from domain.standings.ranking import Criterion, Row, Table


class TableOpened:
    """A table, its lines, and what the numbers of a line are made of. A format that knows one line without all others
    says so: it is asked for one line in states of which nobody asks for the table."""

    def __init__(self, made: Callable[[], Table], accounts: Callable[[int], Sequence[Account]]) -> None:
        self._made = made
        self.accounts = accounts

    @cached_property
    def table(self) -> Table:
        """The whole of it."""
        return self._made()

    @property
    def criteria(self) -> Sequence[Criterion]:
        """By which it is ranked."""
        return self.table.criteria

    def values(self, entry: int) -> Mapping[str, int] | None:
        """The numbers of the entry's line; None where it has none."""
        row = self._rows.get(entry)
        return None if row is None else row.values

    def row(self, entry: int) -> Row:
        """The entry's row; its mark may be left out."""
        return self._rows[entry]

    @cached_property
    def _rows(self) -> Mapping[int, Row]:
        return {row.entry: row for row in self.table.rows}
