"""Refusals of disputes, rulings and appeals."""

from domain.kernel.refusal import conflict, forbidden, invalid, unknown, unseen

DISPUTE_UNKNOWN = unknown("dispute-unknown", "TD-9").says(
    "There is no such dispute", "Look at the tournament's disputes and use a number from there."
)
SHEET_MISPLACED = invalid("sheet-misplaced", "TD-15").says(
    "The score sheet does not belong to a side of the match in dispute",
    "Open a dispute about the match, and hand the sheet in with a statement of the player who kept it.",
)
DISPUTE_RULED = conflict("dispute-ruled", "TD-9").says(
    "The dispute has already been ruled on", "Appeal the ruling named to have evidence heard again."
)
DISPUTE_ELSEWHERE = invalid("dispute-elsewhere", "TD-9").says(
    "The dispute is about something else", "Rule on what the dispute is about, or leave the dispute out."
)
GAME_ELSEWHERE = invalid("game-elsewhere", "GAM-7").says(
    "The game named is not found there",
    "Name a game of the match that it is about, and a transcript that is kept with that match.",
)
NOTHING_RULED = invalid("nothing-ruled", "TD-9").says(
    "The ruling orders nothing, and nothing was claimed",
    "Name remedies, or claimed remedies that you dismiss, or the dispute that you decide.",
)
RULING_UNKNOWN = unknown("ruling-unknown", "TD-9").says(
    "There is no such ruling", "Look at the tournament's rulings and use a number from there."
)
NOT_PREVIEWED = unknown("ruling-not-previewed", "TD-9").says(
    "The ruling was given without a preview", "Read the ruling itself for what it orders."
)
RULING_UNSEEN = unseen("ruling-unseen", "TD-9").says(
    "The ruling was sent without a preview or ETags",
    "Preview the ruling and send the digest as `expected`, or send the ETags of all that `needed` names in If-Match.",
)
APPEAL_UNKNOWN = unknown("appeal-unknown", "TD-11").says(
    "There is no such appeal", "Look at the tournament's appeals and use a number from there."
)
SPECTATOR_UNASKED = conflict("spectator-unasked", "TD-9").says(
    "A spectator is heard on request only",
    "Record by `spectator-asked` what the spectator is asked, and then what the spectator says.",
)
REMEDY_MISPLACED = invalid("remedy-misplaced", "TD-9").says(
    "The ruling is not about what its remedy changes",
    "Give remedies on a score or a result with a ruling on that match.",
)
NO_PART = invalid("no-part", "TD-4").says(
    "The person takes no part in this tournament",
    "Name a player or director of this tournament, or use `spectator-ban` for a spectator.",
)
REMEDY_WITHOUT_EFFECT = conflict("remedy-without-effect", "TD-10").says(
    "A remedy would change nothing", "Leave that remedy out."
)
SIDE_OUT = conflict("side-out", "TD-4").says(
    "The match would be open again, and a side of it is out",
    "Award the match instead, or let that entry in again first.",
)
RULING_STATUS = conflict("ruling-status", "TD-12").says(
    "The ruling's status does not allow this", "Look at the ruling and at its appeal."
)
DECISION_UNKNOWN = unknown("decision-unknown").says(
    "No director decided anything there", "Look the decision up in the history of the tournament, and send its version."
)
APPEAL_TOO_LATE = conflict("appeal-too-late", "TD-11").says(
    "The window for appeals has closed", "Ask a director to admit the appeal with `override` and a reason."
)
APPEAL_STATUS = conflict("appeal-status", "TD-12").says(
    "The appeal's status does not allow this",
    "Look at the appeal: lodge it, name a committee, vote, and decide, in this order.",
)
NOT_A_PARTY = conflict("not-a-party", "TD-11").says(
    "Only a party may appeal", "Name the entry of a party to the ruling, or a person named in a remedy."
)
VOTES_MISSING = conflict("votes-missing", "TD-12").says(
    "The votes do not give a decision yet",
    "Record the votes of the members named, until a majority of all members agrees.",
)
VOTE_BY_THE_JUDGE = forbidden("vote-by-the-judge", "TD-12").says(
    "The author of a ruling records no votes on its appeal",
    "Let the member vote with a key of their own, or another member of the staff record the vote with theirs.",
)
MEMBER_TOO_NEW = forbidden("member-too-new", "TD-11").says(
    "A member of the committee was registered only after the ruling",
    "Name persons who were registered before, or let an administrator who did not give the ruling form the committee.",
)
CUBE_NOT_IN_PLAY = invalid("cube-not-in-play", "GAM-6").says(
    "This mode is played without a cube", "Report each game with the cube at 1."
)
DOUBLE_STANDS = conflict("double-stands", "TD-10").says(
    "The double can't be annulled any more because a later game has begun", "Keep the double."
)
NO_DOUBLE_TO_ANNUL = invalid("no-double-to-annul", "TD-10").says(
    "There is no such double to annul",
    "Name a double in the Crawford game, or one by a side that would have won the match with the cube as it was.",
)
COMMITTEE_NEEDED = conflict("committee-needed", "TD-9").says(
    "Every director is a party to the matter",
    "Have the parties choose three or five persons together, then send the ruling with `committee` and `votes`.",
)
COMMITTEE_SIZE = invalid("committee-size", "TD-11").says(
    "A committee has three or five members", "Name three or five persons."
)
CONFLICT_OF_INTEREST = forbidden("conflict-of-interest", "TD-9").says(
    "You can't decide your own matter, and staff can't sit on a committee of appeal",
    "Ask another director, an administrator who may decide it, or a committee without the persons named.",
)
NOT_CHOSEN_JOINTLY = conflict("not-chosen-jointly", "TD-9").says(
    "The parties have not chosen this committee jointly",
    "Have every party named record their agreement in the dispute, or have other staff record it.",
)
NO_MAJORITY_FOR_RULING = conflict("no-majority-for-ruling", "TD-9").says(
    "This ruling has no majority in the committee", "Give the ruling that a majority of all members supports."
)
NOT_ON_COMMITTEE = forbidden("not-on-committee", "TD-12").says(
    "Only members of the committee vote", "Look at the committee's members, and record the vote of one of them."
)
VOTED_ALREADY = conflict("voted-already", "TD-12").says(
    "The member has already voted", "Record the votes of the other members."
)
ALTERNATIVE_UNKNOWN = invalid("alternative-unknown", "TD-12").says(
    "Nobody has proposed this alternative",
    "Propose the alternative with its remedies first, then vote for it by its name, such as `alternative-1`.",
)
