"""Refusals of matches and what is reported of them."""

from domain.kernel.refusal import Category, ProblemType

MATCHES_AWAITED = ProblemType(
    "matches-awaited",
    Category.CONFLICT,
    "Some matches still await a result or its verification",
    "Report, verify or void the matches named, then try again.",
    "TD-14",
)
MATCH_UNKNOWN = ProblemType(
    "match-unknown",
    Category.UNKNOWN,
    "There is no such match in this tournament",
    "Look the match up in the tournament's list of matches.",
)
MATCH_HAS_RESULT = ProblemType(
    "match-has-result",
    Category.CONFLICT,
    "The match already has a result",
    "Ask a director to correct the result if it is wrong.",
    "TD-14",
)
MATCH_LEFT_UNDECIDED = ProblemType(
    "match-left-undecided",
    Category.CONFLICT,
    "With the rulings in force, the recorded score does not end the match",
    "Ask a director to resume the match with a ruling, or to correct its result.",
    "TD-13",
)
MATCH_HAS_NO_RESULT = ProblemType(
    "match-has-no-result",
    Category.CONFLICT,
    "The match has no result yet",
    "Report the result of the match.",
    "TD-14",
)
MATCH_VOID = ProblemType(
    "match-void",
    Category.CONFLICT,
    "The match is void",
    "Reinstate the match if it was voided in error, otherwise play the match that replaced it.",
    "ALL-4",
)
MATCH_NOT_VOID = ProblemType(
    "match-not-void",
    Category.CONFLICT,
    "The match was not voided by itself",
    "Look at the match: it is valid, or it ended with its round or with an earlier result.",
    "ALL-4",
)
RESULT_ANNOUNCED = ProblemType(
    "result-announced",
    Category.CONFLICT,
    "The result has already been verified and announced",
    "Ask a director to correct the result if it is wrong.",
    "TD-14",
)
LINK_OF_OPPONENT = ProblemType(
    "link-of-opponent",
    Category.FORBIDDEN,
    "Your opponent is a director here and issued your link",
    (
        "Confirm with your code from check-in, a passkey or an exchanged key, ask staff who do not play, or have "
        "links allowed for later matches."
    ),
    "TD-9",
)
LINK_OF_BANNED = ProblemType(
    "link-of-banned",
    Category.FORBIDDEN,
    "The director who issued your link is banned from directing",
    "Ask another director of the tournament, or an administrator, for a new link.",
    "TD-4",
)
CODE_AFTER_MATCH = ProblemType(
    "code-after-match",
    Category.FORBIDDEN,
    "The code was chosen after the match was made",
    "Confirm with a passkey or an exchanged key, or ask staff who do not play.",
    "TD-9",
)
CODE_DENIED = ProblemType(
    "code-denied",
    Category.FORBIDDEN,
    "The player has said that somebody else used their code in this match",
    "Confirm with a passkey or an exchanged key, or ask staff who do not play.",
    "TD-9",
)
NOT_BY_LINK = ProblemType(
    "not-by-link",
    Category.CONFLICT,
    "The result does not depend on a director's link",
    "The result needs no further confirmation.",
    "TD-9",
)
SELF_PAIRING = ProblemType(
    "self-pairing",
    Category.INVALID,
    "A match has the same entry on both sides",
    "Name two different entries.",
    "OPN-1",
)
LENGTH_NOT_ALLOWED = ProblemType(
    "length-not-allowed",
    Category.INVALID,
    "The tournament does not play matches of that length",
    "Use one of the lengths announced.",
    "TD-21",
)
LENGTH_AFTER_GAME = ProblemType(
    "length-after-game",
    Category.CONFLICT,
    "The game in progress may end the match",
    "Have the players finish the game, then send the length with the score after it.",
    "TD-16",
)
MATCH_NOT_PLAYED_HERE = ProblemType(
    "match-not-played-here",
    Category.INVALID,
    "The tournament does not play such matches",
    "Use one of the announced forms, and a stake only if the tournament allows stakes.",
    "GAM-6",
)
MATCH_UNFINISHED = ProblemType(
    "match-unfinished",
    Category.INVALID,
    "The score does not finish the match",
    "Let the players finish the match, or report a concession.",
    "GAM-4",
)
TWO_WINNERS = ProblemType(
    "two-winners",
    Category.INVALID,
    "Both sides have reached the match's length",
    "Check the score, since only one side can reach the length.",
    "GAM-4",
)
SCORE_IMPOSSIBLE = ProblemType(
    "score-impossible",
    Category.INVALID,
    "No match of this length can end with that score",
    "Check the score: below the length the winner's last game brings 1, 2 or 3 points, times the cube up to 64.",
    "GAM-3",
)
SCORE_UNLIKELY = ProblemType(
    "score-unlikely",
    Category.CONFLICT,
    "The score is possible, but unlikely",
    "Look at the score and the length again, and send the same with `score_checked` if both are right.",
    "GAM-3",
)
GAME_AFTER_END = ProblemType(
    "game-after-end",
    Category.INVALID,
    "The result has games after the end of the match",
    "Leave those games out.",
    "GAM-4",
)
RESULT_FORM = ProblemType(
    "result-form",
    Category.INVALID,
    "The result has the form of another kind of match",
    "Report a match to points by its score or its games, three games by those games, and six games by those six.",
)
NOTHING_CORRECTED = ProblemType(
    "nothing-corrected",
    Category.INVALID,
    "The correction changes nothing",
    "Name what differs from what is recorded.",
    "TD-14",
)
CORRECTION_TOO_LATE = ProblemType(
    "correction-too-late",
    Category.CONFLICT,
    "The time for corrections is over",
    "Ask a director to correct the result with `override` and a reason.",
    "TD-14",
)
PLAYED_BEFORE_START = ProblemType(
    "played-before-start",
    Category.INVALID,
    "The time of the match is before the start of its tournament",
    "Leave the time out, or let staff who do not play in the tournament record it.",
    "ELO-6",
)
PLAYED_IN_FUTURE = ProblemType(
    "played-in-future",
    Category.INVALID,
    "The time of the match is in the future",
    "Give the time at which the match was played.",
    "ELO-6",
)
INVITATION_STATUS = ProblemType(
    "invitation-status",
    Category.CONFLICT,
    "The invitation can't be acknowledged now",
    "Look at the invitation: only the other side can acknowledge it, once, before the match has a result.",
    "NXE-5",
)
NO_DEFAULT_RESULT = ProblemType(
    "no-default-result",
    Category.CONFLICT,
    "The format gives no result by default",
    "Report a result for each of the matches named, then close the round.",
    "SWI-4",
)
NO_TIME_AGREED_REPORTED = ProblemType(
    "no-time-agreed-reported",
    Category.CONFLICT,
    "The player has already reported that no time was agreed",
    "Wait until the round closes.",
    "SWI-4",
)
NO_DRAWS = ProblemType(
    "no-draws",
    Category.INVALID,
    "A match of this tournament can't end in a draw",
    "Report which side has won.",
    "NXE-6",
)
MADE_BY_RESULTS = ProblemType(
    "made-by-results",
    Category.CONFLICT,
    "In this format the results decide the pairings",
    "Report the open matches: the next ones follow at once.",
    "SEL-3",
)
GAME_ABANDONED = ProblemType(
    "game-abandoned",
    Category.CONFLICT,
    "The game was abandoned before it was played",
    "Give the time at which the game was played if that was earlier, or else report nothing.",
    "RNG-6",
)
RESULTS_CONTRADICT = ProblemType(
    "results-contradict",
    Category.CONFLICT,
    "The recorded times and results contradict each other",
    "Correct when the matches named were played, void those that can't have been played, or choose `rewind`, then try "
    "again.",
    "RNG-6",
)
CIRCULAR_DEPENDENCY = ProblemType(
    "circular-dependency",
    Category.CONFLICT,
    "A match would depend on its own result",
    "Choose `rewind` or `stand`, or void the named match so that it is created again.",
    "ALL-4",
)
SIDES_RULED_ON = ProblemType(
    "sides-ruled-on",
    Category.CONFLICT,
    "A ruling names the players of this match",
    "Correct only the rest of the result, or void the match and enter the one that was played.",
    "ALL-3",
)
