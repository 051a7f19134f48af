"""One message by web push, handed to the push service of a browser (RFC 8030)."""

import ssl
from base64 import urlsafe_b64decode
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import cache
from typing import ClassVar

import orjson

from domain.webhooks.receivers import origin_of
from domain.webhooks.retries import Outcome
from ops.mails.handing import Handed
from ops.mails.text import Message
from ops.pushes.encryption import encrypted
from ops.pushes.signing import authorization
from ops.webhooks.sending import Sender as WebhookSender
from ops.webhooks.sending import Sent

MOST_LETTERS = 1_000
"""Of the text: in any script it fits into what push services take."""
TTL = timedelta(minutes=30)
"""For so long a push service keeps what a browser that is away has not fetched: then it is no news."""
_GONE, _OFTEN, _FAULTS = (404, 410), 429, 500
LONGEST_SECONDS = 5.0
"""For so long a push service may take: messages are sent one after the other, and anyone who plays names theirs."""
_NEVER: tuple[Outcome, ...] = ("address-not-public",)


@cache
def _certificates() -> ssl.SSLContext:
    """Read once: a sender is made every few seconds."""
    return ssl.create_default_context()


def public_sender() -> WebhookSender:
    """A sender to public addresses alone, which waits for none of them long."""
    return WebhookSender((), longest_seconds=LONGEST_SECONDS, tls=_certificates())


class Sender:
    """Hands messages to push services, as to receivers of webhooks: only to public addresses."""

    way: ClassVar[str] = "push"

    def __init__(self, contact: str, private_key: bytes, to: Callable[[], WebhookSender] = public_sender) -> None:
        self._contact, self._private_key, self._sender = contact, private_key, to()

    def send(self, message: Message) -> Handed:
        """Hands it over, once."""
        try:
            body = encrypted(content_of(message), _bytes(message.keys["p256dh"]), _bytes(message.keys["auth"]))
        except ValueError:
            return Handed("refused", "unusable key")
        return _handed(self._sender.send(message.to, self._headers(message), body))

    def close(self) -> None:
        """Ends the connections that are open."""
        self._sender.close()

    def _headers(self, message: Message) -> Mapping[str, str]:
        signed = authorization(origin_of(message.to), self._contact, self._private_key, message.at)
        lasts = str(int(TTL.total_seconds()))
        return {
            "Authorization": signed,
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": lasts,
            "Urgency": "high",
        }


def content_of(message: Message) -> bytes:
    """The content that the worker in the browser shows."""
    told = {"title": message.subject[:200], "body": message.text[:MOST_LETTERS], "page": message.page}
    return orjson.dumps(told)


def _handed(sent: Sent) -> Handed:
    why = sent.outcome if sent.status is None else str(sent.status)
    if sent.outcome == "accepted":
        return Handed("sent", why)
    if sent.status in _GONE:
        return Handed("gone", why)
    is_over = sent.status is not None and sent.status != _OFTEN and sent.status < _FAULTS
    if is_over or sent.outcome in _NEVER:
        return Handed("refused", why)
    return Handed("again", why, sent.asked_for or timedelta())


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
