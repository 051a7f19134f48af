"""A folder for the key of the log, of the test's own."""

from pathlib import Path

import pytest

from ops.evidence.key_folder import KeyFolder
from tests.evidence.support import key_folder


@pytest.fixture
def folder(tmp_path: Path) -> KeyFolder:
    """Empty still: the first who signs makes the key."""
    return key_folder(tmp_path)
