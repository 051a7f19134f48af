"""A log, and a folder for its key, of the test's own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.journal.journal import Journal
from ops.database import DatabaseUrls
from ops.evidence.key_folder import KeyFolder
from tests.evidence.support import key_folder
from tests.projections.support import opened


@pytest.fixture
def journal(database: DatabaseUrls) -> Iterator[Journal]:
    with opened(database.service) as found:
        yield found


@pytest.fixture
def folder(tmp_path: Path) -> KeyFolder:
    """Empty still: the first who signs makes the key."""
    return key_folder(tmp_path)
