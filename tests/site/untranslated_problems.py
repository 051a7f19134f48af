"""Problems that no page tells by their kind, so that pages need no words for them in other languages, and why."""

from collections.abc import Mapping

_OF_HTTP = "It is about the request, before any form is read: the page of a problem tells it by its status."
_OF_READS = "Only a reading is answered with it: the page of a problem tells it by its status."
_CARRIED = "The forms of pages carry what is missing here, out of sight."
_OWN_WORDS = "The page that takes a code says in words of its own that it is not taken."
_NEVER_TRIED = "No page tries a draw before it is made."

WHY_UNTRANSLATED: Mapping[str, str] = {
    **dict.fromkeys(
        (
            *("body-malformed", "body-timeout", "crowded", "fault", "form-sent-from-elsewhere", "header-malformed"),
            *("headers-too-large", "identity-provider-away", "key-invalid", "key-missing", "login-not-begun"),
            *("media-type-unsupported", "method-not-allowed", "request-malformed", "route-unknown"),
            "too-many-requests",
        ),
        _OF_HTTP,
    ),
    **dict.fromkeys(
        (
            *("log-damaged", "log-held", "not-by-rounds", "not-signed-yet", "number-unknown", "parquet-missing"),
            *(
                "problem-unknown",
                "publication-unknown",
                "rating-unknown",
                "read-too-long",
                "ruling-not-previewed",
                "tile-unknown",
            ),
            *("too-many-waiting", "topic-unknown"),
        ),
        _OF_READS,
    ),
    **dict.fromkeys(("idempotency-key-missing", "if-match-malformed", "if-match-missing"), _CARRIED),
    **dict.fromkeys(("code-wrong", "key-known"), _OWN_WORDS),
    "draw-not-shown": _NEVER_TRIED,
    **dict.fromkeys(("file-unreadable", "mails-off"), "The page of a problem tells it in words of its own."),
}
"""By slug. A new kind of problem is translated, or is here with its reason."""
UNTRANSLATED = frozenset(WHY_UNTRANSLATED)
