"""How a push service knows who sends (RFC 8292): a token for its origin, signed by this service's key."""

from base64 import urlsafe_b64encode
from datetime import datetime, timedelta

import orjson
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from ops.pushes.keys import shown_key, signing_key

LASTS = timedelta(hours=12)
"""Push services take no token that is good for more than a day."""
_HEADER = {"typ": "JWT", "alg": "ES256"}


def authorization(origin: str, contact: str, private_key: bytes, now: datetime) -> str:
    """The header for a push service at that origin, with whom it can write to."""
    claims = {"aud": origin, "exp": int((now + LASTS).timestamp()), "sub": contact}
    signed = f"{_text(orjson.dumps(_HEADER))}.{_text(orjson.dumps(claims))}"
    made = decode_dss_signature(signing_key(private_key).sign(signed.encode(), ec.ECDSA(SHA256())))
    signature = b"".join(one.to_bytes(32) for one in made)
    return f"vapid t={signed}.{_text(signature)}, k={_text(shown_key(private_key))}"


def _text(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()
