"""Examples of what is recorded of a match, and asked of the director, by name."""

from typing import Any

from api.examples.commands import PERSON_ID

_READINGS = {"first_seconds": 412, "second_seconds": 388}


def monitor() -> dict[str, Any]:
    """Appointing a monitor."""
    paid = {"person": PERSON_ID, "asked_by": "first", "fee": "12.50", "paid_by": "first"}
    return {"of the director's own": {"person": PERSON_ID, "reason": "Slow play."}, "asked for": paid}


def release() -> dict[str, Any]:
    """Releasing a monitor."""
    return {"a reason": {"reason": "Play is fast again."}, "none": {}}


def consent() -> dict[str, Any]:
    """Giving a consent."""
    return {
        "a side, to a recording": {"what": "recording", "by": "first", "to": PERSON_ID},
        "the director, to headphones": {"what": "headphones"},
    }


def revocation() -> dict[str, Any]:
    """Revoking a consent."""
    return {"a reason": {"reason": "The telephone rang."}}


def leaving() -> dict[str, Any]:
    """Taking a break."""
    both = {"side": "second", "breaks": 2, "readings": _READINGS}
    return {"now": {"side": "first"}, "two together, with what the clocks show": both}


def returning() -> dict[str, Any]:
    """Coming back."""
    return {"now": {}, "some minutes ago": {"ended_at": "2026-05-01T18:00:00Z"}}


def clock() -> dict[str, Any]:
    """Recording the clocks."""
    estimated = {"what": "reset", "readings": _READINGS, "estimated": True, "reason": "It was not stopped in time."}
    return {
        "set at the start": {"what": "set", "readings": {"first_seconds": 840, "second_seconds": 840}},
        "paused": {"what": "paused", "readings": _READINGS, "reason": "A cup fell."},
        "reset by an estimate": estimated,
    }


def declaring() -> dict[str, Any]:
    """Declaring that time is out."""
    return {
        "by a side": {"declared": {"out": "second"}, "by": "first"},
        "both, as the director sees": {"declared": {"out": "both", "first_out": "first"}},
    }


def attaching() -> dict[str, Any]:
    """Attaching a recording."""
    rates = {"program": "An analyser 2.1", "first": "4.62", "second": "7.3"}
    return {
        "a recording": {"what": "recording", "reference": "https://example.org/match-1", "digest": "0" * 64},
        "an analysis": {
            "what": "analysis",
            "reference": "https://example.org/analysis-1",
            "digest": "1" * 64,
            "error_rates": rates,
        },
    }


def asking() -> dict[str, Any]:
    """Asking the director."""
    return {
        "a monitor": {"what": "monitor", "entry": 1, "match": 1, "reason": "Handles the clock wrongly."},
        "precision dice": {"what": "precision-dice", "entry": 1, "insists": True, "reason": "Mine roll oddly."},
    }


def answering() -> dict[str, Any]:
    """Answering."""
    return {"no": {"granted": False, "reason": "There are none here."}}


def excepting() -> dict[str, Any]:
    """Making an exception."""
    return {
        "a longer break": {"clause": "2.2.3", "what": "A break of 15 minutes", "reason": "The player takes medicine."}
    }


def slip() -> dict[str, Any]:
    """Taking back."""
    return {
        "a break of the wrong side": {"what": "break", "match": 1, "number": 1, "reason": "It was the other side."},
        "an exception": {"what": "exception", "number": 1, "reason": "It was not needed."},
    }
