"""Amounts of the room's currency: exact decimals with two places, written as text, never floats (STK)."""

import re
from decimal import Decimal
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field, PlainSerializer, WithJsonSchema

_PATTERN = r"^-?\d{1,15}(\.\d{1,2})?$"
_WRITTEN = re.compile(_PATTERN, re.ASCII)
_HUNDREDTH = Decimal("0.01")


def _read_amount(said: object) -> Decimal:
    """Text is read here, for what a validator of ours hands on as text is no amount where reading is strict."""
    if isinstance(said, Decimal):
        return said
    if isinstance(said, str) and _WRITTEN.fullmatch(said):
        return Decimal(said)
    raise ValueError('must be an amount as text, such as "4.50"')


def _exact(amount: Decimal) -> Decimal:
    """With two places, and one zero."""
    return amount.quantize(_HUNDREDTH) + 0


Amount = Annotated[
    Decimal,
    BeforeValidator(_read_amount),
    Field(max_digits=17, decimal_places=2, allow_inf_nan=False),
    AfterValidator(_exact),
    PlainSerializer(str, return_type=str),
    WithJsonSchema({"type": "string", "pattern": _PATTERN, "examples": ["4.50"]}),
]
"""An amount of the room's currency, to the hundredth; negative where it goes back."""
