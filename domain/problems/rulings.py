"""Refusals of disputes, rulings and appeals."""

from domain.kernel.refusal import Category, ProblemType

DISPUTE_UNKNOWN = ProblemType(
    "dispute-unknown",
    Category.UNKNOWN,
    "There is no such dispute",
    "Look at the tournament's disputes and use a number from there.",
    "TD-9",
)
SHEET_MISPLACED = ProblemType(
    "sheet-misplaced",
    Category.INVALID,
    "The score sheet does not belong to a side of the match in dispute",
    "Open a dispute about the match, and hand the sheet in with a statement of the player who kept it.",
    "TD-15",
)
DISPUTE_RULED = ProblemType(
    "dispute-ruled",
    Category.CONFLICT,
    "The dispute has already been ruled on",
    "Appeal the ruling named to have evidence heard again.",
    "TD-9",
)
DISPUTE_ELSEWHERE = ProblemType(
    "dispute-elsewhere",
    Category.INVALID,
    "The dispute is about something else",
    "Rule on what the dispute is about, or leave the dispute out.",
    "TD-9",
)
GAME_ELSEWHERE = ProblemType(
    "game-elsewhere",
    Category.INVALID,
    "The game named is not found there",
    "Name a game of the match that it is about, and a transcript that is kept with that match.",
    "GAM-7",
)
NOTHING_RULED = ProblemType(
    "nothing-ruled",
    Category.INVALID,
    "The ruling orders nothing, and nothing was claimed",
    "Name remedies, or claimed remedies that you dismiss, or the dispute that you decide.",
    "TD-9",
)
RULING_UNKNOWN = ProblemType(
    "ruling-unknown",
    Category.UNKNOWN,
    "There is no such ruling",
    "Look at the tournament's rulings and use a number from there.",
    "TD-9",
)
NOT_PREVIEWED = ProblemType(
    "ruling-not-previewed",
    Category.UNKNOWN,
    "The ruling was given without a preview",
    "Read the ruling itself for what it orders.",
    "TD-9",
)
RULING_UNSEEN = ProblemType(
    "ruling-unseen",
    Category.UNSEEN,
    "The ruling was sent without a preview or ETags",
    ("Preview the ruling and send the digest as `expected`, or send the ETags of all that `needed` names in If-Match."),
    "TD-9",
)
APPEAL_UNKNOWN = ProblemType(
    "appeal-unknown",
    Category.UNKNOWN,
    "There is no such appeal",
    "Look at the tournament's appeals and use a number from there.",
    "TD-11",
)
SPECTATOR_UNASKED = ProblemType(
    "spectator-unasked",
    Category.CONFLICT,
    "A spectator is heard on request only",
    "Record by `spectator-asked` what the spectator is asked, and then what the spectator says.",
    "TD-9",
)
REMEDY_MISPLACED = ProblemType(
    "remedy-misplaced",
    Category.INVALID,
    "The ruling is not about what its remedy changes",
    "Give remedies on a score or a result with a ruling on that match.",
    "TD-9",
)
NO_PART = ProblemType(
    "no-part",
    Category.INVALID,
    "The person takes no part in this tournament",
    "Name a player or director of this tournament, or use `spectator-ban` for a spectator.",
    "TD-4",
)
REMEDY_WITHOUT_EFFECT = ProblemType(
    "remedy-without-effect",
    Category.CONFLICT,
    "A remedy would change nothing",
    "Leave that remedy out.",
    "TD-10",
)
SIDE_OUT = ProblemType(
    "side-out",
    Category.CONFLICT,
    "The match would be open again, and a side of it is out",
    "Award the match instead, or let that entry in again first.",
    "TD-4",
)
RULING_STATUS = ProblemType(
    "ruling-status",
    Category.CONFLICT,
    "The ruling's status does not allow this",
    "Look at the ruling and at its appeal.",
    "TD-12",
)
DECISION_UNKNOWN = ProblemType(
    "decision-unknown",
    Category.UNKNOWN,
    "No director decided anything there",
    "Look the decision up in the history of the tournament, and send its version.",
)
APPEAL_TOO_LATE = ProblemType(
    "appeal-too-late",
    Category.CONFLICT,
    "The window for appeals has closed",
    "Ask a director to admit the appeal with `override` and a reason.",
    "TD-11",
)
APPEAL_STATUS = ProblemType(
    "appeal-status",
    Category.CONFLICT,
    "The appeal's status does not allow this",
    "Look at the appeal: lodge it, name a committee, vote, and decide, in this order.",
    "TD-12",
)
NOT_A_PARTY = ProblemType(
    "not-a-party",
    Category.CONFLICT,
    "Only a party may appeal",
    "Name the entry of a party to the ruling, or a person named in a remedy.",
    "TD-11",
)
VOTES_MISSING = ProblemType(
    "votes-missing",
    Category.CONFLICT,
    "The votes do not give a decision yet",
    "Record the votes of the members named, until a majority of all members agrees.",
    "TD-12",
)
VOTE_BY_THE_JUDGE = ProblemType(
    "vote-by-the-judge",
    Category.FORBIDDEN,
    "The author of a ruling records no votes on its appeal",
    "Let the member vote with a key of their own, or another member of the staff record the vote with theirs.",
    "TD-12",
)
MEMBER_TOO_NEW = ProblemType(
    "member-too-new",
    Category.FORBIDDEN,
    "A member of the committee was registered only after the ruling",
    "Name persons who were registered before, or let an administrator who did not give the ruling form the committee.",
    "TD-11",
)
CUBE_NOT_IN_PLAY = ProblemType(
    "cube-not-in-play",
    Category.INVALID,
    "This mode is played without a cube",
    "Report each game with the cube at 1.",
    "GAM-6",
)
DOUBLE_STANDS = ProblemType(
    "double-stands",
    Category.CONFLICT,
    "The double can't be annulled any more because a later game has begun",
    "Keep the double.",
    "TD-10",
)
NO_DOUBLE_TO_ANNUL = ProblemType(
    "no-double-to-annul",
    Category.INVALID,
    "There is no such double to annul",
    "Name a double in the Crawford game, or one by a side that would have won the match with the cube as it was.",
    "TD-10",
)
COMMITTEE_NEEDED = ProblemType(
    "committee-needed",
    Category.CONFLICT,
    "Every director is a party to the matter",
    "Have the parties choose three or five persons together, then send the ruling with `committee` and `votes`.",
    "TD-9",
)
COMMITTEE_SIZE = ProblemType(
    "committee-size",
    Category.INVALID,
    "A committee has three or five members",
    "Name three or five persons.",
    "TD-11",
)
CONFLICT_OF_INTEREST = ProblemType(
    "conflict-of-interest",
    Category.FORBIDDEN,
    "You can't decide your own matter, and staff can't sit on a committee of appeal",
    "Ask another director, an administrator who may decide it, or a committee without the persons named.",
    "TD-9",
)
NOT_CHOSEN_JOINTLY = ProblemType(
    "not-chosen-jointly",
    Category.CONFLICT,
    "The parties have not chosen this committee jointly",
    "Have every party named record their agreement in the dispute, or have other staff record it.",
    "TD-9",
)
NO_MAJORITY_FOR_RULING = ProblemType(
    "no-majority-for-ruling",
    Category.CONFLICT,
    "This ruling has no majority in the committee",
    "Give the ruling that a majority of all members supports.",
    "TD-9",
)
NOT_ON_COMMITTEE = ProblemType(
    "not-on-committee",
    Category.FORBIDDEN,
    "Only members of the committee vote",
    "Look at the committee's members, and record the vote of one of them.",
    "TD-12",
)
VOTED_ALREADY = ProblemType(
    "voted-already",
    Category.CONFLICT,
    "The member has already voted",
    "Record the votes of the other members.",
    "TD-12",
)
ALTERNATIVE_UNKNOWN = ProblemType(
    "alternative-unknown",
    Category.INVALID,
    "Nobody has proposed this alternative",
    "Propose the alternative with its remedies first, then vote for it by its name, such as `alternative-1`.",
    "TD-12",
)
