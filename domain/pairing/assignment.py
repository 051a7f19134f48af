"""One place for each of several, as cheaply as can be; of equal ways the first in order."""

from collections.abc import Sequence
from dataclasses import dataclass, field


def cheapest(costs: Sequence[Sequence[int]]) -> list[int]:
    """For each row its column: no two the same, and the least in sum. Of several such ways the one that gives the first
    row the lowest column, then the second, and so on. There are as many columns as rows."""
    size = len(costs)
    above_all = size ** (size + 1)
    weighted = [
        [cost * above_all + column * size ** (size - row) for column, cost in enumerate(line)]
        for row, line in enumerate(costs, 1)
    ]
    return _Hungarian(weighted).assign()


@dataclass
class _Hungarian:
    """The Hungarian method: rows take columns one by one, each by the shortest way that moves others aside. Rows and
    columns count from 1; 0 is none."""

    costs: Sequence[Sequence[int]]
    of_row: dict[int, int] = field(default_factory=dict)
    of_column: dict[int, int] = field(default_factory=dict)
    row_of: dict[int, int] = field(default_factory=dict)

    def assign(self) -> list[int]:
        """For each row its column, both from 0."""
        for row in range(1, len(self.costs) + 1):
            self._take(row)
        column_of = {row: column for column, row in self.row_of.items() if column}
        return [column_of[row] - 1 for row in sorted(column_of)]

    def _take(self, row: int) -> None:
        self.row_of[0] = row
        column, came_from, least, reached = 0, dict[int, int](), dict[int, int](), set[int]()
        while self.row_of.get(column):
            reached.add(column)
            self._look_around(column, came_from, least, reached)
            column = min(least, key=lambda one: (least[one], one))
            self._lower_by(least.pop(column), reached, least)
        while column:
            self.row_of[column] = self.row_of[came_from[column]]
            column = came_from[column]

    def _look_around(self, at: int, came_from: dict[int, int], least: dict[int, int], reached: set[int]) -> None:
        """The cost of each column from there."""
        row = self.row_of[at]
        for column in range(1, len(self.costs) + 1):
            if column not in reached:
                cost = self.costs[row - 1][column - 1] - self.of_row.get(row, 0) - self.of_column.get(column, 0)
                if column not in least or cost < least[column]:
                    least[column], came_from[column] = cost, at

    def _lower_by(self, amount: int, reached: set[int], least: dict[int, int]) -> None:
        for column in reached:
            row = self.row_of[column]
            self.of_row[row] = self.of_row.get(row, 0) + amount
            self.of_column[column] = self.of_column.get(column, 0) - amount
        for column in least:
            least[column] -= amount
