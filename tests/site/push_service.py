"""A browser that is told by web push, and its push service on this machine: the RFCs from the other side."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from joserfc import jwt
from joserfc.jwk import ECKey

from ops.webhooks.sending import Sender, Sent
from tests.webhooks.receiver import Receiver

ENDPOINT = "https://push.example.net/wpush/v2/a-browser"


def text(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def raw(content: str) -> bytes:
    return urlsafe_b64decode(content + "=" * (-len(content) % 4))


@dataclass
class Subscribed:
    """A browser with its keys."""

    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = bytes(range(16))

    @property
    def point(self) -> bytes:
        return self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def form(self) -> Mapping[str, str]:
        """What the page sends for it."""
        return {"endpoint": ENDPOINT, "p256dh": text(self.point), "auth": text(self.auth)}

    def read(self, body: bytes) -> bytes:
        """The message in a body (RFC 8291, 3.4; RFC 8188, 2)."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, record = body[21 : 21 + length], body[21 + length :]
        assert len(record) <= size == 4096
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        secret = HKDF(SHA256(), 32, self.auth, b"WebPush: info\x00" + self.point + sender).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(secret)
        padded = AESGCM(key).decrypt(nonce, record, None).rstrip(b"\x00")
        assert padded[-1] == 2, "the last record ends with 2"
        return padded[:-1]

    def told(self, body: bytes) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.read(body))
        return found


@dataclass
class PushService:
    """Takes what is sent to endpoints, and keeps where it was sent."""

    receiver: Receiver
    endpoints: list[str] = field(default_factory=list)

    def sender(self) -> Any:  # noqa: ANN401 -- as the sender of webhooks
        """What posts there in place of the endpoint's own host."""
        real, endpoints, address = Sender([self.receiver.origin]), self.endpoints, f"{self.receiver.origin}/push"

        class Posting:
            def send(self, to: str, headers: Mapping[str, str], body: bytes) -> Sent:
                endpoints.append(to)
                return real.send(address, headers, body)

            def close(self) -> None:
                real.close()

        return Posting()


def claims_of(authorization: str) -> tuple[dict[str, Any], bytes]:
    """What the token says, checked by a library, and the key that signed it (RFC 8292)."""
    scheme, _, rest = authorization.partition(" ")
    parts = dict(one.strip().split("=", 1) for one in rest.split(","))
    assert scheme == "vapid"
    point = raw(parts["k"])
    key = ECKey.import_key({"kty": "EC", "crv": "P-256", "x": text(point[1:33]), "y": text(point[33:])})
    token = jwt.decode(parts["t"], key, algorithms=["ES256"])
    return dict(token.claims), point
