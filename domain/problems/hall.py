"""Refusals of rooms and tables."""

from domain.kernel.refusal import Category, ProblemType

TABLE_UNKNOWN = ProblemType(
    "table-unknown",
    Category.UNKNOWN,
    "The hall has no such table",
    "Look the table up in the tournament's hall, or arrange the hall with it.",
    "REG-6",
)
TABLE_TAKEN = ProblemType(
    "table-taken",
    Category.CONFLICT,
    "A match is being played at that table",
    "Choose a table that is free, or move the match named first.",
    "REG-6",
)
TABLE_WITHOUT_MATCH = ProblemType(
    "table-without-match",
    Category.CONFLICT,
    "No match of the round is being played at that table",
    "Look at the round's pairings, and give the number of the match if it already has a result.",
    "REG-6",
)
