"""Lists made to harm: whatever is in one, it is taken, asked about, or refused in a few words that may be shown."""

from collections.abc import Mapping

import pytest

from domain.importing.lists import ListKind
from domain.importing.looked_at import Listed
from domain.kernel.refusal import Refused
from domain.kernel.replacing import replace
from tests.importing.memory import MemoryLog
from tests.importing.test_entry_list import SWISS, announced
from tests.importing.test_readings import listed, tried

KINDS: tuple[ListKind, ...] = ("matches", "persons", "entries", "report-file", "club")
MANY, LONGEST_TOLD = 100_000, 2_000
HEADERS: Mapping[str, str] = {"matches": "date,winner,loser,length", "persons": "name", "entries": "name"}
CELL_OF_MANY = "x" * 200_000
HOSTILE: Mapping[str, str] = {
    "many columns": ",".join(f"c{number}" for number in range(MANY)) + "\n",
    "many known columns": ",".join(["HEADER"] * MANY) + "\n",
    "many cells": "HEADER\n" + "x," * MANY + "\n",
    "long cell": f"HEADER\n{CELL_OF_MANY}\n",
    "long column": f"{CELL_OF_MANY[:100_000]}\n",
    "nulls": "HEADER\n2025-02-01,\0Ann,B\0en,5\0\n\0\n",
    "nothing but nulls": "\0" * 1_000,
    "null in the header": "HEADER\0\nAnn\n",
    "open quote": 'HEADER\n2025-02-01,"Ann,Ben,5\n' + "a\n" * 1_000,
    "formulas": "HEADER\n2025-02-01,=cmd|' /C calc'!A0,+1+1,5\n",
    "directions of text": "HEADER\n2025-02-01,A\u202enn,B\u2066en,5\n",
    "lone surrogate": "HEADER\n2025-02-01,A\ud800nn,Ben,5\n",
    "large numbers": f"HEADER\n{'9' * 5_000},Ann,Ben,{'9' * 5_000}\n",
    "other digits": "HEADER\n\u0662\u0660\u0662\u0665-02-01,Ann,Ben,\u0665\n",
    "deep": "[" * MANY,
    "a million lines": "HEADER\n" + "\n" * 1_000_000,
    "separators of lines": "HEADER\n2025-02-01,A\u2028nn,B\x85en,5\n",
    "years": "HEADER\n0001-01-01,Ann,Ben,5\n9999-12-31,Ann,Ben,5\n",
}


@pytest.mark.rule("REG-4")
@pytest.mark.parametrize("what", HOSTILE)
@pytest.mark.parametrize("kind", KINDS)
def test_hostile_list_is_taken_or_refused_in_few_words(kind: ListKind, what: str) -> None:
    log = MemoryLog()
    announced(log)
    text = HOSTILE[what].replace("HEADER", HEADERS.get(kind, HEADERS["matches"]))
    list_ = replace(listed(log, text), tournament=SWISS if kind == "entries" else None)
    assert max(map(len, told(log, kind, list_)), default=0) < LONGEST_TOLD


def told(log: MemoryLog, kind: ListKind, list_: Listed) -> list[str]:
    """What is said of the list."""
    try:
        looked = tried(log, kind, list_)
    except Refused as refused:
        return [refused.detail]
    assert not any("\0" in one.name for one in looked.persons)
    return [one.why or "" for one in looked.lines]
