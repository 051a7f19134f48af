"""Refusals of how matches are played, and of the report."""

from domain.kernel.refusal import Category, ProblemType

CLOCK_TERMS_MISSING = ProblemType(
    "clock-terms-missing",
    Category.INVALID,
    "The time for doubles and special matches is not given",
    "Send the match time per player and point, and the delay, or announce them as `clock_terms` in the conditions.",
    "TD-7",
)
START_NOT_ANNOUNCED = ProblemType(
    "start-not-announced",
    Category.INVALID,
    "No starting time is announced for this match",
    "Send its starting time as `due_at`, or announce the times of the rounds in the conditions.",
    "TD-5",
)
REPORT_CHANGED = ProblemType(
    "report-changed",
    Category.STALE,
    "The report has changed since it was read",
    "Read the report again, then file it with its new digest.",
    "TD-19",
)
REPORT_FILED = ProblemType(
    "report-filed",
    Category.CONFLICT,
    "This report has already been filed",
    "Nothing to do: if the report changes, file it again.",
    "TD-19",
)
MONITOR_PARTY = ProblemType(
    "monitor-party",
    Category.CONFLICT,
    "A player of the match can't monitor it",
    "Appoint somebody who is on neither side.",
    "TD-3",
)
MONITOR_APPOINTED = ProblemType(
    "monitor-appointed",
    Category.CONFLICT,
    "The person is already a monitor of this match",
    "Release the monitor first to appoint the same person on other terms.",
    "TD-3",
)
CLOCK_NOT_NEEDED = ProblemType(
    "clock-not-needed",
    Category.INVALID,
    "A finished match needs no clock setting",
    "Send the score from which play goes on, including penalty points.",
    "TD-7",
)
ON_A_BREAK = ProblemType(
    "on-a-break",
    Category.CONFLICT,
    "The side is already on a break",
    "Record first that the side is back.",
    "TD-8",
)
ALREADY_SETTLED = ProblemType(
    "already-settled",
    Category.CONFLICT,
    "This has already been settled",
    "Read what was recorded: it is final.",
)
ALREADY_ATTACHED = ProblemType(
    "already-attached",
    Category.CONFLICT,
    "The match already has this attachment",
    "Attach a different file, or keep this one.",
    "TD-20",
)
TRANSCRIPT_UNREADABLE = ProblemType(
    "transcript-unreadable",
    Category.INVALID,
    "No match can be read out of the transcript",
    "Send one match as a program of the field exports it, as .mat or .txt.",
    "GAM-7",
)
MATCH_RECORD_UNKNOWN = ProblemType(
    "match-record-unknown",
    Category.UNKNOWN,
    "Nothing with that number was recorded",
    "Read the match record of the match or of the tournament, and use a number from there.",
)
MATCH_RECORD_UNTIMELY = ProblemType(
    "match-record-untimely",
    Category.INVALID,
    "The moment given is not possible",
    "Give the moment at which it happened, with its offset, or leave the moment out.",
    "TD-8",
)
