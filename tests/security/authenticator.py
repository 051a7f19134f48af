"""A passkey made of a private key in memory, and what a browser sends of it (WebAuthn level 2, section 6)."""

import hashlib
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

_PRESENT, _VERIFIED, _WITH_KEY = 0x01, 0x04, 0x40


@dataclass
class Authenticator:
    """`host` and `origin` are what its browser would say; `verifies` whether it checks who holds it."""

    host: str
    origin: str
    id: bytes
    verifies: bool = True
    secret: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def adds(self, options: str) -> str:
        """What the browser sends of a new passkey."""
        client = self._client("webauthn.create", options)
        attested = {"fmt": "none", "attStmt": {}, "authData": self._data(self._key())}
        return self._sent({"clientDataJSON": client, "attestationObject": cbor2.dumps(attested)})

    def shows(self, options: str) -> str:
        """What the browser sends of a login."""
        client, data = self._client("webauthn.get", options), self._data()
        signature = self.secret.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._sent({"clientDataJSON": client, "authenticatorData": data, "signature": signature})

    def _client(self, kind: str, options: str) -> bytes:
        told = {"type": kind, "challenge": json.loads(options)["challenge"], "origin": self.origin}
        return json.dumps(told).encode()

    def _data(self, key: bytes = b"") -> bytes:
        flags = _PRESENT | (_VERIFIED if self.verifies else 0) | (_WITH_KEY if key else 0)
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + bytes(4) + key

    def public_key(self) -> object:
        """Its own, as COSE has it (RFC 9053)."""
        point = self.secret.public_key().public_numbers()
        coordinates = {-2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        return {1: 2, 3: -7, -1: 1, **coordinates}

    def _key(self) -> bytes:
        return bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(self.public_key())

    def _sent(self, response: dict[str, bytes]) -> str:
        id_ = as_text(self.id)
        told = {name: as_text(part) for name, part in response.items()}
        return json.dumps({"id": id_, "rawId": id_, "type": "public-key", "response": told})


def as_text(part: bytes) -> str:
    """As browsers write bytes."""
    return urlsafe_b64encode(part).rstrip(b"=").decode()


def as_bytes(text: str) -> bytes:
    """The bytes that browsers write so."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
