"""Refusals of entering, and of leaving."""

from domain.kernel.refusal import conflict, invalid, unknown

ENTRY_UNKNOWN = unknown("entry-unknown").says(
    "There is no such entry in this tournament", "Look the entry up in the tournament's list of entries."
)
ENTRY_EXISTS = conflict("entry-exists", "TD-2").says(
    "The person already has an entry in this tournament",
    "Use the entry named, which a director can approve again if it was withdrawn.",
)
ENTRY_STATUS = conflict("entry-status", "TD-2").says(
    "The entry's status does not allow this",
    "Look at the entry's status: only an approved entry plays, and a director approves or refuses a requested one.",
)
MEMBERS_UNASKED = conflict("members-unasked", "ALL-10").says(
    "Players of the entry have not asked for it themselves",
    "Have each player named request the same entry, or have a director request it for them.",
)
ENTRIES_CLOSED = conflict("entries-closed", "TD-2").says(
    "Entries closed when the tournament started", "Enter another tournament."
)
REENTRY_REFUSED = conflict("reentry-refused", "SE-10").says(
    "The person can't enter again now",
    "Enter again after a loss, before the next match has begun, and so often and so long as the conditions allow.",
)
REENTRY_PLAYS = conflict("reentry-plays", "SE-10").says(
    "A re-entry is taken back only between its matches, while the former entry can come back",
    "Record how its match ended, or void the match, and take the re-entry back after that.",
)
SUBSTITUTE_REFUSED = conflict("substitute-refused", "SE-12").says(
    "The place can't go to this person now",
    "Name a person who has and had no place here, before the first match of the entry has begun.",
)
RESIGN_INSTEAD = conflict("resign-instead", "NXE-8").says(
    "After the start a player can't withdraw, only resign",
    "Send a resignation that says what happens to the player's open matches.",
)
REFUSE_INSTEAD = conflict("refuse-instead", "TD-2").says(
    "You can withdraw a player's request for them only once",
    "Approve the entry, or refuse it with a reason, which the player reads.",
)
PERSON_BANNED = conflict("person-banned", "TD-4").says(
    "The person is banned from entering tournaments",
    "Wait until the ban ends or ask the federation to lift it, then ask again under a new idempotency key.",
)
RESIGNED_TOO_OFTEN = conflict("resigned-too-often", "ALL-8").says(
    "The person has resigned from too many tournaments",
    "Ask a director of the federation to lift the ban, then ask again under a new idempotency key.",
)
NO_CREDITS = conflict("no-credits", "CHM-1").says(
    "The person has no credits for this tournament",
    "Win a tournament of the qualifying series in a qualifying year first: each win is one credit.",
)
ENTRIES_NOT_OPEN = conflict("entries-not-open", "TD-21").says(
    "The tournament takes no entries at this time",
    "Enter during the times given in the conditions, or ask a director to enter the person with a reason.",
)
TOURNAMENT_FULL = conflict("tournament-full", "TD-21").says(
    "All places are taken", "Wait until a place becomes free, or raise the number of places in the conditions."
)
PLACES_TAKEN = conflict("places-taken", "TD-21").says(
    "The number of places is smaller than the number already taken", "Name at least as many places as are taken."
)
FLIGHT_IS_THIS_TOURNAMENT = invalid("flight-is-this-tournament", "TD-2").says(
    "The flight offered is this tournament itself", "Name the tournament of the higher flight."
)
OFFER_STATUS = conflict("offer-status", "TD-2").says(
    "No offer of another flight awaits an answer", "Look at the entry to see how its offer was answered."
)
NO_LONGER_PLAYING = conflict("no-longer-playing", "SWI-5").says(
    "The entry no longer takes part", "Look at the table, which marks entries that were removed or have resigned."
)
NOTED_BEFORE = conflict("noted-before", "TD-2").says(
    "This is already recorded", "Look at the entry: somebody else may have noted it."
)
CODE_CHOSEN = conflict("code-chosen", "TD-9").says(
    "Another phone has chosen a code for this player",
    "Renew it on that phone, or tell an administrator that the phone is not yours.",
)
COLOUR_UNCHANGED = conflict("colour-unchanged", "SWI-2").says("The entry already has this colour", "Keep the colour.")
ENTRY_UNCHANGED = conflict("entry-unchanged", "REG-5").says(
    "The entry already plays for this club", "Keep the club, or give another one."
)
NO_TEAM = conflict("no-team", "ALL-10").says(
    "Only a team has a name of its own", "Correct the player's name in the register, or leave the team name out."
)
COLOURS_INCOMPLETE = conflict("colours-incomplete", "SWI-2").says(
    "Only some of the players have a colour",
    "Give a colour to the entries named, or remove the colours of all entries.",
)
TEAM_TOO_SMALL = conflict("team-too-small", "TEA-4").says(
    "A team has players for fewer than half of the boards",
    "Enter the players of a team together, two or more, with enough for half of the boards.",
)
LINE_UP_REFUSED = conflict("line-up-refused", "TEA-1").says(
    "The team can't play in this line-up",
    "Name a player of the team for each board that it plays, and leave a board that has a result as it is.",
)
REVIEW_UNKNOWN = unknown("review-unknown", "ALL-14").says(
    "There is no such item to review",
    "Read the list of items again, because an item that has changed gets another key.",
)
REVIEW_RESOLVED = conflict("review-resolved", "ALL-14").says(
    "The item has already been resolved", "Read the list of items again to see what is still open."
)
