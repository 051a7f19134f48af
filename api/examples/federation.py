"""Examples of what is told to the federation, and of what it rules and imposes, by name."""

from typing import Any

from api.examples.commands import PERSON_ID, TOURNAMENT_ID


def told() -> dict[str, Any]:
    """Reporting a decision."""
    return {
        "a ruling": {"text": "The dice were cocked.", "tournament": TOURNAMENT_ID, "ruling": 1},
        "any other": {"text": "In our club a flag on the table counts as a declaration."},
    }


def principle() -> dict[str, Any]:
    """Ruling in principle."""
    ruled = {
        "clause": "4.3.3",
        "principle": "Time out counts from when it is declared.",
        "reasons": "A flag alone tells nobody.",
    }
    return {"of its own": ruled, "after a report": ruled | {"report": 1}}


def withdrawing() -> dict[str, Any]:
    """Withdrawing a principle ruling."""
    return {"a reason": {"reason": "The new edition says so itself."}}


def sanction() -> dict[str, Any]:
    """Imposing a sanction."""
    until = {"person": PERSON_ID, "until": "2099-07-01T00:00:00Z", "reason": "Loaded dice.", "report": 1}
    return {"a ban until a date": until, "from directing, for good": until | {"kind": "director-ban", "until": None}}
