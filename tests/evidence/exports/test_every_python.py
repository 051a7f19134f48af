"""Every supported Python that is found here, in an environment of its own, exports and replays the same bytes."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.evidence.exports.conftest import Sound
from tests.evidence.exports.support import EXPORT, digests
from tests.ops.support import COMMAND

ROOT = Path(__file__).parents[3]
OLDEST, NEWEST = 11, 15


def environment(minor: int, place: Path) -> Path:
    """Its Python, with what the tests need; skips the test where there is none besides that of the tests."""
    found = shutil.which(f"python3.{minor}")
    if sys.version_info[1] == minor:
        pytest.skip(f"all tests run on Python 3.{minor}")
    if found is None or subprocess.run([found, "-c", ""], capture_output=True, check=False).returncode != 0:
        pytest.skip(f"Python 3.{minor} is not here")
    python = place / "bin" / "python"
    subprocess.run([found, "-m", "venv", place], check=True)
    install = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes")
    subprocess.run([python, *install, "--requirement", ROOT / "requirements-dev.lock"], check=True)
    return python


def said(python: str | Path, *told: str | Path) -> str:
    """What it prints."""
    return subprocess.run([python, "-c", *told], cwd=ROOT, capture_output=True, check=True, text=True).stdout


@pytest.mark.proof
@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("minor", range(OLDEST, NEWEST + 1))
def test_another_python_writes_and_replays_the_same_bytes(sound: Sound, tmp_path: Path, minor: int) -> None:
    python, elsewhere, key = environment(minor, tmp_path / "environment"), tmp_path / "elsewhere", tmp_path / "key"
    key.write_text("".join(f"{one.text}\n" for one in sound.trust.keys), encoding="ascii")
    said(python, EXPORT, sound.urls.service, elsewhere)
    assert digests(elsewhere) == digests(sound.place)
    for told in (("replay", elsewhere), ("verify", elsewhere, "--key", key)):
        assert said(python, COMMAND, *told) == said(sys.executable, COMMAND, *told) != ""
