"""Refusals of persons, series and the federation."""

from domain.kernel.refusal import conflict, forbidden, invalid, unknown

PERSON_UNKNOWN = unknown("person-unknown").says(
    "There is no such person in the registry", "Register the person first, or check the id."
)
PERSON_EXISTS = conflict("person-exists").says(
    "The person has already been registered", "Register under a new idempotency key to add another person."
)
PERSON_LIKELY_KNOWN = conflict("person-likely-known", "REG-4").says(
    "The register already has a person with a similar name",
    "Use that person's id, or send `even_though_known` for a different person.",
)
CORRECTION_NOT_REQUESTED = conflict("correction-not-requested").says(
    "No correction request of this person is open", "Read the person to see what is known now."
)
PERSON_MERGED = conflict("person-merged", "REG-2").says(
    "The record was merged into another one of the same person", "Use the id of the record that is kept."
)
PERSON_NOT_MERGED = conflict("person-not-merged", "REG-3").says(
    "The record was not merged into another one", "Use the id of the record that has ended."
)
MERGE_IMPOSSIBLE = conflict("merge-impossible", "REG-1").says(
    "The two records can't be merged yet", "Merge the other way round, or first take back what prevents it."
)
PLAY_IN_ONE_TOURNAMENT = conflict("play-in-one-tournament", "REG-1").says(
    "Both have an entry in a tournament that is not over",
    "Wait until the tournament is over, or merge the records then.",
)
ENTERED_SINCE = conflict("entered-since", "REG-3").says(
    "Some entries were made after the merge, and need an owner",
    "Name each of them in `entered_since`, with the id of either record.",
)
PERSON_ERASED = conflict("person-erased").says("The person's data have been erased", "Register the person again.")
PUBLICATION_UNKNOWN = unknown("publication-unknown", "ALL-1").says(
    "There is no such publication, or no such file of it",
    "Look at the list under /v1/publications and use a number and an address from there.",
)
LIST_TOO_EARLY = conflict("list-too-early", "ELO-9").says(
    "The day of the rating list has not begun", "Publish the list once the day has begun in the federation's time zone."
)
LIST_BEFORE_LOG = conflict("list-before-log", "ELO-9").says(
    "Nothing was recorded before the day of the rating list",
    "Publish the list of a later day: an official list holds what was recorded before its day began.",
)
ERASURE_REQUESTED = conflict("erasure-requested").says(
    "Somebody has asked to erase the person already",
    "Let another administrator confirm it, or wait until it takes effect.",
)
ERASURE_NOT_REQUESTED = conflict("erasure-not-requested").says(
    "Nobody has asked to erase the person, or it was stopped", "Ask for it first."
)
ERASURE_UNCONFIRMED = forbidden("erasure-unconfirmed").says(
    "A second person must confirm an erasure",
    "Let another administrator confirm it with a key of their own, or wait until it takes effect.",
)
DIRECTOR_BANNED = conflict("director-banned", "TD-4").says(
    "The person is banned from directing tournaments", "Let another director or an administrator do it."
)
BAN_NOT_IN_FORCE = conflict("ban-not-in-force", "TD-4").says(
    "The ban is not in force", "Look at the person's bans, and use the number of one that is in force."
)
BAN_OVER = invalid("ban-over", "TD-4").says(
    "The ban would be over before it begins", "Name a moment in the future, or leave it out for a permanent ban."
)
BAN_REVIEWED = conflict("ban-reviewed", "TD-4").says(
    "The federation's review of the ban does not allow this",
    "Look at the federation's list of bans, and resume a ban that is suspended before you confirm it.",
)
BAN_UNCONFIRMED = forbidden("ban-unconfirmed", "TD-4").says(
    "A second person must review a ban", "Let another administrator do it, with a key of their own."
)
RESIGNATION_CONFIRMED = conflict("resignation-confirmed", "ALL-8").says(
    "The resignation does not wait to be confirmed",
    "Look at the person's record, and use the number of a resignation that is unconfirmed.",
)
RESIGNATION_UNCONFIRMED = forbidden("resignation-unconfirmed", "ALL-8").says(
    "Another person must confirm the resignation that you recorded",
    "Let the player confirm it, or another administrator with a key of their own.",
)
SERIES_UNKNOWN = unknown("series-unknown").says(
    "There is no such series", "Announce the series first, or check the id."
)
DIVISIONS_MISSING = unknown("divisions-missing", "RR-15").says(
    "The season has no divisions", "Say first which tournaments are its divisions, in their order."
)
DIVISION_NOT_OF_SEASON = conflict("division-not-of-season", "RR-15").says(
    "The tournament does not belong to this season of the series",
    "Choose tournaments that were announced for this season of the series.",
)
DIVISION_NOT_COMPLETED = conflict("division-not-completed", "RR-15").says(
    "A division of the season is not completed",
    "Complete all divisions of the season first, or leave a cancelled one out of them.",
)
DIVISION_ENTRY_UNKNOWN = conflict("division-entry-unknown", "RR-15").says(
    "An entry is not in the table of a division", "Name entries that are in the table of a division of this season."
)
DIVISION_RANK_SHARED = conflict("division-rank-shared", "RR-15").says(
    "Some share a rank, and would play in different divisions",
    "Say in `ahead` which of them comes first, with a `reason`.",
)
NEXT_SEASON_NOT_PROPOSED = conflict("next-season-not-proposed", "RR-15").says(
    "The next season was not proposed", "Propose first who plays in which division of the next season."
)
NEXT_SEASON_CHANGED = conflict("next-season-changed", "RR-15").says(
    "The tables have changed since the next season was proposed", "Propose the next season once more."
)
NEXT_SEASON_ANNOUNCED = conflict("next-season-announced", "RR-15").says(
    "The next season has divisions already", "Enter players into its tournaments, or arrange its divisions."
)
SERIES_EXISTS = conflict("series-exists").says(
    "The series has already been announced", "Announce under a new idempotency key to create another series."
)
DECISION_UNKNOWN = unknown("decision-unknown", "TD-25").says(
    "No such decision was reported to the federation",
    "Look at the list of reported decisions, and use a number from there.",
)
SANCTION_UNKNOWN = unknown("sanction-unknown", "TD-25").says(
    "The federation has imposed no such sanction",
    "Look at the list of the federation's sanctions, or at your record, and use a number from there.",
)
PRECEDENT_UNKNOWN = invalid("precedent-unknown", "TD-25").says(
    "There is no such principle ruling, or it was withdrawn",
    "Cite principle rulings from the federation's list that have not been withdrawn.",
)
