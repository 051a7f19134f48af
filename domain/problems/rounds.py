"""Refusals of rounds, draws, byes and stages."""

from domain.kernel.refusal import conflict, invalid, unknown

PAIRED_BY_ROUND = conflict("paired-by-round", "NXE-4").says(
    "Matches of this tournament come from its rounds", "Draw the round, or pair it by hand with a reason."
)
SIDES_DRAWN = conflict("sides-drawn", "NXE-4").says(
    "The sides of a paired match can't be corrected in this way",
    "Correct the pairing with `rounds/{round}/corrections`, or correct the result only.",
)
WHO_MEETS_IS_FIXED = conflict("who-meets-is-fixed", "ALL-4").says(
    "In this format you can't choose who meets",
    "Record each result in the match of the two who played it, and correct the results of the others.",
)
MET_TWICE = conflict("met-twice", "TD-14").says(
    "An entry would have two opponents in one round", "Correct the other match or bye of that entry too."
)
SIDES_CONCEDED = conflict("sides-conceded", "NXE-8").says(
    "A side has conceded the match by leaving", "Leave this match as it is, or undo first that the player left."
)
ROUND_NOT_DUE = conflict("round-not-due", "ALL-5").says(
    "That round can't be drawn now",
    "Draw the round given as `next`, or, in a bracket or a ring, report the matches that make the next ones.",
)
ROUND_DUE = conflict("round-due", "ALL-5").says(
    "A round has to be drawn first", "Draw the round, or pair it by hand with a reason."
)
NOTHING_HELD = conflict("nothing-held", "ALL-2").says(
    "No draw is waiting for its release", "Everybody sees it already: go on."
)
ROUND_STARTED = conflict("round-started", "ALL-4").says(
    "A match of the round has been started", "Void, one by one, the matches that are not to count."
)
NOT_IN_ROUND = conflict("not-in-round", "ALL-2").says(
    "The entry can't be paired in this round", "Pair each entry that is due, once."
)
PLACED_ELSEWHERE = conflict("placed-elsewhere", "ALL-4").says(
    "A player of this match has another match in the round", "Void the other match first."
)
COMMITMENT_MISSING = conflict("commitment-missing", "ALL-2").says(
    "No commitment is in force, since the last secret has been revealed", "Publish a new commitment first."
)
COMMITMENT_IN_FORCE = conflict("commitment-in-force", "ALL-2").says(
    "A commitment is already in force", "Draw with the commitment in force, which can't be exchanged for another."
)
SECRET_SEALED = conflict("secret-sealed", "ALL-2").says(
    "The secret is still sealed",
    "Publish the proof of the draws when the tournament has ended and its appeal window has closed.",
)
DRAW_NOT_SHOWN = conflict("draw-not-shown", "ALL-2").says(
    "A draw can't be previewed", "Send the command on its own, without a preview."
)
NOT_SEEDABLE = conflict("not-seedable", "SEL-1").says(
    "The field can't be seeded in this way",
    "Name approved entries, each once, and seed by rating only in a rated tournament.",
)
STAGE_NOT_DUE = conflict("stage-not-due", "SEL-1").says(
    "That stage can't be opened now", "Play the stage before to its end first."
)
QUALIFIED_BY_LINK = conflict("qualified-by-link", "TD-9").says(
    "A win that leads to the next stage counts by a director's link alone",
    "Ask the opponent, another director or an administrator to confirm each match given as `matches`.",
)
FIELD_NOT_POSSIBLE = invalid("field-not-possible", "SEL-1").says(
    "The stage can't be opened with these entries", "Name one qualified entry for each place, each entry once."
)
STAGE_UNKNOWN = unknown("stage-unknown", "SEL-1").says(
    "The tournament has not opened such a stage",
    "Look at the stages among the tournament's rounds, and use a number from there.",
)
PLAY_OFF_NOT_POSSIBLE = conflict("play-off-not-possible", "SEL-2").says(
    "A play-off needs exactly two entries tied for the last place", "Open the stage without a play-off."
)
ROUND_OPEN = conflict("round-still-open", "SWI-3").says(
    "The round's closing time has not come",
    "Wait for the closing time, change it with `schedule`, or send the closing with `early`.",
)
ROUND_CLOSED = conflict("round-closed", "SWI-4").says(
    "The round's closing time has passed",
    "Report what was played, or ask the director to give the round a later closing time first.",
)
NOTHING_TO_CLOSE = conflict("nothing-to-close", "SWI-4").says(
    "The round has no match without an announced result", "Look at the newest round, which may still be open."
)
BYE_NOT_REQUESTED = conflict("bye-not-requested", "SWI-6").says(
    "The entry's bye requests do not allow this", "Look at the round's requests."
)
ABSENCE_REFUSED = conflict("absence-refused", "SWX-4").says(
    "The entry can't be marked so",
    "In a Swiss, a Monrad or with lives, mark a player who is in as absent, and one who was marked so as back.",
)
STAGE_DUE = conflict("stage-due", "SEL-1").says("The next stage has to be opened first", "Open the stage.")
NOT_PAIRED = conflict("not-paired-here", "OPN-1").says(
    "This format has no pairings", "Report matches as they are played."
)
BYE_NOT_OFFERED = conflict("bye-not-offered", "SWI-6").says(
    "A bye can't be requested for that round",
    "Request a bye for the next round, before the round before it closes, as often and as long as is announced.",
)
LAST_ROUND_DEFAULT_DRAW = conflict("last-round-default-draw", "SWI-4").says(
    "In the last round a match that was not played can't count as a draw",
    "Award the match to a side by a ruling, or let both sides lose.",
)
ROUND_UNKNOWN = unknown("round-unknown").says(
    "There is no such round in this tournament", "Look the round up in the tournament's list of rounds."
)
OUTSIDE_SOURCE_PAST = invalid("outside-source-past", "ALL-2").says(
    "The source's value may already exist", "Announce a source whose moment is still to come."
)
OUTSIDE_NOT_ANNOUNCED = conflict("outside-source-not-announced", "ALL-2").says(
    "The tournament takes no value from outside", "Announce the source with the tournament, before its value exists."
)
OUTSIDE_VALUE_EARLY = conflict("outside-value-early", "ALL-2").says(
    "The announced source has not given its value yet", "Record the value after the announced moment."
)
OUTSIDE_VALUE_AWAITED = conflict("outside-value-awaited", "ALL-2").says(
    "The value from outside is not there yet",
    "Record the value of the announced source first, and have that of dice witnessed.",
)
OUTSIDE_VALUE_WRONG = invalid("outside-value-wrong", "ALL-2").says(
    "The value does not fit the announced source",
    "Send the hexadecimal digits of the beacon's round, or a digit from 1 to 6 for each die, as recorded by another.",
)
OUTSIDE_VALUE_FINAL = conflict("outside-value-final", "ALL-2").says(
    "The value from outside can't be changed any more", "Draw with the value that is set."
)
