"""The lines of a table in another order than by rank, for anyone who looks through it by one of its numbers."""

from collections.abc import Callable, Mapping
from typing import Any

from api.site.frame.visit import Json
from api.site.frame.words import is_shown

NAME, CHANGE = "name", "change-"
"""What a table can be ordered by besides its own numbers: names, and the rating change in the pool named after it."""


def ordered(table: Json, names: Mapping[int, str], sort: str) -> Json:
    """The table with its lines in that order, which it tells as `sort`; as it is where it has no such number. Those who
    are equal keep the order of their ranks, and those who have no such number are last."""
    key = _key(table, names, sort)
    if key is None:
        return {**table, "sort": ""}
    groups = [{**one, "rows": sorted(one["rows"], key=key)} for one in table["groups"]]
    return {**table, "sort": sort, "rows": sorted(table["rows"], key=key), "groups": groups, "line": None}


def _key(table: Json, names: Mapping[int, str], sort: str) -> Callable[[Json], Any] | None:
    if sort == NAME:
        return lambda row: names.get(row["entry"], "").casefold()
    pool = sort.removeprefix(CHANGE)
    if sort.startswith(CHANGE) and any(pool in row["rating_changes"] for row in table["rows"]):
        return _by_number(lambda row: row["rating_changes"].get(pool), -1)
    if not is_shown(sort) or not any(sort in row["values"] for row in table["rows"]):
        return None
    return _by_number(lambda row: row["values"].get(sort), 1 if sort in table["lower"] else -1)


def lower_is_better(table: Json) -> list[str]:
    """The numbers by which the table is ranked and of which the lower is better."""
    return [one["name"] for one in table["criteria"] if one["better"] == "less"]


def _by_number(read: Callable[[Json], Any], sign: int) -> Callable[[Json], tuple[bool, float]]:
    """The order of lines by a number: the lowest first where the sign is 1, the highest where it is -1."""

    def key(row: Json) -> tuple[bool, float]:
        found = read(row)
        return found is None, sign * float(found or 0)

    return key
