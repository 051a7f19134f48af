"""Webhooks, as administrators read of them, and their secrets as they are shown, once."""

from typing import Annotated, Literal

from domain.kernel.values import Instant, Value
from domain.kernel.visibility import FOR_ADMINISTRATORS, PUBLIC, ForSender, Part
from domain.webhooks.events import DisabledBecause, Feed, SecretId, WebhookId


class WebhookSecretAnswer(ForSender):
    """The secret that deliveries of a webhook are signed with, shown once."""

    webhook: WebhookId
    secret: Annotated[str, PUBLIC]


class WebhookAnswer(ForSender):
    """What a command did to a webhook."""

    webhook: WebhookId
    position: int


class WebhookDocument(Value):
    """A webhook: the entries of a feed delivered to an address. `cursor` is the place behind which the next batch
    begins. Where its receiver does not accept that, `failed` says how often, `first_failed_at` since when, and
    `next_attempt_at` when it is tried again. `secret_id` names what deliveries are signed with."""

    id: WebhookId
    feed: Feed
    address: Annotated[str | None, Part.ADMINISTRATOR]
    origin: Annotated[str, FOR_ADMINISTRATORS]
    status: Literal["enabled", "disabled"]
    disabled_because: DisabledBecause | None
    made_at: Instant
    cursor: Annotated[str, FOR_ADMINISTRATORS]
    failed: int
    first_failed_at: Instant | None
    next_attempt_at: Instant | None
    secret_id: SecretId
