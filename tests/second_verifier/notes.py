"""Signed notes and checkpoints of C2SP, with keys of the kinds 01, 04 and 06."""

import base64
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PublicKey

SIGNATURE = re.compile(r"— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})")
CHECKPOINT = re.compile(r"([^\n]+)\n(0|[1-9][0-9]*)\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*")
LOG, WITNESS, ML_DSA = b"\x01", b"\x04", b"\x06"
MOST_BYTES, MOST_SIGNATURES = 1_000_000, 100
PUBLIC_BYTES = {LOG: 32, WITNESS: 32, ML_DSA: 1312}


@dataclass(frozen=True)
class Key:
    """A public key with the name of its log or witness."""

    name: str
    public: bytes
    kind: bytes = LOG

    @property
    def id(self) -> bytes:
        """The first four bytes of the digest that it goes by."""
        return hashlib.sha256(self.name.encode() + b"\n" + self.kind + self.public).digest()[:4]

    def has_signed(self, text: str, signature: bytes) -> bool:
        """Whether the signature of the text is this key's."""
        try:
            if self.kind == ML_DSA:
                MLDSA44PublicKey.from_public_bytes(self.public).verify(
                    signature[8:], self._subtree(text, signature[:8])
                )
            elif self.kind == WITNESS:
                seconds = int.from_bytes(signature[:8])
                self._verify(signature[8:], f"cosignature/v1\ntime {seconds}\n{text}")
            else:
                self._verify(signature, text)
        except (InvalidSignature, ValueError):
            return False
        return True

    def _verify(self, signature: bytes, text: str) -> None:
        Ed25519PublicKey.from_public_bytes(self.public).verify(signature, text.encode())

    def _subtree(self, text: str, seconds: bytes) -> bytes:
        found = CHECKPOINT.fullmatch(text)
        if found is None:
            raise ValueError("no checkpoint")
        size, root = int(found[2]).to_bytes(8), base64.b64decode(found[3], validate=True)
        return b"subtree/v1\n\0" + _counted(self.name) + seconds + _counted(found[1]) + bytes(8) + size + root


@dataclass(frozen=True)
class Note:
    """A text, and who has signed it: name, key's id, signature."""

    text: str
    signatures: tuple[tuple[str, bytes, bytes], ...]

    def verdicts(self, keys: Iterable[Key]) -> list[bool]:
        """Of each signature that names a known key, whether it is right."""
        known = {(key.name, key.id): key for key in keys}
        return [
            known[name, identity].has_signed(self.text, signature)
            for name, identity, signature in self.signatures
            if (name, identity) in known
        ]


@dataclass(frozen=True)
class Checkpoint:
    """What a log's key has signed: so many leaves give this root."""

    origin: str
    size: int
    root: bytes
    note: Note


def key_of(text: str) -> Key:
    """A key as `name+ID+key`. Raises ValueError."""
    name, identity, encoded = text.split("+", 2)
    kind_and_key = base64.b64decode(encoded, validate=True)
    key = Key(name, kind_and_key[1:], kind_and_key[:1])
    if len(key.public) != PUBLIC_BYTES.get(key.kind) or key.id.hex() != identity:
        raise ValueError("no key")
    return key


def _counted(text: str) -> bytes:
    return len(text.encode()).to_bytes(1) + text.encode()


def note_of(raw: bytes) -> Note:
    """The note. Raises ValueError where it is none."""
    whole = raw.decode() if len(raw) <= MOST_BYTES else ""
    text, blank, signed = whole.rpartition("\n\n")
    lines = signed.removesuffix("\n").split("\n")
    if (
        not (blank and signed.endswith("\n"))
        or len(lines) > MOST_SIGNATURES
        or re.search(r"[\x00-\x09\x0b-\x1f]", whole)
    ):
        raise ValueError("no signed note")
    return Note(text + "\n", tuple(_signature(line) for line in lines))


def _signature(line: str) -> tuple[str, bytes, bytes]:
    found = SIGNATURE.fullmatch(line)
    signed = base64.b64decode(found[2], validate=True) if found else b""
    if found is None or len(signed) < 5:
        raise ValueError("no line of a signature")
    return found[1], signed[:4], signed[4:]


def checkpoint_of(raw: bytes) -> Checkpoint:
    """The checkpoint that the note is. Raises ValueError where it is none."""
    note = note_of(raw)
    found = CHECKPOINT.fullmatch(note.text)
    if found is None:
        raise ValueError("no checkpoint")
    return Checkpoint(found[1], int(found[2]), base64.b64decode(found[3], validate=True), note)
