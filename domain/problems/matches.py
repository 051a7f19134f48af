"""Refusals of matches and what is reported of them."""

from domain.kernel.refusal import conflict, forbidden, invalid, unknown

MATCHES_AWAITED = conflict("matches-awaited", "TD-14").says(
    "Some matches still await a result or its verification", "Report, verify or void the matches named, then try again."
)
MATCH_UNKNOWN = unknown("match-unknown").says(
    "There is no such match in this tournament", "Look the match up in the tournament's list of matches."
)
MATCH_HAS_RESULT = conflict("match-has-result", "TD-14").says(
    "The match already has a result", "Ask a director to correct the result if it is wrong."
)
MATCH_LEFT_UNDECIDED = conflict("match-left-undecided", "TD-13").says(
    "With the rulings in force, the recorded score does not end the match",
    "Ask a director to resume the match with a ruling, or to correct its result.",
)
MATCH_HAS_NO_RESULT = conflict("match-has-no-result", "TD-14").says(
    "The match has no result yet", "Report the result of the match."
)
MATCH_VOID = conflict("match-void", "ALL-4").says(
    "The match is void", "Reinstate the match if it was voided in error, otherwise play the match that replaced it."
)
MATCH_NOT_VOID = conflict("match-not-void", "ALL-4").says(
    "The match was not voided by itself",
    "Look at the match: it is valid, or it ended with its round or with an earlier result.",
)
RESULT_ANNOUNCED = conflict("result-announced", "TD-14").says(
    "The result has already been verified and announced", "Ask a director to correct the result if it is wrong."
)
LINK_OF_OPPONENT = forbidden("link-of-opponent", "TD-9").says(
    "Your opponent is a director here and issued your link",
    "Confirm with your code from check-in, a passkey or an exchanged key, ask staff who do not play, or have "
    "links allowed for later matches.",
)
LINK_OF_BANNED = forbidden("link-of-banned", "TD-4").says(
    "The director who issued your link is banned from directing",
    "Ask another director of the tournament, or an administrator, for a new link.",
)
CODE_AFTER_MATCH = forbidden("code-after-match", "TD-9").says(
    "The code was chosen after the match was made",
    "Confirm with a passkey or an exchanged key, or ask staff who do not play.",
)
CODE_DENIED = forbidden("code-denied", "TD-9").says(
    "The player has said that somebody else used their code in this match",
    "Confirm with a passkey or an exchanged key, or ask staff who do not play.",
)
NOT_BY_LINK = conflict("not-by-link", "TD-9").says(
    "The result does not depend on a director's link", "The result needs no further confirmation."
)
SELF_PAIRING = invalid("self-pairing", "OPN-1").says(
    "A match has the same entry on both sides", "Name two different entries."
)
LENGTH_NOT_ALLOWED = invalid("length-not-allowed", "TD-21").says(
    "The tournament does not play matches of that length", "Use one of the lengths announced."
)
LENGTH_AFTER_GAME = conflict("length-after-game", "TD-16").says(
    "The game in progress may end the match",
    "Have the players finish the game, then send the length with the score after it.",
)
MATCH_NOT_PLAYED_HERE = invalid("match-not-played-here", "GAM-6").says(
    "The tournament does not play such matches",
    "Use one of the announced forms, and a stake only if the tournament allows stakes.",
)
MATCH_UNFINISHED = invalid("match-unfinished", "GAM-4").says(
    "The score does not finish the match", "Let the players finish the match, or report a concession."
)
TWO_WINNERS = invalid("two-winners", "GAM-4").says(
    "Both sides have reached the match's length", "Check the score, since only one side can reach the length."
)
SCORE_IMPOSSIBLE = invalid("score-impossible", "GAM-3").says(
    "No match of this length can end with that score",
    "Check the score: below the length the winner's last game brings 1, 2 or 3 points, times the cube up to 64.",
)
SCORE_UNLIKELY = conflict("score-unlikely", "GAM-3").says(
    "The score is possible, but unlikely",
    "Look at the score and the length again, and send the same with `score_checked` if both are right.",
)
GAME_AFTER_END = invalid("game-after-end", "GAM-4").says(
    "The result has games after the end of the match", "Leave those games out."
)
RESULT_FORM = invalid("result-form").says(
    "The result has the form of another kind of match",
    "Report a match to points by its score or its games, three games by those games, and six games by those six.",
)
NOTHING_CORRECTED = invalid("nothing-corrected", "TD-14").says(
    "The correction changes nothing", "Name what differs from what is recorded."
)
CORRECTION_TOO_LATE = conflict("correction-too-late", "TD-14").says(
    "The time for corrections is over", "Ask a director to correct the result with `override` and a reason."
)
PLAYED_BEFORE_START = invalid("played-before-start", "ELO-6").says(
    "The time of the match is before the start of its tournament",
    "Leave the time out, or let staff who do not play in the tournament record it.",
)
PLAYED_IN_FUTURE = invalid("played-in-future", "ELO-6").says(
    "The time of the match is in the future", "Give the time at which the match was played."
)
INVITATION_STATUS = conflict("invitation-status", "NXE-5").says(
    "The invitation can't be acknowledged now",
    "Look at the invitation: only the other side can acknowledge it, once, before the match has a result.",
)
NO_DEFAULT_RESULT = conflict("no-default-result", "SWI-4").says(
    "The format gives no result by default", "Report a result for each of the matches named, then close the round."
)
NO_TIME_AGREED_REPORTED = conflict("no-time-agreed-reported", "SWI-4").says(
    "The player has already reported that no time was agreed", "Wait until the round closes."
)
NO_DRAWS = invalid("no-draws", "NXE-6").says(
    "A match of this tournament can't end in a draw", "Report which side has won."
)
MADE_BY_RESULTS = conflict("made-by-results", "SEL-3").says(
    "In this format the results decide the pairings", "Report the open matches: the next ones follow at once."
)
GAME_ABANDONED = conflict("game-abandoned", "RNG-6").says(
    "The game was abandoned before it was played",
    "Give the time at which the game was played if that was earlier, or else report nothing.",
)
RESULTS_CONTRADICT = conflict("results-contradict", "RNG-6").says(
    "The recorded times and results contradict each other",
    "Correct when the matches named were played, void those that can't have been played, or choose `rewind`, then try "
    "again.",
)
CIRCULAR_DEPENDENCY = conflict("circular-dependency", "ALL-4").says(
    "A match would depend on its own result",
    "Choose `rewind` or `stand`, or void the named match so that it is created again.",
)
SIDES_RULED_ON = conflict("sides-ruled-on", "ALL-3").says(
    "A ruling names the players of this match",
    "Correct only the rest of the result, or void the match and enter the one that was played.",
)
