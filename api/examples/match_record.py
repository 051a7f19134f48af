"""Examples of what is recorded of a match, and asked of the director."""

from hashlib import sha256

from api.examples import PERSON_ID, OfCommands
from domain.tournament.match_record import commands

_READINGS = {"first_seconds": 412, "second_seconds": 388}

_TRANSCRIPT = """ 7 point match

 Game 1
 Ann : 0                          Ben : 0
  1) 31: 8/5 6/5                 52: 13/8 13/11
  2)  Doubles => 2                Drops
      Wins 1 point
"""

EXAMPLES: OfCommands = {
    commands.AppointMonitor: {
        "of the director's own": {"person": PERSON_ID, "reason": "Slow play."},
        "asked for": {"person": PERSON_ID, "asked_by": "first", "fee": "12.50", "paid_by": "first"},
    },
    commands.ReleaseMonitor: {"a reason": {"reason": "Play is fast again."}, "none": {}},
    commands.RecordConsent: {
        "a side, to a recording": {"kind": "recording", "answered_by": "first", "applies_to": PERSON_ID},
        "the director, to headphones": {"kind": "headphones"},
    },
    commands.WithdrawConsent: {"a reason": {"reason": "The telephone rang."}},
    commands.BeginBreak: {
        "now": {"side": "first"},
        "two together, with what the clocks show": {"side": "second", "number_of_breaks": 2, "readings": _READINGS},
    },
    commands.EndBreak: {"now": {}, "some minutes ago": {"ended_at": "2026-05-01T18:00:00Z"}},
    commands.RecordClock: {
        "set at the start": {"action": "set", "readings": {"first_seconds": 840, "second_seconds": 840}},
        "paused": {"action": "paused", "readings": _READINGS, "reason": "A cup fell."},
        "reset by an estimate": {
            "action": "reset",
            "readings": _READINGS,
            "estimated": True,
            "reason": "It was not stopped in time.",
        },
    },
    commands.DeclareOutOfTime: {
        "by a side": {"out_of_time": {"out": "second"}, "declared_by": "first"},
        "both, as the director sees": {"out_of_time": {"out": "both", "first_out": "first"}},
    },
    commands.AddAttachment: {
        "a recording": {"kind": "recording", "reference": "https://example.org/match-1", "digest": "0" * 64},
        "a transcript, to be checked": {
            "kind": "transcript",
            "reference": "final.mat",
            "digest": sha256(_TRANSCRIPT.encode()).hexdigest(),
            "transcript": _TRANSCRIPT,
        },
        "an analysis": {
            "kind": "analysis",
            "reference": "https://example.org/analysis-1",
            "digest": "1" * 64,
            "error_rates": {"program": "An analyser 2.1", "first": "4.62", "second": "7.3"},
        },
    },
    commands.MakeRequest: {
        "a monitor": {"kind": "monitor", "entry": 1, "match": 1, "reason": "Handles the clock wrongly."},
        "precision dice": {"kind": "precision-dice", "entry": 1, "insists": True, "reason": "Mine roll oddly."},
    },
    commands.AnswerRequest: {"no": {"granted": False, "reason": "There are none here."}},
    commands.MakeException: {
        "a longer break": {
            "clause": "2.2.3",
            "exception": "A break of 15 minutes",
            "reason": "The player takes medicine.",
        }
    },
    commands.WithdrawRecord: {
        "a break of the wrong side": {"kind": "break", "match": 1, "number": 1, "reason": "It was the other side."},
        "an exception": {"kind": "exception", "number": 1, "reason": "It was not needed."},
    },
}
