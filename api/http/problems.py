"""Problem details (RFC 9457): every answer that is not a success says which kind of problem it is and what to do.

Kinds of refusals come from the domain and the journal; those of HTTP itself are listed here. The `type` of a
problem is the address under which its kind is described; a slug, once published, is never renamed or reused.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Unpack

from domain import problems
from domain.journal import errors as journal_errors
from domain.kernel.facts import Facts
from domain.kernel.refusal import Category, ProblemType
from projections.engine.shortened_log import ADVICE

PROBLEMS_PATH = "/v1/problems"
MEDIA_TYPE = "application/problem+json"

_STATUS = {
    Category.INVALID: 422,
    Category.FORBIDDEN: 403,
    Category.UNKNOWN: 404,
    Category.CONFLICT: 409,
    Category.STALE: 412,
    Category.UNSEEN: 428,
}


@dataclass(frozen=True, slots=True)
class HttpProblem:
    """One kind of problem as HTTP tells it; `rule` is the rulebook id, where there is one."""

    slug: str
    status: int
    title: str
    advice: str
    rule: str | None = None

    @property
    def type(self) -> str:
        """Where this kind is described."""
        return f"{PROBLEMS_PATH}/{self.slug}"


@dataclass(frozen=True, slots=True)
class _Row:
    status: int
    slug: str
    rule: str | None = None

    def says(self, title: str, advice: str) -> HttpProblem:
        return HttpProblem(self.slug, self.status, title, advice, self.rule)


class Problem(Exception):  # noqa: N818 -- an answer, not a fault
    """Ends a request with this problem. `facts` are further members of the body, `headers` go with the answer."""

    def __init__(
        self, kind: HttpProblem, detail: str, headers: Mapping[str, str] | None = None, /, **facts: Unpack[Facts]
    ) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.headers = dict(headers or {})
        self.facts = facts


BODY_MALFORMED = _Row(400, "body-malformed").says(
    "The body is not a JSON object in the form expected",
    "Send one JSON object in UTF-8, without repeated names, numbers that are not finite, or deep nesting.",
)
FILE_UNREADABLE = _Row(400, "file-unreadable").says(
    "The uploaded file is not text in UTF-8", "Save it as CSV in UTF-8, and choose it again."
)
IDEMPOTENCY_KEY_MISSING = _Row(400, "idempotency-key-missing").says(
    "The request has no usable idempotency key",
    "Send the header Idempotency-Key with 1 to 200 printable ASCII characters, a new one for each new command.",
)
IF_MATCH_MALFORMED = _Row(400, "if-match-malformed").says(
    "If-Match must hold strong ETags",
    'Send back the ETag you were given, with its quotes, such as "match-3-17", and not `*`.',
)
REQUEST_MALFORMED = _Row(400, "request-malformed").says(
    "This is not a request of HTTP/1.1",
    "Correct the request line and the headers, in which an address is ASCII with other characters percent-encoded.",
)
HEADER_MALFORMED = _Row(400, "header-malformed").says("A header can't be read", "Correct the header named.")
KEY_MISSING = _Row(401, "key-missing").says(
    "This request needs an API key",
    "Send the header `Authorization: Bearer <key>` with a key that `scoresheet keys make` has made.",
)
KEY_INVALID = _Row(401, "key-invalid").says(
    "The API key is not valid, has expired or was revoked",
    "Check the key, or use its successor if an exchange was not answered, or ask an administrator for another.",
)
SENT_FROM_ELSEWHERE = _Row(403, "form-sent-from-elsewhere").says(
    "The form was not sent from a page of this service",
    "Open the page of this service by its own address, and send the form from there.",
)
LOGIN_NOT_BEGUN = _Row(409, "login-not-begun").says(
    "The login is not one that this browser has begun here", "Open the page to log in, and begin again."
)
MAILS_OFF = _Row(409, "mails-off").says(
    "This service sends no mails",
    "Log in with a password, passkey or key, or have the operator set `SCORESHEET_MAIL_SERVER`, `SCORESHEET_MAIL_FROM` "
    "and `SCORESHEET_MAIL_LINKS`.",
)
PROVIDER_AWAY = _Row(503, "identity-provider-away").says(
    "The identity provider can't be reached", "Try again in a minute, or log in with a key."
)
KEY_NARROWED = _Row(403, "key-narrowed").says(
    "The API key is for one tournament only", "Use a key for this tournament, or one for all tournaments."
)
ROLE_INSUFFICIENT = _Row(403, "role-insufficient").says(
    "Your role does not let you read this", "Ask an administrator of the federation."
)
ONLY_PLAYS = _Row(403, "logged-in-by-mail").says(
    "A login by a link in a mail is for playing alone",
    "Log in with your password, passkey or key, and do it again.",
)
LOGIN_OLD = _Row(403, "login-too-old").says(
    "This needs a login of the last hour",
    "Log in again, and do it again: a browser that was left logged in makes no way in.",
)
ROUTE_UNKNOWN = _Row(404, "route-unknown").says(
    "There is nothing at this address", "Look the address up in the documentation under /docs."
)
RATING_UNKNOWN = _Row(404, "rating-unknown", "ELO-1").says(
    "The person has no rating in this pool", "Report a rated match or set an opening rating first."
)
NUMBER_UNKNOWN = _Row(404, "number-unknown", "ALL-1").says(
    "There is no such number in this line", "Ask for a number that the member `numbers` names."
)
TOPIC_UNKNOWN = _Row(404, "topic-unknown", "ALL-1").says(
    "There is no such kind of event", "Look the topic up in the list under /v1/schemas."
)
TILE_UNKNOWN = _Row(404, "tile-unknown", "ALL-1").says(
    "The log has no such tile", "Ask for the tiles of a tree of the size that /v1/log/checkpoint names."
)
CARD_UNKNOWN = _Row(404, "card-unknown").says(
    "There is no card of this", "Ask for a result that was reported or corrected, or for a line with a rank."
)
NOT_SIGNED_YET = _Row(404, "not-signed-yet", "ALL-1").says(
    "The log is not signed up to there yet", "Try again in ten seconds, when the newest checkpoint may cover it."
)
PARQUET_MISSING = _Row(501, "parquet-missing").says(
    "This service can't write Parquet",
    "Read the list as CSV or JSON, or have the operator run `pip install 'scoresheet[parquet]'` for the service.",
)
NOT_BY_ROUNDS = _Row(409, "not-by-rounds").says(
    "A tournament report file can't hold this tournament", "Read its matches as CSV or JSON, which hold all of them."
)
FEED_RESTARTED = _Row(410, "feed-restarted", "ALL-1").says(
    "A new log was begun after this cursor",
    "Undo the effect of entries after the position `kept_to`, and go on after `cursor`.",
)
PROBLEM_UNKNOWN = _Row(404, "problem-unknown").says(
    "There is no such kind of problem", "Look the problem up in the list under /v1/problems."
)
METHOD_NOT_ALLOWED = _Row(405, "method-not-allowed").says(
    "The address does not take this method", "Use a method named in the header Allow."
)
BODY_TIMEOUT = _Row(408, "body-timeout").says(
    "The body took too long to arrive", "Send the request again, under the same idempotency key."
)
BODY_TOO_LARGE = _Row(413, "body-too-large").says(
    "The body is too large", "Send at most 64 KiB at once, or 1 MiB for a list of results."
)
MEDIA_TYPE_UNSUPPORTED = _Row(415, "media-type-unsupported").says(
    "The body must be JSON", "Send the header `Content-Type: application/json`."
)
INPUT_INVALID = _Row(422, "input-invalid").says(
    "The request has values that are not allowed",
    "Correct the values listed in `errors`, each by its JSON pointer or parameter name.",
)
CURSOR_MALFORMED = _Row(422, "cursor-malformed").says(
    "The cursor does not belong to this list", "Follow the links in the header Link instead of making a cursor."
)
IF_MATCH_MISSING = _Row(428, "if-match-missing").says(
    "A change needs the ETag of what it changes", "Read the resource, and send its ETag in the header If-Match."
)
TOO_MANY_REQUESTS = _Row(429, "too-many-requests").says(
    "The caller has too many requests open at once",
    "Wait for Retry-After, then send the request again under the same idempotency key.",
)
HEADERS_TOO_LARGE = _Row(431, "headers-too-large").says(
    "The request's headers or address are too large", "Send less than 16 KiB of headers, and an address under 4 KiB."
)
FAULT = _Row(500, "fault").says(
    "The service failed",
    "Send the request again under the same idempotency key, and tell the operator if it happens again.",
)
NOT_YET = _Row(503, "not-yet").says(
    "The read models have not reached that position yet",
    "Try again after Retry-After, or wait with `Prefer: wait=<seconds>`.",
)
UNAVAILABLE = _Row(503, "unavailable").says(
    "The database can't be reached, has no room, or did not answer in time",
    "Send the same request again under the same idempotency key, so that it is carried out only once.",
)
UNREADABLE = _Row(503, "unreadable").says(
    "Some of the events needed can't be read",
    "Tell the operator to run `scoresheet doctor`, and send the same request again when the events are mended.",
)
READ_TOO_LONG = _Row(503, "read-too-long").says(
    "The read takes too long", "Ask for less at once, such as a smaller page, a shorter span, or a shorter list."
)
LOG_SHORTENED = _Row(503, "log-shortened").says("The event log is shorter than the read models", ADVICE)
LOG_HELD = _Row(503, "log-held", "ALL-1").says(
    "The log differs from the one recorded beside its key",
    "Send it again under the same idempotency key, once the service's operator has decided which log goes on.",
)
LOG_DAMAGED = _Row(503, "log-damaged", "ALL-1").says(
    "Part of the log, or of the tree over it, is missing", "Ask the operator to run `scoresheet doctor`."
)
DECISION_RUNS_LONG = _Row(503, "decision-runs-long").says(
    "The service could not finish this decision in time",
    "Restart the service, and tell its developers the tournament and the command.",
)
CROWDED = _Row(503, "crowded").says("The service has no connection left", "Try again after Retry-After.")
TRY_LATER = _Row(503, "too-many-waiting").says(
    "Too many readers are waiting", "Try again after Retry-After, or read without `Prefer: wait`."
)

ENGINE_MISSING = _Row(503, "engine-missing", "TD-20").says(
    "No engine is installed on this server",
    "Ask the operator to install scoresheet[analysis] or GNU Backgammon, or attach an analysis made elsewhere.",
)
ANALYSIS_QUEUE_FULL = _Row(503, "analysis-queue-full", "TD-20").says(
    "Too many analyses wait", "Try again after Retry-After, or attach an analysis that was made elsewhere."
)

LIVE_SCORE_NOT_KEPT = _Row(409, "live-score-not-kept", "GAM-4").says(
    "The score of this match is not kept game by game", "Report the result when the match is over."
)
LIVE_SCORE_CHANGED = _Row(409, "live-score-changed", "GAM-4").says(
    "Somebody else has kept another score",
    "Read the live score again, and send the step once more if it is still right.",
)
LIVE_SCORE_IMPOSSIBLE = _Row(409, "live-score-impossible", "GAM-4").says(
    "The match would be over", "Take the last step back, set a score that is still played at, or report the result."
)


def of_type(problem: ProblemType) -> HttpProblem:
    """A kind of refusal of the domain's or the journal's, with its status."""
    return HttpProblem(problem.slug, _STATUS[problem.category], problem.title, problem.advice, problem.rule)


def _of_journal() -> Iterator[ProblemType]:
    yield from (value for value in vars(journal_errors).values() if isinstance(value, ProblemType))


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Every kind of problem there is, by slug."""

    kinds: Mapping[str, HttpProblem] = field(default_factory=dict)

    @staticmethod
    def collected() -> "Catalogue":
        """The domain's kinds, the journal's, and those of HTTP. The domain's words win where a slug is shared."""
        own = [value for value in globals().values() if isinstance(value, HttpProblem)]
        found = [*own, *map(of_type, _of_journal()), *map(of_type, problems.every())]
        kinds = {kind.slug: kind for kind in found}
        return Catalogue({slug: kinds[slug] for slug in sorted(kinds)})


CATALOGUE = Catalogue.collected()
