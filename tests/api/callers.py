"""Who calls in the walk over every route."""

T = "/v1/tournaments/{tournament}"

CALLERS = {
    "anonymous": "no key",
    "administrator": "the federation's",
    "director": "directs this tournament",
    "elsewhere": "directs another tournament only",
    "narrowed": "this tournament's director, with a key for another tournament only",
    "side": "a player of the match, entry or person in question",
    "entrant": "a player entered here, of no match in question",
    "player": "a player who is not entered here",
    "auditor": "an auditor",
    "feed-reader": "a feed reader",
    "expired": "a key that has expired",
    "revoked": "a key that was revoked",
    "garbage": "a key that was never issued",
}
READS_TEXTS = "auditor with the right personal"
"""Walks with the others where something is read."""
BAD_KEYS = {"expired", "revoked", "garbage"}
ALL = set(CALLERS)
NOBODY = ("anonymous", "expired", "revoked", "garbage")
"""Those without a valid key."""
VALID = ALL - BAD_KEYS
STAFF = {"administrator", "director"}
READERS = STAFF | {"auditor"}
DIRECTORS = STAFF | {"elsewhere"}
