"""Refusals of API keys."""

from domain.kernel.refusal import Category, ProblemType

KEY_NOT_ITS_OWN = ProblemType(
    "key-not-its-own",
    Category.FORBIDDEN,
    "Keys are made for others with a key of one's own",
    "Use a key that is for you, exchanged if another person made it: an administrator's, or for links a director's.",
)
KEY_EXPIRED = ProblemType(
    "key-expired",
    Category.INVALID,
    "The key would have expired already",
    "Name a moment that is still to come.",
)
KEY_ENDS_SOONER = ProblemType(
    "key-ends-sooner",
    Category.CONFLICT,
    "The key ends before that anyway",
    "Name an earlier moment, or make another key that is valid for longer.",
)
KEY_FOR_NOBODY = ProblemType(
    "key-for-nobody",
    Category.INVALID,
    "A key with this role must be for a person",
    "Name the person: only keys of auditors and feed readers can be for nobody in particular.",
)
KEY_RIGHT_UNFIT = ProblemType(
    "key-right-unfit",
    Category.INVALID,
    "Only an auditor's key can have the right to read personal text",
    "Leave `personal` out, or make an auditor's key.",
)
KEY_MADE = ProblemType(
    "key-made",
    Category.CONFLICT,
    "The request has made a key before, which is shown once",
    "Revoke the key if its answer was lost, and make another under a new Idempotency-Key.",
)
KEY_UNKNOWN = ProblemType(
    "key-unknown",
    Category.UNKNOWN,
    "There is no such key",
    "Look at the list of keys, and use the id of one from there.",
)
KEY_OVER = ProblemType(
    "key-over",
    Category.CONFLICT,
    "The key was revoked, or has expired",
    "Look at the list of keys, and use the id of one that is valid, or make another.",
)
LAST_ADMINISTRATOR = ProblemType(
    "last-administrator",
    Category.CONFLICT,
    "Without this key no administrator could use the service",
    "Make a key for another administrator first, or end this one on the machine with `scoresheet keys revoke`.",
)
KEY_KNOWN = ProblemType(
    "key-known",
    Category.CONFLICT,
    "There is a key with that id",
    "Draw another key at random, unless you have sent this one before and it is let in.",
)
CODE_WRONG = ProblemType(
    "code-wrong",
    Category.FORBIDDEN,
    "The code is not that of the key, or was used before",
    "Check the code, or have the key revoked and another made if somebody else has used it.",
)
