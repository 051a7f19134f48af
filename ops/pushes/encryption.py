"""A message for one browser alone: not even the push service that carries it can read it (RFC 8291, RFC 8188)."""

import os

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from ops.pushes.keys import CURVE, point_of

MOST_BYTES = 3_993
"""Of a message: with what is around it, it fills the record of 4,096 bytes that push services must take."""
_RECORD, _SALT_BYTES, _LAST = 4_096, 16, b"\x02"


def encrypted(
    message: bytes,
    point: bytes,
    auth: bytes,
    salt: bytes | None = None,
    own: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """The message as one record, for the browser with that public key and that secret. `salt` and `own` are new each
    time. Raises ValueError where the point is none of the curve."""
    salt, own = salt or os.urandom(_SALT_BYTES), own or ec.generate_private_key(CURVE)
    own_point, browser = point_of(own.public_key()), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    shared = own.exchange(ec.ECDH(), browser)
    secret = _derived(shared, auth, b"WebPush: info\0" + point + own_point, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + _RECORD.to_bytes(4) + bytes([len(own_point)]) + own_point
    return header + AESGCM(key).encrypt(nonce, message + _LAST, None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
