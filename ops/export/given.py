"""What an auditor has from elsewhere: files with keys, a checkpoint, a policy."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from domain.evidence.checkpoints import parse_checkpoint
from domain.evidence.exported.trust import Trust
from domain.evidence.keys import verifier_keys
from domain.evidence.policy import parse_policy
from ops.errors import UnreadableExportError

_MOST_BYTES = 1 << 20
T = TypeVar("T")


def read_trust(key: Path | None, checkpoint: Path | None, policy: Path | None) -> Trust:
    """Whom to believe by these files. Raises UnreadableExportError."""
    return Trust(
        keys=_read(key, lambda content: verifier_keys(content.decode())) or (),
        checkpoint=_read(checkpoint, parse_checkpoint),
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
