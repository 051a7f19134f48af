"""Webhooks as the events tell of them; their addresses, secrets and deliveries stand beside the log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rpds import HashTrieMap

from domain.kernel.envelope import Event, Recorded
from domain.kernel.ids import StreamName
from domain.kernel.replacing import replace
from domain.webhooks import events as webhook_events
from domain.webhooks.events import DisabledBecause, Feed, SecretId, WebhookId


@dataclass(frozen=True, slots=True)
class Webhook:
    """A webhook; `disabled_because` is None while it is enabled, `secret` what its deliveries are signed with."""

    id: WebhookId
    feed: Feed
    receiver_origin: str
    secret: SecretId
    disabled_because: DisabledBecause | None = None


@dataclass(frozen=True, slots=True)
class Webhooks:
    """The state: every webhook by its id, and their ids by number from 1, in the order in which they were made."""

    stream: StreamName
    version: int = 0
    by_id: HashTrieMap[WebhookId, Webhook] = field(default_factory=HashTrieMap)
    order: HashTrieMap[int, WebhookId] = field(default_factory=HashTrieMap)
    enabled: int = 0

    def every(self) -> Iterator[Webhook]:
        """The webhooks, the oldest first."""
        return (self.by_id[self.order[number]] for number in range(1, len(self.order) + 1))


def initial(stream: StreamName) -> Webhooks:
    """The state before there was a webhook."""
    return Webhooks(stream)


def evolve(state: Webhooks, recorded: Recorded[Any]) -> Webhooks:
    """The state after one more event."""
    event, version = recorded.event, recorded.version
    if isinstance(event, webhook_events.WebhookMade):
        made = Webhook(event.webhook, event.feed, event.receiver_origin, event.secret)
        order = state.order.insert(len(state.order) + 1, event.webhook)
        return replace(_with(state, made, 1), version=version, order=order)
    former = state.by_id.get(event.webhook)
    if former is None:
        return replace(state, version=version)
    changed = _EVOLVE[type(event)](former, event)
    more = (changed.disabled_because is None) - (former.disabled_because is None)
    return replace(_with(state, changed, more), version=version)


def _with(state: Webhooks, webhook: Webhook, more_enabled: int) -> Webhooks:
    return replace(state, by_id=state.by_id.insert(webhook.id, webhook), enabled=state.enabled + more_enabled)


def _rotate_secret(webhook: Webhook, event: webhook_events.SecretRotated) -> Webhook:
    return replace(webhook, secret=event.secret)


def _same(webhook: Webhook, _: webhook_events.CursorPlaced | webhook_events.TestAsked) -> Webhook:
    return webhook


def _disable(webhook: Webhook, event: webhook_events.WebhookDisabled) -> Webhook:
    return replace(webhook, disabled_because=event.because)


def _enable(webhook: Webhook, _: webhook_events.WebhookEnabled) -> Webhook:
    return replace(webhook, disabled_because=None)


_EVOLVE: Mapping[type[Event], Callable[[Webhook, Any], Webhook]] = {
    webhook_events.SecretRotated: _rotate_secret,
    webhook_events.CursorPlaced: _same,
    webhook_events.TestAsked: _same,
    webhook_events.WebhookDisabled: _disable,
    webhook_events.WebhookEnabled: _enable,
}
