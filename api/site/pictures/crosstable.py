"""Which cells of a crosstable are floats: the two had different totals before the round in which they met."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

Json = Mapping[str, Any]
Float = Literal["up", "down"]


def floats(chart: Json) -> dict[tuple[int, int], Float]:
    """By entry and round: `up` where the opponent had more, `down` where they had fewer."""
    before = {(line["entry"], cell["round"]): total for line in chart["lines"] for cell, total in _before(line)}
    return {
        (line["entry"], cell["round"]): "up" if theirs > own else "down"
        for line in chart["lines"]
        for cell in line["cells"]
        if cell["match"] and (own := before[line["entry"], cell["round"]]) is not None
        if (theirs := before.get((cell["opponent"], cell["round"]))) is not None and theirs != own
    }


def _before(line: Json) -> Iterator[tuple[Json, int | None]]:
    """Each cell with the total before it; None once a result is missing."""
    total: int | None = 0
    for cell in line["cells"]:
        yield cell, total
        total = cell["total"]
