"""Every kind of refusal the domain knows. A slug, once published, is never renamed or reused."""

from domain.errors import Category, ProblemType

TOURNAMENT_UNKNOWN = ProblemType(
    "tournament-unknown",
    Category.UNKNOWN,
    "There is no such tournament",
    "Look the tournament up in the list of tournaments and use its id.",
)
TOURNAMENT_EXISTS = ProblemType(
    "tournament-exists",
    Category.CONFLICT,
    "The tournament has been announced already",
    "Announce under a new idempotency key to create another tournament.",
)
TOURNAMENT_STATUS = ProblemType(
    "tournament-status",
    Category.CONFLICT,
    "The tournament's status does not allow this",
    "Look at the tournament's status: start, complete, cancel or reopen it first.",
    "ALL-13",
)
MATCHES_AWAITED = ProblemType(
    "matches-awaited",
    Category.CONFLICT,
    "Matches still await a result or its verification",
    "Report, verify or void the matches named, then try again.",
    "TD-14",
)
POLICY_UNKNOWN = ProblemType(
    "rating-policy-unknown",
    Category.INVALID,
    "There is no such version of that rating policy",
    "Choose one of the policies listed under /v1/rating-policies.",
    "ELO-8",
)
REASON_MISSING = ProblemType(
    "reason-missing",
    Category.INVALID,
    "This needs a reason",
    "Send the reason with the command; it is recorded with it.",
    "TD-21",
)
TIME_ZONE_UNKNOWN = ProblemType(
    "time-zone-unknown",
    Category.INVALID,
    "There is no such time zone",
    "Use a name of the IANA time zone database, such as Europe/Berlin.",
)
NOT_ALLOWED = ProblemType(
    "not-allowed",
    Category.FORBIDDEN,
    "You may not do this here",
    "Ask a director of this tournament or an administrator of the federation.",
    "TD-1",
)
LAST_DIRECTOR = ProblemType(
    "last-director",
    Category.CONFLICT,
    "A tournament has at least one director",
    "Appoint another director first.",
    "TD-1",
)
DIRECTOR_UNCHANGED = ProblemType(
    "director-unchanged",
    Category.CONFLICT,
    "The person already is, or is not, a director here",
    "Look at the tournament's directors.",
    "TD-1",
)
STALE = ProblemType(
    "stale",
    Category.STALE,
    "What you change has been changed since you read it",
    "Read it again, look at what changed, and send the command with the new ETag.",
)
ENTRY_UNKNOWN = ProblemType(
    "entry-unknown",
    Category.UNKNOWN,
    "There is no such entry in this tournament",
    "Look the entry up in the tournament's list of entries.",
)
ENTRY_EXISTS = ProblemType(
    "entry-exists",
    Category.CONFLICT,
    "The person has an entry in this tournament already",
    "Use the entry named; one that was withdrawn comes back when a director approves it.",
    "TD-2",
)
ENTRY_STATUS = ProblemType(
    "entry-status",
    Category.CONFLICT,
    "The entry's status does not allow this",
    "Look at the entry: to play it must be approved; if it is requested, a director approves or refuses it.",
    "TD-2",
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
    "Report a match to points by its score or its games, a six-game match by its six games.",
    "SIX-1",
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
PERSON_UNKNOWN = ProblemType(
    "person-unknown",
    Category.UNKNOWN,
    "There is no such person in the registry",
    "Register the person first, or check the id.",
)
PERSON_EXISTS = ProblemType(
    "person-exists",
    Category.CONFLICT,
    "The person has been registered already",
    "Register under a new idempotency key to add another person.",
)
PERSON_ERASED = ProblemType(
    "person-erased",
    Category.CONFLICT,
    "The person's data have been erased",
    "Register the person anew.",
)
ENTRIES_CLOSED = ProblemType(
    "entries-closed",
    Category.CONFLICT,
    "Entries closed when the tournament started",
    "Enter another tournament; here nobody can join any more.",
    "TD-2",
)
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
RESIGN_INSTEAD = ProblemType(
    "resign-instead",
    Category.CONFLICT,
    "Who leaves after the start resigns",
    "Resign, and say what becomes of a match that is open.",
    "NXE-8",
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
CHOICE_NEEDED = ProblemType(
    "choice-needed",
    Category.CONFLICT,
    "Matches made from this result have been started",
    "Send the command again with one of the `choices`; the preview shows what each would do.",
    "ALL-4",
)
NOTHING_TO_RESTORE = ProblemType(
    "nothing-to-restore",
    Category.CONFLICT,
    "No match was made from the result that would be in force",
    "Choose rewind or stand.",
    "ALL-4",
)
DECISION_AWAITED = ProblemType(
    "decision-awaited",
    Category.CONFLICT,
    "A director must decide first",
    "Answer the question the tournament asks.",
    "ALL-5",
)
QUESTION_UNKNOWN = ProblemType(
    "question-unknown",
    Category.CONFLICT,
    "The tournament does not ask this",
    "Look at the question it asks and the choices it offers.",
    "ALL-5",
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
INVITATION_STATUS = ProblemType(
    "invitation-status",
    Category.CONFLICT,
    "The invitation does not allow this",
    "The other side acknowledges an invitation, once, while the match has no result.",
    "NXE-5",
)
OUTCOME_DIFFERS = ProblemType(
    "outcome-differs",
    Category.STALE,
    "The command would now do something else than was previewed",
    "Look at the new preview and send its digest.",
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
DIRECTOR_RULES = ProblemType(
    "director-rules",
    Category.CONFLICT,
    "The rules give no result by default",
    "Report a result for each of the matches named, then close the round.",
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

PERSON_BARRED = ProblemType(
    "person-barred",
    Category.CONFLICT,
    "The person is barred from entering tournaments",
    "Wait until the bar ends, or ask the federation to lift it.",
    "TD-4",
)
DIRECTOR_BARRED = ProblemType(
    "director-barred",
    Category.CONFLICT,
    "The person is barred from directing tournaments",
    "Name somebody else, wait until the bar ends, or ask the federation to lift it.",
    "TD-4",
)
RESIGNED_TOO_OFTEN = ProblemType(
    "resigned-too-often",
    Category.CONFLICT,
    "The person has resigned from too many tournaments",
    "Ask a director of the federation to lift the bar, with a reason.",
    "ALL-8",
)
BAR_NOT_IN_FORCE = ProblemType(
    "bar-not-in-force",
    Category.CONFLICT,
    "There is nothing to lift",
    "Look at what bars the person.",
    "TD-4",
)
BAR_OVER = ProblemType(
    "bar-over",
    Category.INVALID,
    "The bar would be over before it begins",
    "Name a moment in the future, or none for a bar for good.",
    "TD-4",
)
SERIES_UNKNOWN = ProblemType(
    "series-unknown",
    Category.UNKNOWN,
    "There is no such series",
    "Announce the series first, or check the id.",
)
SERIES_EXISTS = ProblemType(
    "series-exists",
    Category.CONFLICT,
    "The series has been announced already",
    "Announce under a new idempotency key to create another series.",
)
NO_CREDITS = ProblemType(
    "no-credits",
    Category.CONFLICT,
    "The person has no credits for this tournament",
    "A credit is a tournament of the qualifying series and seasons that was won; look at the person's wins.",
    "CHM-1",
)
ENTRIES_NOT_OPEN = ProblemType(
    "entries-not-open",
    Category.CONFLICT,
    "The tournament takes no entries at this time",
    "Look at the times in its conditions; a director may enter somebody at any time, with a reason.",
    "TD-21",
)
TOURNAMENT_FULL = ProblemType(
    "tournament-full",
    Category.CONFLICT,
    "All places are taken",
    "Wait until a place becomes free, or change the number of places in the conditions.",
    "TD-21",
)
OFFER_ELSEWHERE = ProblemType(
    "offer-elsewhere",
    Category.INVALID,
    "The flight offered is this tournament itself",
    "Name the tournament of the higher flight.",
    "TD-2",
)
OFFER_STATUS = ProblemType(
    "offer-status",
    Category.CONFLICT,
    "No offer of another flight awaits an answer",
    "Look at the entry: an offer is answered once.",
    "TD-2",
)
MADE_BY_RESULTS = ProblemType(
    "made-by-results",
    Category.CONFLICT,
    "Here results decide who meets",
    "Report the open matches; what follows from them is made at once.",
    "SEL-3",
)
STAGE_DUE = ProblemType(
    "stage-due",
    Category.CONFLICT,
    "The next stage is to be opened first",
    "Open the stage.",
    "SEL-1",
)
DISPUTE_UNKNOWN = ProblemType(
    "dispute-unknown",
    Category.UNKNOWN,
    "There is no such dispute",
    "Look at the tournament's disputes and use their numbers.",
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
NOT_PAIRED = ProblemType(
    "not-paired-here",
    Category.CONFLICT,
    "Nobody is paired in this format",
    "Report matches as they are played.",
    "OPN-1",
)
CUBE_NOT_IN_PLAY = ProblemType(
    "cube-not-in-play",
    Category.INVALID,
    "This mode is played without a cube",
    "Report each game with the cube at 1.",
    "GAM-6",
)
CLOCK_TERMS_MISSING = ProblemType(
    "clock-terms-missing",
    Category.INVALID,
    "The director must say the time for doubles and special matches",
    "Send the match time per player and point, and the delay.",
    "TD-7",
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
    "Who is a party, or staff of the tournament, can't decide here",
    "Choose somebody else for each person named.",
    "TD-11",
)
NOT_CHOSEN_JOINTLY = ProblemType(
    "not-chosen-jointly",
    Category.CONFLICT,
    "The parties choose this committee jointly",
    "Have every party named agree to its members.",
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
BYE_NOT_OFFERED = ProblemType(
    "bye-not-offered",
    Category.CONFLICT,
    "A bye can't be asked for in that round",
    "Ask before the round is drawn; the last round and the knockout have no requested byes.",
    "SWI-6",
)
NOT_GOING_ON = ProblemType(
    "not-going-on",
    Category.CONFLICT,
    "The entry is no longer in",
    "Look at the table: who was removed or has resigned is marked so.",
    "SWI-5",
)
LAST_ROUND_RULED = ProblemType(
    "last-round-ruled",
    Category.CONFLICT,
    "In the last round a match that was not played is not halved",
    "Rule: award it to a side, or let both lose.",
    "SWI-4",
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
REPORT_CHANGED = ProblemType(
    "report-changed",
    Category.STALE,
    "The report tells something else by now",
    "Read the report again, file it as it is now, and send its digest.",
    "TD-19",
)
REPORT_FILED = ProblemType(
    "report-filed",
    Category.CONFLICT,
    "This report has been filed",
    "It is owed again once it tells something else; until then nothing is to be done.",
    "TD-19",
)
REPORT_ALONE = ProblemType(
    "report-alone",
    Category.CONFLICT,
    "This result changes what was made since",
    "Report it by itself, and say what becomes of what was made.",
    "ALL-4",
)
MONITOR_PARTY = ProblemType(
    "monitor-party",
    Category.CONFLICT,
    "Who plays a match does not monitor it",
    "Appoint somebody who is in neither side.",
    "TD-3",
)
ON_A_BREAK = ProblemType(
    "on-a-break",
    Category.CONFLICT,
    "The side is on a break already",
    "Record that it is back first; breaks taken together are one, with their number.",
    "TD-8",
)
ALREADY_SETTLED = ProblemType(
    "already-settled",
    Category.CONFLICT,
    "This was settled before",
    "Look at it as it stands; what was recorded stays.",
    "TD-23",
)
ALREADY_ATTACHED = ProblemType(
    "already-attached",
    Category.CONFLICT,
    "The match has this attachment",
    "Nothing is to be done; another file has another digest.",
    "TD-20",
)
PROCEEDING_UNKNOWN = ProblemType(
    "proceeding-unknown",
    Category.UNKNOWN,
    "Nothing with that number was recorded",
    "Read the proceedings of the match or of the tournament, and use a number from there.",
)
PROCEEDING_UNTIMELY = ProblemType(
    "proceeding-untimely",
    Category.INVALID,
    "It can't have been at that moment",
    "Give the moment at which it was, with its offset, or leave it out for now.",
    "TD-8",
)
EDITION_PINNED = ProblemType(
    "edition-pinned",
    Category.CONFLICT,
    "A tournament is played by one edition of the rules",
    "Leave the edition as it was at the start.",
    "TD-20",
)
DECISION_UNKNOWN = ProblemType(
    "decision-unknown",
    Category.UNKNOWN,
    "No such decision was reported to the federation",
    "Look at the list of reported decisions, and use a number from there.",
    "TD-25",
)
PRECEDENT_UNKNOWN = ProblemType(
    "precedent-unknown",
    Category.INVALID,
    "There is no such principle ruling, or it was withdrawn",
    "Cite principle rulings from the federation's list that have not been withdrawn.",
    "TD-25",
)
FORMAT_CANNOT_FOLLOW = ProblemType(
    "format-cannot-follow",
    Category.INVALID,
    "This format is for the first stage only",
    "Choose a format for the later stage to which a field can come up, such as a knockout.",
    "SEL-1",
)
TOO_FEW_ENTRANTS = ProblemType(
    "too-few-entrants",
    Category.CONFLICT,
    "This format needs two entrants to start",
    "Approve entries first, or cancel the tournament.",
)
COLOUR_UNCHANGED = ProblemType(
    "colour-unchanged",
    Category.CONFLICT,
    "The entry has this colour",
    "Nothing is to be done.",
    "SWI-2",
)
COLOURS_INCOMPLETE = ProblemType(
    "colours-incomplete",
    Category.CONFLICT,
    "Some of the entrants have a colour, and others none",
    "Give those named a colour, or start with nobody having one.",
    "SWI-2",
)
