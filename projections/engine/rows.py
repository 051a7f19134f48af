"""What a row of a table is made of."""

from datetime import datetime
from decimal import Decimal

Column = str | int | bool | bytes | Decimal | datetime | None
Row = tuple[Column, ...]
