"""Webhooks beside the log: their addresses and secrets as they are proposed, how far each is, and every attempt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, LiteralString

from domain.webhooks.events import DisabledBecause, SecretId, WebhookId
from projections.queries.pages import Cursor, Page, page
from projections.queries.pool import Reader
from projections.views.noted import DeliveryAttemptView

_SETTINGS = "SELECT public_key, named_origins FROM public.webhook_settings"
_PROPOSE: LiteralString = (
    "SELECT public.scoresheet_propose_webhook(%(id)s, %(secret)s, %(webhook)s, %(feed)s, %(address)s)"
)
_PROPOSE_ANOTHER: LiteralString = (
    "SELECT public.scoresheet_propose_webhook_secret(%(id)s, %(secret)s, %(webhook)s, %(new)s, %(sealed)s)"
)
_DELIVERIES = """
SELECT w.id::text, w.address, w.made_at, p.log_number, p.log_position, p.entry_number, p.failed, p.first_failed_at,
    p.next_at
FROM public.webhooks w JOIN public.scoresheet_webhook_progress() p ON p.webhook = w.id
WHERE w.id = ANY(%(webhooks)s::uuid[])
"""
_STOPPED = """
SELECT w.id::text, p.stopped_because, p.placed_by FROM public.webhooks w
JOIN public.scoresheet_webhook_progress() p ON p.webhook = w.id
WHERE w.is_enabled AND p.stopped_because IS NOT NULL ORDER BY w.id
"""
_ATTEMPTS = """
SELECT number, message, entries, began_at, milliseconds, outcome, status, dialled, answer
FROM public.webhook_attempts WHERE webhook = %(webhook)s AND (%(before)s::bigint IS NULL OR number < %(before)s)
ORDER BY number DESC LIMIT %(limit)s
"""


@dataclass(frozen=True, slots=True)
class WebhookSettings:
    """The key that secrets are sealed with, and the origins of receivers that may be of any kind."""

    public_key: bytes
    named_origins: Sequence[str]


@dataclass(frozen=True, slots=True)
class Delivered:
    """Where a webhook delivers to, the place in the log behind which its next batch begins, how often that was tried in
    vain and since when, and when it is tried again; None: as soon as there is something."""

    webhook: WebhookId
    address: str
    made_at: datetime
    log_number: int
    log_position: int
    entry_number: int
    failed: int
    first_failed_at: datetime | None
    next_at: datetime | None


@dataclass(frozen=True, slots=True)
class Stopped:
    """A webhook that is enabled, and that nothing is delivered to any more; `placed_by` is the version of the event
    that has placed its cursor last."""

    webhook: WebhookId
    because: DisabledBecause
    placed_by: int


class WebhookReadings(Reader):
    """Reads of webhooks, and what is put away before an event tells of it."""

    def webhook_settings(self) -> WebhookSettings | None:
        """The settings of webhooks; None where nobody delivers."""
        row = self._row(_SETTINGS)
        return None if row is None else WebhookSettings(*row)

    def propose_webhook(self, shown: tuple[str, bytes], webhook: WebhookId, feed: str, address: str) -> bool:
        """Puts the address away; False where that is no administrator's key."""
        row = self._row(_PROPOSE, id=shown[0], secret=shown[1], webhook=webhook, feed=feed, address=address)
        return bool(row and row[0])

    def propose_webhook_secret(
        self, shown: tuple[str, bytes], webhook: WebhookId, secret: SecretId, sealed: bytes
    ) -> bool:
        """Puts the sealed secret away; False where that is no administrator's key."""
        values = {"id": shown[0], "secret": shown[1], "webhook": webhook, "new": secret, "sealed": sealed}
        row = self._row(_PROPOSE_ANOTHER, **values)
        return bool(row and row[0])

    def webhook_deliveries(self, webhooks: Sequence[WebhookId]) -> Mapping[WebhookId, Delivered]:
        """The progress of each webhook."""
        return {row[0]: Delivered(*row) for row in self._rows(_DELIVERIES, webhooks=list(webhooks))}

    def stopped_webhooks(self) -> Sequence[Stopped]:
        """Those of which the log does not tell yet that nothing is delivered any more."""
        return [Stopped(*row) for row in self._rows(_STOPPED)]

    def webhook_attempts(self, webhook: WebhookId, before: Cursor | None, limit: int) -> Page[DeliveryAttemptView]:
        """The attempts to deliver to it, the newest first."""
        number = int(before[0]) if before else None
        rows = self._rows(_ATTEMPTS, webhook=webhook, before=number, limit=limit + 1)
        return page(rows, limit, _attempt, lambda row: (row[0],))


def _attempt(row: tuple[Any, ...]) -> DeliveryAttemptView:
    fields = dict(zip(DeliveryAttemptView.model_fields, row, strict=True))
    answer = None if row[-1] is None else bytes(row[-1]).decode("utf-8", "replace").replace("\0", "\ufffd")
    return DeliveryAttemptView(**{**fields, "began_at": row[3].astimezone(UTC), "answer": answer})
