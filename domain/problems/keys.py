"""Refusals of API keys."""

from domain.kernel.refusal import conflict, forbidden, invalid, unknown

KEY_NOT_ITS_OWN = forbidden("key-not-its-own").says(
    "You need a key of your own to make keys for others",
    "Use your own administrator's key, or director's key for links, and exchange it first if another person made it.",
)
KEY_EXPIRED = invalid("key-expired").says("The key would have expired already", "Name a moment that is still to come.")
KEY_ENDS_SOONER = conflict("key-ends-sooner").says(
    "The key already ends earlier", "Name an earlier moment, or make another key that is valid for longer."
)
KEY_FOR_NOBODY = invalid("key-for-nobody").says(
    "A key with this role must be for a person",
    "Name the person: only keys of auditors and feed readers can be without one.",
)
KEY_RIGHT_UNFIT = invalid("key-right-unfit").says(
    "Only an auditor's key can have the right to read personal text", "Leave `personal` out, or make an auditor's key."
)
KEY_MADE = conflict("key-made").says(
    "This request already made a key, and a key is shown only once",
    "Revoke the key if its answer was lost, and make another under a new Idempotency-Key.",
)
KEY_UNKNOWN = unknown("key-unknown").says(
    "There is no such key", "Look at the list of keys, and use the id of one from there."
)
KEY_OVER = conflict("key-over").says(
    "The key was revoked, or has expired",
    "Look at the list of keys, and use the id of one that is valid, or make another.",
)
LAST_ADMINISTRATOR = conflict("last-administrator").says(
    "Without this key no administrator could use the service",
    "Make a key for another administrator first, or end this one on the machine with `scoresheet keys revoke`.",
)
KEY_KNOWN = conflict("key-known").says(
    "A key with that id already exists", "Draw another random key, unless you sent this one before and it works."
)
CODE_WRONG = forbidden("code-wrong").says(
    "The code is wrong, or was already used",
    "Check the code, and have the key revoked and a new one made if another person used it.",
)
