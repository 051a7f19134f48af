"""Refusals of matches and what is reported of them."""

from domain.kernel.refusal import Category, ProblemType

MATCHES_AWAITED = ProblemType(
    "matches-awaited",
    Category.CONFLICT,
    "Matches still await a result or its verification",
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
    "The match has a result already",
    "Nothing was recorded. If the result is wrong, a director corrects it.",
    "TD-14",
)
MATCH_LEFT_UNDECIDED = ProblemType(
    "match-left-undecided",
    Category.CONFLICT,
    "By the rulings now in force what was reported does not end the match",
    "A director has it resumed by a ruling at the score by play, then the end is reported; or he corrects the result "
    "to what was played on.",
    "TD-13",
)
MATCH_HAS_NO_RESULT = ProblemType(
    "match-has-no-result",
    Category.CONFLICT,
    "The match has no result yet",
    "Report its result.",
    "TD-14",
)
MATCH_VOID = ProblemType(
    "match-void",
    Category.CONFLICT,
    "The match is void",
    "If it was voided by itself, in error, reinstate it. One of an annulled round, or made from a result that no "
    "longer stands, is not: play the match that took its place.",
    "ALL-4",
)
MATCH_NOT_VOID = ProblemType(
    "match-not-void",
    Category.CONFLICT,
    "No voiding of the match is in force",
    "There is nothing to reinstate: it counts, its round was annulled, or what it was made from no longer stands.",
    "ALL-4",
)
RESULT_ANNOUNCED = ProblemType(
    "result-announced",
    Category.CONFLICT,
    "The result has been verified and announced already",
    "If it is wrong, a director corrects it.",
    "TD-14",
)
SELF_PAIRING = ProblemType(
    "self-pairing",
    Category.INVALID,
    "Nobody plays against himself",
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
    "Let it be played out, then settle the length with the score as it is then.",
    "TD-16",
)
MATCH_NOT_PLAYED_HERE = ProblemType(
    "match-not-played-here",
    Category.INVALID,
    "The tournament does not play such matches",
    "Use one of the forms announced, and a stake only where matches are played for one.",
    "GAM-6",
)
MATCH_UNFINISHED = ProblemType(
    "match-unfinished",
    Category.INVALID,
    "The score does not finish the match",
    "Play on until the match is decided, or report a concession.",
    "GAM-4",
)
TWO_WINNERS = ProblemType(
    "two-winners",
    Category.INVALID,
    "Both sides have reached the match's length",
    "Only one side can: check the score.",
    "GAM-4",
)
SCORE_IMPOSSIBLE = ProblemType(
    "score-impossible",
    Category.INVALID,
    "No match of this length can end with that score",
    "Check the score: one game counts at most 192 points.",
    "GAM-3",
)
GAME_AFTER_END = ProblemType(
    "game-after-end",
    Category.INVALID,
    "A game follows the end of the match",
    "Leave out the games played after the match was decided.",
    "GAM-4",
)
RESULT_FORM = ProblemType(
    "result-form",
    Category.INVALID,
    "The result is told as that of another kind of match",
    "Report a match to points by its score or its games, three games by these, a six-game match by its six games.",
)
NOTHING_CORRECTED = ProblemType(
    "nothing-corrected",
    Category.INVALID,
    "The correction changes nothing",
    "Name what is to be different from what is recorded.",
    "TD-14",
)
CORRECTION_TOO_LATE = ProblemType(
    "correction-too-late",
    Category.CONFLICT,
    "The time for corrections is over",
    "A director may still correct with `override` and a reason.",
    "TD-14",
)
PLAYED_IN_FUTURE = ProblemType(
    "played-in-future",
    Category.INVALID,
    "The match lies in the future",
    "Give the time at which it was played.",
    "ELO-6",
)
INVITATION_STATUS = ProblemType(
    "invitation-status",
    Category.CONFLICT,
    "The invitation does not allow this",
    "The other side acknowledges an invitation, once, while the match has no result.",
    "NXE-5",
)
DIRECTOR_RULES = ProblemType(
    "director-rules",
    Category.CONFLICT,
    "The rules give no result by default",
    "Report a result for each of the matches named, then close the round.",
    "SWI-4",
)
ALREADY_TOLD = ProblemType(
    "already-told",
    Category.CONFLICT,
    "The director has been told",
    "Nothing more is to be done until the round closes.",
    "SWI-4",
)
NO_DRAWS = ProblemType(
    "no-draws",
    Category.INVALID,
    "There are no draws here",
    "Report which side has won.",
    "NXE-6",
)
MADE_BY_RESULTS = ProblemType(
    "made-by-results",
    Category.CONFLICT,
    "Here results decide who meets",
    "Report the open matches; what follows from them is made at once.",
    "SEL-3",
)
GAME_ABANDONED = ProblemType(
    "game-abandoned",
    Category.CONFLICT,
    "The game was abandoned when it was played",
    "If it was played before that, tell when. If not, it counts nowhere, and nothing is to be reported.",
    "RNG-6",
)
RESULTS_CONTRADICT = ProblemType(
    "results-contradict",
    Category.CONFLICT,
    "By the times on record results would contradict each other",
    "Correct when the matches named were played, or void those that can't have been, then try again.",
    "RNG-6",
)
HANGS_ON_ITSELF = ProblemType(
    "hangs-on-itself",
    Category.CONFLICT,
    "By this a match would hang on itself",
    "Choose `rewind` or `stand`, or void the match named first, so that it is made anew.",
    "ALL-4",
)
SIDES_RULED_ON = ProblemType(
    "sides-ruled-on",
    Category.CONFLICT,
    "A ruling speaks of the sides of this match",
    "Its remedies would move to others: void the match, and enter the one that was played; or correct the rest alone.",
    "ALL-3",
)
