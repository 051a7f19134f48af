"""Requests about webhooks (ALL-1).

Readings: administrators make them, and answer for who receives what. A webhook of bans delivers for as long as the key
that has made or last enabled it is valid, or one that took that key's place.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from domain.kernel.envelope import Actor, Event
from domain.kernel.refusal import Refused
from domain.kernel.values import Value
from domain.problems import webhooks as problems
from domain.problems.tournament import NOT_ALLOWED
from domain.webhooks import events as webhook_events
from domain.webhooks.events import DisabledBecause, Feed, FeedPlace, SecretId, WebhookId
from domain.webhooks.state import Webhook, Webhooks

MOST_ENABLED = 100
"""Each is delivered to in a thread of its own, so that none waits for another's receiver."""

FORMER_SIGNS = timedelta(days=1)
"""For how long a secret that was rotated signs too: time to put the new one in its place."""


class Command(Value):
    """Anything that can be asked of a webhook. What is made has its ids beforehand, by which the address and the secret
    were put away."""

    webhook: WebhookId


class MakeWebhook(Command):
    """Deliver the entries of a feed from behind that place."""

    feed: Feed
    receiver_origin: str
    begins_after: FeedPlace
    secret: SecretId


class RotateSecret(Command):
    """Sign with this secret from now on."""

    secret: SecretId


class PlaceCursor(Command):
    """Go on with what is behind that place."""

    continues_after: FeedPlace


class DisableWebhook(Command):
    """Deliver nothing any more."""

    because: DisabledBecause = "asked"


class EnableWebhook(Command):
    """Go on delivering."""


class AskForTest(Command):
    """Send the receiver one message without entries."""


def decide(state: Webhooks, command: Command, actor: Actor, now: datetime) -> Event:
    """The event that carries the command out. Raises Refused, and then nothing of it happens."""
    require_allowed(actor)
    if isinstance(command, MakeWebhook):
        _require_room(state)
        return webhook_events.WebhookMade.from_attributes(command)
    return _DECIDE[type(command)](state, require_known(state, command.webhook), command, now)


def require_allowed(actor: Actor) -> None:
    """Raises Refused for all but administrators and the service itself."""
    if actor.role not in ("administrator", "service"):
        raise Refused(NOT_ALLOWED, "Only administrators can do this.")


def require_known(state: Webhooks, webhook: WebhookId) -> Webhook:
    """The webhook. Raises Refused where there is none."""
    if webhook not in state.by_id:
        raise Refused(problems.WEBHOOK_UNKNOWN, f"There is no webhook {webhook}.", webhook=webhook)
    return state.by_id[webhook]


def _require_room(state: Webhooks) -> None:
    if state.enabled >= MOST_ENABLED:
        raise Refused(problems.WEBHOOKS_FULL, f"{MOST_ENABLED} webhooks are enabled, which is the most.")


def _rotate(_: Webhooks, webhook: Webhook, command: RotateSecret, now: datetime) -> Event:
    until = now + FORMER_SIGNS
    return webhook_events.SecretRotated.from_attributes(command, former_secret=webhook.secret, former_signs_until=until)


def _place(_: Webhooks, __: Webhook, command: PlaceCursor, ___: datetime) -> Event:
    return webhook_events.CursorPlaced.from_attributes(command)


def _require_enabled(webhook: Webhook) -> None:
    if webhook.disabled_because is not None:
        raise Refused(problems.WEBHOOK_DISABLED, f"The webhook {webhook.id} is disabled.", webhook=webhook.id)


def _disable(_: Webhooks, webhook: Webhook, command: DisableWebhook, __: datetime) -> Event:
    _require_enabled(webhook)
    return webhook_events.WebhookDisabled.from_attributes(command)


def _enable(state: Webhooks, webhook: Webhook, command: EnableWebhook, _: datetime) -> Event:
    if webhook.disabled_because is None:
        raise Refused(problems.WEBHOOK_ENABLED, f"The webhook {webhook.id} is enabled.", webhook=webhook.id)
    _require_room(state)
    return webhook_events.WebhookEnabled.from_attributes(command)


def _test(_: Webhooks, webhook: Webhook, command: AskForTest, __: datetime) -> Event:
    _require_enabled(webhook)
    return webhook_events.TestAsked.from_attributes(command)


_DECIDE: Mapping[type[Command], Callable[[Webhooks, Webhook, Any, datetime], Event]] = {
    RotateSecret: _rotate,
    PlaceCursor: _place,
    DisableWebhook: _disable,
    EnableWebhook: _enable,
    AskForTest: _test,
}
