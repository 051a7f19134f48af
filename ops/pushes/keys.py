"""The key by which push services know this service (RFC 8292). It is derived from the key that opens subscriptions: one
is of no use without the other, so there is one file to keep."""

from functools import cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_BYTES = 48
"""Sixteen more than the order has, so that no number is likelier than another (FIPS 186-5, A.2.1)."""


@cache
def signing_key(private_key: bytes) -> ec.EllipticCurvePrivateKey:
    """The key that signs for push services."""
    drawn = HKDF(SHA256(), _BYTES, salt=None, info=b"scoresheet web push").derive(private_key)
    return ec.derive_private_key(int.from_bytes(drawn) % (_ORDER - 1) + 1, CURVE)


def shown_key(private_key: bytes) -> bytes:
    """The part of it that browsers are given when they subscribe."""
    return point_of(signing_key(private_key).public_key())


def point_of(public: ec.EllipticCurvePublicKey) -> bytes:
    """The public key as 65 bytes."""
    return public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
