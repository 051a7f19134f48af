"""Folders that the account of the embedded PostgreSQL can reach, which pytest's own are not for root."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from ops import embedded
from ops.migrate import migrate


@pytest.fixture
def folder() -> Iterator[Path]:
    """An empty folder that everybody may pass through."""
    made = Path(tempfile.mkdtemp(prefix="scoresheet-folder-"))
    made.chmod(0o711)
    yield made
    shutil.rmtree(made)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Path]:
    """A data folder in which a server has been started once, and the migrations were made."""
    made = Path(tempfile.mkdtemp(prefix="scoresheet-folder-"))
    made.chmod(0o711)
    with embedded.start(made, fsync=False) as server:
        migrate(server.owner_url())
    yield made
    shutil.rmtree(made)


@pytest.fixture
def begun(folder: Path, cluster: Path) -> Path:
    """The folder with a copy of that, for tests of what comes later: to make it again takes longer than most of
    them."""
    begin(folder, cluster)
    return folder


def begin(folder: Path, cluster: Path) -> None:
    """Copies what is in the cluster's folder into the other, with its owners."""
    subprocess.run(["cp", "-a", cluster / "postgresql", folder], check=True)
