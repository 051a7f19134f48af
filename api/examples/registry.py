"""Examples around persons, series, the federation and keys."""

from typing import Any

from api.examples import (
    CLUB_ID,
    OTHER_PERSON_ID,
    OTHER_TOURNAMENT_ID,
    PERSON_ID,
    TOURNAMENT_ID,
    Examples,
    OfCommands,
)
from domain.clubs import decide as clubs
from domain.federation import decide as federation
from domain.federation.published import PublishFiles
from domain.lists.decide import HandListOn
from domain.person import commands as person_commands
from domain.series import arranging
from domain.series import decide as series

_PRINCIPLE: dict[str, Any] = {
    "clause": "4.3.3",
    "principle": "Time out counts from when it is declared.",
    "reasons": "A flag alone tells nobody.",
}
_SANCTION: dict[str, Any] = {
    "person": PERSON_ID,
    "until": "2099-07-01T00:00:00Z",
    "reason": "Loaded dice.",
    "decision": 1,
}

_DETAILS: Examples = {"a person": {"name": "Ada Byron", "contact": "ada@example.org"}}
_LIFTING: Examples = {"a reason": {"reason": "The player was ill, and has shown it."}}
_SERIES: Examples = {"a cup": {"name": "Winter cup", "directors": [PERSON_ID]}}

REGISTRATION: Examples = {
    "a person": _DETAILS["a person"],
    "all that is known": {
        "name": "Ada Byron",
        "legal_name": "Augusta Ada King",
        "other_names": ["Ada Lovelace"],
        "contact": "ada@example.org",
        "birth_year": 1995,
        "country": "GB",
        "federation": "ENG",
        "membership": {"number": "1217", "kind": "full", "since": "2021-03-01"},
        "external_ids": [{"federation": "WBGF", "id": "40871"}],
    },
    "another of that name": {"name": "Ada Byron", "even_though_known": True},
}
CORRECTION: Examples = {
    "a new name": {"name": "Ada King", "other_names": ["Ada Byron"]},
    "no contact any more": {"contact": None},
}

MERGING: Examples = {
    "registered twice": {"merged_into": OTHER_PERSON_ID, "reason": "Registered twice, as they say themselves."}
}
TAKING_BACK: Examples = {
    "two after all": {"reason": "Father and daughter of one name."},
    "an entry made since": {
        "entered_since": [{"tournament": TOURNAMENT_ID, "entry": 3, "person": PERSON_ID}],
        "reason": "Father and daughter of one name.",
    },
}

EXAMPLES: OfCommands = {
    HandListOn: {"to a club": {"club": CLUB_ID}, "to the federation's office": {"club": None}},
    clubs.FoundClub: {"a club": {"name": "Backgammon club of the valley"}},
    clubs.RenameClub: {"another name": {"name": "Valley backgammon"}},
    clubs.SetBranding: {"a colour": {"colour": "#14573d"}},
    clubs.AppointOfficer: {"an officer": {"person": PERSON_ID}},
    clubs.AdmitMember: {"from a day on": {"person": OTHER_PERSON_ID, "since": "2026-01-01"}},
    clubs.EndMembership: {"the last day": {"until": "2026-12-31"}},
    clubs.RecordMembershipConsent: {"given": {"granted": True}, "withdrawn": {"granted": False}},
    clubs.RequestMembership: {"from a day on": {"since": "2026-09-01"}},
    clubs.AnswerMembershipRequest: {"accepted": {"accepted": True}, "declined": {"accepted": False}},
    clubs.AnswerMembershipOffer: {"accepted": {"accepted": True}, "declined": {"accepted": False}},
    person_commands.RequestCorrection: {"a wrong year": {"request": "I was born in 1996."}},
    person_commands.RefuseCorrection: {"a reason": {"reason": "The passport says 1995."}},
    person_commands.RecordPublicationConsent: {"withdrawn": {"granted": False}},
    person_commands.RecordDistinctPerson: {"another": {"other_person": OTHER_PERSON_ID}},
    person_commands.StopErasure: {"a reason": {"reason": "Asked for by somebody of the same name."}},
    person_commands.PlaceBan: {
        "until a day, which is included": {"until": "2099-06-30", "reason": "Threw dice at the opponent."},
        "until a moment": {"until": "2099-07-01T12:00:00Z", "reason": "Threw dice at the opponent."},
        "for good": {"reason": "Played with loaded dice."},
        "from directing": {"kind": "director-ban", "reason": "Ruled in their own case."},
    },
    person_commands.LiftBan: _LIFTING,
    person_commands.SuspendBan: {"a reason": {"reason": "The federation will hear both sides first."}},
    person_commands.ResumeBan: {"a reason": {"reason": "Both sides were heard: the ban was right."}},
    person_commands.LiftResignationBan: _LIFTING,
    series.AnnounceSeries: _SERIES,
    series.ChangeSeries: _SERIES,
    arranging.ArrangeDivisions: {
        "two go up and down": {
            "divisions": [{"tournament": TOURNAMENT_ID, "down": 2}, {"tournament": OTHER_TOURNAMENT_ID, "up": 2}]
        },
    },
    arranging.ProposeNextSeason: {
        "by the tables": {},
        "one declines to go up": {"declined": [{"tournament": OTHER_TOURNAMENT_ID, "entry": 3}]},
    },
    federation.SetResignationLimit: {
        "three": {"limit": 3, "reason": "As the assembly decided."},
        "none": {"limit": None, "reason": "On trial."},
    },
    federation.SetReportDays: {"three weeks": {"days": 21, "reason": "As the assembly decided."}},
    federation.SetTimeZone: {"Vienna": {"time_zone": "Europe/Vienna", "reason": "Where the federation has its seat."}},
    federation.SetNamingRules: {
        "minors": {"minors_below": 18, "consent_required": False, "reason": "As the assembly decided."},
        "with consent only": {"minors_below": 16, "consent_required": True, "reason": "As the assembly decided."},
    },
    federation.AnnounceRatingPolicy: {
        "by bands of experience": {
            "name": "national",
            "start": "1500",
            "k": {"kind": "bands", "bands": [{"from_experience": 0, "k": "2"}, {"from_experience": 500, "k": "1"}]},
            "factor": "4",
            "scale": "2000",
            "shortest": 5,
            "smallest_field": 4,
            "reason": "As the assembly decided.",
        },
        "no K, the whole length at stake": {
            "name": "points-at-stake",
            "start": "1000",
            "k": {"kind": "none"},
            "factor": "1",
            "scale": "2000",
            "length_in_change": "linear",
            "reason": "As the assembly decided.",
        },
    },
    federation.AnnounceRatingPool: {
        "matches online": {
            "pool": "online",
            "names": [{"language": "en", "name": "online"}, {"language": "da", "name": "på nettet"}],
            "policy": {"policy": "room", "policy_version": 1},
            "reason": "As the assembly decided.",
        },
        "by any policy": {
            "pool": "doubles",
            "names": [{"language": "en", "name": "doubles"}],
            "reason": "As the assembly decided.",
        },
    },
    federation.SetPoolListing: {
        "who plays": {
            "pool": "online",
            "minimum_matches": 5,
            "seen_within_days": 730,
            "members_only": False,
            "opening": "either",
            "reason": "As the assembly decided.",
        },
        "members of one club": {
            "pool": "live",
            "minimum_matches": 0,
            "seen_within_days": None,
            "members_only": True,
            "clubs": ["6f0f9a52-52a0-5c1e-9a0b-6d3a2f7c8e11"],
            "opening": "either",
            "reason": "Each club keeps its own pool.",
        },
        "members whom the office has rated": {
            "pool": "doubles",
            "minimum_matches": 0,
            "seen_within_days": None,
            "members_only": True,
            "opening": "office",
            "reason": "As the assembly decided.",
        },
    },
    federation.ReportDecision: {
        "a ruling": {"account": "The dice were cocked.", "tournament": TOURNAMENT_ID, "ruling": 1},
        "any other": {"account": "In our club a flag on the table counts as a declaration."},
    },
    federation.AnswerDecision: {"no principle": {"answer": "The rule is clear: cocked dice are thrown again."}},
    federation.MakePrincipleRuling: {"of its own": _PRINCIPLE, "after a report": _PRINCIPLE | {"decision": 1}},
    federation.WithdrawPrincipleRuling: {"a reason": {"reason": "The new edition says so itself."}},
    federation.ImposeSanction: {
        "a ban until a date": _SANCTION,
        "from directing, for good": _SANCTION | {"kind": "director-ban", "until": None},
        "a warning by a clause": _SANCTION | {"kind": "warning", "until": None, "clause": "1.2.1"},
        "another": _SANCTION | {"kind": "other", "until": None, "measure": "A fine of 50 euros."},
    },
    federation.AppealSanction: {"what the person says": {"account": "The dice were the club's."}},
    federation.DecideSanctionAppeal: {
        "upheld": {"verdict": "upheld", "reasons": "The dice were the person's own."},
        "reversed": {"verdict": "reversed", "reasons": "The club has found its dice."},
    },
    federation.LiftSanction: {"a reason": {"reason": "It was paid."}},
    PublishFiles: {
        "a rating list": {"subject": {"kind": "rating-list", "pool": "normal", "date": "2026-01-01"}},
        "of who is established": {
            "subject": {"kind": "rating-list", "pool": "normal", "date": "2026-01-01", "minimum_experience": 400}
        },
        "a table": {"subject": {"kind": "standings", "tournament": TOURNAMENT_ID}},
        "a ruling": {"subject": {"kind": "ruling", "tournament": TOURNAMENT_ID, "ruling": 1}},
        "a report": {"subject": {"kind": "report", "tournament": TOURNAMENT_ID}},
    },
}
OPENING_RATING: Examples = {
    "from another club": {
        "pool": "normal",
        "rating": "1623.5",
        "experience": 250,
        "reason": "From the former club.",
    }
}
KEY: Examples = {
    "a director's key": {"role": "director", "person": PERSON_ID, "label": "Spring", "expires_at": None},
    "a player's": {"role": "player", "person": OTHER_PERSON_ID},
    "for a display in the hall": {"role": "feed-reader", "label": "Display", "expires_at": "2027-12-31"},
}
LINK: Examples = {"who has entered": {}, "another member of the team": {"person": OTHER_PERSON_ID}}
KEY_LABEL: Examples = {"a word on it": {"label": "For the clock in the hall"}}
KEY_EXPIRY: Examples = {"the last day": {"expires_at": "2027-12-31"}}
KEY_EXCHANGE: Examples = {
    "the code that came with it, and a key drawn at random": {
        "code": "5f" * 32,
        "successor": "scoresheet_3e1f07b6a9d2c458_7a91c3e05db8426f1e93a7c05f2d8b64c90e71d3a8f5b2469d0c3e17f6a84b52",
    }
}
WEBHOOK: Examples = {
    "ratings from now on": {"feed": "ratings", "address": "https://ranking.example.org/scoresheet"},
    "results from the beginning": {"feed": "results", "address": "https://example.org/results", "since": 0},
}
PLACE_IN_FEED: Examples = {"all again": {"since": 0}}
