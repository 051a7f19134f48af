"""The wheel brings all that the program needs beside its code."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from api.asgi.documents import PACKAGES
from domain.journal.kept import program_of
from tests.api.support import documents
from tests.house.source import ROOT
from tests.patience import PROGRAM_SECONDS


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a fresh copy of the program, which no documents lie beside."""
    folder = tmp_path_factory.mktemp("wheel")
    for part in ("pyproject.toml", "README.md", "LICENSE", "domain", "projections", "api", "ops"):
        subprocess.run(["cp", "-R", ROOT / part, folder], check=True)
    for made in ("openapi.json", "asyncapi.json", "documents.txt"):
        (folder / "api" / made).unlink(missing_ok=True)
    options = ("--no-build-isolation", "--no-deps", "--quiet", "--disable-pip-version-check", "--wheel-dir", "built")
    command = [sys.executable, "-m", "pip", "wheel", *options, "."]
    subprocess.run(command, cwd=folder, check=True, timeout=PROGRAM_SECONDS)
    [found] = (folder / "built").glob("scoresheet-*.whl")
    return found


def test_wheel_brings_the_documents_of_its_own_program(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as held:
        assert held.read("api/documents.txt").decode() == program_of(*PACKAGES)
        assert json.loads(held.read("api/openapi.json")) == json.loads(documents().openapi)
        assert json.loads(held.read("api/asyncapi.json")) == json.loads(documents().asyncapi)


def test_wheel_brings_every_file_that_is_read(wheel: Path) -> None:
    """Each file of the packages that is no code is read by some part, but for pages that only people read."""
    with zipfile.ZipFile(wheel) as held:
        there = set(held.namelist())
    listed = subprocess.run(["git", "ls-files", *PACKAGES, "ops"], cwd=ROOT, capture_output=True, text=True, check=True)
    wanted = {name for name in listed.stdout.split() if not name.endswith(".md") or "/guides/" in name}
    assert wanted - there == set()
