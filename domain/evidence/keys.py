"""Keys of signed notes, as text that anybody's tools read (C2SP signed-note; private keys as in Go's package `note`).

A key has a name, such as the origin of a log, and an ID of four bytes, made from the name, its kind and the public key.
"""

import hashlib
from dataclasses import dataclass, replace
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from domain.evidence.base64_text import from_base64, to_base64

ED25519: Final = 0x01
"""Signs the text of a note."""
COSIGNATURE: Final = 0x04
"""A witness's: signs when it saw the text, too (C2SP tlog-cosignature v1)."""

_PRIVATE = "PRIVATE+KEY+"
_ID_BYTES = 4
_TIME_BYTES = 8


class BadKeyError(ValueError):
    """Text that is no key of these kinds."""


@dataclass(frozen=True, slots=True)
class VerifierKey:
    """What signatures are checked with: the name, the kind of signature, and the public key (32 bytes)."""

    name: str
    kind: int
    public: bytes

    @property
    def id(self) -> bytes:
        """The four bytes that name the key in a signature."""
        content = self.name.encode() + b"\n" + bytes([self.kind]) + self.public
        return hashlib.sha256(content).digest()[:_ID_BYTES]

    @property
    def text(self) -> str:
        """The key as text, as `scoresheet log key` prints it."""
        return f"{self.name}+{self.id.hex()}+{to_base64(bytes([self.kind]) + self.public)}"

    def is_by(self, signature: bytes, text: str) -> bool:
        """Whether this key has signed the text so."""
        signed, message = _cosigned(signature, text) if self.kind == COSIGNATURE else (signature, text.encode())
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signed, message)
        except InvalidSignature:
            return False
        return True


@dataclass(frozen=True, slots=True, repr=False)
class SigningKey:
    """What signs: the name and the seed (32 bytes). It is never shown but by `text`."""

    name: str
    seed: bytes

    @property
    def verifier(self) -> VerifierKey:
        """The key that checks what this one signs."""
        return VerifierKey(self.name, ED25519, self._private().public_key().public_bytes_raw())

    @property
    def cosigner(self) -> VerifierKey:
        """The key that checks what this one signs as a witness."""
        return replace(self.verifier, kind=COSIGNATURE)

    @property
    def text(self) -> str:
        """The key as text, for the file that it is kept in."""
        return f"{_PRIVATE}{self.name}+{self.verifier.id.hex()}+{to_base64(bytes([ED25519]) + self.seed)}"

    def sign(self, text: str) -> bytes:
        """The signature of the text, 64 bytes."""
        return self._private().sign(text.encode())

    def cosign(self, text: str, seconds: int) -> bytes:
        """A witness's signature of the text, seen at this time (in seconds since 1970): the time, and 64 bytes."""
        return seconds.to_bytes(_TIME_BYTES) + self._private().sign(_seen(text, seconds))

    def _private(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self.seed)


def is_name(text: str) -> bool:
    """Whether a key may have this name: not empty, printable, without spaces and `+`."""
    return text != "" and not any(each.isspace() or each < " " or each == "+" for each in text)


def verifier_key(text: str) -> VerifierKey:
    """The key that the text says, `name+ID+key`. Raises `BadKeyError`."""
    name, key_id, kind, public = _parts(text)
    key = VerifierKey(name, kind, public)
    if kind not in (ED25519, COSIGNATURE):
        raise BadKeyError(f"The key of {name!r} is of the kind {kind}, which is not known here.")
    if key.id.hex() != key_id:
        raise BadKeyError(f"The key of {name!r} has another ID than {key_id!r}.")
    return key


def signing_key(text: str) -> SigningKey:
    """The private key that the text says. Raises `BadKeyError`, which doesn't repeat the text."""
    if not text.startswith(_PRIVATE):
        raise BadKeyError(f"A private key begins with {_PRIVATE!r}.")
    name, key_id, kind, seed = _parts(text.removeprefix(_PRIVATE))
    key = SigningKey(name, seed)
    if kind != ED25519 or key.verifier.id.hex() != key_id:
        raise BadKeyError(f"The private key of {name!r} has another kind or ID than it says.")
    return key


def _parts(text: str) -> tuple[str, str, int, bytes]:
    name, *rest = text.strip("\n").split("+", 2)
    if len(rest) != 2 or not is_name(name):
        raise BadKeyError("A key is a name, an ID and the key itself, with + between.")
    try:
        content = from_base64(rest[1])
    except ValueError:
        raise BadKeyError(f"The key of {name!r} is not base64.") from None
    if len(content) != 33:
        raise BadKeyError(f"The key of {name!r} has {len(content)} bytes in place of 33.")
    return name, rest[0], content[0], content[1:]


def _cosigned(signature: bytes, text: str) -> tuple[bytes, bytes]:
    """The signature itself, and what a witness has signed by it."""
    return signature[_TIME_BYTES:], _seen(text, int.from_bytes(signature[:_TIME_BYTES]))


def _seen(text: str, seconds: int) -> bytes:
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()
