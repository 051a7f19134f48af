"""Signatures of Standard Webhooks 1.0.0: HMAC-SHA-256 over id, time and body."""

import hashlib
import hmac
from base64 import b64encode
from collections.abc import Iterable, Mapping

PREFIX = "whsec_"
SECRET_BYTES = 32


def secret_text(secret: bytes) -> str:
    """The secret as its receiver is given it."""
    return PREFIX + b64encode(secret).decode()


def headers_of(secrets: Iterable[bytes], message: str, seconds: int, body: bytes) -> Mapping[str, str]:
    """The headers of a message of that id, sent at that moment (Unix time): a signature by each of the secrets."""
    signed = b".".join((message.encode(), str(seconds).encode(), body))
    signatures = (hmac.digest(secret, signed, hashlib.sha256) for secret in secrets)
    return {
        "webhook-id": message,
        "webhook-timestamp": str(seconds),
        "webhook-signature": " ".join(f"v1,{b64encode(one).decode()}" for one in signatures),
    }
