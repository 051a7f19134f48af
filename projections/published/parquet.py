"""A published rating list as Parquet, for those who compute with it: a rendering, which no proof goes with."""

import io
from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

MEDIA_TYPE = "application/vnd.apache.parquet"


class ParquetMissingError(Exception):
    """The library that writes Parquet is not installed."""


def rating_list_parquet(players: Sequence[Mapping[str, Any]], position: int) -> bytes:
    """The players of a list as its JSON file has them, each column with its type: a rating is a decimal with six
    places, the last match a moment in UTC. The same list gives the same bytes with the same version of the library.
    Raises ParquetMissingError."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise ParquetMissingError from error
    columns = {
        "rank": pyarrow.int64(),
        "person": pyarrow.string(),
        "rating": pyarrow.decimal128(18, 6),
        "experience": pyarrow.int64(),
        "rating_class": pyarrow.string(),
        "matches": pyarrow.int64(),
        "last_played": pyarrow.timestamp("us", tz="UTC"),
        "active": pyarrow.bool_(),
        "log_position": pyarrow.int64(),
    }
    rows = [{**player, **_typed_fields(player), "log_position": position} for player in players]
    arrays = [pyarrow.array([row[name] for row in rows], kind) for name, kind in columns.items()]
    written = io.BytesIO()
    parquet.write_table(pyarrow.table(arrays, names=list(columns)), written)
    return written.getvalue()


def _typed_fields(player: Mapping[str, Any]) -> dict[str, Any]:
    last = player["last_played"]
    return {
        "rating": Decimal(player["rating"]),
        "last_played": None if last is None else datetime.fromisoformat(last),
    }
