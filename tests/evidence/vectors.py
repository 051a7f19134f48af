"""Published examples of notes, trees and tiles, read from where they lie; nothing of them is kept here."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

DATA = Path(os.environ.get("SCORESHEET_TEST_DATA", "../shared/data")) / "vectors"


def vectors(name: str) -> Any:  # noqa: ANN401 -- any JSON
    """The examples in that file; the test is skipped where there are none."""
    path = DATA / name
    if not path.exists():
        pytest.skip(f"{path} is missing; set SCORESHEET_TEST_DATA to the folder that has the folder vectors")
    return json.loads(path.read_text())
