"""What an auditor has from elsewhere: files with keys, a checkpoint, a policy, a proof."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from domain.evidence.checkpoints import parse_checkpoint
from domain.evidence.exported.trust import Trust
from domain.evidence.keys import verifier_keys
from domain.evidence.policy import parse_policy
from ops.errors import UnreadableExportError
from ops.export.plain_file import opened_plain

_MOST_BYTES = 1 << 20
T = TypeVar("T")


def read_trust(key: Path | None, checkpoint: Path | None, policy: Path | None) -> Trust:
    """The keys to trust by these files. Raises UnreadableExportError."""
    return Trust(
        keys=() if key is None else read_given(key, lambda content: verifier_keys(content.decode())),
        checkpoint=None if checkpoint is None else read_given(checkpoint, parse_checkpoint),
        policy=None if policy is None else read_given(policy, parse_policy),
    )


def read_given(file: Path, parse: Callable[[bytes], T]) -> T:
    """The content of a small file. Raises UnreadableExportError."""
    try:
        with opened_plain(file) as opened:
            return parse(opened.read(_MOST_BYTES))
    except OSError as error:
        raise UnreadableExportError(f"{file} can't be read: {error.strerror}") from error
    except ValueError as error:
        raise UnreadableExportError(f"{file} is not what it should be: {error}") from error
