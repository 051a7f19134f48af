"""What an auditor has from elsewhere: files with keys, a checkpoint, a policy."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from domain.evidence import notes
from domain.evidence.checkpoints import Checkpoint, checkpoint_in
from domain.evidence.exported.trust import Trust
from domain.evidence.keys import VerifierKey, verifier_key
from domain.evidence.policy import parse_policy
from ops.errors import UnreadableExportError

_MOST_BYTES = 1 << 20
T = TypeVar("T")


def read_trust(key: Path | None, checkpoint: Path | None, policy: Path | None) -> Trust:
    """Whom to believe by these files. Raises UnreadableExportError."""
    return Trust(
        keys=_read(key, _keys) or (),
        checkpoint=_read(checkpoint, _checkpoint),
        policy=_read(policy, parse_policy),
    )


def _read(file: Path | None, parse: Callable[[bytes], T]) -> T | None:
    if file is None:
        return None
    try:
        with file.open("rb") as opened:
            return parse(opened.read(_MOST_BYTES))
    except OSError as error:
        raise UnreadableExportError(f"{file} can't be read: {error.strerror}") from error
    except ValueError as error:
        raise UnreadableExportError(f"{file} is not what it should be: {error}") from error


def _keys(content: bytes) -> tuple[VerifierKey, ...]:
    """The keys, one a line; empty lines and those that begin with # say nothing."""
    lines = (line.strip() for line in content.decode().split("\n"))
    return tuple(verifier_key(line) for line in lines if line and not line.startswith("#"))


def _checkpoint(content: bytes) -> Checkpoint:
    return checkpoint_in(notes.parse(content))
