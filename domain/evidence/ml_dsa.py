"""ML-DSA-44 (FIPS 204), a signature that a quantum computer would not forge, where the installed library has it."""

from importlib import import_module
from typing import Any, Final

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm

PUBLIC_BYTES: Final = 1_312


class NotInstalledError(Exception):
    """The installed library has no ML-DSA-44."""

    def __init__(self) -> None:
        super().__init__("the installed package cryptography has no ML-DSA-44: install a newer one, or do without")


def public_of(seed: bytes) -> bytes:
    """The public key, 1,312 bytes, that belongs to a seed of 32. Raises `NotInstalledError`."""
    public: bytes = _private(seed).public_key().public_bytes_raw()
    return public


def sign(seed: bytes, message: bytes) -> bytes:
    """The signature of the message, 2,420 bytes. Raises `NotInstalledError`."""
    signature: bytes = _private(seed).sign(message)
    return signature


def is_by(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether anyone who has this public key signed the message. Raises `NotInstalledError`."""
    try:
        _library().MLDSA44PublicKey.from_public_bytes(public).verify(signature, message)
    except InvalidSignature:
        return False
    except UnsupportedAlgorithm:
        raise NotInstalledError from None
    return True


def _private(seed: bytes) -> Any:  # noqa: ANN401 -- older libraries have no such type
    try:
        return _library().MLDSA44PrivateKey.from_seed_bytes(seed)
    except UnsupportedAlgorithm:
        raise NotInstalledError from None


def _library() -> Any:  # noqa: ANN401 -- likewise
    try:
        return import_module("cryptography.hazmat.primitives.asymmetric.mldsa")
    except ImportError:
        raise NotInstalledError from None
