"""Refusals of rooms and tables."""

from domain.kernel.refusal import conflict, unknown

TABLE_UNKNOWN = unknown("table-unknown", "REG-6").says(
    "The hall has no such table", "Look the table up in the tournament's hall, or arrange the hall with it."
)
TABLE_TAKEN = conflict("table-taken", "REG-6").says(
    "A match is being played at that table", "Choose a table that is free, or move the match named first."
)
TABLE_WITHOUT_MATCH = conflict("table-without-match", "REG-6").says(
    "No match of the round is being played at that table",
    "Look at the round's pairings, and give the number of the match if it already has a result.",
)
