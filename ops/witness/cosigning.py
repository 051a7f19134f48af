"""The witness: cosigns what its logs send, if they have only grown."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from domain.evidence import notes
from domain.evidence.checkpoints import parse_checkpoint
from domain.evidence.keys import SigningKey, VerifierKey
from domain.evidence.witness import cosignature, parse_request, require_growth, trusted_note
from ops.witness.heads import Heads


@dataclass(frozen=True)
class Witness:
    """Its key, the keys of the logs that it knows, what it has cosigned, and the time, in seconds since 1970."""

    key: SigningKey
    logs: Sequence[VerifierKey]
    heads: Heads
    now: Callable[[], int]

    def add_checkpoint(self, content: bytes) -> str:
        """The line to put below the checkpoint in this request. Raises `NotCosignedError`, `sqlite3.Error`."""
        request = parse_request(content)
        note = trusted_note(request, self.logs)

        def step(last: bytes | None) -> bytes:
            require_growth(request, None if last is None else parse_checkpoint(last))
            own = cosignature(note, self.key, self.now())
            return replace(note, signatures=(*note.signatures, own)).content

        kept = self.heads.advance(name_of(request.checkpoint.origin), step)
        return f"{notes.parse(kept).signatures[-1].line}\n"

    def last(self, log: str) -> bytes | None:
        """The last checkpoint that was cosigned of the log of this name, as `name_of` makes it. Raises
        `sqlite3.Error`."""
        return self.heads.last(log)


def name_of(origin: str) -> str:
    """The name of a log in addresses: the SHA-256 of its origin, in hexadecimal digits."""
    return hashlib.sha256(origin.encode()).hexdigest()
