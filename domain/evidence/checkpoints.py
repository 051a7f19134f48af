"""Checkpoints (C2SP tlog-checkpoint): which log, how many leaves, and the root of its tree, signed."""

from collections.abc import Iterable
from dataclasses import dataclass

from domain.evidence import notes
from domain.evidence.base64_text import to_base64
from domain.evidence.keys import SigningKey, VerifierKey
from domain.evidence.lines import hash_in, number_in
from domain.evidence.merkle import Hash
from domain.evidence.notes import MalformedNoteError, Note, NoteError, Signature
from domain.kernel import canonical_json
from domain.kernel.replacing import replace

NEWEST = "checkpoint"
EARLIER = "checkpoints.jsonl"
"""The files of an export, and of what follows a log: the newest checkpoint, and a line for each of several."""


class OtherOriginError(NoteError):
    """A checkpoint of another log."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The tree of the log `origin` with its first `size` leaves. `extension` are further lines, which nothing here
    reads."""

    origin: str
    size: int
    root: Hash
    extension: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The text to sign."""
        return "".join(f"{line}\n" for line in (self.origin, str(self.size), to_base64(self.root), *self.extension))


def sign(checkpoint: Checkpoint, key: SigningKey, *, by_ml_dsa: bool = False) -> Note:
    """The checkpoint, signed; by ML-DSA-44 as well where that is wanted, which raises `NotInstalledError`."""
    note = notes.sign_note(checkpoint.text, key)
    if not by_ml_dsa:
        return note
    second = Signature(key.name, key.ml_dsa_verifier.id, key.sign_by_ml_dsa(checkpoint.text))
    return replace(note, signatures=(*note.signatures, second))


def checkpoint_in(note: Note) -> Checkpoint:
    """The checkpoint in the note, unverified. Raises `MalformedNoteError`."""
    origin, size, root, *extension = [*note.text.removesuffix("\n").split("\n"), "", ""]
    extension = extension[:-2]
    if not origin or not root or not all(extension):
        raise MalformedNoteError("A checkpoint has three lines at least, and none of them is empty.")
    try:
        return Checkpoint(origin, number_in(size), hash_in(root), tuple(extension))
    except ValueError as problem:
        raise MalformedNoteError(f"Not the size and the root of a tree: {problem}") from problem


def line_in_file(size: int, note: bytes) -> bytes:
    """A checkpoint as a line of the file of several, under the size that it is kept for. What is no text is no
    checkpoint, and shows as none."""
    return canonical_json.encode({"note": note.decode(errors="replace"), "size": size}) + b"\n"


def parse_checkpoint(content: bytes) -> Checkpoint:
    """The checkpoint of the note in these bytes, unverified. Raises `MalformedNoteError`."""
    return checkpoint_in(notes.parse(content))


def open_checkpoint(content: bytes, origin: str, keys: Iterable[VerifierKey]) -> Checkpoint:
    """The checkpoint in these bytes, of this log and signed by one of its keys. Raises `MalformedNoteError`,
    `OtherOriginError`, `WrongSignatureError`, `UnsignedError`."""
    note = notes.parse(content)
    checkpoint = checkpoint_in(note)
    if checkpoint.origin != origin:
        raise OtherOriginError(f"The checkpoint is of the log {checkpoint.origin!r}, not of {origin!r}.")
    notes.verify(note, keys)
    return checkpoint
