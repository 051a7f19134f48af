"""Proofs that stand by themselves (C2SP tlog-proof, `*.tlog-proof`): the leaf's index, the way to the root, the
checkpoint."""

from collections.abc import Iterable
from dataclasses import dataclass

from domain.evidence.base64_text import from_base64, to_base64
from domain.evidence.checkpoints import Checkpoint, open_checkpoint
from domain.evidence.keys import VerifierKey
from domain.evidence.lines import hash_in, number_in
from domain.evidence.merkle import Hash, verify_inclusion

PROOF_ENDING = ".tlog-proof"
"""What the name of a proof's file ends in."""
FIRST_LINE = "c2sp.org/tlog-proof@v1"
MOST_HASHES = 64
_EXTRA = "extra "
_INDEX = "index "


class MalformedProofError(ValueError):
    """Bytes that are no such proof."""


@dataclass(frozen=True, slots=True)
class Proof:
    """That the leaf `index` is in the tree of the checkpoint, which is kept as it was signed. `extra` is what helps to
    make the leaf, such as an event's stored bytes; nothing vouches for it but the leaf."""

    index: int
    hashes: tuple[Hash, ...]
    checkpoint: bytes
    extra: bytes | None = None

    @property
    def content(self) -> bytes:
        """The proof as the bytes of a file."""
        extra = [] if self.extra is None else [_EXTRA + to_base64(self.extra)]
        lines = [FIRST_LINE, *extra, f"{_INDEX}{self.index}", *map(to_base64, self.hashes), ""]
        return "".join(f"{line}\n" for line in lines).encode() + self.checkpoint


def parse_proof(content: bytes) -> Proof:
    """The proof in these bytes, unverified. Raises `MalformedProofError`."""
    head, blank, checkpoint = content.partition(b"\n\n")
    try:
        first, *lines = head.decode().split("\n")
        extra = from_base64(lines.pop(0).removeprefix(_EXTRA)) if lines and lines[0].startswith(_EXTRA) else None
        index = _index("".join(lines[:1]))
        hashes = tuple(map(hash_in, lines[1:]))
    except ValueError as problem:
        raise MalformedProofError(f"Not a proof of a log: {problem}") from problem
    if first != FIRST_LINE or not blank or len(hashes) > MOST_HASHES:
        raise MalformedProofError(f"Not a proof that begins with {FIRST_LINE!r} and ends with a checkpoint.")
    return Proof(index, hashes, checkpoint, extra)


def verify_proof(proof: Proof, leaf: Hash, origin: str, keys: Iterable[VerifierKey]) -> Checkpoint:
    """Checks that the leaf is in this log, as a checkpoint of one of its keys says, and gives that checkpoint. Raises
    what `open_checkpoint` raises, and `NotProvedError`."""
    checkpoint = open_checkpoint(proof.checkpoint, origin, keys)
    verify_inclusion(proof.index, checkpoint.size, leaf, proof.hashes, checkpoint.root)
    return checkpoint


def _index(line: str) -> int:
    if not line.startswith(_INDEX):
        raise ValueError(f"not the index of a leaf: {line[:80]!r}")
    return number_in(line.removeprefix(_INDEX))
