"""Examples around a tournament as a whole, and its entries."""

from api.examples import CLUB_ID, OTHER_PERSON_ID, PERSON_ID, SERIES_ID, TOURNAMENT_ID, Examples, OfCommands
from domain.tournament.entries import commands as entries
from domain.tournament.hall import commands as hall
from domain.tournament.imports.commands import ConfirmImport
from domain.tournament.lifecycle import commands as lifecycle
from domain.tournament.reporting.commands import FileReport

ANNOUNCEMENT: Examples = {
    "a rated club season": {
        "name": "Club season 2026",
        "format": {"kind": "open", "lengths": [5, 7, 9]},
        "rating": {"pool": "normal", "policy": "room", "policy_version": 1},
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
        "rating": {"pool": "price", "policy": "room", "policy_version": 1},
    },
    "a final for who has won an evening of the cup": {
        "name": "Champion of 2026",
        "format": {"kind": "champion"},
        "qualifying": {"series": SERIES_ID, "years": [2026]},
        "conditions": {"places": 32, "entries_close_at": "2027-01-15T18:00:00Z"},
    },
    "elimination after three losses": {
        "name": "Autumn evening",
        "format": {"kind": "nxe", "losses": 3, "lengths": [3, 5, 7], "crawford": True},
    },
    "a Swiss that sends eight on to a knockout": {
        "name": "Winter league",
        "format": {"kind": "swiss", "lengths": [5]},
        "stages": [{"format": {"kind": "knockout", "lengths": [5, 5, 7], "third_place": True}, "qualifiers": 8}],
        "time_zone": "Europe/Berlin",
    },
    "a Swiss of six-game matches": {"name": "Sets league", "format": {"kind": "swiss", "form": "six-games"}},
    "a knockout of best of three matches": {
        "name": "Masters",
        "format": {"kind": "knockout", "form": "best-of-three", "lengths": [7]},
    },
    "a knockout seeded by rating": {
        "name": "Cup",
        "format": {"kind": "knockout", "lengths": [5, 5, 7], "third_place": True, "seeding": "rating"},
        "rating": {"pool": "normal", "policy": "room", "policy_version": 1},
    },
    "draws that depend on a beacon's round": {
        "name": "Final",
        "format": {"kind": "nxe", "losses": 2, "lengths": [5]},
        "outside_source": {
            "kind": "beacon",
            "name": "drand quicknet",
            "round": 31415926,
            "due_at": "2099-03-01T18:00:00+01:00",
        },
    },
    "a ring by lot": {"name": "Dual Ring", "format": {"kind": "dual-ring", "order": "lot"}},
}
REVIEW: Examples = {"spoken with the player": {"reason": "The player enters the second evening instead, and agrees."}}
EXAMPLES: OfCommands = {
    lifecycle.ChangeConditions: {
        "clocks": {
            "conditions": {"clock": "obligation"},
            "reason": "Clocks have arrived.",
        },
        "no limit of places, and the appeal window of the rules": {
            "conditions": {"places": None},
            "reset": ["appeal_window_minutes"],
            "reason": "The other hall is free.",
        },
    },
    lifecycle.ChangeSettings: {
        "shorter matches from the second round on": {
            "format": {"kind": "knockout", "lengths": [7, 5]},
            "reason": "The hall closes at eleven.",
        },
        "another name": {"name": "Spring Cup"},
    },
    lifecycle.AppointDirector: {"a person": {"person": PERSON_ID}},
    lifecycle.CancelTournament: {"a reason": {"reason": "The hall is flooded."}},
    lifecycle.WithdrawStart: {"started too soon": {"reason": "Two players were still on their way."}},
    lifecycle.ReopenTournament: {"a reason": {"reason": "A result was missing."}},
    entries.RequestEntry: {
        "a person": {"person": PERSON_ID},
        "a team": {"person": PERSON_ID, "members": [OTHER_PERSON_ID], "team_name": "Two foxes"},
        "after the closing time": {"person": PERSON_ID, "reason": "The player's letter came late."},
    },
    entries.ApproveEntry: {"as it is": {}, "with a colour": {"colour": "red"}},
    entries.CheckIn: {"here": {}, "not here after all": {"here": False}},
    entries.NoteFee: {"paid": {}, "not paid after all": {"paid": False}},
    entries.ChooseCode: {"on the player's phone": {"key": "5a1e0c44d2b8f793"}},
    entries.GiveColour: {"blue": {"colour": "blue"}},
    entries.ChangeEntry: {
        "another name": {"team_name": "Three foxes"},
        "another club": {"club": CLUB_ID},
    },
    hall.ArrangeHall: {
        "two rooms": {
            "rooms": [
                {"name": "Hall", "first_table": 1, "last_table": 12},
                {"name": "Gallery", "first_table": 21, "last_table": 24},
            ],
            "keeps_tables": True,
        },
        "the same rooms, and tables are drawn each round": {"keeps_tables": False},
        "a hall that another tournament plays in too": {"shared_with": [TOURNAMENT_ID]},
    },
    hall.SetFixedTable: {"the table by the door": {"table": 1}},
    hall.MoveMatch: {"to the streamed table": {"table": 12}},
    entries.RefuseEntry: {"a reason": {"reason": "Not a member yet."}},
    entries.OfferFlight: {"the masters": {"flight": TOURNAMENT_ID, "reason": "Won the beginners' flight last year."}},
    entries.AnswerFlightOffer: {"accepted": {"accepted": True}},
    entries.WithdrawEntry: {"a reason": {"reason": "Moving away."}, "none": {}},
    entries.Resign: {
        "conceding what is open": {"reason": "A train to catch.", "play_began": False},
        "after finishing it": {"open_matches": "finish"},
    },
    entries.LeaveForToday: {"a reason": {"reason": "The last train goes at eleven."}},
    entries.SubstitutePlayer: {
        "a reason": {"person": PERSON_ID, "reason": "The train was late."},
        "for a member of a team": {"person": PERSON_ID, "instead_of": OTHER_PERSON_ID, "reason": "Ill."},
    },
    entries.WithdrawReentry: {"a reason": {"reason": "The loss was recorded for the wrong player."}},
    entries.WithdrawResignation: {
        "with a reason": {"reason": "Was recorded for the wrong entry."},
        "going back": {"choice": "rewind"},
    },
    FileReport: {"by mail": {"digest": "0" * 64, "reference": "Letter 2026-117", "note": "Score sheets enclosed."}},
    ConfirmImport: {"as it stands in the list": {"tournament_version": 4200}},
}
