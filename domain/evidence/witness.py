"""A witness's decision (C2SP tlog-witness): whether a log has only grown since its last checkpoint here.

A witness keeps the last checkpoint of each log that it knows. Where several witnesses have cosigned a checkpoint, the
log has shown all of them the same history.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from domain.evidence import notes
from domain.evidence.base64_text import to_base64
from domain.evidence.checkpoints import Checkpoint, checkpoint_in
from domain.evidence.keys import SigningKey, VerifierKey
from domain.evidence.lines import hash_in, number_in
from domain.evidence.merkle import EMPTY_ROOT, Hash, NotProvedError, verify_consistency
from domain.evidence.notes import MOST_BYTES, Note, NoteError, Signature

MOST_HASHES = 63
MOST_REQUEST_BYTES = MOST_BYTES + 4_096
"""Of a request: the checkpoint, and what is before it."""
_OLD = "old "


class NotCosignedError(Exception):
    """A checkpoint that the witness doesn't cosign."""


class MalformedRequestError(NotCosignedError):
    """Bytes that are no request, or a request that contradicts itself."""


class UnknownLogError(NotCosignedError):
    """A checkpoint of a log that the witness doesn't know."""


class UntrustedError(NotCosignedError):
    """A checkpoint that no known key of its log has signed, or one with a wrong signature of such a key."""


class OtherSizeError(NotCosignedError):
    """A request that goes on from another checkpoint than the last one here, whose tree has `size` leaves."""

    def __init__(self, size: int) -> None:
        super().__init__(f"The last checkpoint here has {size} leaves. Send the proof from there.")
        self.size = size


class NotGrownError(NotCosignedError):
    """A tree that is not shown to have grown from the last one here."""


@dataclass(frozen=True, slots=True)
class Request:
    """Asks to cosign the checkpoint in `note`, with a proof that its tree grew from that of `old` leaves."""

    old: int
    proof: tuple[Hash, ...]
    note: Note
    checkpoint: Checkpoint


def request_content(old: int, proof: Iterable[Hash], checkpoint: bytes) -> bytes:
    """The request as bytes; the checkpoint is given as it was signed."""
    lines = [f"{_OLD}{old}", *map(to_base64, proof), ""]
    return "".join(f"{line}\n" for line in lines).encode() + checkpoint


def parse_request(content: bytes) -> Request:
    """The request in these bytes, unverified. Raises `MalformedRequestError`."""
    head, blank, signed = content.partition(b"\n\n")
    try:
        first, *lines = head.decode().split("\n")
        old = number_in(first.removeprefix(_OLD))
        proof = tuple(map(hash_in, lines))
        note = notes.parse(signed)
        checkpoint = checkpoint_in(note)
    except ValueError as problem:
        raise MalformedRequestError(f"This is no request for a cosignature: {problem}") from problem
    if not blank or not first.startswith(_OLD) or len(proof) > MOST_HASHES:
        raise MalformedRequestError(f"A request begins with {_OLD!r}, a size, and {MOST_HASHES} hashes at most.")
    if old > checkpoint.size:
        raise MalformedRequestError(f"A tree of {checkpoint.size} leaves can't have grown from one of {old}.")
    return Request(old, proof, note, checkpoint)


def trusted_note(request: Request, known: Collection[VerifierKey]) -> Note:
    """The checkpoint with the signatures of its log alone, each by a known key and right. Raises `UnknownLogError`,
    `UntrustedError`."""
    origin = request.checkpoint.origin
    keys = [key for key in known if key.name == origin]
    if not keys:
        raise UnknownLogError(f"The log {origin!r} is not known here. Its key must be given to this witness first.")
    try:
        signers = {(key.name, key.id) for key in notes.verify(request.note, keys)}
    except NoteError as problem:
        raise UntrustedError(f"The checkpoint is not signed by its log. {problem}") from problem
    own = tuple(each for each in request.note.signatures if (each.name, each.key_id) in signers)
    return Note(request.note.text, own)


def require_growth(request: Request, last: Checkpoint | None) -> None:
    """Checks that the tree grew from the last one here; None before the first. Raises `OtherSizeError`,
    `NotGrownError`."""
    size, root = (0, EMPTY_ROOT) if last is None else (last.size, last.root)
    found = request.checkpoint
    if request.old != size:
        raise OtherSizeError(size)
    try:
        if size > 0:
            verify_consistency(size, root, found.size, found.root, request.proof)
        elif request.proof or (found.size == 0 and found.root != EMPTY_ROOT):
            raise NotProvedError("An empty tree has one root, and needs no proof.")
    except NotProvedError as problem:
        raise NotGrownError(f"The log is not shown to have grown from {size} leaves. {problem}") from problem


def cosignature_in(content: bytes, note: Note, witness: VerifierKey) -> Signature:
    """The witness's cosignature of the note in its answer. Raises `MalformedNoteError`, `WrongSignatureError`,
    `UnsignedError`."""
    said = notes.parse(f"{note.text}\n".encode() + content)
    notes.verify(said, [witness])
    return next(each for each in said.signatures if (each.name, each.key_id) == (witness.name, witness.id))


def cosignature(note: Note, key: SigningKey, seconds: int) -> Signature:
    """The witness's own signature: it has seen this checkpoint, at this time (in seconds since 1970), and none of the
    log that is larger."""
    return Signature(key.name, key.cosigner.id, key.cosign(note.text, seconds))
