"""Refusals of how matches are played, and of the report."""

from domain.kernel.refusal import Category, ProblemType

CLOCK_TERMS_MISSING = ProblemType(
    "clock-terms-missing",
    Category.INVALID,
    "The director must say the time for doubles and special matches",
    "Send the match time per player and point, and the delay, or announce them as `clock_terms` in the conditions.",
    "TD-7",
)
START_NOT_ANNOUNCED = ProblemType(
    "start-not-announced",
    Category.INVALID,
    "No starting time is announced for this match",
    "Send when it was to begin as `due_at`, or announce the times of the rounds in the conditions.",
    "TD-5",
)
REPORT_CHANGED = ProblemType(
    "report-changed",
    Category.STALE,
    "The report tells something else by now",
    "Read the report again, file it as it is now, and send its digest.",
    "TD-19",
)
REPORT_FILED = ProblemType(
    "report-filed",
    Category.CONFLICT,
    "This report has been filed",
    "It is owed again once it tells something else; until then nothing is to be done.",
    "TD-19",
)
MONITOR_PARTY = ProblemType(
    "monitor-party",
    Category.CONFLICT,
    "Who plays a match does not monitor it",
    "Appoint somebody who is in neither side.",
    "TD-3",
)
MONITOR_APPOINTED = ProblemType(
    "monitor-appointed",
    Category.CONFLICT,
    "He is monitor of this match",
    "Nothing is to be done; release him first to appoint him on other terms.",
    "TD-3",
)
CLOCK_NOT_NEEDED = ProblemType(
    "clock-not-needed",
    Category.INVALID,
    "A match that is over has no time to allot",
    "Send the score at which play goes on, with penalty points.",
    "TD-7",
)
ON_A_BREAK = ProblemType(
    "on-a-break",
    Category.CONFLICT,
    "The side is on a break already",
    "Record that it is back first; breaks taken together are one, with their number.",
    "TD-8",
)
ALREADY_SETTLED = ProblemType(
    "already-settled",
    Category.CONFLICT,
    "This was settled before",
    "Look at it as it stands; what was recorded stays.",
)
ALREADY_ATTACHED = ProblemType(
    "already-attached",
    Category.CONFLICT,
    "The match has this attachment",
    "Nothing is to be done; another file has another digest.",
    "TD-20",
)
PROCEEDING_UNKNOWN = ProblemType(
    "proceeding-unknown",
    Category.UNKNOWN,
    "Nothing with that number was recorded",
    "Read the proceedings of the match or of the tournament, and use a number from there.",
)
PROCEEDING_UNTIMELY = ProblemType(
    "proceeding-untimely",
    Category.INVALID,
    "It can't have been at that moment",
    "Give the moment at which it was, with its offset, or leave it out for now.",
    "TD-8",
)
