"""Moments, text and places as they are taken in."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest
from pydantic import TypeAdapter, ValidationError

from domain.kernel.values import GivenInstant, Instant, Name, Place

given: TypeAdapter[datetime] = TypeAdapter(GivenInstant)
instants: TypeAdapter[datetime] = TypeAdapter(Instant)
names: TypeAdapter[str] = TypeAdapter(Name)
places: TypeAdapter[Decimal] = TypeAdapter(Place)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("2026-03-01T12:00:00+02:00", datetime(2026, 3, 1, 10, tzinfo=UTC)),
        ("1900-01-01T00:00:00Z", datetime(1900, 1, 1, tzinfo=UTC)),
        ("2199-12-31T23:59:59.999999Z", datetime(2199, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)),
        ("2200-01-01T00:30:00+01:00", datetime(2199, 12, 31, 23, 30, tzinfo=UTC)),
    ],
)
def test_a_moment_is_kept_in_utc(said: str, meant: datetime) -> None:
    moment = instants.validate_json(f'"{said}"')
    assert (moment, moment.tzinfo) == (meant, UTC)


@pytest.mark.parametrize(
    "said",
    [
        "1899-12-31T23:59:59Z",
        "1900-01-01T00:30:00+01:00",
        "2200-01-01T00:00:00Z",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-14:00",
        "2026-03-01T12:00:00",
    ],
)
def test_moments_without_zone_or_out_of_reach_are_refused(said: str) -> None:
    with pytest.raises(ValidationError):
        instants.validate_json(f'"{said}"')


@pytest.mark.parametrize("said", ["1767225600", "2026-03-01 12:00:00Z", "2026-03-01", "20260301T120000Z", "now"])
def test_a_moment_is_given_with_date_time_and_offset(said: str) -> None:
    assert given.validate_json('"2026-03-01T12:00+01:00"') == datetime(2026, 3, 1, 11, tzinfo=UTC)
    with pytest.raises(ValidationError):
        given.validate_json(f'"{said}"')


@pytest.mark.parametrize("text", ["\u200b", "\ufeff ", "a\u202eb", "", "  ", "a\x00b", "bell\x07", "x" * 201])
def test_text_is_printable_and_not_blank(text: str) -> None:
    with pytest.raises(ValidationError):
        names.validate_python(text)


@pytest.mark.rule("ELO-6")
@pytest.mark.parametrize(("said", "kept"), [("17.50", "17.5"), ("100", "100"), ("1E+2", "100"), ("0.0", "0")])
def test_a_place_has_one_spelling(said: str, kept: str) -> None:
    assert places.dump_python(places.validate_python(said), mode="json") == kept


@pytest.mark.parametrize("said", ["-1", "NaN", "Infinity", "1e999999", "0.0000000000001", "9007199254740992"])
def test_a_place_is_a_number_of_reasonable_size(said: str) -> None:
    with pytest.raises(ValidationError):
        places.validate_python(said)
