"""Logs to export: a small one whose copies are tampered with, and a database of one's own."""

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from domain.evidence.exported.trust import Trust
from ops.database import DatabaseUrls
from ops.evidence.key_folder import KeyFolder
from tests.domain.test_commitments import played, revealed
from tests.evidence.exports.history import append
from tests.evidence.exports.support import Forger, exported, follow_and_sign, trusted
from tests.evidence.support import key_folder, newest_note
from tests.projections.support import Club, opened


@dataclass(frozen=True)
class Sound:
    """A sound export, the trust that shows it, and an earlier checkpoint of the same log."""

    place: Path
    trust: Trust
    earlier: bytes
    folder: KeyFolder
    urls: DatabaseUrls


@pytest.fixture(scope="module")
def sound(module_database: DatabaseUrls, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sound]:
    """Two tournaments, one drawn in rounds and revealed, with texts about persons; signed twice."""
    base = tmp_path_factory.mktemp("sound")
    folder = key_folder(base)
    with opened(module_database.service) as journal:
        club = Club(journal)
        club.register(1, 2, 3)
        club.begin(1, 1, 2, 3)
        club.play(1, (1, 2, 5, 3), (2, 3, 5, 1))
        follow_and_sign(module_database, journal, folder)
        earlier = newest_note(module_database.service)
        club.turn_over(1, 1, "second")
        club.turn_over(1, 2, "second")
        append(module_database, revealed(played()).history)
        follow_and_sign(module_database, journal, folder)
        exported(module_database.service, base / "everything")
        yield Sound(base / "everything", trusted(folder), earlier, folder, module_database)


@pytest.fixture
def forger(sound: Sound, tmp_path: Path) -> Iterator[Forger]:
    """Somebody with a copy of the sound export."""
    place = Path(shutil.copytree(sound.place, tmp_path / "forged"))
    yield Forger(place)
    subprocess.run(["rm", "-rf", str(place)], check=True)  # it may be too deep for Python to remove
