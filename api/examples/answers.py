"""An answer to each operation of the API, made by `python -m tests.api.answers`."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import orjson

FILE = Path(__file__).with_name("answers.json")


@cache
def answers() -> Mapping[str, Any]:
    """By the name of the operation."""
    found: Mapping[str, Any] = orjson.loads(FILE.read_bytes()) if FILE.exists() else {}
    return found
