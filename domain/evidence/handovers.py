"""A log's key hands over to the next one: a note, signed by the old key, that names the new one."""

from collections.abc import Iterable

from domain.evidence import notes
from domain.evidence.keys import SigningKey, VerifierKey, verifier_key
from domain.evidence.notes import MalformedNoteError, Note

FIRST_LINE = "scoresheet/log-key/v1"


def hand_over(origin: str, old: SigningKey, new: VerifierKey) -> Note:
    """The note by which `old` makes `new` the key of this log."""
    return notes.sign_note(f"{FIRST_LINE}\n{origin}\n{new.text}\n", old)


def successor_key(content: bytes, origin: str, known: Iterable[VerifierKey]) -> VerifierKey:
    """The key that a known one has handed this log over to. Raises `MalformedNoteError`, `WrongSignatureError`,
    `UnsignedError`, `BadKeyError`."""
    note = notes.parse(content)
    notes.verify(note, known)
    lines = note.text.removesuffix("\n").split("\n")
    if len(lines) != 3 or lines[:2] != [FIRST_LINE, origin]:
        raise MalformedNoteError(f"The note hands no key of the log {origin!r} over.")
    return verifier_key(lines[2])
