"""Ranking by a list of criteria, with the reason for each rank as data."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Criterion:
    """One thing to rank by: the name of a value, and whether more or less of it is better."""

    name: str
    better: Literal["more", "less"] = "more"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a row is below the one above it: the first criterion that differs, with both values.

    `criterion` is None for the first row, and where nothing differs: then the rank is shared.
    """

    above: int | None = None
    criterion: str | None = None
    value: int | None = None
    value_above: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """An entry's line in a table. Equal rows share a rank; the next rank counts all above it. Who is still in where
    others have gone out has none (SE-13). `mark` says what else there is to say of the entry, in the format's words."""

    rank: int | None
    entry: int
    values: Mapping[str, int]
    reason: Reason
    mark: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A ranked table: the criteria in their order, and the rows from the top."""

    criteria: tuple[Criterion, ...]
    rows: tuple[Row, ...]


def rank(
    values: Mapping[int, Mapping[str, int]],
    criteria: Sequence[Criterion],
    marks: Mapping[int, str] | None = None,
    unranked: Sequence[int] = (),
    ahead: Collection[int] = (),
    end_above: Callable[[Mapping[str, int]], int] | None = None,
) -> Table:
    """Ranks the entries by the criteria in their order; rows that share a rank stand by entry number. Those who are
    `unranked` come first, in the order given, but for those `ahead` of them: a criterion sets them above all others.
    `end_above` says how many of the unranked can still end above such a line; all of them where it is not given."""
    marks = marks or {}
    rows: list[Row] = []
    first = {entry: values[entry] for entry in ahead}
    rest = {entry: line for entry, line in values.items() if entry not in {*ahead, *unranked}}
    for entry in (*rank_entries(first, criteria), *unranked, *rank_entries(rest, criteria)):
        line, above = values[entry], rows[-1] if rows else None
        reason = Reason() if entry in unranked else reason_below(line, above, criteria)
        shared = above is not None and reason.criterion is None
        joining = max(0, len(unranked) - end_above(line)) if end_above and entry in rest else 0
        place = above.rank if above and shared and above.rank else len(rows) + 1 - joining
        rows.append(Row(None if entry in unranked else place, entry, line, reason, marks.get(entry)))
    return Table(tuple(criteria), tuple(rows))


def place_of(
    entry: int, entries: Collection[int], number: Callable[[int, str], int], criteria: Sequence[Criterion]
) -> tuple[int, int | None]:
    """The entry's rank among these, and who is above it, as the whole table has both. Each criterion is asked for
    of those alone who the criteria before it leave equal."""
    tied, higher = entries, 0
    nearest: Collection[int] = ()
    below: Sequence[Criterion] = ()
    for place, criterion in enumerate(criteria):
        keys = {one: _key(number(one, criterion.name), criterion) for one in tied}
        better = [one for one in tied if keys[one] < keys[entry]]
        if better:
            nearest, below, higher = better, criteria[place:], higher + len(better)
        tied = [one for one in tied if keys[one] == keys[entry]]
    equal = [one for one in tied if one < entry]
    return higher + 1, max(equal, default=None) or _last(nearest, number, below)


def _last(entries: Collection[int], number: Callable[[int, str], int], criteria: Sequence[Criterion]) -> int | None:
    """The one that is below all others of these; None of nobody."""
    for criterion in criteria:
        keys = {one: _key(number(one, criterion.name), criterion) for one in entries}
        lowest = max(keys.values())
        entries = [one for one in entries if keys[one] == lowest]
    return max(entries, default=None)


def rank_entries(values: Mapping[int, Mapping[str, int]], criteria: Sequence[Criterion]) -> list[int]:
    """The entries from the top, as they are ranked."""
    return sorted(values, key=lambda entry: (_sort_key(values[entry], criteria), entry))


def _sort_key(values: Mapping[str, int], criteria: Sequence[Criterion]) -> tuple[int, ...]:
    return tuple(_key(values[criterion.name], criterion) for criterion in criteria)


def _key(value: int, criterion: Criterion) -> int:
    """The less it is, the higher the entry stands."""
    return -value if criterion.better == "more" else value


def reason_below(values: Mapping[str, int], above: Row | None, criteria: Sequence[Criterion]) -> Reason:
    """Why a row with these values is below that one; no reason where it is the first."""
    if above is None:
        return Reason()
    for criterion in criteria:
        mine, theirs = values[criterion.name], above.values[criterion.name]
        if mine != theirs:
            return Reason(above.entry, criterion.name, mine, theirs)
    return Reason(above.entry)
