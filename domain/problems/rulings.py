"""Refusals of disputes, rulings and appeals."""

from domain.kernel.refusal import Category, ProblemType

DISPUTE_UNKNOWN = ProblemType(
    "dispute-unknown",
    Category.UNKNOWN,
    "There is no such dispute",
    "Look at the tournament's disputes and use their numbers.",
    "TD-9",
)
SHEET_MISPLACED = ProblemType(
    "sheet-misplaced",
    Category.INVALID,
    "A score sheet is that of a side of the match in dispute",
    "Bring the dispute about the match, and hand the sheet in with a statement of the player who kept it.",
    "TD-15",
)
DISPUTE_RULED = ProblemType(
    "dispute-ruled",
    Category.CONFLICT,
    "The dispute has been ruled on",
    "Appeal the ruling named; while its appeal is open evidence can be asked for and given.",
    "TD-9",
)
DISPUTE_ELSEWHERE = ProblemType(
    "dispute-elsewhere",
    Category.INVALID,
    "The dispute is about something else",
    "Rule on what the dispute is about, or leave the dispute out.",
    "TD-9",
)
NOTHING_RULED = ProblemType(
    "nothing-ruled",
    Category.INVALID,
    "The ruling orders nothing, and nothing was claimed",
    "Name remedies, the remedies that were claimed and are dismissed, or the dispute that is decided.",
    "TD-9",
)
RULING_UNKNOWN = ProblemType(
    "ruling-unknown",
    Category.UNKNOWN,
    "There is no such ruling",
    "Look at the tournament's rulings and use their numbers.",
    "TD-9",
)
APPEAL_UNKNOWN = ProblemType(
    "appeal-unknown",
    Category.UNKNOWN,
    "There is no such appeal",
    "Look at the tournament's appeals and use their numbers.",
    "TD-11",
)
REMEDY_MISPLACED = ProblemType(
    "remedy-misplaced",
    Category.INVALID,
    "The ruling is not about what its remedy acts on",
    "Give remedies on a score or a result with a ruling on that match.",
    "TD-9",
)
REMEDY_IDLE = ProblemType(
    "remedy-idle",
    Category.CONFLICT,
    "A remedy finds nothing to act on",
    "Look at the match's record and the rulings in force on it; leave that remedy out.",
    "TD-10",
)
RULING_STATUS = ProblemType(
    "ruling-status",
    Category.CONFLICT,
    "The ruling's status does not allow this",
    "Look at the ruling and at its appeal.",
    "TD-12",
)
APPEAL_TOO_LATE = ProblemType(
    "appeal-too-late",
    Category.CONFLICT,
    "The window for appeals has closed",
    "A director may admit it after all, with override and a reason.",
    "TD-11",
)
APPEAL_STATUS = ProblemType(
    "appeal-status",
    Category.CONFLICT,
    "The appeal's status does not allow this",
    "An appeal is lodged, gets its committee, is voted on, and is decided, in this order and once.",
    "TD-12",
)
NOT_A_PARTY = ProblemType(
    "not-a-party",
    Category.CONFLICT,
    "Only a party may appeal",
    "Name the entry of a party to the ruling.",
    "TD-11",
)
VOTES_MISSING = ProblemType(
    "votes-missing",
    Category.CONFLICT,
    "The votes do not decide yet",
    "Record the votes of the members named; a majority of all members decides.",
    "TD-12",
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
    "The double stands",
    "It can be annulled in its game, and after it until another game is started; one has been.",
    "TD-10",
)
NO_DOUBLE_TO_ANNUL = ProblemType(
    "no-double-to-annul",
    Category.INVALID,
    "There is no such double to annul",
    "Name a doubled Crawford game, or a double by whom the cube as it was would have won the match.",
    "TD-10",
)
REMEDY_IMPOSSIBLE = ProblemType(
    "remedy-impossible",
    Category.CONFLICT,
    "The remedy does not fit the match",
    "Look at the match as it stands, and choose a remedy that it allows.",
    "TD-10",
)
COMMITTEE_NEEDED = ProblemType(
    "committee-needed",
    Category.CONFLICT,
    "A committee rules where every director is a party",
    "Let the parties choose three or five jointly, and give the ruling with `committee` and `votes`.",
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
    "Nobody decides in a matter of their own, and no staff sit on a committee of appeal",
    "Another director, an administrator, or a committee without the persons named decides it.",
    "TD-9",
)
NOT_CHOSEN_JOINTLY = ProblemType(
    "not-chosen-jointly",
    Category.CONFLICT,
    "The parties choose this committee jointly",
    "Have every party named agree to its members.",
    "TD-9",
)
NOT_CARRIED = ProblemType(
    "not-carried",
    Category.CONFLICT,
    "The majority of the committee is not for this ruling",
    "Record the votes of its members; give the ruling that the majority of all of them is for.",
    "TD-9",
)
NOT_ON_COMMITTEE = ProblemType(
    "not-on-committee",
    Category.FORBIDDEN,
    "Only members of the committee vote",
    "Look at the committee's members.",
    "TD-12",
)
VOTED_ALREADY = ProblemType(
    "voted-already",
    Category.CONFLICT,
    "The member has voted already",
    "A member has one vote; it stands as recorded.",
    "TD-12",
)
ALTERNATIVE_UNKNOWN = ProblemType(
    "alternative-unknown",
    Category.INVALID,
    "No such alternative has been put forward",
    "Put the alternative forward with its remedies, then vote for its number.",
    "TD-12",
)
