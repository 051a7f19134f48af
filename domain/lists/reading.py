"""The reading of a list, where its text leaves it open: what was said of it once is kept with it."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from domain.kernel.values import Length, Name, Value
from domain.kernel.visibility import PUBLIC

DayOrder = Literal["day-first", "month-first"]
"""Which of two numbers is the day, where a day is written in numbers with the year last."""
RowOrder = Literal["oldest-first", "newest-first"]
"""Which match of one day the list has first."""
Decimals = Literal["point", "comma"]
"""What parts the whole of a number from the rest; the other one may part thousands."""
Encoding = Literal["utf-8", "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1257", "utf-16"]
"""An encoding of a text, by its name in Python."""
ColumnName = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100, pattern=r"^[^\x00-\x1f]+$")
]


class NamedColumn(Value):
    """The meaning here of a column of the file, `named` so there; none: it says nothing here, and is skipped."""

    named: Annotated[ColumnName, PUBLIC]
    column: Annotated[ColumnName | None, PUBLIC]


class Reading(Value):
    """The way a list is read. What is not said was never asked, or the text itself tells it."""

    columns: Annotated[tuple[NamedColumn, ...], Field(max_length=100)] = ()
    encoding: Encoding | None = None
    decimals: Decimals | None = None
    day_order: DayOrder | None = None
    row_order: RowOrder | None = None
    length: Length | None = None
    source: Annotated[Name | None, PUBLIC] = None

    def with_changes(self, said: "Reading") -> "Reading":
        """The same, but for what is said now."""
        known = {name: value for name in type(said).model_fields if (value := getattr(said, name))}
        return self.model_copy(update=known)
