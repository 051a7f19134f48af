"""Refusals of persons, series and the federation."""

from domain.kernel.refusal import Category, ProblemType

PERSON_UNKNOWN = ProblemType(
    "person-unknown",
    Category.UNKNOWN,
    "There is no such person in the registry",
    "Register the person first, or check the id.",
)
PERSON_EXISTS = ProblemType(
    "person-exists",
    Category.CONFLICT,
    "The person has already been registered",
    "Register under a new idempotency key to add another person.",
)
PERSON_LIKELY_KNOWN = ProblemType(
    "person-likely-known",
    Category.CONFLICT,
    "The register already has a person with a similar name",
    "Use that person's id, or send `even_though_known` for a different person.",
    "REG-4",
)
CORRECTION_NOT_REQUESTED = ProblemType(
    "correction-not-requested",
    Category.CONFLICT,
    "No correction request of this person is open",
    "Read the person to see what is known now.",
)
PERSON_MERGED = ProblemType(
    "person-merged",
    Category.CONFLICT,
    "The record was merged into another one of the same person",
    "Use the id of the record that is kept.",
    "REG-2",
)
PERSON_NOT_MERGED = ProblemType(
    "person-not-merged",
    Category.CONFLICT,
    "The record was not merged into another one",
    "Use the id of the record that has ended.",
    "REG-3",
)
MERGE_IMPOSSIBLE = ProblemType(
    "merge-impossible",
    Category.CONFLICT,
    "The two records can't be merged yet",
    "Merge the other way round, or first take back what prevents it.",
    "REG-1",
)
PLAY_IN_ONE_TOURNAMENT = ProblemType(
    "play-in-one-tournament",
    Category.CONFLICT,
    "Both have an entry in a tournament that is not over",
    "Wait until the tournament is over, or merge the records then.",
    "REG-1",
)
ENTERED_SINCE = ProblemType(
    "entered-since",
    Category.CONFLICT,
    "Some entries were made after the merge, and need an owner",
    "Name each of them in `entered_since`, with the id of either record.",
    "REG-3",
)
PERSON_ERASED = ProblemType(
    "person-erased",
    Category.CONFLICT,
    "The person's data have been erased",
    "Register the person again.",
)
PUBLICATION_UNKNOWN = ProblemType(
    "publication-unknown",
    Category.UNKNOWN,
    "There is no such publication, or no such file of it",
    "Look at the list under /v1/publications and use a number and an address from there.",
    "ALL-1",
)
LIST_TOO_EARLY = ProblemType(
    "list-too-early",
    Category.CONFLICT,
    "The day of the rating list has not begun",
    "Publish the list once the day has begun in the federation's time zone.",
    "ELO-9",
)
LIST_BEFORE_LOG = ProblemType(
    "list-before-log",
    Category.CONFLICT,
    "Nothing was recorded before the day of the rating list",
    "Publish the list of a later day: an official list holds what was recorded before its day began.",
    "ELO-9",
)
ERASURE_REQUESTED = ProblemType(
    "erasure-requested",
    Category.CONFLICT,
    "Somebody has asked to erase the person already",
    "Let another administrator confirm it, or wait until it takes effect.",
)
ERASURE_NOT_REQUESTED = ProblemType(
    "erasure-not-requested",
    Category.CONFLICT,
    "Nobody has asked to erase the person, or it was stopped",
    "Ask for it first.",
)
ERASURE_UNCONFIRMED = ProblemType(
    "erasure-unconfirmed",
    Category.FORBIDDEN,
    "A second person must confirm an erasure",
    "Let another administrator confirm it with a key of their own, or wait until it takes effect.",
)
DIRECTOR_BANNED = ProblemType(
    "director-banned",
    Category.CONFLICT,
    "The person is banned from directing tournaments",
    "Let another director or an administrator do it.",
    "TD-4",
)
BAN_NOT_IN_FORCE = ProblemType(
    "ban-not-in-force",
    Category.CONFLICT,
    "The ban is not in force",
    "Look at the person's bans, and use the number of one that is in force.",
    "TD-4",
)
BAN_OVER = ProblemType(
    "ban-over",
    Category.INVALID,
    "The ban would be over before it begins",
    "Name a moment in the future, or leave it out for a permanent ban.",
    "TD-4",
)
BAN_REVIEWED = ProblemType(
    "ban-reviewed",
    Category.CONFLICT,
    "The federation's review of the ban does not allow this",
    "Look at the federation's list of bans, and resume a ban that is suspended before you confirm it.",
    "TD-4",
)
BAN_UNCONFIRMED = ProblemType(
    "ban-unconfirmed",
    Category.FORBIDDEN,
    "A second person must review a ban",
    "Let another administrator do it, with a key of their own.",
    "TD-4",
)
RESIGNATION_CONFIRMED = ProblemType(
    "resignation-confirmed",
    Category.CONFLICT,
    "The resignation does not wait to be confirmed",
    "Look at the person's record, and use the number of a resignation that is unconfirmed.",
    "ALL-8",
)
RESIGNATION_UNCONFIRMED = ProblemType(
    "resignation-unconfirmed",
    Category.FORBIDDEN,
    "Another person must confirm the resignation that you recorded",
    "Let the player confirm it, or another administrator with a key of their own.",
    "ALL-8",
)
SERIES_UNKNOWN = ProblemType(
    "series-unknown",
    Category.UNKNOWN,
    "There is no such series",
    "Announce the series first, or check the id.",
)
DIVISIONS_MISSING = ProblemType(
    "divisions-missing",
    Category.UNKNOWN,
    "The season has no divisions",
    "Say first which tournaments are its divisions, in their order.",
    "RR-15",
)
DIVISION_NOT_OF_SEASON = ProblemType(
    "division-not-of-season",
    Category.CONFLICT,
    "The tournament does not belong to this season of the series",
    "Choose tournaments that were announced for this season of the series.",
    "RR-15",
)
DIVISION_NOT_COMPLETED = ProblemType(
    "division-not-completed",
    Category.CONFLICT,
    "A division of the season is not completed",
    "Complete all divisions of the season first, or leave a cancelled one out of them.",
    "RR-15",
)
DIVISION_ENTRY_UNKNOWN = ProblemType(
    "division-entry-unknown",
    Category.CONFLICT,
    "An entry is not in the table of a division",
    "Name entries that are in the table of a division of this season.",
    "RR-15",
)
DIVISION_RANK_SHARED = ProblemType(
    "division-rank-shared",
    Category.CONFLICT,
    "Some share a rank, and would play in different divisions",
    "Say in `ahead` which of them comes first, with a `reason`.",
    "RR-15",
)
SERIES_EXISTS = ProblemType(
    "series-exists",
    Category.CONFLICT,
    "The series has already been announced",
    "Announce under a new idempotency key to create another series.",
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
