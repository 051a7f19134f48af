"""Examples of bodies around disputes, rulings and appeals."""

from typing import Any

from api.examples.commands import OTHER_PERSON_ID, PERSON_ID

THIRD_PERSON_ID = "a87ff679-a2f3-571d-9181-a67b7542122c"

_MATCH = {"kind": "match", "number": 1}
_TWO_POINTS = {"kind": "penalty-points", "offender": "second", "beneficiary": "first", "points": 2}
_ONE_POINT = {"kind": "penalty-points", "offender": "second", "beneficiary": "first", "points": 1}
_MEMBERS = [OTHER_PERSON_ID, THIRD_PERSON_ID, PERSON_ID]
_LATE = {
    "about": _MATCH,
    "clause": "2.2.4",
    "facts": "The second side was there 12 minutes after time.",
    "reasons": "A point for each 5 minutes.",
    "remedies": [_TWO_POINTS],
}


def dispute() -> dict[str, Any]:
    """Bringing a dispute."""
    return {
        "on a match": {"about": _MATCH, "matter": "The sheets say 4-2 and 3-3."},
        "on the tournament": {"about": {"kind": "tournament"}, "parties": [1], "matter": "The hall is too cold."},
    }


def statement() -> dict[str, Any]:
    """Recording a statement."""
    said = {"kind": "statement", "person": PERSON_ID, "text": "It was 4-2 before the last game."}
    games = [{"winner": "first", "won": "gammon", "cube": 2}, {"winner": "second", "cube": 2, "ending": "passed"}]
    agreed = {"kind": "agreement", "person": PERSON_ID, "text": "These three may rule.", "committee": _MEMBERS}
    return {
        "a party": said,
        "a party, with the score sheet": said | {"sheet": {"first": 4, "second": 2}},
        "a sheet with its games, not clear": said
        | {"kind": "evidence-given", "sheet": {"first": 4, "second": 2, "clear": False, "games": games}},
        "a party to a committee, in a director's place": agreed,
    }


def ruling() -> dict[str, Any]:
    """Giving a ruling."""
    annulled = {"kind": "double-annulment", "ground": "crawford", "game": 5, "counts_at": 1}
    annulled["ended"] = {"winner": "second", "won": "gammon", "cube": 2}
    crawford = {
        "about": _MATCH,
        "clause": "4.4.4",
        "facts": "Game 5 was doubled.",
        "reasons": "It was the Crawford game.",
    }
    dismissed = {"about": _MATCH, "dispute": 1, "clause": "4.7", "facts": "Both sheets are clear.", "reasons": "4-2."}
    return {
        "points for a late start": _LATE,
        "a Crawford game that was doubled": crawford
        | {"remedies": [annulled, {"kind": "match-resumption", "first": 4, "second": 2}]},
        "a claim that is dismissed": dismissed | {"claimed": [{"kind": "match-replay"}]},
        "a disqualification, whatever was made from it goes": {
            "about": {"kind": "entry", "number": 2},
            "clause": "1.7",
            "facts": "A friend told the player moves by telephone.",
            "reasons": "Outside help.",
            "remedies": [{"kind": "disqualification", "entry": 2}],
            "choice": "rewind",
        },
    }


def suspension() -> dict[str, Any]:
    """Suspending a ruling."""
    return {"nothing hangs on it": {}, "what was made from it stays": {"choice": "stand"}}


def ruling_withdrawal() -> dict[str, Any]:
    """Withdrawing a ruling."""
    return {"it was on the wrong side": {"reason": "The opponent came late."}}


def lodging() -> dict[str, Any]:
    """Appealing."""
    return {
        "in time": {"entry": 2, "reason": "The train was cancelled, and I had told."},
        "admitted late": {"entry": 2, "reason": "The letter was lost.", "override": True},
    }


def committee() -> dict[str, Any]:
    """Forming a committee."""
    return {"three": {"members": [PERSON_ID, OTHER_PERSON_ID, THIRD_PERSON_ID]}}


def alternative() -> dict[str, Any]:
    """Putting an alternative forward."""
    return {"one point": {"remedies": [_ONE_POINT]}}


def vote() -> dict[str, Any]:
    """Voting."""
    return {
        "for the ruling": {"member": PERSON_ID, "verdict": "upheld"},
        "for the first alternative": {"member": PERSON_ID, "verdict": 1},
    }


def decision() -> dict[str, Any]:
    """Announcing a decision."""
    return {"with what comes back": {"reasons": "The player could not have known.", "choice": "restore"}}


def comparison() -> dict[str, Any]:
    """Laying alternatives side by side."""
    one = {"kind": "give-ruling"} | _LATE
    return {"two points or one": {"commands": [one, one | {"remedies": [_ONE_POINT]}]}}


def lateness() -> dict[str, Any]:
    """Working out what may be awarded for coming late."""
    return {
        "twelve minutes": {
            "due_at": "2026-03-01T19:00:00+01:00",
            "first_at": "2026-03-01T19:00:00+01:00",
            "second_at": "2026-03-01T19:12:00+01:00",
        }
    }


def clock() -> dict[str, Any]:
    """Working out a clock's setting."""
    return {"singles at 3-2": {"first": 3, "second": 2}}


def double() -> dict[str, Any]:
    """Working out whether a double can still be annulled."""
    games = [{"winner": "first", "won": "backgammon", "cube": 2}, {"winner": "second", "won": "gammon", "cube": 2}]
    return {
        "the Crawford game": {"ground": "crawford", "games": games, "newest_started": 2},
        "a dead cube": {
            "ground": "dead-cube",
            "games": games,
            "newest_started": 2,
            "double": {"game": 2, "doubler": "second", "dead_value": 2},
        },
    }


def score() -> dict[str, Any]:
    """Working out which score stands."""
    sheets = {"first": {"first": 4, "second": 3}, "second": {"first": 4, "second": 2}}
    return {"the second side is behind on both": sheets, "only one sheet": {"first": {"first": 5, "second": 4}}}


def cube() -> dict[str, Any]:
    """Working out where the cube counts as being."""
    stands = {"value": 2, "owner": "first"}
    return {
        "nothing was shown": {"as_it_stands": stands},
        "shown to be otherwise": {"as_it_stands": stands, "shown": {"value": 4, "owner": "second"}},
    }


def length() -> dict[str, Any]:
    """Working out what becomes of a wrong length."""
    before_game_5 = {"first": 3, "second": 2, "games_ended": 4}
    return {
        "to 5 instead of 7, between games": {"played_length": 5, "correct_length": 7} | before_game_5,
        "finished": {"played_length": 5, "correct_length": 7, "first": 5, "second": 3, "games_ended": 6},
        "as it is recorded, during a game": {"correct_length": 7, "game_in_progress": True} | before_game_5,
    }


def settling() -> dict[str, Any]:
    """Recording what became of a wrong length."""
    return {name: said | {"reason": "The sheet was for round 1."} for name, said in length().items()}
