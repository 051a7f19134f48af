"""Tables for CSV, of what a reader is shown: the columns of each, and its rows.

Ids and numbers are those of the JSON answers; names are beside the persons, and are empty where somebody is erased.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, TypeVar

from domain.kernel.csv_text import Cell
from projections.queries.pages import Cursor, Page

T = TypeVar("T")
Json = Mapping[str, Any]
Names = Mapping[str, str]
Table = tuple[Sequence[str], Iterable[Sequence[Cell]]]
"""Columns and rows."""

_MATCH = ("match", "round", "stage", "slot", "first", "second")
_PLAYED = ("length", "form", "status", "ended")
MATCHES = (
    *_MATCH,
    "first_person",
    "second_person",
    "first_name",
    "second_name",
    *_PLAYED,
    "winner",
    "loser",
    "winner_points",
    "loser_points",
    "played_at",
    "place_in_rating_order",
)
PAIRINGS = (*_MATCH, "first_person", "second_person", "first_name", "second_name", *_PLAYED, "winner", "loser", "bye")
_OF_ENTRY = ("status", "entrant", "team_name", "colour", "credits", "excluded", "club")
ENTRIES = ("entry", "person", "name", *_OF_ENTRY, "members")
PERSONS = ("person", "name", "erased", "resignations")
RATINGS = ("person", "name", "rating", "experience", "rating_class", "change", "club", "club_name")


def every(read: Callable[[Cursor | None], Page[T]]) -> Iterator[T]:
    """All items of a list that is read page by page."""
    page = read(None)
    yield from page.items
    while page.next is not None:
        page = read(page.next)
        yield from page.items


def matches_table(matches: Iterable[Json], names: Names) -> Table:
    """A line for each match; winner and loser are persons. `scoresheet import matches` takes it."""
    return MATCHES, (
        (
            match["number"],
            *_fields_of(match, ("round", "stage", "slot")),
            *match["sides"],
            *match["persons"],
            *map(names.get, match["persons"]),
            *_fields_of(match, _PLAYED),
            *_winner_and_loser(match, match["persons"]),
            *_winner_and_loser(match, match["points"]),
            *_fields_of(match, ("played_at", "place_in_rating_order")),
        )
        for match in matches
    )


def pairings_table(rounds: Json, names: Names) -> Table:
    """A line for each pairing and each bye of all rounds; a bye has no second side."""
    return PAIRINGS, (row for one in rounds["rounds"] for row in _round(one, names))


def _round(one: Json, names: Names) -> Iterator[Sequence[Cell]]:
    for pairing in one["pairings"]:
        where = (pairing["match"], one["number"], one["stage"], pairing["slot"])
        persons = pairing["persons"]
        named, won = map(names.get, persons), _winner_and_loser(pairing, persons)
        yield *where, *pairing["sides"], *persons, *named, *_fields_of(pairing, _PLAYED), *won, None
    for bye in one["byes"]:
        where = (None, one["number"], one["stage"], bye["slot"])
        whose = (bye["entry"], None, bye["person"], None, names.get(bye["person"]), None)
        status = "void" if bye["void"] else None
        yield *where, *whose, None, None, status, None, None, None, bye["kind"]


def persons_paired(rounds: Json) -> set[str]:
    """All who are paired or have a bye."""
    paired = {person for one in rounds["rounds"] for pairing in one["pairings"] for person in pairing["persons"]}
    return paired | {bye["person"] for one in rounds["rounds"] for bye in one["byes"]}


def entries_table(entries: Iterable[Json], names: Names, teams: Mapping[int, str]) -> Table:
    """A line for each entry. `scoresheet import entries` takes it."""
    return ENTRIES, (
        (
            entry["number"],
            entry["person"],
            names.get(entry["person"]),
            *_fields_of({**entry, "team_name": teams.get(entry["number"])}, _OF_ENTRY),
            " ".join(entry["members"]) or None,
        )
        for entry in entries
    )


def persons_table(persons: Iterable[Json]) -> Table:
    """A line for each person."""
    return PERSONS, (_fields_of(person, ("id", "name", "erased", "resignations")) for person in persons)


def ratings_table(ratings: Iterable[Json], names: Names) -> Table:
    """A line for each player of a pool."""
    return RATINGS, (
        (
            rating["person"],
            names.get(rating["person"]),
            Decimal(rating["rating"]),
            *_fields_of(rating, ("experience", "rating_class")),
            None if rating["change"] is None else Decimal(rating["change"]),
            *_fields_of(rating, ("club", "club_name")),
        )
        for rating in ratings
    )


def standings_table(table: Json, names: Names) -> Table:
    """A line for each entry, with the values that rank it, and what its ratings changed by where that is told."""
    criteria = [one["name"] for one in table["criteria"]]
    rows = table["rows"]
    pools = list(rows[0].get("rating_changes", ())) if rows else []
    columns = ("rank", "entry", "person", "name", *criteria, "withdrawn", "mark")
    return (*columns, *(f"rating_change_{pool}" for pool in pools)), (
        (
            *_fields_of(row, ("rank", "entry", "person")),
            names.get(row["person"]),
            *_fields_of(row["values"], criteria),
            *_fields_of(row, ("withdrawn", "mark")),
            *(Decimal(row["rating_changes"][pool]) for pool in pools),
        )
        for row in rows
    )


def crosstable(table: Json, matches: Iterable[Json], names: Names) -> Table:
    """Everybody of a table against everybody, in the order of the table: of each match that counts the points of who
    is in the line and of the other, or who has won; several with a space between them."""
    rows = table["rows"]
    met: dict[tuple[int, int], list[str]] = {}
    for match in matches:
        if match["status"] == "announced":
            first, second = match["sides"]
            for mine, other, points in ((first, second, match["points"]), (second, first, _turn(match["points"]))):
                met.setdefault((mine, other), []).append(_result_text(mine, match["winner"], points))
    entries = [row["entry"] for row in rows]
    return ("rank", "entry", "person", "name", *(f"against_{entry}" for entry in entries)), (
        (
            *_fields_of(row, ("rank", "entry", "person")),
            names.get(row["person"]),
            *(" ".join(met.get((row["entry"], other), ())) or None for other in entries),
        )
        for row in rows
    )


def _winner_and_loser(match: Json, of_sides: Sequence[Cell] | None) -> Sequence[Cell]:
    """The columns of the winner and of the loser; nothing where nobody has won."""
    if match["winner"] is None or not of_sides:
        return None, None
    return of_sides if match["winner"] == match["sides"][0] else of_sides[::-1]


def _turn(points: Sequence[int] | None) -> Sequence[int] | None:
    return points[::-1] if points else None


def _result_text(mine: int, winner: int | None, points: Sequence[int] | None) -> str:
    return f"{points[0]}:{points[1]}" if points else "won" if winner == mine else "lost"


def _fields_of(one: Json, names: Iterable[str]) -> tuple[Cell, ...]:
    return tuple(one.get(name) for name in names)
