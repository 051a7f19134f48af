"""Reads the tables of hand-worked cases: pages a person can check."""

from pathlib import Path

Row = dict[str, str]
"""A line of a table, by the words at its head."""


def table(page: str, number: int = 1) -> list[Row]:
    """The rows of a page's nth table, from 1: `table("six_games/seats")`. Raises ValueError where there is none."""
    tables: list[list[list[str]]] = [[]]
    for line in page_of(page).splitlines():
        if line.startswith("|"):
            tables[-1].append([cell.strip() for cell in line.strip("|").split("|")])
        elif tables[-1]:
            tables.append([])
    found = [rows for rows in tables if rows]
    if len(found) < number:
        raise ValueError(f"{page} has no table {number}")
    head, _, *rows = found[number - 1]
    return [dict(zip(head, row, strict=True)) for row in rows]


def page_of(page: str) -> str:
    """The whole text of a page."""
    return (Path(__file__).parent / f"{page}.md").read_text(encoding="utf-8")
