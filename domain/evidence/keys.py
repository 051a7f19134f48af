"""Keys of signed notes, as text that anybody's tools read (C2SP signed-note; private keys as in Go's package `note`).

A key has a name, such as the origin of a log, and an ID of four bytes, made from the name, its kind and the public key.
"""

import hashlib
from dataclasses import dataclass
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from domain.evidence import ml_dsa
from domain.evidence.base64_text import from_base64, to_base64
from domain.evidence.lines import hash_in
from domain.kernel.replacing import replace

ED25519: Final = 0x01
"""Signs the text of a note."""
COSIGNATURE: Final = 0x04
"""A witness's: signs when it saw the text, too (C2SP tlog-cosignature v1)."""
ML_DSA_44: Final = 0x06
"""Signs what a checkpoint says (C2SP tlog-cosignature, its subtree form)."""

_PRIVATE = "PRIVATE+KEY+"
_ID_BYTES = 4
_SEED_BYTES = 32
_TIME_BYTES = 8
_PUBLIC_BYTES = {ED25519: 32, COSIGNATURE: 32, ML_DSA_44: ml_dsa.PUBLIC_BYTES}
_ML_DSA_SEED = b"scoresheet/ml-dsa-44\0"


class BadKeyError(ValueError):
    """Text that is no key of these kinds."""


@dataclass(frozen=True, slots=True)
class VerifierKey:
    """The key that checks signatures: the name, the kind of signature, and the public key (32 bytes; 1,312 of
    ML-DSA-44)."""

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
        """Whether this key has signed the text so; one of ML-DSA-44 signs nothing but checkpoints. Raises
        `NotInstalledError`."""
        if self.kind == ML_DSA_44:
            message = _subtree(self.name, text, signature[:_TIME_BYTES])
            return message is not None and ml_dsa.is_by(self.public, signature[_TIME_BYTES:], message)
        signed, message = (
            _split_cosignature(signature, text) if self.kind == COSIGNATURE else (signature, text.encode())
        )
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signed, message)
        except InvalidSignature:
            return False
        return True


@dataclass(frozen=True, slots=True, repr=False)
class SigningKey:
    """The key that signs: the name and the seed (32 bytes). It is never shown but by `text`."""

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
    def ml_dsa_verifier(self) -> VerifierKey:
        """The key that checks what this one signs by ML-DSA-44, whose seed follows from this one's. Raises
        `NotInstalledError`."""
        return VerifierKey(self.name, ML_DSA_44, ml_dsa.public_of(self._ml_dsa_seed))

    @property
    def text(self) -> str:
        """The key as text, for the file that it is kept in."""
        return f"{_PRIVATE}{self.name}+{self.verifier.id.hex()}+{to_base64(bytes([ED25519]) + self.seed)}"

    def sign(self, text: str) -> bytes:
        """The signature of the text, 64 bytes."""
        return self._private().sign(text.encode())

    def sign_by_ml_dsa(self, text: str) -> bytes:
        """The signature of a checkpoint by ML-DSA-44: no time, and 2,420 bytes. Raises `NotInstalledError`, and
        `ValueError` for what is no checkpoint."""
        no_time = bytes(_TIME_BYTES)
        message = _subtree(self.name, text, no_time)
        if message is None:
            raise ValueError("ML-DSA-44 signs nothing but checkpoints here")
        return no_time + ml_dsa.sign(self._ml_dsa_seed, message)

    def cosign(self, text: str, seconds: int) -> bytes:
        """A witness's signature of the text, seen at this time (in seconds since 1970): the time, and 64 bytes."""
        return seconds.to_bytes(_TIME_BYTES) + self._private().sign(_cosigned_text(text, seconds))

    @property
    def _ml_dsa_seed(self) -> bytes:
        return hashlib.sha256(_ML_DSA_SEED + self.seed).digest()

    def _private(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self.seed)


def is_name(text: str) -> bool:
    """Whether a key may have this name: not empty, printable, without spaces and `+`."""
    return text != "" and not any(each.isspace() or each < " " or each == "+" for each in text)


def verifier_key(text: str) -> VerifierKey:
    """The key that the text says, `name+ID+key`. Raises `BadKeyError`."""
    name, key_id, kind, public = _parts(text)
    key = VerifierKey(name, kind, public)
    if len(public) != _PUBLIC_BYTES.get(kind):
        raise BadKeyError(f"The key of {name!r} is of a kind or a length that is not known here.")
    if key.id.hex() != key_id:
        raise BadKeyError(f"The key of {name!r} has another ID than {key_id!r}.")
    return key


def verifier_keys(text: str) -> tuple[VerifierKey, ...]:
    """The keys in a file, one a line; empty lines and those that begin with # say nothing. Raises `BadKeyError`."""
    lines = (line.strip() for line in text.split("\n"))
    return tuple(verifier_key(line) for line in lines if line and not line.startswith("#"))


def signing_key(text: str) -> SigningKey:
    """The private key that the text says. Raises `BadKeyError`, which doesn't repeat the text."""
    if not text.startswith(_PRIVATE):
        raise BadKeyError(f"A private key begins with {_PRIVATE!r}.")
    name, key_id, kind, seed = _parts(text.removeprefix(_PRIVATE))
    key = SigningKey(name, seed)
    if kind != ED25519 or len(seed) != _SEED_BYTES or key.verifier.id.hex() != key_id:
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
    if not content:
        raise BadKeyError(f"The key of {name!r} is empty.")
    return name, rest[0], content[0], content[1:]


def _split_cosignature(signature: bytes, text: str) -> tuple[bytes, bytes]:
    """The signature itself, and what a witness has signed by it."""
    return signature[_TIME_BYTES:], _cosigned_text(text, int.from_bytes(signature[:_TIME_BYTES]))


def _cosigned_text(text: str, seconds: int) -> bytes:
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()


def _subtree(name: str, text: str, time: bytes) -> bytes | None:
    """The part of a checkpoint that ML-DSA-44 signs: who signs, when, and the log's origin, size and root. None for
    another text."""
    try:
        origin, size, root, *_ = text.split("\n")
        return b"".join(
            (
                b"subtree/v1\n\0",
                _with_length(name),
                time,
                _with_length(origin),
                bytes(8),
                int(size).to_bytes(8),
                hash_in(root),
            )
        )
    except (ValueError, OverflowError):
        return None


def _with_length(text: str) -> bytes:
    """The text after its length, one byte."""
    content = text.encode()
    return len(content).to_bytes(1) + content
