"""Moments of the log are read as all moments are, and remembered by their text."""

from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from domain.kernel.recorded_instants import RecordedInstant, canonical_moment
from domain.kernel.values import Instant

REMEMBERED, USUAL = TypeAdapter[datetime](RecordedInstant), TypeAdapter[datetime](Instant)
READ = (
    *("2026-03-01T19:30:00Z", "2026-03-01T19:30:00.25Z", "2026-03-01T19:30:00.000001Z", "2026-02-29T00:00:00Z"),
    *("2026-03-01T19:30:00+01:00", "2026-03-01T19:30:00", "2026-03-01 19:30:00Z", "20260301T193000Z", "2026-W09-7"),
    *("1900-01-01T00:00:00Z", "1899-12-31T23:59:59Z", "2199-12-31T23:59:59Z", "2200-01-01T00:00:00Z", "noon", ""),
    *("2026-03-01T24:00:00Z", "2026-03-01T19:30:60Z", "2026-03-01T19:30:00.1234567Z", "٢٠٢٦-03-01T19:30:00Z"),
)
"""What may be in a text, good and bad."""


def outcome(kind: TypeAdapter[datetime], text: bytes) -> Any:  # noqa: ANN401 -- a moment, or that there is none
    """The moment with its offset as it is held, or that there is none."""
    try:
        moment = kind.validate_json(text)
    except ValidationError:
        return None
    return moment, moment.tzinfo is UTC


@pytest.mark.parametrize("text", [*(f'"{one}"' for one in READ), "1772393400", "1772393400.5", "null", "true", "[]"])
def test_moment_of_the_log_is_what_any_moment_of_that_text_is(text: str) -> None:
    for _ in range(2):  # remembered the second time
        assert outcome(REMEMBERED, text.encode()) == outcome(USUAL, text.encode())


def test_moment_of_the_log_is_written_and_described_as_any_moment_is() -> None:
    moment = datetime(2026, 3, 1, 19, 30, 0, 250_000, UTC)
    for mode in ("validation", "serialization"):
        assert REMEMBERED.json_schema(mode=mode) == USUAL.json_schema(mode=mode)
    assert REMEMBERED.dump_json(moment) == USUAL.dump_json(moment)
    assert REMEMBERED.dump_python(moment, mode="json") == USUAL.dump_python(moment, mode="json")
    assert REMEMBERED.validate_python(moment) == moment


def test_moment_that_comes_again_is_not_read_again() -> None:
    before = canonical_moment.cache_info().hits
    first, second = (REMEMBERED.validate_json(b'"2031-05-06T07:08:09Z"') for _ in range(2))
    assert first is second
    assert canonical_moment.cache_info().hits == before + 1
