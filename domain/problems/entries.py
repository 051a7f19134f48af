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
    "The person has an entry in this tournament already",
    "Use the entry named; one that was withdrawn comes back when a director approves it.",
    "TD-2",
)
ENTRY_STATUS = ProblemType(
    "entry-status",
    Category.CONFLICT,
    "The entry's status does not allow this",
    "Look at the entry: to play it must be approved; if it is requested, a director approves or refuses it.",
    "TD-2",
)
ENTRIES_CLOSED = ProblemType(
    "entries-closed",
    Category.CONFLICT,
    "Entries closed when the tournament started",
    "Enter another tournament; here nobody can join any more.",
    "TD-2",
)
RESIGN_INSTEAD = ProblemType(
    "resign-instead",
    Category.CONFLICT,
    "Who leaves after the start resigns",
    "Resign, and say what becomes of a match that is open.",
    "NXE-8",
)
PERSON_BARRED = ProblemType(
    "person-barred",
    Category.CONFLICT,
    "The person is barred from entering tournaments",
    "Wait until the bar ends, or ask the federation to lift it; then ask again under a new idempotency key.",
    "TD-4",
)
RESIGNED_TOO_OFTEN = ProblemType(
    "resigned-too-often",
    Category.CONFLICT,
    "The person has resigned from too many tournaments",
    "Ask a director of the federation to lift the bar, with a reason; then ask again under a new idempotency key.",
    "ALL-8",
)
NO_CREDITS = ProblemType(
    "no-credits",
    Category.CONFLICT,
    "The person has no credits for this tournament",
    "A credit is a tournament of the qualifying series and seasons that was won; look at the person's wins.",
    "CHM-1",
)
ENTRIES_NOT_OPEN = ProblemType(
    "entries-not-open",
    Category.CONFLICT,
    "The tournament takes no entries at this time",
    "Look at the times in its conditions; a director may enter somebody at any time, with a reason.",
    "TD-21",
)
TOURNAMENT_FULL = ProblemType(
    "tournament-full",
    Category.CONFLICT,
    "All places are taken",
    "Wait until a place becomes free, or change the number of places in the conditions.",
    "TD-21",
)
PLACES_TAKEN = ProblemType(
    "places-taken",
    Category.CONFLICT,
    "More have a place than there would be",
    "Name at least as many places as are taken.",
    "TD-21",
)
OFFER_ELSEWHERE = ProblemType(
    "offer-elsewhere",
    Category.INVALID,
    "The flight offered is this tournament itself",
    "Name the tournament of the higher flight.",
    "TD-2",
)
OFFER_STATUS = ProblemType(
    "offer-status",
    Category.CONFLICT,
    "No offer of another flight awaits an answer",
    "Look at the entry: an offer is answered once.",
    "TD-2",
)
NOT_GOING_ON = ProblemType(
    "not-going-on",
    Category.CONFLICT,
    "The entry is no longer in",
    "Look at the table: who was removed or has resigned is marked so.",
    "SWI-5",
)
COLOUR_UNCHANGED = ProblemType(
    "colour-unchanged",
    Category.CONFLICT,
    "The entry has this colour",
    "Nothing is to be done.",
    "SWI-2",
)
COLOURS_INCOMPLETE = ProblemType(
    "colours-incomplete",
    Category.CONFLICT,
    "Some of the entrants have a colour, and others none",
    "Give those named a colour, or start with nobody having one.",
    "SWI-2",
)
REVIEW_UNKNOWN = ProblemType(
    "review-unknown",
    Category.UNKNOWN,
    "There is no such item to review",
    "Read the list of items again: what has changed meanwhile is another item.",
    "ALL-14",
)
REVIEW_SETTLED = ProblemType(
    "review-settled",
    Category.CONFLICT,
    "The item has been settled already",
    "Nothing is to be done; should its source change again, that will be another item.",
    "ALL-14",
)
