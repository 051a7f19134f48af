"""Refusals of a tournament as a whole, and of every change to one."""

from domain.kernel.refusal import conflict, forbidden, invalid, stale, unknown

TOURNAMENT_UNKNOWN = unknown("tournament-unknown").says(
    "There is no such tournament",
    "Use the id from the list of tournaments, or ask again in a moment where it was announced just now.",
)
TOURNAMENT_EXISTS = conflict("tournament-exists").says(
    "The tournament has already been announced", "Announce under a new idempotency key to create another tournament."
)
TOURNAMENT_STATUS = conflict("tournament-status", "ALL-13").says(
    "The tournament's status does not allow this",
    "Look at the tournament's status, and start, complete, cancel or reopen the tournament first.",
)
START_BUILT_ON = conflict("start-built-on", "ALL-4").says(
    "The start can't be taken back any more", "Undo what was done since, let late players in, or cancel the tournament."
)
MATTERS_OPEN = conflict("matters-open", "TD-12").says(
    "Disputes or appeals are open",
    "Decide the disputes and appeals named, or send `leave_open` to leave them until the tournament is reopened.",
)
POLICY_UNKNOWN = invalid("rating-policy-unknown", "ELO-8").says(
    "There is no such version of that rating policy", "Choose one of the policies listed under /v1/rating-policies."
)
POLICY_UNCHANGED = conflict("rating-policy-unchanged", "ELO-8").says(
    "The rating policy is already the same", "Name the version that there is, or change one of its numbers."
)
POOL_UNKNOWN = invalid("rating-pool-unknown", "ELO-1").says(
    "There is no such rating pool", "Choose one of the pools listed under /v1/rating-pools."
)
POOL_UNCHANGED = conflict("rating-pool-unchanged", "ELO-1").says(
    "The rating pool is already the same", "Change one of its names, or its policy."
)
POOL_LISTING_UNCHANGED = conflict("pool-listing-unchanged", "ELO-8").says(
    "The lists of the rating pool already have these rules", "Change one of the rules."
)
POOL_OPENS_BY_POLICY = conflict("pool-opens-by-policy", "ELO-1").says(
    "Nobody has an opening rating of the office in this pool",
    "Set the pool's listing rules first, with opening ratings by `office` or `either`.",
)
POOL_HAS_POLICY = conflict("rating-pool-has-policy", "ELO-8").says(
    "The rating pool has another policy",
    "Name the policy of the pool, which /v1/rating-pools lists, or choose another pool.",
)
RATINGS_TO_COME = conflict("ratings-to-come", "ELO-1").says(
    "This needs opening ratings of the same request",
    "Send this command by itself, once the opening ratings are recorded.",
)
REASON_MISSING = invalid("reason-missing", "TD-21").says(
    "The command has no reason", "Send the reason with the command."
)
TIME_ZONE_UNKNOWN = invalid("time-zone-unknown").says(
    "There is no such time zone", "Use a name of the IANA time zone database, such as Europe/Berlin."
)
IMPORT_CONFIRMED = conflict("import-confirmed").says(
    "The import has been confirmed", "Nothing to do, unless a result of it changes."
)
LIST_REFUSED = invalid("list-refused").says(
    "The list can't be imported yet",
    "Try it with `dry_run`, then correct the lines that it reports, and choose the person for each unclear name.",
)
OWN_MATCHES_LISTED = forbidden("own-matches-listed", "TD-9").says(
    "The list has matches of the person who imports it", "Let another administrator import it."
)
NOT_ALLOWED = forbidden("not-allowed", "TD-1").says(
    "You may not do this here", "Ask a director of this tournament or an administrator of the federation."
)
LAST_DIRECTOR = conflict("last-director", "TD-1").says(
    "The tournament would have no director", "Appoint another director first."
)
DIRECTOR_UNCHANGED = conflict("director-unchanged", "TD-1").says(
    "The person already is, or is not, a director of this tournament", "Look at the tournament's directors."
)
STALE = stale("stale").says(
    "The resource has been changed since you read it",
    "Read the resource again, look at what changed, and send the command with the new ETag.",
)
CHOICE_NEEDED = conflict("choice-needed", "ALL-4").says(
    "Later matches that depend on this have already begun",
    "Try the `choices` in `previews`, then send the command with one as `choice`, outside of any list.",
)
NOTHING_TO_RESTORE = conflict("nothing-to-restore", "ALL-4").says(
    "No match was made from the result that would be in force", "Choose `rewind` or `stand`."
)
DECISION_AWAITED = conflict("decision-awaited", "ALL-5").says(
    "A director must decide a question first", "Answer the question that the tournament asks."
)
QUESTION_UNKNOWN = conflict("question-unknown", "ALL-5").says(
    "The tournament does not ask this question", "Look at the question it asks and the choices it offers."
)
OUTCOME_DIFFERS = stale("outcome-differs").says(
    "The command would now have another effect than the preview showed", "Look at the new preview and send its digest."
)
CONDITIONS_CONTRADICT = invalid("conditions-contradict", "TD-21").says(
    "These conditions contradict each other", "Change both of them in one request."
)
EDITION_PINNED = conflict("edition-pinned", "TD-20").says(
    "The edition of the rules can't change after the start", "Leave the edition as it was at the start."
)
CRAWFORD_OFF = invalid("crawford-off", "TD-17").says(
    "The edition of the rules has the Crawford rule in all matches",
    "Turn `crawford` on in the format, or announce no edition.",
)
LANGUAGE_MISSING = invalid("language-missing", "TD-21").says(
    "An official language of the edition is missing",
    "Add the language that is named to `languages`, or announce no edition.",
)
FORMAT_FIXED = conflict("format-fixed", "TD-21").says(
    "The format can't change any more", "Change match lengths only, or cancel and announce the tournament again."
)
RATING_FIXED = conflict("rating-fixed", "ALL-11").says(
    "The rating can't change once there is a result",
    "Void the matches that have results, or announce another tournament.",
)
FORMAT_CANNOT_FOLLOW = invalid("format-cannot-follow", "SEL-1").says(
    "This format can only be the first stage",
    "Choose a format that takes its field from an earlier stage, such as a knockout.",
)
FORMAT_REQUIREMENT_MISSING = invalid("format-requirement-missing").says(
    "The tournament lacks something that the format needs",
    "Announce what is missing, or choose other options of the format.",
)
OPTION_WITHOUT_EFFECT = invalid("option-without-effect", "SEL-1").says(
    "This option has no effect here", "Leave the option out."
)
CRITERION_WITHOUT_FACTS = invalid("criterion-without-facts", "TB-29").says(
    "The format has no facts for this criterion", "Choose from the criteria that the answer names, or another format."
)
GROUPS_TOO_SMALL = conflict("groups-too-small", "GRP-1").says(
    "There are too few players for this number of groups",
    "Approve more entries, or cancel the tournament and announce fewer groups.",
)
TOO_MANY_ENTRANTS = conflict("too-many-entrants", "RR-1").says(
    "There are too many players for everybody to play everybody",
    "Cancel the tournament, and announce groups, fewer cycles or another format.",
)
TOO_FEW_ENTRANTS = conflict("too-few-entrants").says(
    "There are too few entrants to start", "Approve entries first, or cancel the tournament."
)
