"""Refusals of a tournament as a whole, and of every change to one."""

from domain.kernel.refusal import Category, ProblemType

TOURNAMENT_UNKNOWN = ProblemType(
    "tournament-unknown",
    Category.UNKNOWN,
    "There is no such tournament",
    "Use the id from the list of tournaments, or ask again in a moment where it was announced just now.",
)
TOURNAMENT_EXISTS = ProblemType(
    "tournament-exists",
    Category.CONFLICT,
    "The tournament has already been announced",
    "Announce under a new idempotency key to create another tournament.",
)
TOURNAMENT_STATUS = ProblemType(
    "tournament-status",
    Category.CONFLICT,
    "The tournament's status does not allow this",
    "Look at the tournament's status, and start, complete, cancel or reopen the tournament first.",
    "ALL-13",
)
START_BUILT_ON = ProblemType(
    "start-built-on",
    Category.CONFLICT,
    "The start can't be taken back any more",
    "Undo what was done since, let late players in, or cancel the tournament.",
    "ALL-4",
)
MATTERS_OPEN = ProblemType(
    "matters-open",
    Category.CONFLICT,
    "Disputes or appeals are open",
    "Decide the disputes and appeals named, or send `leave_open` to leave them until the tournament is reopened.",
    "TD-12",
)
POLICY_UNKNOWN = ProblemType(
    "rating-policy-unknown",
    Category.INVALID,
    "There is no such version of that rating policy",
    "Choose one of the policies listed under /v1/rating-policies.",
    "ELO-8",
)
POLICY_UNCHANGED = ProblemType(
    "rating-policy-unchanged",
    Category.CONFLICT,
    "The rating policy is already the same",
    "Name the version that there is, or change one of its numbers.",
    "ELO-8",
)
POOL_UNKNOWN = ProblemType(
    "rating-pool-unknown",
    Category.INVALID,
    "There is no such rating pool",
    "Choose one of the pools listed under /v1/rating-pools.",
    "ELO-1",
)
POOL_UNCHANGED = ProblemType(
    "rating-pool-unchanged",
    Category.CONFLICT,
    "The rating pool is already the same",
    "Change one of its names, or its policy.",
    "ELO-1",
)
POOL_LISTING_UNCHANGED = ProblemType(
    "pool-listing-unchanged",
    Category.CONFLICT,
    "The lists of the rating pool already have these rules",
    "Change one of the rules.",
    "ELO-8",
)
POOL_OPENS_BY_POLICY = ProblemType(
    "pool-opens-by-policy",
    Category.CONFLICT,
    "Nobody has an opening rating of the office in this pool",
    "Set the pool's listing rules first, with opening ratings by `office` or `either`.",
    "ELO-1",
)
POOL_HAS_POLICY = ProblemType(
    "rating-pool-has-policy",
    Category.CONFLICT,
    "The rating pool has another policy",
    "Name the policy of the pool, which /v1/rating-pools lists, or choose another pool.",
    "ELO-8",
)
RATINGS_TO_COME = ProblemType(
    "ratings-to-come",
    Category.CONFLICT,
    "This needs opening ratings of the same request",
    "Send this command by itself, once the opening ratings are recorded.",
    "ELO-1",
)
REASON_MISSING = ProblemType(
    "reason-missing",
    Category.INVALID,
    "The command has no reason",
    "Send the reason with the command.",
    "TD-21",
)
TIME_ZONE_UNKNOWN = ProblemType(
    "time-zone-unknown",
    Category.INVALID,
    "There is no such time zone",
    "Use a name of the IANA time zone database, such as Europe/Berlin.",
)
IMPORT_CONFIRMED = ProblemType(
    "import-confirmed",
    Category.CONFLICT,
    "The import has been confirmed",
    "Nothing to do, unless a result of it changes.",
)
LIST_REFUSED = ProblemType(
    "list-refused",
    Category.INVALID,
    "The list can't be imported yet",
    "Try it with `dry_run`, then correct the lines that it reports, and choose the person for each unclear name.",
)
OWN_MATCHES_LISTED = ProblemType(
    "own-matches-listed",
    Category.FORBIDDEN,
    "The list has matches of the person who imports it",
    "Let another administrator import it.",
    "TD-9",
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
    "The tournament would have no director",
    "Appoint another director first.",
    "TD-1",
)
DIRECTOR_UNCHANGED = ProblemType(
    "director-unchanged",
    Category.CONFLICT,
    "The person already is, or is not, a director of this tournament",
    "Look at the tournament's directors.",
    "TD-1",
)
STALE = ProblemType(
    "stale",
    Category.STALE,
    "The resource has been changed since you read it",
    "Read the resource again, look at what changed, and send the command with the new ETag.",
)
CHOICE_NEEDED = ProblemType(
    "choice-needed",
    Category.CONFLICT,
    "Later matches that depend on this have already begun",
    ("Try the `choices` in `previews`, then send the command with one as `choice`, outside of any list."),
    "ALL-4",
)
NOTHING_TO_RESTORE = ProblemType(
    "nothing-to-restore",
    Category.CONFLICT,
    "No match was made from the result that would be in force",
    "Choose `rewind` or `stand`.",
    "ALL-4",
)
DECISION_AWAITED = ProblemType(
    "decision-awaited",
    Category.CONFLICT,
    "A director must decide a question first",
    "Answer the question that the tournament asks.",
    "ALL-5",
)
QUESTION_UNKNOWN = ProblemType(
    "question-unknown",
    Category.CONFLICT,
    "The tournament does not ask this question",
    "Look at the question it asks and the choices it offers.",
    "ALL-5",
)
OUTCOME_DIFFERS = ProblemType(
    "outcome-differs",
    Category.STALE,
    "The command would now have another effect than the preview showed",
    "Look at the new preview and send its digest.",
)
CONDITIONS_CONTRADICT = ProblemType(
    "conditions-contradict",
    Category.INVALID,
    "These conditions contradict each other",
    "Change both of them in one request.",
    "TD-21",
)
EDITION_PINNED = ProblemType(
    "edition-pinned",
    Category.CONFLICT,
    "The edition of the rules can't change after the start",
    "Leave the edition as it was at the start.",
    "TD-20",
)
FORMAT_FIXED = ProblemType(
    "format-fixed",
    Category.CONFLICT,
    "The format can't change any more",
    "Change match lengths only, or cancel and announce the tournament again.",
    "TD-21",
)
RATING_FIXED = ProblemType(
    "rating-fixed",
    Category.CONFLICT,
    "The rating can't change once there is a result",
    "Void the matches that have results, or announce another tournament.",
    "ALL-11",
)
FORMAT_CANNOT_FOLLOW = ProblemType(
    "format-cannot-follow",
    Category.INVALID,
    "This format can only be the first stage",
    "Choose a format that takes its field from an earlier stage, such as a knockout.",
    "SEL-1",
)
FORMAT_REQUIREMENT_MISSING = ProblemType(
    "format-requirement-missing",
    Category.INVALID,
    "The tournament lacks something that the format needs",
    "Announce what is missing, or choose other options of the format.",
)
OPTION_WITHOUT_EFFECT = ProblemType(
    "option-without-effect",
    Category.INVALID,
    "This option has no effect here",
    "Leave the option out.",
    "SEL-1",
)
CRITERION_WITHOUT_FACTS = ProblemType(
    "criterion-without-facts",
    Category.INVALID,
    "The format has no facts for this criterion",
    "Choose from the criteria that the answer names, or another format.",
    "TB-29",
)
GROUPS_TOO_SMALL = ProblemType(
    "groups-too-small",
    Category.CONFLICT,
    "There are too few players for this number of groups",
    "Approve more entries, or cancel the tournament and announce fewer groups.",
    "GRP-1",
)
TOO_MANY_ENTRANTS = ProblemType(
    "too-many-entrants",
    Category.CONFLICT,
    "There are too many players for everybody to play everybody",
    "Cancel the tournament, and announce groups, fewer cycles or another format.",
    "RR-1",
)
TOO_FEW_ENTRANTS = ProblemType(
    "too-few-entrants",
    Category.CONFLICT,
    "This format needs at least two entrants to start",
    "Approve entries first, or cancel the tournament.",
)
