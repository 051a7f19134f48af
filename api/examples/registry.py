"""Examples around persons, series, the federation and keys."""

from typing import Any

from api.examples import OTHER_PERSON_ID, PERSON_ID, TOURNAMENT_ID, Examples

_PRINCIPLE: dict[str, Any] = {
    "clause": "4.3.3",
    "principle": "Time out counts from when it is declared.",
    "reasons": "A flag alone tells nobody.",
}
_SANCTION: dict[str, Any] = {
    "person": PERSON_ID,
    "until": "2099-07-01T00:00:00Z",
    "reason": "Loaded dice.",
    "report": 1,
}

DETAILS: Examples = {"a person": {"name": "Ada Byron", "contact": "ada@example.org"}}
OPENING_RATING: Examples = {
    "from another club": {
        "pool": "normal",
        "rating": "1623.5",
        "experience": 250,
        "reason": "From the former club.",
    }
}
STOPPING: Examples = {"a reason": {"reason": "Asked for by somebody of the same name."}}
BAN: Examples = {
    "until a day, which is included": {"until": "2099-06-30", "reason": "Threw dice at the opponent."},
    "until a moment": {"until": "2099-07-01T12:00:00Z", "reason": "Threw dice at the opponent."},
    "for good": {"reason": "Played with loaded dice."},
    "from directing": {"kind": "director-ban", "reason": "Ruled in their own case."},
}
LIFTING: Examples = {"a reason": {"reason": "The player was ill, and has shown it."}}
SUSPENDING: Examples = {"a reason": {"reason": "The federation will hear both sides first."}}
RESUMING: Examples = {"a reason": {"reason": "Both sides were heard: the ban was right."}}
SERIES: Examples = {"a cup": {"name": "Winter cup", "directors": [PERSON_ID]}}
RESIGNATION_LIMIT: Examples = {
    "three": {"limit": 3, "reason": "As the assembly decided."},
    "none": {"limit": None, "reason": "On trial."},
}
REPORT_DAYS: Examples = {"three weeks": {"days": 21, "reason": "As the assembly decided."}}
TIME_ZONE: Examples = {"Vienna": {"time_zone": "Europe/Vienna", "reason": "Where the federation has its seat."}}
DECISION: Examples = {
    "a ruling": {"account": "The dice were cocked.", "tournament": TOURNAMENT_ID, "ruling": 1},
    "any other": {"account": "In our club a flag on the table counts as a declaration."},
}
PRINCIPLE: Examples = {"of its own": _PRINCIPLE, "after a report": _PRINCIPLE | {"report": 1}}
WITHDRAWING: Examples = {"a reason": {"reason": "The new edition says so itself."}}
SANCTION: Examples = {
    "a ban until a date": _SANCTION,
    "from directing, for good": _SANCTION | {"kind": "director-ban", "until": None},
}
KEY: Examples = {
    "a director's key": {"role": "director", "person": PERSON_ID, "label": "Spring", "expires_at": None},
    "a player's": {"role": "player", "person": OTHER_PERSON_ID},
}
CODE: Examples = {"the code that came with it": {"code": "5f" * 32}}
