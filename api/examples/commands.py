"""Examples of bodies, by name, that the documentation shows and the tests send."""

from typing import Any

from api.examples import formats

PERSON_ID = "8f14e45f-ceea-5b7a-9c3d-2f1b6a0c4d21"
OTHER_PERSON_ID = "c9f0f895-fb98-5b91-8f8e-3a7d2e6b1c02"
TOURNAMENT_ID = "45c48cce-2e2d-5fbd-aa1a-fc51c7c6ad26"
SERIES_ID = "d3d94468-02a4-5259-b55d-38e6d163e820"

_SCORE = {"kind": "score", "first": 7, "second": 4}
_GAMES = [{"winner": "first", "won": "gammon", "cube": 2}, {"winner": "first", "cube": 4, "ending": "passed"}]


def new_key() -> dict[str, Any]:
    """Making a key for somebody."""
    return {
        "a director's key": {"role": "director", "person": PERSON_ID, "label": "Spring", "expires_at": None},
        "a player's": {"role": "player", "person": OTHER_PERSON_ID},
    }


def code() -> dict[str, Any]:
    """Exchanging a key."""
    return {"the code that came with it": {"code": "5f" * 32}}


def announcement() -> dict[str, Any]:
    """Announcing a tournament."""
    return {
        "a rated club season": {
            "name": "Club season 2026",
            "format": {"kind": "open", "lengths": [5, 7, 9]},
            "rating": {"pool": "normal", "policy": "room", "version": 1},
            "conditions": {"verification": "confirmed", "correction_window_minutes": 10080},
            "time_zone": "Europe/Berlin",
        },
        "an unrated ladder": {"name": "Summer ladder", "format": {"kind": "open"}},
        "the next season, as the last one": {
            "name": "Club season 2027",
            "cloned_from": TOURNAMENT_ID,
            "series": {"series": SERIES_ID, "season": 2027},
        },
        "a season of the Dominion league, by its preset": {
            "name": "Season III",
            "preset": "gokodom",
            "conditions": {"starts_at": "2027-02-08T15:00:00-05:00"},
        },
        "an evening in the room, for stakes": {
            "name": "Friday in the room",
            "format": {"kind": "open", "forms": ["three-games", "five-points", "single"], "stakes": True},
            "rating": {"pool": "price", "policy": "room", "version": 1},
        },
        "a final for who has won an evening of the cup": {
            "name": "Champion of 2026",
            "format": {"kind": "champion"},
            "qualifying": {"series": SERIES_ID, "years": [2026]},
            "conditions": {"places": 32, "entries_close_at": "2027-01-15T18:00:00Z"},
        },
        "three times elimination": {
            "name": "Autumn evening",
            "format": {"kind": "nxe", "losses": 3, "lengths": [3, 5, 7], "crawford": True},
        },
        **formats.announcements(),
    }


def conditions() -> dict[str, Any]:
    """Changing the conditions."""
    new = {
        "conditions": {"verification": "by-director", "clock": "obligation"},
        "reason": "Clocks have arrived.",
    }
    return {"clocks": new}


def person() -> dict[str, Any]:
    """Naming a person."""
    return {"a person": {"person": PERSON_ID}}


def cancellation() -> dict[str, Any]:
    """Why a tournament is cancelled."""
    return {"a reason": {"reason": "The hall is flooded."}}


def reopening() -> dict[str, Any]:
    """Why a tournament is reopened."""
    return {"a reason": {"reason": "A result was missing."}}


def entering() -> dict[str, Any]:
    """Requesting an entry."""
    return {
        "a person": {"person": PERSON_ID},
        "a team": {"person": PERSON_ID, "members": [OTHER_PERSON_ID], "team": "Two foxes"},
        "after the closing time": {"person": PERSON_ID, "reason": "The player's letter came late."},
    }


def approval() -> dict[str, Any]:
    """Approving an entry."""
    return {"as it is": {}, "with a colour": {"colour": "red"}}


def colour() -> dict[str, Any]:
    """Giving a colour."""
    return {"blue": {"colour": "blue"}}


def flight_offer() -> dict[str, Any]:
    """Offering a higher flight."""
    return {"the masters": {"flight": TOURNAMENT_ID, "reason": "Won the beginners' flight last year."}}


def flight_answer() -> dict[str, Any]:
    """Answering the offer of a flight."""
    return {"accepted": {"accepted": True}}


def ban() -> dict[str, Any]:
    """Banning a person."""
    return {
        "until a day, which is included": {"until": "2099-06-30", "reason": "Threw dice at the opponent."},
        "until a moment": {"until": "2099-07-01T12:00:00Z", "reason": "Threw dice at the opponent."},
        "for good": {"reason": "Played with loaded dice."},
        "from directing": {"kind": "director-ban", "reason": "Ruled in their own case."},
    }


def lifting() -> dict[str, Any]:
    """Lifting a ban."""
    return {"a reason": {"reason": "The player was ill, and has shown it."}}


def suspending() -> dict[str, Any]:
    """Suspending a ban."""
    return {"a reason": {"reason": "The federation will hear both sides first."}}


def resuming() -> dict[str, Any]:
    """Taking the suspension of a ban back."""
    return {"a reason": {"reason": "Both sides were heard: the ban was right."}}


def series() -> dict[str, Any]:
    """Announcing or changing a series."""
    return {"a cup": {"name": "Winter cup", "directors": [PERSON_ID]}}


def resignation_limit() -> dict[str, Any]:
    """Setting the limit of resignations."""
    return {"three": {"limit": 3, "reason": "As the assembly decided."}, "none": {"limit": None, "reason": "On trial."}}


def filing() -> dict[str, Any]:
    """Filing a report."""
    return {"by mail": {"digest": "0" * 64, "reference": "Letter 2026-117", "note": "Score sheets enclosed."}}


def report_days() -> dict[str, Any]:
    """Setting when reports are due."""
    return {"three weeks": {"days": 21, "reason": "As the assembly decided."}}


def time_zone() -> dict[str, Any]:
    """Setting the federation's time zone."""
    return {"Vienna": {"time_zone": "Europe/Vienna", "reason": "Where the federation has its seat."}}


def stopping() -> dict[str, Any]:
    """Why an erasure is stopped."""
    return {"a reason": {"reason": "Asked for by somebody of the same name."}}


def refusal() -> dict[str, Any]:
    """Why an entry is refused."""
    return {"a reason": {"reason": "Not a member yet."}}


def withdrawal() -> dict[str, Any]:
    """Why an entry is withdrawn."""
    return {"a reason": {"reason": "Moving away."}, "none": {}}


def new_match() -> dict[str, Any]:
    """Making a match."""
    return {
        "still to be played": {"sides": [1, 2], "length": 7},
        "played": {"sides": [1, 2], "length": 7, "result": _SCORE, "played_at": "2026-05-01T18:00:00Z"},
        "played in the room for a stake": {
            "sides": [1, 2],
            "form": "single",
            "stake": "10.00",
            "result": {"kind": "left-table", "leaver": "second", "cube": 2, "borne_off": False},
        },
    }


def match_terms() -> dict[str, Any]:
    """On what terms two would play."""
    return {
        "five points for a stake": {"sides": [1, 2], "form": "five-points", "stake": "5.00"},
        "to a length": {"sides": [1, 2], "length": 7},
    }


def results() -> dict[str, Any]:
    """A list of results."""
    games = [{"winner": "first", "won": "gammon", "cube": 2}, {"winner": "first"}]
    return {
        "one that was paired, one that was not": {
            "results": [
                {"match": 1, "result": _SCORE},
                {"sides": [1, 2], "length": 5, "result": {"kind": "games", "games": games}},
            ]
        }
    }


def report() -> dict[str, Any]:
    """Reporting a result."""
    return {
        "the score": {"result": _SCORE},
        "the winner alone": {"result": {"kind": "winner", "winner": "second"}},
        "conceded before play": {"result": {"kind": "conceded", "loser": "first", "play_began": False}},
        "game by game, the last double passed": {"result": {"kind": "games", "games": _GAMES}},
        "lost on time": {
            "result": {"kind": "conceded", "loser": "second", "play_began": True, "ending": "out-of-time"}
        },
    }


def correction() -> dict[str, Any]:
    """Correcting a result."""
    return {
        "another score": {
            "result": {"kind": "score", "first": 4, "second": 7},
            "reason": "Sides were mixed up.",
        },
        "the parties": {"sides": [1, 3], "reason": "Another player sat there.", "override": True},
        "its place": {"place": "17.5", "reason": "Entered late; played between 17 and 18."},
    }


def details() -> dict[str, Any]:
    """What is known of a person."""
    return {"a person": {"name": "Ada Byron", "contact": "ada@example.org"}}


def opening_rating() -> dict[str, Any]:
    """What a person brings."""
    rating = {"pool": "normal", "rating": "1623.5", "experience": 250, "reason": "From the former club."}
    return {"from another club": rating}


def change() -> dict[str, Any]:
    """Voiding or reinstating a match."""
    return {
        "nothing hangs on it": {"reason": "Asked for by both players."},
        "later matches stand": {"reason": "Played by a substitute.", "choice": "stand"},
    }


def invitation() -> dict[str, Any]:
    """Inviting the other side."""
    return {"by the second side": {"by": "second"}}


def resignation() -> dict[str, Any]:
    """Resigning."""
    return {
        "conceding what is open": {"reason": "A train to catch.", "play_began": False},
        "after finishing it": {"open_matches": "finish"},
    }


def return_of_entry() -> dict[str, Any]:
    """Taking a resignation back."""
    return {"with a reason": {"reason": "Was recorded for the wrong entry."}, "going back": {"choice": "rewind"}}


def pairings() -> dict[str, Any]:
    """Pairing by hand."""
    return {"two pairs and a bye": {"pairings": [[1, 2], [3, 4]], "byes": [5], "reason": "Two come late."}}


def decision() -> dict[str, Any]:
    """Deciding a question."""
    named = {"question": "nobody-left-4", "choice": "champion", "entry": 3, "reason": "Won the most."}
    return {"naming the champion": named}


def trial() -> dict[str, Any]:
    """Trying a command."""
    turned = {"kind": "winner", "winner": "second"}
    correction = {"kind": "correct-result", "match": 1, "result": turned, "reason": "Mixed up.", "choice": "rewind"}
    return {
        "a correction with rewind": {"command": correction},
        "a resignation": {"command": {"kind": "resign", "entry": 2}},
    }


def annulment() -> dict[str, Any]:
    """Annulling a round."""
    return {"a late player": {"reason": "A bus is late, and four players with it."}}


def review() -> dict[str, Any]:
    """Settling something to be looked at again."""
    return {"spoken with the player": {"reason": "The player enters the second evening instead, and agrees."}}


def import_confirmation() -> dict[str, Any]:
    """Confirming an import as it was seen."""
    return {"as it stands in the list": {"version": 4200}}
