"""The wheel brings all that the program needs beside its code."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from api.asgi.documents import PACKAGES, made_from
from tests.api.support import documents
from tests.house.source import ROOT
from tests.patience import PROGRAM_SECONDS

pytestmark = pytest.mark.operations


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
        assert held.read("scoresheet/api/documents.txt").decode() == made_from()
        assert json.loads(held.read("scoresheet/api/openapi.json")) == json.loads(documents().openapi)
        assert json.loads(held.read("scoresheet/api/asyncapi.json")) == json.loads(documents().asyncapi)


def test_wheel_brings_every_file_that_is_read(wheel: Path) -> None:
    """Each file of the packages that is no code is read by some part, but for pages and pictures for people alone."""
    with zipfile.ZipFile(wheel) as held:
        there = {name.removeprefix("scoresheet/") for name in held.namelist()}
    listed = subprocess.run(["git", "ls-files", *PACKAGES, "ops"], cwd=ROOT, capture_output=True, text=True, check=True)
    read = (name for name in listed.stdout.split() if not name.endswith(".png"))
    wanted = {name for name in read if not name.endswith(".md") or "/guides/" in name}
    assert wanted - there == set()


def test_wheel_brings_one_package(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as held:
        [information] = {name.partition("/")[0] for name in held.namelist()} - {"scoresheet"}
        assert information.endswith(".dist-info")
        assert b"scoresheet = scoresheet:main" in held.read(f"{information}/entry_points.txt")


def test_installed_wheel_runs_its_own_program(wheel: Path, tmp_path: Path) -> None:
    options = ("--no-deps", "--quiet", "--disable-pip-version-check", "--target", str(tmp_path / "installed"))
    subprocess.run([sys.executable, "-m", "pip", "install", *options, str(wheel)], check=True, timeout=PROGRAM_SECONDS)
    told = "import scoresheet, sys; sys.argv = ['scoresheet', 'config', 'check']; scoresheet.main()"
    where = "import atexit; atexit.register(lambda: print(sys.modules['ops'].__file__))"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; {where}; {told}"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path / "installed"), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=PROGRAM_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert str(tmp_path / "installed" / "scoresheet" / "ops") in done.stdout.splitlines()[-1]
