"""Examples of what is sent in bulk."""

from typing import Any

from api.examples import PERSON_ID, Examples
from api.examples.registry import OPENING_RATING

_NEW: dict[str, Any] = {"name": "Ada Byron", "opening_ratings": [*OPENING_RATING.values()]}
_ROWS: list[dict[str, Any]] = [
    {"entry": {"person": PERSON_ID}},
    {"entry": {"new_person": _NEW}},
    {"command": {"kind": "start-tournament"}},
]
PERSONS: Examples = {"two, to be looked at first": {"dry_run": True, "persons": [_NEW, {"name": "Bert Brix"}]}}
COMMANDS: Examples = {
    "entries and the start": {"rows": _ROWS},
    "two results": {
        "rows": [
            {"command": {"kind": "report-result", "match": match, "result": {"kind": "winner", "winner": winner}}}
            for match, winner in ((1, "first"), (2, "second"))
        ]
    },
}
RESULTS: Examples = {
    "by table": {
        "results": [
            {"table": table, "result": {"kind": "score", "first": first, "second": 5}}
            for table, first in ((1, 3), (2, 4))
        ]
    },
    "by match, to be looked at first": {
        "dry_run": True,
        "results": [{"match": 1, "result": {"kind": "winner", "winner": "first"}}],
    },
}
EVENING: Examples = {
    "an evening of two": {"announcement": {"name": "Autumn evening", "format": {"kind": "open"}}, "rows": _ROWS}
}
NEXT_SEASON: Examples = {"as proposed": {}}
