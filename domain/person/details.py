"""The details of a person. All of it is in one box under the person's key, and goes when the person is erased."""

from datetime import date
from typing import Annotated, TypeAlias

from pydantic import Field, StringConstraints

from domain.kernel.personal_text import Sealed
from domain.kernel.values import Name, Reason, Value

Year = Annotated[int, Field(strict=True, ge=1900, le=2199)]
Country = Annotated[str, StringConstraints(pattern=r"^[A-Z]{2}$")]
"""By its code of two letters in ISO 3166-1, such as AT."""

FederationCode = Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9-]{1,19}$")]
"""A federation by the code that lists of results give it, such as AUT or WBGF."""

MOST_NAMES = 20
WITHHELD = "withheld"
"""Stands for the name of a person who is not named to the reader."""


class Membership(Value):
    """The membership in the federation that keeps the register: its number and kind there, from and until which day
    (included). None of a day: not known, or still going on."""

    number: Name | None = None
    kind: Name | None = None
    since: date | None = None
    until: date | None = None


class ExternalId(Value):
    """Under which id a federation keeps the person in a register of its own."""

    federation: FederationCode
    id: Name


class SomeDetails(Value):
    """The details given of a person, perhaps without the name."""

    name: Name | None = None
    contact: Name | None = None
    note: Reason | None = None
    legal_name: Name | None = None
    other_names: Annotated[tuple[Name, ...], Field(max_length=MOST_NAMES)] = ()
    birth_year: Year | None = None
    country: Country | None = None
    federation: FederationCode | None = None
    membership: Membership | None = None
    external_ids: Annotated[tuple[ExternalId, ...], Field(max_length=MOST_NAMES)] = ()


class Details(SomeDetails):
    """The known details of a person. `name` is the public one, shown in tables; all else is for the staff and the
    person. `other_names` are those they had before, or are known by elsewhere."""

    name: Name


PersonalDetails: TypeAlias = Details | Sealed
"""What is known of a person, or the box with it."""
