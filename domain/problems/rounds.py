"""Refusals of rounds, draws, byes and stages."""

from domain.kernel.refusal import Category, ProblemType

PAIRED_BY_ROUND = ProblemType(
    "paired-by-round",
    Category.CONFLICT,
    "Matches of this tournament come from its rounds",
    "Draw the round, or pair it by hand with a reason.",
    "NXE-4",
)
SIDES_DRAWN = ProblemType(
    "sides-drawn",
    Category.CONFLICT,
    "The sides of a paired match can't be corrected in this way",
    "Correct the pairing with `rounds/{round}/corrections`, or correct the result only.",
    "NXE-4",
)
WHO_MEETS_IS_FIXED = ProblemType(
    "who-meets-is-fixed",
    Category.CONFLICT,
    "In this format you can't choose who meets",
    "Record each result in the match of the two who played it, and correct the results of the others.",
    "ALL-4",
)
MET_TWICE = ProblemType(
    "met-twice",
    Category.CONFLICT,
    "An entry would have two opponents in one round",
    "Correct the other match or bye of that entry too.",
    "TD-14",
)
SIDES_CONCEDED = ProblemType(
    "sides-conceded",
    Category.CONFLICT,
    "A side has conceded the match by leaving",
    "Leave this match as it is, or undo first that the player left.",
    "NXE-8",
)
ROUND_NOT_DUE = ProblemType(
    "round-not-due",
    Category.CONFLICT,
    "That round can't be drawn now",
    "Draw the round given as `next`, or, in a bracket or a ring, report the matches that make the next ones.",
    "ALL-5",
)
ROUND_DUE = ProblemType(
    "round-due",
    Category.CONFLICT,
    "A round has to be drawn first",
    "Draw the round, or pair it by hand with a reason.",
    "ALL-5",
)
NOTHING_HELD = ProblemType(
    "nothing-held",
    Category.CONFLICT,
    "No draw is waiting for its release",
    "Everybody sees it already: go on.",
    "ALL-2",
)
ROUND_STARTED = ProblemType(
    "round-started",
    Category.CONFLICT,
    "A match of the round has been started",
    "Void, one by one, the matches that are not to count.",
    "ALL-4",
)
NOT_IN_ROUND = ProblemType(
    "not-in-round",
    Category.CONFLICT,
    "The entry can't be paired in this round",
    "Pair each entry that is due, once.",
    "ALL-2",
)
PLACED_ELSEWHERE = ProblemType(
    "placed-elsewhere",
    Category.CONFLICT,
    "A player of this match has another match in the round",
    "Void the other match first.",
    "ALL-4",
)
COMMITMENT_MISSING = ProblemType(
    "commitment-missing",
    Category.CONFLICT,
    "No commitment is in force, since the last secret has been revealed",
    "Publish a new commitment first.",
    "ALL-2",
)
COMMITMENT_IN_FORCE = ProblemType(
    "commitment-in-force",
    Category.CONFLICT,
    "A commitment is already in force",
    "Draw with the commitment in force, which can't be exchanged for another.",
    "ALL-2",
)
SECRET_SEALED = ProblemType(
    "secret-sealed",
    Category.CONFLICT,
    "The secret is still sealed",
    "Publish the proof of the draws when the tournament has ended and its appeal window has closed.",
    "ALL-2",
)
DRAW_NOT_SHOWN = ProblemType(
    "draw-not-shown",
    Category.CONFLICT,
    "A draw can't be previewed",
    "Send the command on its own, without a preview.",
    "ALL-2",
)
NOT_SEEDABLE = ProblemType(
    "not-seedable",
    Category.CONFLICT,
    "The field can't be seeded in this way",
    "Name approved entries, each once, and seed by rating only in a rated tournament.",
    "SEL-1",
)
STAGE_NOT_DUE = ProblemType(
    "stage-not-due",
    Category.CONFLICT,
    "That stage can't be opened now",
    "Play the stage before to its end first.",
    "SEL-1",
)
FIELD_NOT_POSSIBLE = ProblemType(
    "field-not-possible",
    Category.INVALID,
    "The stage can't be opened with these entries",
    "Name one qualified entry for each place, each entry once.",
    "SEL-1",
)
STAGE_UNKNOWN = ProblemType(
    "stage-unknown",
    Category.UNKNOWN,
    "The tournament has not opened such a stage",
    "Look at the stages among the tournament's rounds, and use a number from there.",
    "SEL-1",
)
PLAY_OFF_NOT_POSSIBLE = ProblemType(
    "play-off-not-possible",
    Category.CONFLICT,
    "A play-off needs exactly two entries tied for the last place",
    "Open the stage without a play-off.",
    "SEL-2",
)
ROUND_OPEN = ProblemType(
    "round-still-open",
    Category.CONFLICT,
    "The round's closing time has not come",
    "Wait for the closing time, change it with `schedule`, or send the closing with `early`.",
    "SWI-3",
)
ROUND_CLOSED = ProblemType(
    "round-closed",
    Category.CONFLICT,
    "The round's closing time has passed",
    "Report what was played, or ask the director to give the round a later closing time first.",
    "SWI-4",
)
NOTHING_TO_CLOSE = ProblemType(
    "nothing-to-close",
    Category.CONFLICT,
    "The round has no match without an announced result",
    "Look at the newest round, which may still be open.",
    "SWI-4",
)
BYE_NOT_REQUESTED = ProblemType(
    "bye-not-requested",
    Category.CONFLICT,
    "The entry's bye requests do not allow this",
    "Look at the round's requests.",
    "SWI-6",
)
STAGE_DUE = ProblemType(
    "stage-due",
    Category.CONFLICT,
    "The next stage has to be opened first",
    "Open the stage.",
    "SEL-1",
)
NOT_PAIRED = ProblemType(
    "not-paired-here",
    Category.CONFLICT,
    "This format has no pairings",
    "Report matches as they are played.",
    "OPN-1",
)
BYE_NOT_OFFERED = ProblemType(
    "bye-not-offered",
    Category.CONFLICT,
    "A bye can't be requested for that round",
    "Request a bye for the next round of a Swiss, but not for the last, before the round before it closes.",
    "SWI-6",
)
LAST_ROUND_DEFAULT_DRAW = ProblemType(
    "last-round-default-draw",
    Category.CONFLICT,
    "In the last round a match that was not played can't count as a draw",
    "Award the match to a side by a ruling, or let both sides lose.",
    "SWI-4",
)
ROUND_UNKNOWN = ProblemType(
    "round-unknown",
    Category.UNKNOWN,
    "There is no such round in this tournament",
    "Look the round up in the tournament's list of rounds.",
)
OUTSIDE_SOURCE_PAST = ProblemType(
    "outside-source-past",
    Category.INVALID,
    "The source's value may already exist",
    "Announce a source whose moment is still to come.",
    "ALL-2",
)
OUTSIDE_NOT_ANNOUNCED = ProblemType(
    "outside-source-not-announced",
    Category.CONFLICT,
    "The tournament takes no value from outside",
    "Announce the source with the tournament, before its value exists.",
    "ALL-2",
)
OUTSIDE_VALUE_EARLY = ProblemType(
    "outside-value-early",
    Category.CONFLICT,
    "The announced source has not given its value yet",
    "Record the value after the announced moment.",
    "ALL-2",
)
OUTSIDE_VALUE_AWAITED = ProblemType(
    "outside-value-awaited",
    Category.CONFLICT,
    "The value from outside is not there yet",
    "Record the value of the announced source first, and have that of dice witnessed.",
    "ALL-2",
)
OUTSIDE_VALUE_WRONG = ProblemType(
    "outside-value-wrong",
    Category.INVALID,
    "The value does not fit the announced source",
    "Send the hexadecimal digits of the beacon's round, or a digit from 1 to 6 for each die, as recorded by another.",
    "ALL-2",
)
OUTSIDE_VALUE_FINAL = ProblemType(
    "outside-value-final",
    Category.CONFLICT,
    "The value from outside can't be changed any more",
    "Draw with the value that is set.",
    "ALL-2",
)
