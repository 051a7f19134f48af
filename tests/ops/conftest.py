"""Folders that the account of the embedded PostgreSQL can reach, which pytest's own are not for root."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from ops.settings import names


@pytest.fixture
def folder() -> Iterator[Path]:
    """An empty folder that everybody may pass through."""
    made = Path(tempfile.mkdtemp(prefix="scoresheet-folder-"))
    made.chmod(0o711)
    yield made
    shutil.rmtree(made)


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings of whoever runs the tests don't reach them."""
    for name in [name for name in os.environ if name in names()]:
        monkeypatch.delenv(name)
