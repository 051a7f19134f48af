"""Examples of what is worked out, or tried, without recording anything."""

from api.examples import Examples

_GAMES = [{"winner": "first", "won": "backgammon", "cube": 2}, {"winner": "second", "won": "gammon", "cube": 2}]
_STANDS = {"value": 2, "owner": "first"}
_BEFORE_GAME_5 = {"first_points": 3, "second_points": 2, "games_ended": 4}

TRIAL: Examples = {
    "a correction with rewind": {
        "command": {
            "kind": "correct-result",
            "match": 1,
            "result": {"kind": "winner", "winner": "second"},
            "reason": "Mixed up.",
            "choice": "rewind",
        }
    },
    "a resignation": {"command": {"kind": "resign", "entry": 2}},
}
LATENESS: Examples = {
    "twelve minutes": {
        "due_at": "2026-03-01T19:00:00+01:00",
        "first_at": "2026-03-01T19:00:00+01:00",
        "second_at": "2026-03-01T19:12:00+01:00",
    }
}
CLOCK: Examples = {"singles at 3-2": {"first": 3, "second": 2}}
LIVE_SCORE: Examples = {
    "a gammon": {"step": "won", "side": "first", "win": "gammon", "seen": "0-0-0-0-1-middle"},
    "a match that begins at 2-1": {"step": "set", "points": [2, 1], "seen": "0-0-0-0-1-middle"},
}
DOUBLE: Examples = {
    "the Crawford game": {"ground": "crawford", "games": _GAMES, "newest_started": 2},
    "a dead cube": {
        "ground": "dead-cube",
        "games": _GAMES,
        "newest_started": 2,
        "double": {"game": 2, "doubler": "second", "counts_at": 2},
    },
}
SCORE: Examples = {
    "the second side is behind on both": {"first": {"first": 4, "second": 3}, "second": {"first": 4, "second": 2}},
    "only one sheet": {"first": {"first": 5, "second": 4}},
}
CUBE: Examples = {
    "nothing was shown": {"as_it_stands": _STANDS},
    "shown to be otherwise": {"as_it_stands": _STANDS, "shown": {"value": 4, "owner": "second"}},
}
LENGTH: Examples = {
    "to 5 instead of 7, between games": {"played_length": 5, "correct_length": 7} | _BEFORE_GAME_5,
    "finished": {"played_length": 5, "correct_length": 7, "first_points": 5, "second_points": 3, "games_ended": 6},
    "as it is recorded, during a game": {"correct_length": 7, "game_in_progress": True} | _BEFORE_GAME_5,
}
