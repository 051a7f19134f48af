"""The lines of a table in another order than by rank, for anyone who looks through it by one of its numbers."""

from collections.abc import Callable, Mapping
from typing import Any

from api.site.frame.visit import Json
from api.site.frame.words import is_shown

NAME, CHANGE = "name", "change-"
"""What a table can be ordered by besides its own numbers: names, and the rating change in the pool named after it."""


def ordered(table: Json, names: Mapping[int, str], sort: str) -> Json:
    """The table with its lines in that order, which it tells as `sort`; as it is where it has no such number. Those who
    are equal keep the order of their ranks, and whoever has no such number is last."""
    key = _key(table, names, sort)
    if key is None:
        return {**table, "sort": ""}
    groups = [{**one, "rows": sorted(one["rows"], key=key)} for one in table["groups"]]
    return {**table, "sort": sort, "rows": sorted(table["rows"], key=key), "groups": groups, "line": None}


def _key(table: Json, names: Mapping[int, str], sort: str) -> Callable[[Json], Any] | None:
    if sort == NAME:
        return lambda row: names.get(row["entry"], "").casefold()
    if sort.startswith(CHANGE) and any(sort.removeprefix(CHANGE) in row["rating_changes"] for row in table["rows"]):
        return _highest(lambda row: _number(row["rating_changes"].get(sort.removeprefix(CHANGE))))
    if not is_shown(sort) or not any(sort in row["values"] for row in table["rows"]):
        return None
    value: Callable[[Json], float | None] = lambda row: row["values"].get(sort)  # noqa: E731 -- either is one
    return _lowest(value) if sort in lower_is_better(table) else _highest(value)


def lower_is_better(table: Json) -> list[str]:
    """The numbers by which the table is ranked and of which the lower is better."""
    return [one["name"] for one in table["criteria"] if one["better"] == "less"]


def _number(told: str | None) -> float | None:
    return None if told is None else float(told)


def _lowest(value: Callable[[Json], float | None]) -> Callable[[Json], Any]:
    def key(row: Json) -> tuple[bool, float]:
        found = value(row)
        return found is None, found or 0

    return key


def _highest(value: Callable[[Json], float | None]) -> Callable[[Json], Any]:
    def key(row: Json) -> tuple[bool, float]:
        found = value(row)
        return found is None, -(found or 0)

    return key
