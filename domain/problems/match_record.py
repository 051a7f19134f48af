"""Refusals of how matches are played, and of the report."""

from domain.kernel.refusal import conflict, invalid, stale, unknown

CLOCK_TERMS_MISSING = invalid("clock-terms-missing", "TD-7").says(
    "The time for doubles and special matches is not given",
    "Send the match time per player and point, and the delay, or announce them as `clock_terms` in the conditions.",
)
START_NOT_ANNOUNCED = invalid("start-not-announced", "TD-5").says(
    "No starting time is announced for this match",
    "Send its starting time as `due_at`, or announce the times of the rounds in the conditions.",
)
REPORT_CHANGED = stale("report-changed", "TD-19").says(
    "The report has changed since it was read", "Read the report again, then file it with its new digest."
)
REPORT_FILED = conflict("report-filed", "TD-19").says(
    "This report has already been filed", "Nothing to do: if the report changes, file it again."
)
MONITOR_PARTY = conflict("monitor-party", "TD-3").says(
    "A player of the match can't monitor it", "Appoint somebody who is on neither side."
)
MONITOR_APPOINTED = conflict("monitor-appointed", "TD-3").says(
    "The person is already a monitor of this match",
    "Release the monitor first to appoint the same person on other terms.",
)
CLOCK_NOT_NEEDED = invalid("clock-not-needed", "TD-7").says(
    "A finished match needs no clock setting", "Send the score from which play goes on, including penalty points."
)
ON_A_BREAK = conflict("on-a-break", "TD-8").says(
    "The side is already on a break", "Record first that the side is back."
)
ALREADY_SETTLED = conflict("already-settled").says(
    "This has already been settled", "Read what was recorded: it is final."
)
ALREADY_ATTACHED = conflict("already-attached", "TD-20").says(
    "The match already has this attachment", "Attach a different file, or keep this one."
)
TRANSCRIPT_UNREADABLE = invalid("transcript-unreadable", "GAM-7").says(
    "No match can be read out of the transcript",
    "Send one match as a program of the field exports it, as .mat or .txt.",
)
MATCH_RECORD_UNKNOWN = unknown("match-record-unknown").says(
    "Nothing with that number was recorded",
    "Read the match record of the match or of the tournament, and use a number from there.",
)
MATCH_RECORD_UNTIMELY = invalid("match-record-untimely", "TD-8").says(
    "The moment given is not possible",
    "Give the moment at which it happened, with its offset, or leave the moment out.",
)
