"""Real matches as programs of the field wrote them, where they are at hand."""

import os
from pathlib import Path

import pytest

from domain.backgammon.mat_reading import decode_transcript, read_matches
from domain.backgammon.turns import WrittenMatch

DATA = Path(os.environ.get("SCORESHEET_TEST_DATA", "../shared/data")) / "transcripts"
MATCHES = range(1, 9)


def real_bytes(number: int) -> bytes:
    """One of the eight. Skips where it is not there."""
    path = DATA / f"match-{number}.txt"
    if not path.exists():
        pytest.skip(
            f"{path.name} is not in {DATA}; set SCORESHEET_TEST_DATA to the folder that has the folder transcripts"
        )
    return path.read_bytes()


def real_match(number: int) -> WrittenMatch:
    """One of the eight, read."""
    (match,) = read_matches(decode_transcript(real_bytes(number)))
    return match
