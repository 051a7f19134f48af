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
    "The sides of a paired match can't be corrected",
    "If the result belongs to the other side, correct the result; if the wrong two met, void the match.",
    "NXE-4",
)
ROUND_NOT_DUE = ProblemType(
    "round-not-due",
    Category.CONFLICT,
    "That round is not to be drawn now",
    "Look at `next` among the rounds: draw the one that is due. In a bracket or a ring report the matches; results "
    "make the rest.",
    "ALL-5",
)
ROUND_DUE = ProblemType(
    "round-due",
    Category.CONFLICT,
    "A round is due first",
    "Draw the round, or pair it by hand with a reason.",
    "NXE-7",
)
ROUND_STARTED = ProblemType(
    "round-started",
    Category.CONFLICT,
    "A match of the round has been started",
    "Void the matches that must not stand, one by one.",
    "ALL-4",
)
NOT_IN_ROUND = ProblemType(
    "not-in-round",
    Category.CONFLICT,
    "The entry is not to be paired in this round",
    "Pair those who are due, each once.",
    "ALL-2",
)
PLACED_ELSEWHERE = ProblemType(
    "placed-elsewhere",
    Category.CONFLICT,
    "A side of the match has another place in the round",
    "Void the other match first.",
    "ALL-4",
)
CHANCE_NOT_COMMITTED = ProblemType(
    "chance-not-committed",
    Category.CONFLICT,
    "No commitment is in force",
    "Publish a new commitment first; the last secret has been revealed.",
    "ALL-2",
)
CHANCE_COMMITTED = ProblemType(
    "chance-committed",
    Category.CONFLICT,
    "A commitment is in force already",
    "Draw with it; it can't be exchanged for another.",
    "ALL-2",
)
CHANCE_SEALED = ProblemType(
    "chance-sealed",
    Category.CONFLICT,
    "The secret is still sealed",
    "It can be revealed when the tournament has ended and its appeal window has closed.",
    "ALL-2",
)
DRAW_NOT_SHOWN = ProblemType(
    "draw-not-shown",
    Category.CONFLICT,
    "A draw is not shown before it is recorded",
    "Draw the round.",
    "ALL-2",
)
NOT_SEEDABLE = ProblemType(
    "not-seedable",
    Category.CONFLICT,
    "The field can't be seeded so",
    "Name approved entries, each once; seeding by rating needs a rated tournament.",
    "SEL-1",
)
STAGE_NOT_DUE = ProblemType(
    "stage-not-due",
    Category.CONFLICT,
    "That stage is not to be opened now",
    "Look at what comes next: the stage before has to be played first.",
    "SEL-1",
)
FIELD_NOT_POSSIBLE = ProblemType(
    "field-not-possible",
    Category.INVALID,
    "The stage can't be opened with these entries",
    "Name as many as have a place, each once, of those who may go up.",
    "SEL-1",
)
STAGE_UNKNOWN = ProblemType(
    "stage-unknown",
    Category.UNKNOWN,
    "The tournament has not opened such a stage",
    "Look at the stages among its rounds; the first is opened with the start, each later one by a director.",
    "SEL-1",
)
PLAY_OFF_NOT_POSSIBLE = ProblemType(
    "play-off-not-possible",
    Category.CONFLICT,
    "No coin decides between two at the cut",
    "Open the stage; a play-off replaces a coin between the last one in and the first one out.",
    "SEL-2",
)
ROUND_OPEN = ProblemType(
    "round-still-open",
    Category.CONFLICT,
    "The round's closing time has not come",
    "Wait for it, say when the round closes, or close it early.",
    "SWI-3",
)
ROUND_CLOSED = ProblemType(
    "round-closed",
    Category.CONFLICT,
    "The round's closing time has passed",
    "Report what was played; where more time was agreed, the director first gives the round a later closing time.",
    "SWI-4",
)
NOTHING_TO_CLOSE = ProblemType(
    "nothing-to-close",
    Category.CONFLICT,
    "The round has no match without an announced result",
    "Look at the newest round.",
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
    "The next stage is to be opened first",
    "Open the stage.",
    "SEL-1",
)
NOT_PAIRED = ProblemType(
    "not-paired-here",
    Category.CONFLICT,
    "Nobody is paired in this format",
    "Report matches as they are played.",
    "OPN-1",
)
BYE_NOT_OFFERED = ProblemType(
    "bye-not-offered",
    Category.CONFLICT,
    "A bye can't be asked for in that round",
    "Ask before the round is drawn; the last round and the knockout have no requested byes.",
    "SWI-6",
)
LAST_ROUND_RULED = ProblemType(
    "last-round-ruled",
    Category.CONFLICT,
    "In the last round a match that was not played is not halved",
    "Rule: award it to a side, or let both lose.",
    "SWI-4",
)
ROUND_UNKNOWN = ProblemType(
    "round-unknown",
    Category.UNKNOWN,
    "There is no such round in this tournament",
    "Look the round up in the tournament's list of rounds.",
)
