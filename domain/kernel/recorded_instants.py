"""Moments as the log spells them, read quicker than others: many events in a row have the same.

A moment is recorded as its canonical text alone, such as 2026-03-01T19:30:00.25Z. That text is looked for among the
last ones read. Whatever else is taken for a moment is read as an `Instant`: neither more nor less is accepted.
"""

import re
from datetime import datetime
from functools import lru_cache
from typing import Annotated, Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from domain.kernel.values import Instant, in_calendar

REMEMBERED = 256
_CANONICAL = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z", re.ASCII)


@lru_cache(REMEMBERED)
def canonical_moment(text: str) -> datetime:
    """The moment in UTC that the text spells. Raises ValueError where it is not spelt as the log does."""
    if not _CANONICAL.fullmatch(text):
        raise ValueError("must be spelt as the log does")
    return in_calendar(datetime.fromisoformat(text))


class _FromLog:
    """Marks an `Instant` that is mostly read from the log."""

    @staticmethod
    def __get_pydantic_core_schema__(source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        usual = handler(source)
        remembered = core_schema.no_info_after_validator_function(canonical_moment, core_schema.str_schema(strict=True))
        return core_schema.json_or_python_schema(
            core_schema.union_schema([remembered, usual], mode="left_to_right"),
            usual,
            serialization=core_schema.simple_ser_schema("datetime"),
        )

    @staticmethod
    def __get_pydantic_json_schema__(schema: Any, handler: GetJsonSchemaHandler) -> JsonSchemaValue:  # noqa: ANN401 -- of pydantic's kinds
        """As an `Instant` is described."""
        return handler(schema["python_schema"])


RecordedInstant = Annotated[Instant, _FromLog]
"""The same values as an `Instant`."""
