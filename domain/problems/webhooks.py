"""Refusals of webhooks."""

from domain.kernel.refusal import conflict, invalid, unknown

WEBHOOK_UNKNOWN = unknown("webhook-unknown").says(
    "There is no such webhook", "Look at the list of webhooks, and use the id of one from there."
)
WEBHOOK_DISABLED = conflict("webhook-disabled").says(
    "The webhook is disabled already", "Enable it if you want to deliver entries."
)
WEBHOOK_ENABLED = conflict("webhook-enabled").says(
    "The webhook is enabled already", "Move its cursor if you want to deliver entries again."
)
WEBHOOKS_FULL = conflict("webhooks-full").says(
    "No more webhooks can be enabled at once",
    "Disable one that is not needed any more, or let the receiver read pages or a stream.",
)
WEBHOOK_MADE = conflict("webhook-made").says(
    "This request was already carried out, and a secret is shown only once",
    "Rotate the webhook's secret, under a new Idempotency-Key, if the first answer was lost.",
)
RECEIVER_REFUSED = invalid("receiver-refused").says(
    "Nothing is delivered to such an address",
    "Name an https address of a public host, on port 443, without user and fragment, or ask the operator "
    "to name its origin in SCORESHEET_WEBHOOK_ORIGINS.",
)
WEBHOOKS_NOT_SERVED = conflict("webhooks-not-served").says(
    "This service delivers to nobody, since it has no key to seal secrets with",
    "Start it with `scoresheet serve`, which makes the key.",
)
