"""Secrets sealed for the one process that delivers (HPKE, RFC 9180): anyone who makes one can't open it again, nor can
anyone who has the database alone."""

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite

from domain.webhooks.events import SecretId

_SUITE = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305)
PRIVATE_KEY_BYTES = 32


def public_key_of(private_key: bytes) -> bytes:
    """The key that seals for the holder of this private one."""
    return X25519PrivateKey.from_private_bytes(private_key).public_key().public_bytes_raw()


def seal_secret(secret: bytes, secret_id: SecretId, public_key: bytes) -> bytes:
    """The secret, for the holder of the private key alone, and under this id alone."""
    return _SUITE.encrypt(secret, X25519PublicKey.from_public_bytes(public_key), secret_id.encode())


def open_secret(content: bytes, secret_id: SecretId, private_key: bytes) -> bytes | None:
    """The secret; None where it was sealed for another key, or under another id."""
    try:
        return _SUITE.decrypt(content, X25519PrivateKey.from_private_bytes(private_key), secret_id.encode())
    except InvalidTag:
        return None
