"""Refusals of entering, and of leaving."""

from domain.kernel.refusal import Category, ProblemType

ENTRY_UNKNOWN = ProblemType(
    "entry-unknown",
    Category.UNKNOWN,
    "There is no such entry in this tournament",
    "Look the entry up in the tournament's list of entries.",
)
ENTRY_EXISTS = ProblemType(
    "entry-exists",
    Category.CONFLICT,
    "The person already has an entry in this tournament",
    "Use the entry named, which a director can approve again if it was withdrawn.",
    "TD-2",
)
ENTRY_STATUS = ProblemType(
    "entry-status",
    Category.CONFLICT,
    "The entry's status does not allow this",
    "Look at the entry's status: only an approved entry plays, and a director approves or refuses a requested one.",
    "TD-2",
)
MEMBERS_UNASKED = ProblemType(
    "members-unasked",
    Category.CONFLICT,
    "Players of the entry have not asked for it themselves",
    "Have each player named request the same entry, or have a director request it for them.",
    "ALL-10",
)
ENTRIES_CLOSED = ProblemType(
    "entries-closed",
    Category.CONFLICT,
    "Entries closed when the tournament started",
    "Enter another tournament.",
    "TD-2",
)
REENTRY_REFUSED = ProblemType(
    "reentry-refused",
    Category.CONFLICT,
    "The person can't enter again now",
    "Enter again after a loss, before the next match has begun, and so often and so long as the conditions allow.",
    "SE-10",
)
REENTRY_PLAYS = ProblemType(
    "reentry-plays",
    Category.CONFLICT,
    "A re-entry is taken back only between its matches, while the former entry can come back",
    "Record how its match ended, or void the match, and take the re-entry back after that.",
    "SE-10",
)
SUBSTITUTE_REFUSED = ProblemType(
    "substitute-refused",
    Category.CONFLICT,
    "The place can't go to this person now",
    "Name a person who has and had no place here, before the first match of the entry has begun.",
    "SE-12",
)
RESIGN_INSTEAD = ProblemType(
    "resign-instead",
    Category.CONFLICT,
    "After the start a player can't withdraw, only resign",
    "Send a resignation that says what happens to the player's open matches.",
    "NXE-8",
)
REFUSE_INSTEAD = ProblemType(
    "refuse-instead",
    Category.CONFLICT,
    "You can withdraw a player's request for them only once",
    "Approve the entry, or refuse it with a reason, which the player reads.",
    "TD-2",
)
PERSON_BANNED = ProblemType(
    "person-banned",
    Category.CONFLICT,
    "The person is banned from entering tournaments",
    "Wait until the ban ends or ask the federation to lift it, then ask again under a new idempotency key.",
    "TD-4",
)
RESIGNED_TOO_OFTEN = ProblemType(
    "resigned-too-often",
    Category.CONFLICT,
    "The person has resigned from too many tournaments",
    "Ask a director of the federation to lift the ban, then ask again under a new idempotency key.",
    "ALL-8",
)
NO_CREDITS = ProblemType(
    "no-credits",
    Category.CONFLICT,
    "The person has no credits for this tournament",
    "Win a tournament of the qualifying series in a qualifying year first: each win is one credit.",
    "CHM-1",
)
ENTRIES_NOT_OPEN = ProblemType(
    "entries-not-open",
    Category.CONFLICT,
    "The tournament takes no entries at this time",
    "Enter during the times given in the conditions, or ask a director to enter the person with a reason.",
    "TD-21",
)
TOURNAMENT_FULL = ProblemType(
    "tournament-full",
    Category.CONFLICT,
    "All places are taken",
    "Wait until a place becomes free, or raise the number of places in the conditions.",
    "TD-21",
)
PLACES_TAKEN = ProblemType(
    "places-taken",
    Category.CONFLICT,
    "The number of places is smaller than the number already taken",
    "Name at least as many places as are taken.",
    "TD-21",
)
FLIGHT_IS_THIS_TOURNAMENT = ProblemType(
    "flight-is-this-tournament",
    Category.INVALID,
    "The flight offered is this tournament itself",
    "Name the tournament of the higher flight.",
    "TD-2",
)
OFFER_STATUS = ProblemType(
    "offer-status",
    Category.CONFLICT,
    "No offer of another flight awaits an answer",
    "Look at the entry to see how its offer was answered.",
    "TD-2",
)
NO_LONGER_PLAYING = ProblemType(
    "no-longer-playing",
    Category.CONFLICT,
    "The entry no longer takes part",
    "Look at the table, which marks entries that were removed or have resigned.",
    "SWI-5",
)
NOTED_BEFORE = ProblemType(
    "noted-before",
    Category.CONFLICT,
    "This is already recorded",
    "Look at the entry: somebody else may have noted it.",
    "TD-2",
)
CODE_CHOSEN = ProblemType(
    "code-chosen",
    Category.CONFLICT,
    "Another phone has chosen a code for this player",
    "Renew it on that phone, or tell an administrator that the phone is not yours.",
    "TD-9",
)
COLOUR_UNCHANGED = ProblemType(
    "colour-unchanged",
    Category.CONFLICT,
    "The entry already has this colour",
    "Keep the colour.",
    "SWI-2",
)
ENTRY_UNCHANGED = ProblemType(
    "entry-unchanged",
    Category.CONFLICT,
    "The entry already plays for this club",
    "Keep the club, or give another one.",
    "REG-5",
)
NO_TEAM = ProblemType(
    "no-team",
    Category.CONFLICT,
    "Only a team has a name of its own",
    "Correct the player's name in the register, or leave the team name out.",
    "ALL-10",
)
COLOURS_INCOMPLETE = ProblemType(
    "colours-incomplete",
    Category.CONFLICT,
    "Only some of the players have a colour",
    "Give a colour to the entries named, or remove the colours of all entries.",
    "SWI-2",
)
TEAM_TOO_SMALL = ProblemType(
    "team-too-small",
    Category.CONFLICT,
    "A team has fewer players than boards",
    "Enter each of these teams with a player for each board, or announce fewer boards.",
    "TEA-1",
)
REVIEW_UNKNOWN = ProblemType(
    "review-unknown",
    Category.UNKNOWN,
    "There is no such item to review",
    "Read the list of items again, because an item that has changed gets another key.",
    "ALL-14",
)
REVIEW_RESOLVED = ProblemType(
    "review-resolved",
    Category.CONFLICT,
    "The item has already been resolved",
    "Read the list of items again to see what is still open.",
    "ALL-14",
)
