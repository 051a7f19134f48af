"""Examples around disputes, rulings and appeals."""

from typing import Any

from api.examples import OTHER_PERSON_ID, PERSON_ID, THIRD_PERSON_ID, Examples, OfCommands
from domain.tournament.rulings import commands

_MATCH = {"kind": "match", "number": 1}
_ONE_POINT = {"kind": "penalty-points", "offender": "second", "beneficiary": "first", "points": 1}
_LATE: dict[str, Any] = {
    "about": _MATCH,
    "clause": "2.2.4",
    "facts": "The second side was there 12 minutes after time.",
    "reasons": "A point for each 5 minutes.",
    "remedies": [_ONE_POINT | {"points": 2}],
}
_SAID: dict[str, Any] = {"kind": "statement", "person": PERSON_ID, "statement": "It was 4-2 before the last game."}
_GAMES = [{"winner": "first", "won": "gammon", "cube": 2}, {"winner": "second", "cube": 2, "ending": "passed"}]
_ANNULLED = {
    "kind": "double-annulment",
    "ground": "crawford",
    "game": 5,
    "counts_at": 1,
    "game_as_scored": {"winner": "second", "won": "gammon", "cube": 2},
}
_SUSPENSION: Examples = {"nothing hangs on it": {}, "what was made from it stays": {"choice": "stand"}}

COMPARISON: Examples = {
    "two points or one": {
        "commands": [{"kind": "give-ruling"} | _LATE, {"kind": "give-ruling"} | _LATE | {"remedies": [_ONE_POINT]}]
    }
}
EXAMPLES: OfCommands = {
    commands.OpenDispute: {
        "on a match": {"about": _MATCH, "matter": "The sheets say 4-2 and 3-3."},
        "on a move that a transcript shows": {
            "about": _MATCH,
            "in_game": {"game": 3, "move": 12, "side": "second", "attachment": 1},
            "matter": "The 4 was played as a 5.",
        },
        "on the tournament": {"about": {"kind": "tournament"}, "parties": [1], "matter": "The hall is too cold."},
    },
    commands.RecordStatement: {
        "a party": _SAID,
        "a party, with the score sheet": _SAID | {"score_sheet": {"first": 4, "second": 2}},
        "a sheet with its games, not clear": _SAID
        | {"kind": "evidence-given", "score_sheet": {"first": 4, "second": 2, "clear": False, "games": _GAMES}},
        "a party to a committee, in a director's place": {
            "kind": "agreement",
            "person": PERSON_ID,
            "statement": "These three may rule.",
            "committee": [OTHER_PERSON_ID, THIRD_PERSON_ID, PERSON_ID],
        },
    },
    commands.GiveRuling: {
        "points for a late start": _LATE,
        "a Crawford game that was doubled": {
            "about": _MATCH,
            "in_game": {"game": 5},
            "clause": "4.4.4",
            "facts": "Game 5 was doubled.",
            "reasons": "It was the Crawford game.",
            "remedies": [_ANNULLED, {"kind": "match-resumption", "first": 4, "second": 2}],
        },
        "a claim that is dismissed": {
            "about": _MATCH,
            "dispute": 1,
            "clause": "4.7",
            "facts": "Both sheets are clear.",
            "reasons": "4-2.",
            "claimed": [{"kind": "match-replay"}],
        },
        "a disqualification, whatever was made from it goes": {
            "about": {"kind": "entry", "number": 2},
            "clause": "1.7",
            "facts": "A friend told the player moves by telephone.",
            "reasons": "Outside help.",
            "remedies": [{"kind": "disqualification", "entry": 2}],
            "choice": "rewind",
        },
    },
    commands.SuspendRuling: _SUSPENSION,
    commands.ResumeRuling: _SUSPENSION,
    commands.WithdrawRuling: {"it was on the wrong side": {"reason": "The opponent came late."}},
    commands.LodgeAppeal: {
        "in time": {"entry": 2, "reason": "The train was cancelled, and I had told."},
        "admitted late": {"entry": 2, "reason": "The letter was lost.", "override": True},
    },
    commands.FormCommittee: {"three": {"members": [PERSON_ID, OTHER_PERSON_ID, THIRD_PERSON_ID]}},
    commands.ProposeAlternative: {"one point": {"remedies": [_ONE_POINT]}},
    commands.CastVote: {
        "for the ruling": {"member": PERSON_ID, "verdict": "upheld"},
        "for the first alternative": {"member": PERSON_ID, "verdict": "alternative-1"},
    },
    commands.DecideAppeal: {
        "with what comes back": {"reasons": "The player could not have known.", "choice": "restore"}
    },
    commands.AppealDecision: {
        "in time": {"entry": 2, "reason": "My entry came in before it closed."},
        "admitted late": {"entry": 2, "reason": "The letter was lost.", "override": True},
    },
    commands.CarryOutAppeal: {"what was done": {"reason": "The entry was approved again."}},
}
