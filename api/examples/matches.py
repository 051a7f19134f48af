"""Examples around rounds and matches."""

from api.examples import OTHER_PERSON_ID, PERSON_ID, Examples, OfCommands
from api.examples.calculations import LENGTH
from domain.tournament.matches import commands as matches
from domain.tournament.rounds import commands as rounds

_SCORE = {"kind": "score", "first": 7, "second": 4}
_OUTSIDE: Examples = {
    "twenty dice": {"value": "26451351626453211645"},
    "a beacon's round": {"value": "8d61d9100567de44682506aea1a7a6fa6e5491cd27a0a0ed349ef6910ac5ac20"},
}
_CHANGE: Examples = {
    "nothing hangs on it": {"reason": "Asked for by both players."},
    "later matches stand": {"reason": "Played by a substitute.", "choice": "stand"},
}
_SIX_GAMES = [
    {"winner": "first", "first_seat": "first"},
    {"winner": "drawn", "first_seat": "second"},
    {"winner": "first", "first_seat": "second"},
    {"winner": "first", "first_seat": "first"},
]

TERMS: Examples = {
    "five points for a stake": {"sides": [1, 2], "form": "five-points", "stake": "5.00"},
    "to a length": {"sides": [1, 2], "length": 7},
}
EXAMPLES: OfCommands = {
    rounds.RecordOutsideValue: _OUTSIDE,
    rounds.WitnessOutsideValue: _OUTSIDE,
    rounds.RequestBye: {"in the third round": {"round": 3}},
    rounds.MarkAbsent: {"a player who did not come": {}},
    rounds.EndAbsence: {"the player is here again": {}},
    rounds.PairByHand: {"two pairs and a bye": {"pairings": [[1, 2], [3, 4]], "byes": [5], "reason": "Two come late."}},
    rounds.CorrectPairings: {
        "two tables exchanged, the next round drawn": {
            "matches": [{"match": 1, "sides": [1, 4]}, {"match": 2, "sides": [3, 2]}],
            "reason": "They sat at each other's tables.",
        },
        "another had the bye, and the next round stands": {
            "matches": [{"match": 1, "sides": [1, 5]}],
            "byes": [{"given_to": 5, "had_by": 2}],
            "reason": "A slip in the list of pairs.",
            "choice": "stand",
        },
    },
    rounds.AnnulRound: {"a late player": {"reason": "A bus is late, and four players with it."}},
    rounds.ScheduleRound: {
        "a week": {"opens_at": "2026-03-02T00:00:00+01:00", "closes_at": "2026-03-08T23:59:59+01:00"},
        "not yet said": {},
    },
    rounds.CloseRound: {
        "at its deadline": {"reason": "The week is over."},
        "before it": {"reason": "Everybody has told the director.", "early": True},
    },
    rounds.DecideQuestion: {
        "naming the champion": {
            "question": "nobody-left-4",
            "choice": "champion",
            "entry": 3,
            "reason": "Won the most.",
        }
    },
    rounds.SeedField: {"last year's finalists first": {"order": [4, 2, 7], "reason": "As they stood last year."}},
    rounds.OpenStage: {
        "as the stage before has it": {},
        "by hand": {"seeds": [3, 1, 4, 2], "reason": "Three were tied for the last place; a blitz has decided."},
    },
    matches.ReportResult: {
        "the score": {"result": _SCORE},
        "the winner alone": {"result": {"kind": "winner", "winner": "second"}},
        "conceded before play": {"result": {"kind": "conceded", "loser": "first", "play_began": False}},
        "game by game, the last double passed": {
            "result": {
                "kind": "games",
                "games": [
                    {"winner": "first", "won": "gammon", "cube": 2},
                    {"winner": "first", "cube": 4, "ending": "passed"},
                ],
            }
        },
        "lost on time": {
            "result": {"kind": "conceded", "loser": "second", "play_began": True, "ending": "out-of-time"}
        },
        "best of three": {
            "result": {
                "kind": "best-of-three",
                "matches": [{"first": 7, "second": 4}, {"first": 5, "second": 7}, {"first": 7, "second": 6}],
            }
        },
        "six games": {"result": {"kind": "six-games", "games": _SIX_GAMES}},
        "drawn": {"result": {"kind": "drawn"}},
        "unplayed, the first side told the director": {"result": {"kind": "unplayed", "reported_by": "first"}},
        "neither side appeared": {"result": {"kind": "both-lost"}},
    },
    matches.VerifyResult: {"as it is": {}, "of an abandoned game": {"choice": "rewind"}},
    matches.CorrectResult: {
        "another score": {"result": {"kind": "score", "first": 4, "second": 7}, "reason": "Sides were mixed up."},
        "the parties": {"sides": [1, 3], "reason": "Another player sat there.", "override": True},
        "its place": {"place_in_rating_order": "17.5", "reason": "Entered late; played between 17 and 18."},
    },
    matches.ResolveWrongLength: {
        name: said | {"reason": "The sheet was for round 1."} for name, said in LENGTH.items()
    },
    matches.VoidMatch: _CHANGE,
    matches.ReinstateMatch: _CHANGE,
    matches.NameLineUp: {
        "a reserve first": {"entry": 1, "players": [OTHER_PERSON_ID, PERSON_ID]},
        "after a board has a result": {"entry": 1, "players": [PERSON_ID, OTHER_PERSON_ID], "reason": "Ill."},
    },
    matches.SendInvitation: {"by the second side": {"invited_by": "second"}},
    matches.ReportNoTimeAgreed: {"by the second side": {"reported_by": "second"}},
    matches.MakeMatch: {
        "still to be played": {"sides": [1, 2], "length": 7},
        "played": {"sides": [1, 2], "length": 7, "result": _SCORE, "played_at": "2026-05-01T18:00:00Z"},
        "played in the room for a stake": {
            "sides": [1, 2],
            "form": "single",
            "stake": "10.00",
            "result": {"kind": "left-table", "leaver": "second", "cube": 2, "borne_off": False},
        },
    },
    matches.EnterResults: {
        "one that was paired, one that was not": {
            "results": [
                {"match": 1, "result": _SCORE},
                {
                    "sides": [1, 2],
                    "length": 5,
                    "result": {
                        "kind": "games",
                        "games": [{"winner": "first", "won": "gammon", "cube": 2}, {"winner": "first"}],
                    },
                },
            ]
        }
    },
}
