"""Refusals of webhooks."""

from domain.kernel.refusal import Category, ProblemType

WEBHOOK_UNKNOWN = ProblemType(
    "webhook-unknown",
    Category.UNKNOWN,
    "There is no such webhook",
    "Look at the list of webhooks, and use the id of one from there.",
)
WEBHOOK_DISABLED = ProblemType(
    "webhook-disabled",
    Category.CONFLICT,
    "The webhook is disabled already",
    "Enable it if you want to deliver entries.",
)
WEBHOOK_ENABLED = ProblemType(
    "webhook-enabled",
    Category.CONFLICT,
    "The webhook is enabled already",
    "Move its cursor if you want to deliver entries again.",
)
WEBHOOKS_FULL = ProblemType(
    "webhooks-full",
    Category.CONFLICT,
    "No more webhooks can be enabled at once",
    "Disable one that is not needed any more, or let the receiver read pages or a stream.",
)
WEBHOOK_MADE = ProblemType(
    "webhook-made",
    Category.CONFLICT,
    "This request was already carried out, and a secret is shown only once",
    "Rotate the webhook's secret, under a new Idempotency-Key, if the first answer was lost.",
)
RECEIVER_REFUSED = ProblemType(
    "receiver-refused",
    Category.INVALID,
    "Nothing is delivered to such an address",
    "Name an https address of a public host, on port 443, without user and fragment, or ask the operator "
    "to name its origin in SCORESHEET_WEBHOOK_ORIGINS.",
)
WEBHOOKS_NOT_SERVED = ProblemType(
    "webhooks-not-served",
    Category.CONFLICT,
    "This service delivers to nobody, since it has no key to seal secrets with",
    "Start it with `scoresheet serve`, which makes the key.",
)
