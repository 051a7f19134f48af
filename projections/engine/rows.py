"""The parts of a table's row."""

import json
from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal

Column = str | int | bool | bytes | Decimal | datetime | None
Row = tuple[Column, ...]


def array(texts: Iterable[str]) -> str:
    """An array of texts or ids as PostgreSQL reads it."""
    return f"{{{','.join(json.dumps(text, ensure_ascii=False) for text in texts)}}}"
