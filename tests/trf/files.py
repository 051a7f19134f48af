"""Tournament report files to test with: made up, and those of public test suites."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.importing.encodings import text_in
from domain.trf.form import Finding, Report
from domain.trf.reading import read_trf

DATA = Path(os.environ.get("SCORESHEET_TEST_DATA", "../shared/data")) / "formats"
SWISS = """\
012 Winter Swiss
042 2026/01/10
052 2026/01/11
142 3
132                                                                                        26/01/10  26/01/10  26/01/11
001    1 f  m Ábel, Anna                        2100 HUN      702001 1980/02/03  2.5    1     2 w 1     4 b =     3 w +
001    2      Bauer, Bert                       1900 AUT                         1.5    3     1 b 0     3 w 1  0000 - H
001    3      Carlsen, Carl                          NOR                         1.0    4  0000 - U     2 b 0     1 b -
001    4      Dora                                                               2.0    2  0000 - H     1 w =  0000 - F
"""
"""A Swiss with results played and not played, and a bye of each kind but Z."""


def found(text: str) -> tuple[Report, tuple[Finding, ...]]:
    """What the text holds, and what in it can't be read."""
    return read_trf(text_in(text.encode())[0])


def public_files(named: str = "*") -> Iterator[Path]:
    """Those of public test suites. Skips where they are not there."""
    if not DATA.exists():
        pytest.skip(f"{DATA} is missing; set SCORESHEET_TEST_DATA to the folder that has the folder formats")
    yield from sorted(DATA.rglob(f"{named}.trf"))
