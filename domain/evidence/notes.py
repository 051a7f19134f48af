"""Signed notes (C2SP signed-note): a text, and below it one line for each signature.

Signatures by unknown keys are passed over; a signature by a known key that is wrong makes the whole note worthless.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from domain.evidence.base64_text import from_base64, to_base64
from domain.evidence.keys import SigningKey, VerifierKey, is_name
from domain.kernel.replacing import replace

_DASH = "— "
_ID_BYTES = 4
MOST_SIGNATURES = 100
MOST_BYTES = 1_000_000


class NoteError(ValueError):
    """A note that can't be trusted."""


class MalformedNoteError(NoteError):
    """Bytes that are no signed note."""


class WrongSignatureError(NoteError):
    """A known key has not signed the text, although the note says so."""


class UnsignedError(NoteError):
    """No known key has signed the note."""


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature line: the key's name and ID (4 bytes), and what the key made of the text."""

    name: str
    key_id: bytes
    value: bytes

    @property
    def line(self) -> str:
        """The line as it is in a note, without its end."""
        return f"{_DASH}{self.name} {to_base64(self.key_id + self.value)}"


@dataclass(frozen=True, slots=True)
class Note:
    """A text, which ends with a newline, and its signatures. Reading it has verified nothing."""

    text: str
    signatures: tuple[Signature, ...] = ()

    @property
    def content(self) -> bytes:
        """The note as bytes."""
        lines = "".join(f"{each.line}\n" for each in self.signatures)
        return f"{self.text}\n{lines}".encode()


def sign_note(text: str, key: SigningKey) -> Note:
    """The text with this key's signature."""
    return with_signature(Note(text), key)


def with_signature(note: Note, key: SigningKey) -> Note:
    """The note with one signature more."""
    more = Signature(key.name, key.verifier.id, key.sign(note.text))
    return replace(note, signatures=(*note.signatures, more))


def parse(content: bytes) -> Note:
    """The note in these bytes, unverified. Raises `MalformedNoteError`."""
    text, _, lines = _characters(content).rpartition("\n\n")
    if not lines.endswith("\n") or not lines.startswith(_DASH):
        raise MalformedNoteError("A signed note ends with a blank line and its signatures.")
    found = lines.removesuffix("\n").split("\n")
    if len(found) > MOST_SIGNATURES:
        raise MalformedNoteError(f"The note has {len(found)} signatures, more than {MOST_SIGNATURES}.")
    return Note(f"{text}\n", tuple(_signature(line) for line in found))


def verify(note: Note, keys: Iterable[VerifierKey]) -> tuple[VerifierKey, ...]:
    """Those of the keys that have signed the note, in their order. Raises `WrongSignatureError`, `UnsignedError`."""
    known = {(key.name, key.id): key for key in keys}
    found = set()
    for signature in note.signatures:
        key = known.get((signature.name, signature.key_id))
        if key is None:
            continue
        if not key.is_by(signature.value, note.text):
            raise WrongSignatureError(f"The signature of {signature.name} is wrong.")
        found.add(key)
    if not found:
        raise UnsignedError("None of the known keys has signed the note.")
    return tuple(key for key in known.values() if key in found)


def _characters(content: bytes) -> str:
    if len(content) > MOST_BYTES:
        raise MalformedNoteError(f"The note has more than {MOST_BYTES} bytes.")
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise MalformedNoteError("The note is not UTF-8.") from None
    if any(each < " " and each != "\n" for each in text):
        raise MalformedNoteError("The note holds a control character.")
    return text


def _signature(line: str) -> Signature:
    name, _, value = line.removeprefix(_DASH).partition(" ")
    if not line.startswith(_DASH) or not is_name(name):
        raise MalformedNoteError(f"Not a signature line: {line[:80]!r}")
    try:
        content = from_base64(value)
    except ValueError:
        raise MalformedNoteError(f"The signature of {name} is not base64.") from None
    if len(content) <= _ID_BYTES:
        raise MalformedNoteError(f"The signature of {name} is too short.")
    return Signature(name, content[:_ID_BYTES], content[_ID_BYTES:])
